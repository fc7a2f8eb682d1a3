/// What is wrong with JSON that other texts cannot have.
public enum JSONFinding: FindingKind {
  case syntax(Syntax)
  case comment
  case trailingComma
  case nonFinite(String)
  case controlCharacter
  case byteOrderMark
  case duplicateName(String, lastCounts: Bool)
  case surrogate(String, isReplaced: Bool)
  /// A value of another kind than the path needs; `found` and `needed` are kinds such as “an array”.
  case step(found: String, path: String, needed: String)
  /// An array or an object where a text is needed.
  case noText(path: String, isArray: Bool)

  public var rule: RuleCode {
    switch self {
    case .syntax: .jsonSyntax
    case .comment, .trailingComma, .nonFinite, .controlCharacter, .byteOrderMark: .jsonExtension
    case .duplicateName: .jsonDuplicateName
    case .surrogate: .jsonSurrogate
    case .step, .noText: .jsonKind
    }
  }

  public var message: String {
    switch self {
    case .syntax(let fault): return fault.message
    case .comment: return "A comment, which JSON does not have"
    case .trailingComma: return "A comma after the last value"
    case .nonFinite(let text): return "“\(text)” is no number that JSON has; it is read as no value"
    case .controlCharacter: return "A control character that is not escaped"
    case .byteOrderMark: return "A byte order mark, which JSON does not have, is passed over"
    case .duplicateName(let name, let lastCounts):
      return "The name \(Finding.shortened(name)) stands twice in its object"
        + (lastCounts ? "; the last one counts" : "")
    case .surrogate(let text, let isReplaced):
      return "\(text) is half of a character" + (isReplaced ? "; U+FFFD is read in its place" : "")
    case .step(let found, let path, let needed): return "Here is \(found) where “\(path)” needs \(needed)"
    case .noText(let path, let isArray):
      let advice = isArray ? "take its elements with “\(path)[*]”" : "name one of its members"
      let found = isArray ? "an array" : "an object"
      return "“\(path)” is \(found), not a text; \(advice), or take its text with “json(\(path))”"
    }
  }
}

extension JSONFinding {
  /// Why a text is no JSON.
  public enum Syntax: Sendable, Equatable {
    case comment
    case slash
    case openComment
    case textAfterEnd
    case comma
    case end(in: Container?)
    case unexpected(UInt8, insteadOf: Expected)
    case openString
    case control(UInt8)
    case escape
    case hexadecimal
    case number(Number)
    case noNumber(String)
    case noValue(String)

    /// What the text has begun and not ended.
    public enum Container: Sendable { case object, array }

    /// What the grammar of RFC 8259 asks for at a place.
    public enum Expected: String, Sendable {
      case name = "a name in quotes"
      case colon = "a colon after the name"
      case commaOrBrace = "a comma or “}”"
      case commaOrBracket = "a comma or “]”"
      case value = "a value"
    }

    /// How a number is not written.
    public enum Number: String, Sendable {
      case sign = "A digit has to follow the sign"
      case zero = "A number does not begin with a zero"
      case point = "A digit has to follow the decimal point"
      case exponent = "A digit has to follow the exponent's “e”"
      case form = "The number is not written as JSON writes numbers"
    }

    fileprivate var message: String {
      switch self {
      case .comment: "JSON has no comments"
      case .slash: "“/” does not begin a value"
      case .openComment: "The comment is never closed"
      case .textAfterEnd: "Text after the end of the document; several documents, one on each line, are JSON Lines"
      case .comma: "A comma before the end of what it separates"
      case .end(let container):
        switch container {
        case .object?: "The text ends inside an object"
        case .array?: "The text ends inside an array"
        case nil: "The text ends without a value"
        }
      case .unexpected(let byte, let expected):
        switch byte {
        case 0x21...0x7E: "“\(Unicode.Scalar(byte))” stands where \(expected.rawValue) is expected"
        case 0x80...: "This character stands where \(expected.rawValue) is expected"
        default: "The control character \(Self.name(byte)) stands where \(expected.rawValue) is expected"
        }
      case .openString: "The string is never closed"
      case .control(let byte): "The control character \(Self.name(byte)) has to be escaped in a string"
      case .escape: "This is no escape that JSON has"
      case .hexadecimal: "“\\u” needs four hexadecimal digits"
      case .number(let fault): fault.rawValue
      case .noNumber(let text): "JSON has no number “\(text)”"
      case .noValue(let text): "“\(text)” is no value; a text has to stand in quotes"
      }
    }

    private static func name(_ byte: UInt8) -> String {
      "U+00\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
    }
  }
}

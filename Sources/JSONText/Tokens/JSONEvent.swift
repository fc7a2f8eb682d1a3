internal import Findings
internal import FoundationEssentials

/// One step through a JSON text.
struct JSONEvent {
  enum Kind: UInt8 {
    case beginObject, endObject, beginArray, endArray
    /// A member's name, with its quotes.
    case name
    case string, number, `true`, `false`, null
    /// The text is over.
    case end
  }

  var kind: Kind
  /// Where it stands, in bytes of the text as UTF-8.
  var range: Range<Int>
  /// Whether a string or name has escapes, or bytes that are no text, so that its value is not what stands between its quotes.
  var needsDecoding = false

  var isScalar: Bool { kind.rawValue >= Kind.string.rawValue && kind != .end }
}

/// Something in a text that is not as it should be but does not keep it from being read.
struct JSONIssue {
  enum Kind: Sendable, Hashable {
    case comment, trailingComma, nonFinite, controlCharacter
    case loneSurrogate, invalidText, nul, duplicateName
  }

  var kind: Kind
  var range: Range<Int>
}

/// Why a text cannot be read on.
struct JSONSyntaxError: LocalizedError {
  var kind: any FindingKind
  var range: Range<Int>

  init(_ fault: JSONFinding.Syntax, _ range: Range<Int>) {
    kind = JSONFinding.syntax(fault)
    self.range = range
  }

  init(_ limit: SourceFinding.Limit, _ range: Range<Int>) {
    kind = SourceFinding.limit(limit)
    self.range = range
  }
}

extension JSONSyntaxError {
  var errorDescription: String? { kind.message }
}

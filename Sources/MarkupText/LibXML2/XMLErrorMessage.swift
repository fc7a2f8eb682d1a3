internal import CLibXML2

/// What libxml2's errors are called for those who have to correct the document.
///
/// The library tells faults apart by number; where one number stands for several, its text does.
struct XMLErrorMessage {
  private let error: xmlError
  private let text: String

  init(_ error: xmlError) {
    self.error = error
    text = error.message.map { String(cString: $0) } ?? ""
  }

  /// The fault as one sentence without a full stop or line break at its end.
  var message: String { own ?? cleaned }

  /// Whether the bytes are no text in the document's encoding.
  var isEncodingFault: Bool { code == XML_ERR_INVALID_CHAR && firstByte != nil }

  private var code: xmlParserErrors { xmlParserErrors(rawValue: UInt32(bitPattern: error.code)) }

  /// The name that the library gives with the error.
  private var name: String { error.str1.map { String(cString: $0) } ?? "" }

  // MARK: Own words

  private var own: String? {
    guard error.domain == Int32(XML_FROM_PARSER.rawValue) else { return nil }
    return inReferences ?? inTags ?? inMarkup ?? inDeclaration
  }

  private var inReferences: String? {
    switch code {
    case XML_ERR_NAME_REQUIRED where text.contains("EntityRef"):
      "A “&” that begins no reference; write &amp; where it is text"
    case XML_ERR_ENTITYREF_SEMICOL_MISSING: "A reference without its semicolon; write &amp; where the “&” is text"
    case XML_ERR_UNDECLARED_ENTITY where !text.hasPrefix("PE"):
      "The entity &\(name); is not declared; write the character itself, or its number as in &#160;"
    case XML_ERR_INVALID_HEX_CHARREF, XML_ERR_INVALID_DEC_CHARREF:
      "A reference with something else than a number; write &amp; where the “&” is text"
    case XML_ERR_INVALID_CHAR: invalidCharacter
    default: nil
    }
  }

  private var invalidCharacter: String {
    if let firstByte {
      return "The byte \(firstByte) is no text in UTF-8; say in which encoding the document is, or save it as UTF-8"
    }
    let isReference = text.contains("CharRef")
    guard error.int1 > 0 else {
      return isReference
        ? "A reference to no character; write &amp; where the “&” is text"
        : "A character that XML does not allow; remove it"
    }
    let digits = String(error.int1, radix: 16, uppercase: true)
    let character = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return isReference
      ? "A reference to \(character), which is no character that XML allows"
      : "The character \(character), which XML does not allow; remove it"
  }

  /// The first of the bytes that are no text, as the library writes it: `0xE9`.
  private var firstByte: String? {
    guard let range = text.firstRange(of: "Bytes: 0x") else { return nil }
    return String(text[range.upperBound...].prefix(2))
  }

  private var inTags: String? {
    switch code {
    case XML_ERR_NAME_REQUIRED where text.contains("StartTag"): "A “<” that begins no tag; write &lt; where it is text"
    case XML_ERR_ATTRIBUTE_NOT_STARTED: "The value of an attribute has no quotes"
    case XML_ERR_ATTRIBUTE_NOT_FINISHED where text.contains("expected"):
      "The quote at the end of an attribute's value is missing"
    case XML_ERR_LT_IN_ATTRIBUTE: "A “<” in the value of an attribute; write &lt;, or close the quote before it"
    case XML_ERR_ATTRIBUTE_WITHOUT_VALUE: "The attribute “\(name)” has no value; write \(name)=\"\""
    case XML_ERR_ATTRIBUTE_REDEFINED: "The attribute “\(name)” stands twice in its tag"
    case XML_ERR_SPACE_REQUIRED where text.contains("attributes construct"):
      "White space is missing before an attribute, or something in the tag is no attribute"
    case XML_ERR_GT_REQUIRED: name.isEmpty ? "The “>” of the end tag is missing" : "The “>” of <\(name)> is missing"
    default: nil
    }
  }

  private var inMarkup: String? {
    switch code {
    case XML_ERR_HYPHEN_IN_COMMENT: "Two hyphens in a comment, where only its end has them"
    case XML_ERR_COMMENT_NOT_FINISHED: "The comment is not closed"
    case XML_ERR_CDATA_NOT_FINISHED: "The section <![CDATA[ is not closed by ]]>"
    case XML_ERR_MISPLACED_CDATA_END: "The characters ]]> in a text; write ]]&gt;"
    case XML_ERR_PI_NOT_STARTED: "An instruction <? without a name"
    case XML_ERR_PI_NOT_FINISHED: "The instruction <?\(name) is not closed by ?>"
    case XML_ERR_RESERVED_XML_NAME:
      "The XML declaration does not stand at the very beginning; remove what is before it, white space too"
    case XML_ERR_DOCUMENT_EMPTY: "The document does not begin with markup"
    case XML_ERR_ENTITY_LOOP: "The document's entities refer to themselves or expand too far"
    case XML_ERR_INTERNAL_ERROR where text.contains("Huge input"):
      "A tag, a reference or a piece of text is longer than 10,000,000 bytes"
    case XML_ERR_INTERNAL_ERROR where text.contains("element content"): "A declaration inside an element"
    case XML_ERR_DOCTYPE_NOT_FINISHED: "The document type <!DOCTYPE is not closed"
    default: nil
    }
  }

  private var inDeclaration: String? {
    switch code {
    case XML_ERR_UNKNOWN_ENCODING, XML_ERR_UNSUPPORTED_ENCODING:
      name.isEmpty ? nil : "The document names the encoding “\(name)”, which is not known; give another, or convert it"
    case XML_ERR_ENCODING_NAME: "The XML declaration names no encoding; write encoding=\"UTF-8\""
    case XML_ERR_VERSION_MISSING: "The XML declaration has no version; write <?xml version=\"1.0\"?>"
    case XML_ERR_UNKNOWN_VERSION: "The document is XML \(name), which is not known; 1.0 is"
    case XML_ERR_XMLDECL_NOT_FINISHED: "The XML declaration is not closed by ?>"
    case XML_ERR_STANDALONE_VALUE: "The XML declaration says standalone with something else than yes or no"
    default: nil
    }
  }

  // MARK: The library's words

  /// The library's first line without names of its functions.
  private var cleaned: String {
    var words = text.prefix { $0 != "\n" }[...]
    for prefix in ["internal error: ", "xml", "html"] where words.hasPrefix(prefix) {
      if prefix.hasSuffix(" ") {
        words = words.dropFirst(prefix.count)
      } else if let colon = words.firstIndex(of: ":"), words[..<colon].allSatisfy({ $0.isLetter || $0 == " " }) {
        words = words[words.index(after: colon)...].drop { $0 == " " }
      }
    }
    while let last = words.last, last.isWhitespace || last == "." { words.removeLast() }
    guard let first = words.first else { return "The document is not well-formed" }
    return first.uppercased() + words.dropFirst()
  }
}

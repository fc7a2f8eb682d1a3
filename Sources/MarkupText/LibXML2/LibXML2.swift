internal import CLibXML2

/// What all users of the C library share.
enum LibXML2 {
  /// Initialises the library once; libxml2 asks for that before parsers run on several threads.
  static func start() { _ = started }

  private static let started: Bool = {
    xmlInitParser()
    return true
  }()

  /// No network, and neither `XML_PARSE_NOENT` nor `XML_PARSE_DTDLOAD`: what stands outside the document is never read.
  /// Without `XML_PARSE_HUGE` the library's own limits on entity expansion and text length stay on.
  static let safeOptions = Int32(XML_PARSE_NONET.rawValue)

  /// How many bytes of the document, in UTF-8, the parser has consumed.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  static func offset(_ parser: xmlParserCtxtPtr) -> Int {
    guard let input = parser.pointee.input else { return 0 }
    return Int(input.pointee.consumed) + (input.pointee.cur - input.pointee.base)
  }

  /// The offset of the `<` of the start tag that the parser has just read up to its `>`.
  ///
  /// A start tag cannot contain another `<`, so the last one before the parser's place is its own. The library keeps
  /// the whole tag in its buffer until the tag's event is out.
  @inline(__always)
  static func offsetOfOpenTag(_ parser: xmlParserCtxtPtr) -> Int {
    guard let input = parser.pointee.input, let base = input.pointee.base, var current = input.pointee.cur else {
      return 0
    }
    let end = current
    while current > base {
      current -= 1
      if current.pointee == UInt8(ascii: "<") { return Int(input.pointee.consumed) + (current - base) }
    }
    return Int(input.pointee.consumed) + (end - base)
  }

  /// The name as the document writes it, with its prefix.
  static func qualifiedName(_ name: UnsafePointer<xmlChar>, _ prefix: UnsafePointer<xmlChar>?) -> String {
    guard let prefix else { return String(cString: name) }
    return String(cString: prefix) + ":" + String(cString: name)
  }

  /// Attributes come as five pointers each: name, prefix, namespace, and the value's start and end.
  static func attributeBytes(
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>,
    _ index: Int
  ) -> UnsafeBufferPointer<UInt8> {
    guard let start = attributes[index * 5 + 3], let end = attributes[index * 5 + 4] else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return UnsafeBufferPointer(start: start, count: end - start)
  }
}

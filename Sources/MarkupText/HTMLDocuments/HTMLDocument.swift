internal import CLibXML2
internal import Findings
internal import TextInput

/// A page as a tree, with the place of every element.
///
/// libxml2's HTML parser repairs the markup; its events are kept in a `NodeTree`. Only where an XPath has to be followed does the library
/// also build its own tree, whose nodes then know their numbers in ours.
final class HTMLDocument {
  /// The page as UTF-8, and the places of the elements that are read as records.
  let source = DocumentText()
  let fileName: String
  let encoding: String
  /// Where the text stands in the file.
  let offsets: SourceOffsets
  private(set) var findings: [Finding] = []
  /// Bytes that are no text, in their order, with their places in the text.
  private(set) var faults: [(offset: Int, finding: Finding)] = []
  private let collector: UnsafeMutablePointer<HTMLCollector>
  private(set) var document: htmlDocPtr?

  /// The deepest nesting that is read; pages that never close their tags nest deeply.
  private static let depthLimit = 2_048

  /// - Parameters:
  ///   - given: The encoding's name, if the user says it.
  ///   - buildsDocument: Whether XPaths will be followed.
  /// - Throws: `MarkupTextError` of kind `limit`.
  init(
    _ bytes: [UInt8],
    fileName: String,
    encoding given: String?,
    limits: MarkupLimits,
    buildsDocument: Bool = false
  ) throws(MarkupTextError) {
    LibXML2.start()
    try MarkupEncoding.require(given)
    let decoder = HTMLDecoder(bytes, given: given)
    let page = source
    decoder.text.withUnsafeBufferPointer { page.bytes.append($0) }
    encoding = decoder.encoding
    offsets = decoder.offsets
    self.fileName = fileName
    collector = .allocate(capacity: 1)
    collector.initialize(to: HTMLCollector(buildsDocument: buildsDocument, depthLimit: Self.depthLimit))
    (findings, faults) = Self.findings(of: decoder, fileName: fileName)
    let repair = HTMLRepair(text, attributeLimit: limits.attributes)
    if let wide = repair.wideTag {
      throw MarkupTextError(.limit, "An element has more than \(limits.attributes) attributes", at: position(wide))
    }
    collector.pointee.page = text
    collector.pointee.hidesMarks = repair.hidesMarks
    collector.pointee.changesReferences = repair.changesReferences
    if repair.text.isEmpty { parse(text) } else { repair.text.withUnsafeBufferPointer { parse($0) } }
    if let fault = collector.pointee.depthFault {
      throw MarkupTextError(
        .limit,
        "Elements stand more than \(Self.depthLimit) deep in each other",
        at: position(fault)
      )
    }
  }

  deinit {
    if let document { xmlFreeDoc(document) }
    collector.pointee.deallocate()
    collector.deinitialize(count: 1)
    collector.deallocate()
  }

  var tree: NodeTree { collector.pointee.tree }

  /// The page as UTF-8; valid as long as the document is.
  var text: UnsafeBufferPointer<UInt8> { source.bytes.elements }

  /// - Parameter text: The page as it is to be read.
  private func parse(_ text: UnsafeBufferPointer<UInt8>) {
    guard let base = text.baseAddress, !text.isEmpty else { return }
    let start = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
    guard let parser = htmlCreateMemoryParserCtxt(start, Int32(clamping: text.count)) else { return }
    defer { htmlFreeParserCtxt(parser) }
    htmlCtxtUseOptions(
      parser,
      Int32(HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue | HTML_PARSE_RECOVER.rawValue)
    )
    // The text has been converted; the parser must not guess again.
    xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8)
    collector.pointee.text = text
    collector.pointee.tree.reserve(documentLength: text.count)
    HTMLCollector.connect(parser, to: collector)
    htmlParseDocument(parser)
    collector.pointee.closeAll(at: text.count)
    document = parser.pointee.myDoc
    parser.pointee.myDoc = nil
  }

  private static func findings(
    of decoder: HTMLDecoder,
    fileName: String
  ) -> (findings: [Finding], faults: [(offset: Int, finding: Finding)]) {
    var findings: [Finding] = []
    var faults: [(offset: Int, finding: Finding)] = []
    let invalid = decoder.faults.map { fault in
      (fault.offset, SourceFinding.encoding(.bytes(Array(fault.bytes), notIn: decoder.encoding)))
    }
    let nulBytes = decoder.nulBytes.map { ($0, SourceFinding.nulByte) }
    let unknown =
      decoder.unknown.map { name, offset in
        [(min(offset, decoder.text.count), SourceFinding.encoding(.unknown(name: name, isReadAs: decoder.encoding)))]
      } ?? []
    decoder.text.withUnsafeBufferPointer { text in
      var cursor = PlaceCursor()
      let isFault = Set(invalid.map(\.0))
      for (offset, kind) in (unknown + invalid + nulBytes).sorted(by: { $0.0 < $1.0 }) {
        cursor.move(over: UnsafeBufferPointer(rebasing: text[cursor.offset..<offset]))
        let position = SourcePosition(file: fileName, line: cursor.line, column: cursor.column)
        let finding = Finding(
          kind,
          severity: .warning,
          at: position,
          excerpt: SourceExcerpt(around: offset..<offset, in: text, at: position)
        )
        if kind.rule == .sourceEncoding, isFault.contains(offset) {
          faults.append((offset, finding))
        } else {
          findings.append(finding)
        }
      }
    }
    return (findings, faults)
  }

  /// Where a part of the text stands, and the line around it.
  ///
  /// - Complexity: O(*n*) in the end of `range`.
  func place(of range: Range<Int>) -> (position: SourcePosition, excerpt: SourceExcerpt) {
    var position = position(range.lowerBound)
    let end = self.position(range.upperBound)
    (position.endLine, position.endColumn) = (end.line, end.column)
    return (position, SourceExcerpt(around: range, in: text, at: position))
  }

  /// Where an element stands, from its `<` on.
  func place(of node: Int) -> (position: SourcePosition, excerpt: SourceExcerpt) {
    place(of: tree.nodes[node].start..<tree.nodes[node].end)
  }

  /// The line and column of `offset` in the text.
  ///
  /// - Complexity: O(*n*) in `offset`.
  func position(_ offset: Int) -> SourcePosition {
    var cursor = PlaceCursor()
    cursor.move(over: UnsafeBufferPointer(rebasing: text[..<min(offset, text.count)]))
    return SourcePosition(file: fileName, line: cursor.line, column: cursor.column)
  }
}

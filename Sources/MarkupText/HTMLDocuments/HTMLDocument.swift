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
  let findings: [Finding]
  /// Bytes that are no text, in their order, with their places in the text.
  let faults: [(offset: Int, finding: Finding)]
  let tree: NodeTree
  /// libxml2's own tree of the page, if XPaths will be followed.
  let document: htmlDocPtr?

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
    decoder.text.withUnsafeBufferPointer { [source] in source.bytes.append($0) }
    let page = source.bytes.elements
    encoding = decoder.encoding
    offsets = decoder.offsets
    self.fileName = fileName
    (findings, faults) = Self.findings(of: decoder, fileName: fileName)
    let repair = HTMLRepair(page, attributeLimit: limits.attributes)
    var collector = HTMLCollector(of: page, repair, buildsDocument: buildsDocument)
    if repair.wideTag == nil {
      if repair.text.isEmpty {
        collector.read(page)
      } else {
        repair.text.withUnsafeBufferPointer { collector.read($0) }
      }
    }
    document = collector.document
    let depthFault = collector.depthFault
    tree = collector.tree
    if let wide = repair.wideTag {
      throw MarkupTextError(.limit, "An element has more than \(limits.attributes) attributes", at: position(wide))
    }
    if let depthFault {
      throw MarkupTextError(
        .limit,
        "Elements stand more than \(HTMLCollector.depthLimit) deep in each other",
        at: position(depthFault)
      )
    }
  }

  deinit { if let document { xmlFreeDoc(document) } }

  /// The page as UTF-8; valid as long as the document is.
  var text: UnsafeBufferPointer<UInt8> { source.bytes.elements }

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

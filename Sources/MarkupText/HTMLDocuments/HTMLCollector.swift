internal import CLibXML2

/// Receives the events of libxml2's HTML parser and builds the page's tree.
struct HTMLCollector: ~Copyable {
  private(set) var tree = NodeTree(names: NameTable(tests: HTMLName.tests, prefixes: [:]))
  /// Where elements stand too deep, if they do.
  private(set) var depthFault: Int?
  /// libxml2's own tree of the page, if it is built.
  private(set) var document: htmlDocPtr?
  /// What the parser reads while it does, and the page as it was before its repair.
  private var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private let page: UnsafeBufferPointer<UInt8>
  /// Whether the repair has hidden marks in the text.
  private let hidesMarks: Bool
  /// Whether it has changed references, perhaps in attributes.
  private let changesReferences: Bool
  private var locator = HTMLTagLocator()
  private var references = HTMLReferences()
  private var hiddenMarks = HiddenMarks()
  private var open = OpenElements()
  private let buildsDocument: Bool

  /// The deepest nesting that is read; pages that never close their tags nest deeply.
  static let depthLimit = 2_048

  /// - Parameter page: The page as it was before its repair.
  init(of page: UnsafeBufferPointer<UInt8>, _ repair: HTMLRepair, buildsDocument: Bool) {
    self.page = page
    hidesMarks = repair.hidesMarks
    changesReferences = repair.changesReferences
    self.buildsDocument = buildsDocument
  }

  /// Reads the page.
  ///
  /// - Parameter text: The page as it is to be read.
  mutating func read(_ text: UnsafeBufferPointer<UInt8>) {
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
    self.text = text
    tree.reserve(documentLength: text.count)
    withUnsafeMutablePointer(to: &self) { collector in
      Self.connect(parser, to: collector)
      htmlParseDocument(parser)
    }
    closeAll(at: text.count)
    document = parser.pointee.myDoc
    parser.pointee.myDoc = nil
    self.text = UnsafeBufferPointer(start: nil, count: 0)
  }

  private static func connect(_ parser: htmlParserCtxtPtr, to collector: UnsafeMutablePointer<HTMLCollector>) {
    parser.pointee._private = UnsafeMutableRawPointer(collector)
    guard let handler = parser.pointee.sax else { return }
    handler.pointee.startElement = { context, name, attributes in
      guard let (collector, parser) = HTMLCollector.current(context), let name else { return }
      if collector.pointee.buildsDocument { xmlSAX2StartElement(context, name, attributes) }
      collector.pointee.start(parser, name, attributes)
    }
    handler.pointee.endElement = { context, name in
      guard let (collector, parser) = HTMLCollector.current(context), let name else { return }
      if collector.pointee.buildsDocument { xmlSAX2EndElement(context, name) }
      collector.pointee.end(parser, name)
    }
    handler.pointee.characters = { context, text, count in
      guard let (collector, parser) = HTMLCollector.current(context), let text else { return }
      collector.pointee.characters(parser, UnsafeBufferPointer(start: text, count: Int(count)))
    }
    handler.pointee.ignorableWhitespace = handler.pointee.characters
    // The text of scripts and styles.
    handler.pointee.cdataBlock = { context, text, count in
      guard let (collector, parser) = HTMLCollector.current(context), let text else { return }
      collector.pointee.script(parser, UnsafeBufferPointer(start: text, count: Int(count)))
    }
    handler.pointee.comment = { context, _ in
      guard let (collector, parser) = HTMLCollector.current(context) else { return }
      collector.pointee.locator.pass(LibXML2.offset(parser))
    }
    handler.pointee.processingInstruction = { context, _, _ in
      guard let (collector, parser) = HTMLCollector.current(context) else { return }
      collector.pointee.locator.pass(LibXML2.offset(parser))
    }
    handler.pointee.warning = nil
    handler.pointee.error = nil
    handler.pointee.fatalError = nil
    // What the parser repairs is its business; a handler keeps it from printing.
    handler.pointee.serror = { _, _ in }
    handler.pointee.initialized = UInt32(XML_SAX2_MAGIC)
  }

  @inline(__always)
  private static func current(
    _ context: UnsafeMutableRawPointer?
  ) -> (UnsafeMutablePointer<HTMLCollector>, htmlParserCtxtPtr)? {
    guard let parser = context?.assumingMemoryBound(to: xmlParserCtxt.self), let data = parser.pointee._private else {
      return nil
    }
    return (data.assumingMemoryBound(to: HTMLCollector.self), parser)
  }

  @inline(__always)
  private mutating func characters(_ parser: htmlParserCtxtPtr, _ run: UnsafeBufferPointer<UInt8>) {
    let offset = LibXML2.offset(parser)
    if hidesMarks, hiddenMarks.concern(run) {
      restored(run, hasReferences: true).withUnsafeBufferPointer { append($0, parser) }
    } else if references.concerns(run) {
      references.text(for: run, endingAt: min(offset, text.count), in: text).withUnsafeBufferPointer {
        append($0, parser)
      }
    } else {
      append(run, parser)
    }
    locator.pass(offset)
  }

  @inline(__always)
  private mutating func append(_ run: UnsafeBufferPointer<UInt8>, _ parser: htmlParserCtxtPtr) {
    guard let start = run.baseAddress, !run.isEmpty else { return }
    if buildsDocument { xmlSAX2Characters(parser, start, Int32(run.count)) }
    tree.appendText(start, run.count)
  }

  /// The text of a script or style, of which libxml2's own tree has a node of another kind.
  private mutating func script(_ parser: htmlParserCtxtPtr, _ run: UnsafeBufferPointer<UInt8>) {
    if hidesMarks, hiddenMarks.concern(run) {
      restored(run, hasReferences: false).withUnsafeBufferPointer {
        if let start = $0.baseAddress { tree.appendText(start, $0.count) }
      }
    } else if let start = run.baseAddress {
      tree.appendText(start, run.count)
    }
    locator.pass(LibXML2.offset(parser))
  }

  private mutating func restored(_ run: UnsafeBufferPointer<UInt8>, hasReferences: Bool) -> [UInt8] {
    hiddenMarks.restored(run, after: locator.readTo, in: text, of: page, hasReferences: hasReferences)
  }

  private mutating func start(
    _ parser: htmlParserCtxtPtr,
    _ name: UnsafePointer<xmlChar>,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    let found = locator.startTag(name, in: text, current: LibXML2.offset(parser))
    let place = found ?? locator.readTo
    guard open.count < Self.depthLimit else {
      depthFault = depthFault ?? place
      xmlStopParser(parser)
      return
    }
    let number = tree.names.number(name, nil, nil, isAttribute: false)
    if tree.names.passes(number, HTMLName.tablePart.rawValue) { open.end(before: number, at: place, in: &tree) }
    let node = tree.open(name: number, parent: open.innermost, start: place)
    open.append(node)
    if var attribute = attributes {
      var sources: [String: Range<Int>]?
      while let attributeName = attribute[0] {
        let value = attribute[1]
        let bytes = UnsafeBufferPointer(start: value, count: value.map { Int(xmlStrlen($0)) } ?? 0)
        let number = tree.names.number(attributeName, nil, nil, isAttribute: true)
        if changesReferences {
          if sources == nil, let found, hiddenMarks.concern(bytes) { sources = attributeSources(ofTagAt: found) }
          HiddenMarks.restored(
            attribute: bytes,
            at: sources?[String(cString: attributeName)],
            in: text,
            of: page
          ).withUnsafeBufferPointer { tree.appendAttribute(number, value: $0, of: node) }
        } else {
          tree.appendAttribute(number, value: bytes, of: node)
        }
        attribute += 2
      }
    }
    if buildsDocument, let built = parser.pointee.node {
      built.pointee._private = UnsafeMutableRawPointer(bitPattern: Int(node) + 1)
    }
  }

  /// Where the attributes of the start tag at `place` stand, by their names in small letters; of several with one name the first, which is the one that counts.
  private func attributeSources(ofTagAt place: Int) -> [String: Range<Int>] {
    let tag = UnsafeBufferPointer(rebasing: text[place...])
    let found = TagScan.attributes(in: tag).map { attribute in
      (
        String(decoding: tag[attribute.name], as: UTF8.self).lowercased(),
        place + attribute.name.upperBound..<place + attribute.end
      )
    }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }

  private mutating func end(_ parser: htmlParserCtxtPtr, _ name: UnsafePointer<xmlChar>) {
    guard open.count > 0 else { return }
    let node = open.removeLast()
    let current = min(LibXML2.offset(parser), text.count)
    var end = current
    // If nothing has been read since the last event, what comes next ends the element; else the tag before the parser's place does.
    if locator.readTo < current, let tag = HTMLTagLocator.tagBefore(current, name: name, in: text) {
      if tag.isOwnEndTag {
        locator.pass(current)
      } else if let node, tag.start >= tree.nodes[Int(node)].start {
        end = tag.start
      }
    }
    guard let node else { return }
    tree.close(node, end: max(end, tree.nodes[Int(node)].start))
  }

  /// Ends what the page leaves open.
  private mutating func closeAll(at end: Int) {
    while open.count > 0 {
      if let node = open.removeLast() { tree.close(node, end: end) }
    }
  }
}

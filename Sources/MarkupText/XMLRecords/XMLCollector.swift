internal import CLibXML2
internal import Findings
internal import TextInput

/// Receives the events of libxml2 and of the scanner and turns them into records.
///
/// It lives in memory of its own that the parser's callbacks reach through a plain pointer, so that an event costs no reference count
/// and no exclusivity check. Only the open elements and the record that is being read are in the tree; a record that ends is written,
/// and its nodes are forgotten. It connects parts, each of which keeps its own state.
struct XMLCollector: ~Copyable {
  let limits: MarkupLimits
  /// The document's text, as far as it is in memory.
  var window: XMLWindow
  /// How far it has been read.
  var progress: XMLProgress
  var tree: NodeTree
  var elements: OpenXMLElements
  var record = RecordProgress()
  var writer: XMLRecordWriter
  var plainRecords = PlainRecords()
  var reporter = XMLReporter()
  var entities: EntityBudget
  /// Whether the document's outermost element has ended.
  var hasEnded = false
  /// Whether the last byte of a section was a CR, which a LF after it belongs to.
  private var isAfterReturn = false

  init(parser: xmlParserCtxtPtr, options: XMLRecordOptions, fields: [FieldPath], fileName: String) {
    var slots = NameSlots()
    let plan = FieldPlan(fields: fields, slots: &slots, namespaces: options.namespaces)
    var path = options.recordPath
    for index in path.alternatives.indices { slots.resolve(&path.alternatives[index]) }
    elements = OpenXMLElements(path)
    var namespaces = options.namespaces
    namespaces["xml"] = "http://www.w3.org/XML/1998/namespace"
    tree = NodeTree(names: NameTable(tests: slots.tests, prefixes: namespaces))
    var limits = options.limits
    limits.depth = min(limits.depth, 4_096)
    limits.recordBytes = min(limits.recordBytes, NodeTree.greatestLength)
    limits.entityBytes = min(limits.entityBytes, NodeTree.greatestLength)
    self.limits = limits
    entities = EntityBudget(limit: limits.entityBytes)
    progress = XMLProgress(parser, usesScanner: options.usesScanner)
    window = XMLWindow(fileName: fileName)
    writer = XMLRecordWriter(plan, separator: options.separator, fileName: fileName)
  }

  /// Whether the document cannot be read on.
  @inline(__always)
  var isFaulty: Bool { reporter.isFaulty }

  // MARK: Text

  @inline(__always)
  mutating func characters(_ parser: xmlParserCtxtPtr, _ text: UnsafePointer<xmlChar>, _ count: Int) {
    if parser != progress.parser, !entities.spend(count) { return stopForEntities(parser) }
    append(text, count)
  }

  /// Appends text to the current record, if there is one.
  @inline(__always)
  mutating func append(_ text: UnsafePointer<UInt8>, _ count: Int) {
    guard record.keepsText else { return }
    tree.appendText(text, count)
    if record.depth > 0 {
      if tree.text.count &- record.textStart > limits.recordBytes { skipRecord() }
    } else if tree.text.count > limits.recordBytes {
      stop(.limit(.surroundings), progress.parser)
    }
  }

  /// Appends the text of a section, in which libxml2 leaves the ends of lines as they are when it reads a document in pieces.
  mutating func appendSection(_ text: UnsafeBufferPointer<UInt8>) {
    guard let base = text.baseAddress else { return }
    var start = 0
    for index in text.indices {
      let endsLine = text[index] == UInt8(ascii: "\n") && isAfterReturn
      isAfterReturn = text[index] == UInt8(ascii: "\r")
      guard endsLine || isAfterReturn else { continue }
      append(base + start, index - start)
      if isAfterReturn { withUnsafePointer(to: UInt8(ascii: "\n")) { append($0, 1) } }
      start = index + 1
    }
    if start < text.count { append(base + start, text.count - start) }
  }

  // MARK: Batches

  /// Where the text begins that is still needed: the open record, else what the parser has not read.
  private var stillNeeded: Int { record.depth > 0 ? record.start : progress.offset }

  /// Moves the records that have ended, with their piece of the document, into `batch`, whose memory is used for the next ones.
  mutating func hand(over batch: MarkupBatch, contextBytes: Int) {
    writer.hand(over: batch)
    window.hand(over: batch.content.source, needed: stillNeeded, contextBytes: contextBytes)
    writer.finish(batch, names: tree.names, offsets: window.offsets, goesOn: !hasEnded)
  }

  /// Moves the cursor past what the parser has read, unless a record is open, whose beginning it marks.
  mutating func moveCursorToParser() {
    if record.depth == 0 { window.moveCursor(to: progress.offset) }
  }

  /// Forgets the text before what is still needed.
  mutating func trimWindow(contextBytes: Int) {
    // Anchors count from the window's start.
    if !writer.hasAnchors { window.trim(to: stillNeeded, contextBytes: contextBytes) }
  }
}

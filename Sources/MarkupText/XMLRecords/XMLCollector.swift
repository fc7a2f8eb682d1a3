internal import CLibXML2
internal import Findings
internal import TextInput

/// Receives the events of libxml2 and turns them into records.
///
/// It lives in memory of its own that the parser's callbacks reach through a plain pointer, so that an event costs no reference count
/// and no exclusivity check. Only the open elements and the record that is being read are in the tree; a record that ends is written
/// to `content`, and its nodes are forgotten.
struct XMLCollector: ~Copyable {
  /// An open element.
  struct Frame: BitwiseCopyable {
    /// The record path's steps that come next.
    var steps: UInt64
    var node: Int32
    var kind: Kind
  }

  /// What is known of an open element that is in no record, and of an outermost record; these come first among the frames.
  struct Surrounding: BitwiseCopyable {
    /// Where its `<` stands in the document.
    var start: Int
    var place: FileCursor
    /// Its start tag in `openTags`.
    var tagStart = 0
    var tagEnd = 0
    /// How many children are kept for the paths of records.
    var keptChildren = 0
  }

  enum Kind: UInt8, BitwiseCopyable {
    case around
    /// Kept for the records that follow in the same parent.
    case kept
    case record
    case insideRecord
  }

  /// libxml2's parser of the document; entities are parsed by others.
  var main: xmlParserCtxtPtr
  /// What libxml2's offsets have to be moved by: it begins where the scanner has stopped.
  var parserShift = 0
  /// Events before this offset in what libxml2 reads only repeat what is known; -1 when it is past them.
  var repetitionEnd = -1
  /// Where the scanner is in the document, while it reads.
  var scannedOffset = 0
  var isScanning = true
  var tree: NodeTree
  let matcher: RecordMatcher
  let plan: FieldPlan
  let limits: MarkupLimits
  let fileName: String
  let separator: String
  let discoversFields: Bool
  var discovery = FieldDiscovery()

  var frames = FlatBuffer<Frame>(capacity: 64)
  var surroundings = FlatBuffer<Surrounding>(capacity: 64)
  var counters = FlatBuffer<Int32>(capacity: 64)
  /// The start tags of the open elements around records, one after the other.
  var openTags = FlatBuffer<UInt8>(capacity: 1 << 10)
  /// Records inside the outermost record, in the order of the document.
  var innerRecords: [Int32] = []
  /// How many elements are open in the outermost record, itself included.
  var recordDepth = 0
  /// How many elements are open in a record that is too long, itself included.
  var skippedDepth = 0
  var recordStart = 0
  var recordTextStart = 0
  var recordCount = 0
  /// Bytes of text that entities have added.
  var entityBytes = 0
  /// Whether the last byte of a section was a CR, which a LF after it belongs to.
  var isAfterReturn = false
  /// Whether text outside records is kept.
  var keptDepth = 0

  /// The document as UTF-8, from `windowStart` on.
  var window = FlatBuffer<UInt8>(capacity: 96 << 10)
  var windowStart = 0
  /// Where the last element outside records, or the current record, begins.
  var cursor = FileCursor()

  /// The records that have ended, for the next batch.
  var content = MarkupBatch.Content()
  var anchors = FlatBuffer<MarkupBatch.Anchor>(capacity: 64)
  /// Start tags of elements around the records of this batch.
  var tags = FlatBuffer<UInt8>(capacity: 64)
  /// For each node around records its anchor in this batch, or -1.
  var anchorOfNode = FlatBuffer<Int32>(capacity: 64)
  /// Where the document stands in the file.
  var offsets = SourceOffsets(measure: .utf8)
  var hits: [NodeTree.Hit] = []
  var valueText: [UInt8] = []

  /// The names as the last batch has them.
  var names: MarkupBatch.Names
  var findings: [Finding] = []
  /// What has been noted as never loaded.
  var refused: Set<SourceFinding.Reference> = []
  /// Whether the document cannot be read on.
  var isFaulty = false
  /// Whether the document's outermost element has ended.
  var hasEnded = false

  init(main: xmlParserCtxtPtr, options: XMLRecordOptions, fields: [FieldPath], fileName: String) {
    self.main = main
    var slots = NameSlots()
    plan = FieldPlan(fields: fields, slots: &slots, namespaces: options.namespaces)
    var path = options.recordPath
    for index in path.alternatives.indices { slots.resolve(&path.alternatives[index]) }
    matcher = RecordMatcher(path)
    var namespaces = options.namespaces
    namespaces["xml"] = "http://www.w3.org/XML/1998/namespace"
    tree = NodeTree(names: NameTable(tests: slots.tests, prefixes: namespaces))
    var limits = options.limits
    limits.depth = min(limits.depth, 4_096)
    limits.recordBytes = min(limits.recordBytes, NodeTree.greatestLength)
    limits.entityBytes = min(limits.entityBytes, NodeTree.greatestLength)
    self.limits = limits
    self.fileName = fileName
    separator = options.separator
    names = MarkupBatch.Names(fileName: fileName)
    discoversFields = fields.isEmpty
    for _ in 0..<matcher.counterCount { counters.append(0) }
  }

  // MARK: Text

  @inline(__always)
  mutating func characters(_ parser: xmlParserCtxtPtr, _ text: UnsafePointer<xmlChar>, _ count: Int) {
    if parser != main {
      entityBytes &+= count
      if entityBytes > limits.entityBytes {
        return stop(.limit(.entities(bytes: limits.entityBytes)), parser)
      }
    }
    append(text, count)
  }

  /// Appends text to the current record, if there is one.
  @inline(__always)
  mutating func append(_ text: UnsafePointer<UInt8>, _ count: Int) {
    guard (recordDepth > 0 || keptDepth > 0) && skippedDepth == 0 else { return }
    tree.appendText(text, count)
    if recordDepth > 0 {
      if tree.text.count &- recordTextStart > limits.recordBytes { skipRecord() }
    } else if tree.text.count > limits.recordBytes {
      stop(.limit(.surroundings), main)
    }
  }

  // MARK: Places

  /// How much of the document has been read, in bytes of UTF-8.
  @inline(__always)
  var documentOffset: Int {
    // What libxml2 only reads to be where the scanner was is no part of the document.
    isScanning ? scannedOffset : max(LibXML2.offset(main) &+ parserShift, scannedOffset)
  }

  /// Whether an event of libxml2 only repeats the elements that were open when it took over.
  @inline(never)
  var isRepetition: Bool {
    mutating get {
      if LibXML2.offset(main) <= repetitionEnd { return true }
      repetitionEnd = -1
      return false
    }
  }

  /// Moves the cursor to `offset` in the document, which is never before it.
  @inline(__always)
  mutating func moveCursor(to offset: Int) {
    let from = max(cursor.offset - windowStart, 0)
    let to = min(offset - windowStart, window.count)
    guard to > from else { return }
    cursor.move(over: UnsafeBufferPointer(start: window.base + from, count: to - from), offsets.measure)
  }
}

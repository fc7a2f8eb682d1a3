internal import CLibXML2
internal import Findings
internal import Glibc

/// Receives the events of libxml2 and turns them into records.
///
/// It lives in memory of its own that the parser's callbacks reach through a plain pointer, so that an event costs no reference count
/// and no exclusivity check. Only the open elements and the record that is being read are in the tree; a record that ends is written
/// to `content`, and its nodes are forgotten.
struct XMLCollector {
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
    var line: Int
    var column: Int
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

  /// The parser of the document; entities are parsed by others.
  var main: xmlParserCtxtPtr
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
  /// Whether text outside records is kept.
  var keptDepth = 0

  /// The document as UTF-8, from `windowStart` on.
  var window = FlatBuffer<UInt8>(capacity: 96 << 10)
  var windowStart = 0
  /// Where the last element outside records, or the current record, begins.
  var cursor = PlaceCursor()

  /// The records that have ended, for the next batch.
  var content = RecordBatch.Content()
  var anchors = FlatBuffer<RecordBatch.Anchor>(capacity: 64)
  /// Start tags of elements around the records of this batch.
  var tags = FlatBuffer<UInt8>(capacity: 64)
  /// For each node around records its anchor in this batch, or -1.
  var anchorOfNode = FlatBuffer<Int32>(capacity: 64)
  /// Bytes of the file before the document; `nil` if it is not in UTF-8.
  var fileOffset: Int? = 0
  private var hits: [NodeTree.Hit] = []
  private var valueText: [UInt8] = []

  /// The names as the last batch has them.
  var names: RecordBatch.Names
  var findings: [Finding] = []
  var namedEntities: Set<String> = []
  /// Whether the document cannot be read on.
  var isFaulty = false
  /// Whether the document's outermost element has ended.
  var hasEnded = false

  init(main: xmlParserCtxtPtr, options: XMLRecordOptions, fields: [FieldPath], fileName: String) {
    self.main = main
    let plan = FieldPlan(fields: fields)
    var path = options.recordPath
    for index in path.alternatives.indices { plan.resolve(&path.alternatives[index]) }
    self.plan = plan
    matcher = RecordMatcher(path)
    var namespaces = options.namespaces
    namespaces["xml"] = "http://www.w3.org/XML/1998/namespace"
    tree = NodeTree(names: NameTable(tests: plan.tests, prefixes: namespaces))
    var limits = options.limits
    limits.depth = min(limits.depth, 4_096)
    limits.recordBytes = min(limits.recordBytes, NodeTree.greatestLength)
    limits.entityBytes = min(limits.entityBytes, NodeTree.greatestLength)
    self.limits = limits
    self.fileName = fileName
    separator = options.separator
    names = RecordBatch.Names(fileName: fileName)
    discoversFields = fields.isEmpty
    for _ in 0..<matcher.counterCount { counters.append(0) }
  }

  func deallocate() {
    tree.deallocate()
    matcher.deallocate()
    content.deallocate()
    anchors.deallocate()
    tags.deallocate()
    anchorOfNode.deallocate()
    frames.deallocate()
    surroundings.deallocate()
    counters.deallocate()
    openTags.deallocate()
    window.deallocate()
  }

  // MARK: Elements

  @inline(__always)
  mutating func start(
    _ parser: xmlParserCtxtPtr,
    _ local: UnsafePointer<xmlChar>,
    _ prefix: UnsafePointer<xmlChar>?,
    _ namespace: UnsafePointer<xmlChar>?,
    _ attributeCount: Int,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    if skippedDepth > 0 {
      skippedDepth &+= 1
      return
    }
    let depth = frames.count
    let start = parser == main ? LibXML2.offsetOfOpenTag(parser) : LibXML2.offset(main)
    if depth >= limits.depth {
      return stop(.sourceLimit, "Elements stand more than \(limits.depth) deep in each other", at: start, parser)
    }
    if attributeCount > limits.attributes {
      return stop(
        .sourceLimit,
        "The element has \(attributeCount) attributes; \(limits.attributes) are read",
        at: start,
        parser
      )
    }
    let name = tree.names.number(local, prefix, namespace, isAttribute: false)
    let parent = depth > 0 ? frames.base[depth &- 1].node : -1
    let node = tree.open(name: name, parent: parent, start: start)
    let isInRecord = recordDepth > 0
    let hasAttributesFirst = isInRecord || plan.goesUp || matcher.hasPredicates
    if hasAttributesFirst, attributeCount > 0 { append(attributes, attributeCount, to: node, parser) }
    let counterStart = counters.count - matcher.counterCount
    let match = matcher.match(
      name: name,
      pending: depth > 0 ? frames.base[depth &- 1].steps : matcher.firstSteps,
      names: tree.names
    ) { step in
      matcher.predicatesHold(step, node, parentCounters: counters.base + max(counterStart, 0), in: tree)
    }
    if !hasAttributesFirst, match.isRecord, attributeCount > 0 { append(attributes, attributeCount, to: node, parser) }
    for _ in 0..<matcher.counterCount { counters.append(0) }
    if isInRecord {
      recordDepth &+= 1
      if match.isRecord { innerRecords.append(node) }
      frames.append(Frame(steps: match.next, node: node, kind: .insideRecord))
    } else {
      let kind = beginOutside(start, name: name, isRecord: match.isRecord, parent: depth - 1)
      frames.append(Frame(steps: match.next, node: node, kind: kind))
    }
    if isInRecord, start &- recordStart > limits.recordBytes { skipRecord() }
  }

  /// Keeps what has to be known of an element that is in no record.
  private mutating func beginOutside(_ start: Int, name: Int32, isRecord: Bool, parent: Int) -> Kind {
    moveCursor(to: start)
    var surrounding = Surrounding(start: start, line: cursor.line, column: cursor.column)
    defer { surroundings.append(surrounding) }
    if isRecord {
      recordDepth = 1
      recordStart = start
      recordTextStart = tree.text.count
      return .record
    }
    guard plan.goesUp else { return .around }
    surrounding.tagStart = openTags.count
    let tag = start - windowStart
    let end = min(LibXML2.offset(main) - windowStart + 1, window.count)
    if tag >= 0, end > tag { openTags.append(window.base + tag, end - tag) }
    surrounding.tagEnd = openTags.count
    guard parent >= 0 else { return .around }
    let isWanted = plan.keptChildren.contains { tree.names.passes(name, $0) }
    guard keptDepth > 0 || (isWanted && surroundings[parent].keptChildren < 64) else { return .around }
    if keptDepth == 0 { surroundings[parent].keptChildren += 1 }
    keptDepth += 1
    return .kept
  }

  @inline(__always)
  private mutating func append(
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?,
    _ count: Int,
    to node: Int32,
    _ parser: xmlParserCtxtPtr
  ) {
    guard let attributes else { return }
    for index in 0..<count {
      guard let local = attributes[index &* 5] else { continue }
      let name = tree.names.number(local, attributes[index &* 5 &+ 1], attributes[index &* 5 &+ 2], isAttribute: true)
      let value = LibXML2.attributeBytes(attributes, index)
      if value.count > 0, memchr(value.baseAddress!, 0x26, value.count) != nil {
        appendResolved(value, name: name, to: node, parser)
      } else {
        tree.appendAttribute(name, value: value, of: node)
      }
    }
  }

  /// Appends an attribute whose value has references in it.
  private mutating func appendResolved(
    _ value: UnsafeBufferPointer<UInt8>,
    name: Int32,
    to node: Int32,
    _ parser: xmlParserCtxtPtr
  ) {
    valueText.removeAll(keepingCapacity: true)
    let room = value.count + limits.entityBytes - entityBytes
    if !EntityText.append(value, parser: main, room: room, to: &valueText) {
      stop(.sourceLimit, "The document's entities expand to more than \(limits.entityBytes) bytes", parser)
    }
    entityBytes += max(0, valueText.count - value.count)
    valueText.withUnsafeBufferPointer { tree.appendAttribute(name, value: $0, of: node) }
  }

  @inline(__always)
  mutating func end() {
    if skippedDepth > 0 {
      skippedDepth &-= 1
      if skippedDepth > 0 { return }
    }
    let depth = frames.count
    guard depth > 0 else { return }
    let frame = frames.base[depth &- 1]
    tree.close(frame.node, end: LibXML2.offset(main))
    if frame.kind == .insideRecord {
      recordDepth &-= 1
    } else {
      endOutside(frame)
    }
    frames.removeLast(downTo: depth &- 1)
    if depth == 1 { hasEnded = true }
    if matcher.counterCount > 0 { counters.removeLast(downTo: counters.count - matcher.counterCount) }
  }

  /// Ends an element outside records, or an outermost record.
  private mutating func endOutside(_ frame: Frame) {
    let surrounding = surroundings[surroundings.count - 1]
    switch frame.kind {
    case .record:
      finishRecord(frame, surrounding)
      recordDepth = 0
      tree.remove(from: frame.node)
    case .kept:
      keptDepth -= 1
      openTags.removeLast(downTo: surrounding.tagStart)
    case .around, .insideRecord:
      if plan.goesUp { openTags.removeLast(downTo: surrounding.tagStart) }
      if anchorOfNode.count > Int(frame.node) { anchorOfNode.removeLast(downTo: Int(frame.node)) }
      tree.remove(from: frame.node)
    }
    surroundings.removeLast(downTo: surroundings.count - 1)
  }

  // MARK: Text

  @inline(__always)
  mutating func characters(_ parser: xmlParserCtxtPtr, _ text: UnsafePointer<xmlChar>, _ count: Int) {
    if parser != main {
      entityBytes &+= count
      if entityBytes > limits.entityBytes {
        return stop(.sourceLimit, "The document's entities expand to more than \(limits.entityBytes) bytes", parser)
      }
    }
    guard (recordDepth > 0 || keptDepth > 0) && skippedDepth == 0 else { return }
    tree.appendText(text, count)
    if recordDepth > 0 {
      if tree.text.count &- recordTextStart > limits.recordBytes { skipRecord() }
    } else if tree.text.count > limits.recordBytes {
      stop(.sourceLimit, "The text around the records is too long", parser)
    }
  }

  // MARK: Records

  /// Writes the record of `frame`, and the records in it, to `content`.
  private mutating func finishRecord(_ frame: Frame, _ place: Surrounding) {
    guard recordDepth > 0 else { return }
    let anchor = anchors.count
    anchors.append(
      RecordBatch.Anchor(
        line: place.line,
        column: place.column,
        offset: place.start,
        sourceStart: place.start - windowStart
      )
    )
    if plan.goesUp { anchorSurroundings() }
    let origin = RecordBatch.Content.Origin(
      anchor: anchor,
      offset: place.start,
      firstNode: Int(frame.node),
      surrounding: anchorOfNode.elements
    )
    write(Int(frame.node), origin)
    if !innerRecords.isEmpty {
      for node in innerRecords { write(Int(node), origin) }
      innerRecords.removeAll(keepingCapacity: true)
    }
  }

  private mutating func write(_ node: Int, _ origin: RecordBatch.Content.Origin) {
    recordCount += 1
    if discoversFields {
      discovery.append(node, number: recordCount, of: tree, separator: separator, origin: origin, to: &content)
    } else {
      content.append(node, number: recordCount, of: tree, plan: plan, origin: origin, hits: &hits)
    }
  }

  /// Gives each element around the record an anchor in this batch, with a copy of its start tag.
  private mutating func anchorSurroundings() {
    for index in 0..<(surroundings.count - 1) {
      let node = Int(frames[index].node)
      if node < anchorOfNode.count, anchorOfNode[node] >= 0 { continue }
      while anchorOfNode.count <= node { anchorOfNode.append(-1) }
      anchorOfNode[node] = Int32(anchors.count)
      let place = surroundings[index]
      // Tags follow the window in the batch's source; until it is known how long that is, their places are negative.
      anchors.append(
        RecordBatch.Anchor(line: place.line, column: place.column, offset: place.start, sourceStart: -1 - tags.count)
      )
      tags.append(openTags.base + place.tagStart, place.tagEnd - place.tagStart)
    }
  }

  /// Gives up the current record, which is too long, and waits for its end.
  private mutating func skipRecord() {
    guard let index = frames.elements.firstIndex(where: { $0.kind == .record }) else { return }
    let (frame, place) = (frames[index], surroundings[index])
    recordCount += 1
    findings.append(
      Finding(
        .sourceLimit,
        "The record has more than \(limits.recordBytes) bytes and was left out",
        at: SourcePosition(file: fileName, line: place.line, column: place.column),
        record: recordCount
      )
    )
    tree.removeContent(of: frame.node)
    innerRecords.removeAll(keepingCapacity: true)
    skippedDepth = frames.count - index
    frames.removeLast(downTo: index + 1)
    counters.removeLast(downTo: (frames.count + 1) * matcher.counterCount)
    recordDepth = 0
    moveCursor(to: LibXML2.offset(main))
  }

  // MARK: Places

  /// Moves the cursor to `offset` in the document, which is never before it.
  @inline(__always)
  mutating func moveCursor(to offset: Int) {
    let from = max(cursor.offset - windowStart, 0)
    let to = min(offset - windowStart, window.count)
    if to > from { cursor.move(over: UnsafeBufferPointer(start: window.base + from, count: to - from)) }
  }
}

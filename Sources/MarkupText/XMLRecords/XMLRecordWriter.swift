internal import Findings
internal import TextInput

/// Writes the records of a document that have ended, for the next batch.
struct XMLRecordWriter: ~Copyable {
  /// What is taken from each record.
  let plan: FieldPlan
  private let fieldCount: Int
  private let separator: String
  private let discoversFields: Bool
  private var discovery = FieldDiscovery()
  private var content = MarkupBatch.Content()
  private var anchors = FlatBuffer<MarkupBatch.Anchor>(capacity: 64)
  /// Start tags of elements around the records of this batch.
  private var tags = FlatBuffer<UInt8>(capacity: 64)
  /// For each node around records its anchor in this batch, or -1.
  private var anchorOfNode = FlatBuffer<Int32>(capacity: 64)
  private var hits: [NodeTree.Hit] = []
  /// The names as the last batch has them.
  private var names: MarkupBatch.Names

  init(_ plan: FieldPlan, separator: String, fileName: String) {
    self.plan = plan
    fieldCount = plan.fields.count
    self.separator = separator
    discoversFields = plan.fields.isEmpty
    names = MarkupBatch.Names(fileName: fileName)
  }

  /// Whether a batch can be handed over.
  var hasRecords: Bool { content.records.count > 0 }

  /// Whether something counts from the start of the window.
  var hasAnchors: Bool { anchors.count > 0 }

  // MARK: Records

  /// Begins the outermost record of `node`; with it come the elements around it, if paths lead to them.
  mutating func begin(
    _ node: Int32,
    at place: OpenXMLElements.Surrounding,
    in elements: borrowing OpenXMLElements,
    windowStart: Int
  ) -> MarkupBatch.Content.Origin {
    let anchor = anchors.count
    anchors.append(MarkupBatch.Anchor(place.place, offset: place.start, sourceStart: place.start - windowStart))
    if plan.goesUp { anchorSurroundings(elements, windowStart) }
    return MarkupBatch.Content.Origin(
      anchor: anchor,
      offset: place.start,
      firstNode: Int(node),
      surrounding: anchorOfNode.elements
    )
  }

  /// Writes the record of `node`.
  ///
  /// - Returns: The fields that could not be evaluated on it.
  mutating func write(
    _ node: Int32,
    number: Int,
    of tree: borrowing NodeTree,
    _ origin: MarkupBatch.Content.Origin
  ) -> [Int] {
    if discoversFields {
      discovery.append(Int(node), number: number, of: tree, separator: separator, origin: origin, to: &content)
      return []
    }
    content.append(Int(node), number: number, of: tree, plan: plan, origin: origin, hits: &hits)
    return plan.expressions?.failures ?? []
  }

  /// Writes a record that is an element without attributes, with children that have nothing but text.
  ///
  /// - Parameters:
  ///   - text: The document, by offset.
  ///   - start: Where the record begins, with the tag that `plain` knows.
  ///   - end: Where the text ends that may be looked at.
  ///   - place: The place of `start`.
  /// - Returns: The offset after the record; -1 if it is another one or not complete, and has to be read element by element.
  mutating func writePlain(
    _ plain: borrowing PlainRecords,
    _ text: UnsafePointer<UInt8>,
    _ start: Int,
    _ end: Int,
    at place: FileCursor,
    windowStart: Int,
    number: Int
  ) -> Int {
    let (firstCell, firstByte) = (content.cells.count, content.bytes.count)
    for _ in 0..<fieldCount { content.cells.append(MarkupBatch.Cell()) }
    let next = appendChildren(plain, text, start, end, firstCell)
    guard next > 0 else {
      content.cells.removeLast(downTo: firstCell)
      content.bytes.removeLast(downTo: firstByte)
      return -1
    }
    let recordPlace = MarkupBatch.Place(anchor: anchors.count, start: 0, count: next &- start)
    anchors.append(MarkupBatch.Anchor(place, offset: start, sourceStart: start &- windowStart))
    content.records.append(
      MarkupBatch.Record(
        number: number,
        firstCell: Int32(truncatingIfNeeded: firstCell),
        cellCount: Int32(truncatingIfNeeded: fieldCount),
        place: recordPlace
      )
    )
    return next
  }

  /// Fills the cells of such a record.
  ///
  /// - Returns: The offset after the record, or -1.
  @inline(__always)
  private mutating func appendChildren(
    _ plain: borrowing PlainRecords,
    _ text: UnsafePointer<UInt8>,
    _ start: Int,
    _ end: Int,
    _ firstCell: Int
  ) -> Int {
    let last = end &- PlainRecords.room
    let anchor = Int32(truncatingIfNeeded: anchors.count)
    var index = start &+ 1 &+ plain.recordTagCount
    var expected = 0
    while true {
      index = XMLScanner.plainWordsEnd(text, index, end)
      guard index < last, text[index] == UInt8(ascii: "<") else { return -1 }
      if text[index &+ 1] == UInt8(ascii: "/") {
        return plain.isRecord(text + index + 2) ? index &+ 2 &+ plain.recordTagCount : -1
      }
      let childStart = index
      let number = plain.number(text + index + 1, expected: expected)
      guard number >= 0 else { return -1 }
      expected = number &+ 1
      let child = plain.children.base[number]
      let valueStart = index &+ 1 &+ child.count
      index = XMLScanner.plainWordsEnd(text, valueStart, end)
      guard index < last, text[index] == UInt8(ascii: "<"), text[index &+ 1] == UInt8(ascii: "/"),
        plain.stands(child, text + index + 2)
      else { return -1 }
      let valueEnd = index
      index = index &+ 2 &+ child.count
      guard child.field >= 0 else { continue }
      let cell = content.cells.base + firstCell + child.field
      guard cell.pointee.valueCount == 0 else { return -1 }
      cell.pointee.start = UInt32(truncatingIfNeeded: content.bytes.count)
      cell.pointee.count = UInt32(truncatingIfNeeded: valueEnd &- valueStart)
      cell.pointee.valueCount = 1
      cell.pointee.place.anchor = anchor
      cell.pointee.place.start = Int32(truncatingIfNeeded: childStart &- start)
      cell.pointee.place.count = Int32(truncatingIfNeeded: index &- childStart)
      content.bytes.append(text + valueStart, valueEnd &- valueStart)
    }
  }

  /// Gives each element around the record an anchor in this batch, with a copy of its start tag if the window has it no more.
  private mutating func anchorSurroundings(_ elements: borrowing OpenXMLElements, _ windowStart: Int) {
    elements.forEachAroundRecord { node, place, tag in
      if node < anchorOfNode.count, anchorOfNode[node] >= 0 { return }
      while anchorOfNode.count <= node { anchorOfNode.append(-1) }
      anchorOfNode[node] = Int32(anchors.count)
      let isInWindow = place.start >= windowStart
      // Tags follow the window in the batch's source; until it is known how long that is, their places are negative.
      let start = isInWindow ? place.start - windowStart : -1 - tags.count
      anchors.append(MarkupBatch.Anchor(place.place, offset: place.start, sourceStart: start))
      if !isInWindow { tags.append(tag) }
    }
  }

  /// Forgets the anchor of an element around records that ends.
  mutating func forget(_ node: Int32) {
    if anchorOfNode.count > Int(node) { anchorOfNode.removeLast(downTo: Int(node)) }
  }

  // MARK: Batches

  /// Moves the records into `batch`, whose memory is used for the next ones.
  mutating func hand(over batch: MarkupBatch) {
    batch.content.removeAll()
    swap(&content, &batch.content)
    batch.content.source.anchors.removeLast(downTo: 0)
    swap(&batch.content.source.anchors, &anchors)
  }

  /// Appends the start tags around the records to the text of a batch that has been handed over, and gives it its names.
  ///
  /// - Parameter goesOn: Whether the document does.
  mutating func finish(_ batch: MarkupBatch, names table: borrowing NameTable, offsets: SourceOffsets, goesOn: Bool) {
    let source = batch.content.source
    let end = source.bytes.count
    source.tagsStart = end
    source.goesOn = goesOn
    for index in 0..<source.anchors.count where source.anchors[index].sourceStart < 0 {
      source.anchors[index].sourceStart = end - 1 - source.anchors[index].sourceStart
    }
    source.bytes.append(tags.elements)
    tags.removeLast(downTo: 0)
    anchorOfNode.removeLast(downTo: 0)
    batch.content.names = currentNames(table, offsets)
  }

  /// The names that places and fields refer to; the same object as long as no new ones have come up.
  private mutating func currentNames(_ table: borrowing NameTable, _ offsets: SourceOffsets) -> MarkupBatch.Names {
    let fieldNames = discoversFields ? discovery.names : plan.fields.map(\.text)
    if names.attributeNames.count != table.count || names.fieldNames.count != fieldNames.count {
      names = MarkupBatch.Names(
        fileName: names.fileName,
        fieldNames: fieldNames,
        attributeNames: table.names,
        offsets: offsets
      )
    }
    return names
  }
}

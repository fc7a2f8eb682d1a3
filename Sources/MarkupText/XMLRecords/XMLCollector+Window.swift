internal import CLibXML2

extension XMLCollector {
  /// Moves the records that have ended, with their piece of the source, into `batch`, whose memory is used for the next ones.
  mutating func hand(over batch: MarkupBatch, contextBytes: Int) {
    batch.content.removeAll()
    swap(&content, &batch.content)
    let source = batch.content.source
    source.bytes.removeLast(downTo: 0)
    source.anchors.removeLast(downTo: 0)
    // The window goes to the batch; what is still needed of it is copied into the new one.
    swap(&source.bytes, &window)
    swap(&source.anchors, &anchors)
    let end = source.bytes.count
    source.tagsStart = end
    source.goesOn = !hasEnded
    let keep = min(max(stillNeeded(windowEnd: windowStart + end) - contextBytes - windowStart, 0), end)
    window.append(source.bytes.base + keep, end - keep)
    windowStart += keep
    for index in 0..<source.anchors.count where source.anchors[index].sourceStart < 0 {
      source.anchors[index].sourceStart = end - 1 - source.anchors[index].sourceStart
    }
    source.bytes.append(tags.elements)
    tags.removeLast(downTo: 0)
    anchorOfNode.removeLast(downTo: 0)
    batch.content.names = currentNames()
  }

  /// The names that places and fields refer to; the same object as long as no new ones have come up.
  private mutating func currentNames() -> MarkupBatch.Names {
    let fieldNames = discoversFields ? discovery.names : plan.fields.map(\.text)
    if names.attributeNames.count != tree.names.count || names.fieldNames.count != fieldNames.count {
      names = MarkupBatch.Names(
        fileName: fileName,
        fieldNames: fieldNames,
        attributeNames: tree.names.names,
        offsets: offsets
      )
    }
    return names
  }

  /// Where the text begins that is still needed: the open record, else what the parser has not read.
  private func stillNeeded(windowEnd: Int) -> Int {
    // Where libxml2 converts damaged text, its count may run ahead of the text.
    min(recordDepth > 0 ? recordStart : documentOffset, windowEnd)
  }

  /// Moves the cursor past what the parser has read, unless a record is open, whose beginning it marks.
  mutating func moveCursorToParser() {
    if recordDepth == 0 { moveCursor(to: documentOffset) }
  }

  /// Forgets the text before what is still needed.
  mutating func trimWindow(contextBytes: Int) {
    let needed = stillNeeded(windowEnd: windowStart + window.count)
    let surplus = needed - contextBytes - windowStart
    // Anchors count from the window's start, and moving text costs, so a little surplus stays.
    guard surplus > 0, anchors.count == 0 else { return }
    window.removeFirst(surplus)
    windowStart += surplus
  }
}

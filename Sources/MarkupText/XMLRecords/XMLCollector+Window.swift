internal import CLibXML2

extension XMLCollector {
  /// Gives the batch its piece of the source, and the anchors their places in it.
  mutating func completeSource(contextBytes: Int) {
    guard let first = content.anchors.first(where: { $0.sourceStart == 0 }) else { return }
    let start = max(windowStart, first.offset - contextBytes)
    let tags = content.source
    content.source.removeAll(keepingCapacity: true)
    content.source.append(contentsOf: UnsafeBufferPointer(rebasing: window.elements[(start - windowStart)...]))
    let tagStart = content.source.count
    content.source.append(contentsOf: tags)
    for index in content.anchors.indices {
      let anchor = content.anchors[index]
      content.anchors[index].sourceStart =
        anchor.sourceStart < 0 ? tagStart - 1 - anchor.sourceStart : anchor.offset - start
    }
    content.attributeNames = tree.names.names
    if discoversFields { content.fieldNames = discovery.names }
  }

  /// Forgets the text before what is still needed: the open record, else what the parser has not read.
  mutating func trimWindow(contextBytes: Int) {
    let needed: Int
    if recordDepth > 0 {
      needed = recordStart
    } else {
      needed = min(LibXML2.offset(main), windowStart + window.count)
      moveCursor(to: needed)
    }
    let surplus = needed - contextBytes - windowStart
    guard surplus > 0 else { return }
    window.removeFirst(surplus)
    windowStart += surplus
  }
}

internal import CLibXML2
internal import Findings
internal import Glibc

extension XMLCollector {
  @inline(__always)
  mutating func start(
    _ parser: xmlParserCtxtPtr,
    _ local: UnsafePointer<xmlChar>,
    _ prefix: UnsafePointer<xmlChar>?,
    _ namespace: UnsafePointer<xmlChar>?,
    _ attributeCount: Int,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    if progress.isRepeating { return }
    let start = parser == progress.parser ? progress.openTagOffset : progress.offset
    guard canOpen(start, attributeCount, parser) else { return }
    let name = tree.names.number(local, prefix, namespace, isAttribute: false)
    open(name, start: start, hasAttributes: attributeCount > 0) { collector, node in
      collector.append(attributes, attributeCount, to: node, parser)
    }
  }

  /// The same for a tag that the scanner has read.
  ///
  /// - Parameters:
  ///   - values: The document, by offset.
  ///   - resolved: The values that do not stand in the document as they are.
  @inline(__always)
  mutating func openScanned(
    _ name: Int32,
    start: Int,
    attributes: borrowing FlatBuffer<XMLScanner.PendingAttribute>,
    values: UnsafePointer<UInt8>,
    resolved: borrowing FlatBuffer<UInt8>
  ) {
    guard canOpen(start, attributes.count, progress.parser) else { return }
    open(name, start: start, hasAttributes: attributes.count > 0) { collector, node in
      for attribute in attributes.elements {
        let base = attribute.isResolved ? UnsafePointer(resolved.base) : values
        let value = UnsafeBufferPointer(start: base + attribute.start, count: attribute.count)
        collector.tree.appendAttribute(attribute.name, value: value, of: node)
      }
    }
  }

  /// Whether an element may be opened; if not, it is counted as part of what is skipped, or the reading ends.
  @inline(__always)
  private mutating func canOpen(_ start: Int, _ attributeCount: Int, _ parser: xmlParserCtxtPtr) -> Bool {
    if record.skippedDepth > 0 {
      record.enterSkipped()
      return false
    }
    if elements.count < limits.depth, attributeCount <= limits.attributes { return true }
    if attributeCount > limits.attributes {
      stop(.limit(.attributesRead(of: attributeCount, most: limits.attributes)), at: start, parser)
    } else {
      stop(.limit(.depth(most: limits.depth)), at: start, parser)
    }
    return false
  }

  @inline(__always)
  private mutating func open(
    _ name: Int32,
    start: Int,
    hasAttributes: Bool,
    appendAttributes: (inout XMLCollector, Int32) -> Void
  ) {
    let node = tree.open(name: name, parent: elements.innermostNode, start: start)
    let isInRecord = record.depth > 0
    let hasAttributesFirst = isInRecord || writer.plan.goesUp || elements.hasPredicates
    if hasAttributesFirst, hasAttributes { appendAttributes(&self, node) }
    let match = elements.match { slot in
      tree.names.passes(name, slot)
    } holds: { step, matcher, counters in
      matcher.predicatesHold(step, node, parentCounters: counters, in: tree)
    }
    if !hasAttributesFirst, match.isRecord, hasAttributes { appendAttributes(&self, node) }
    if isInRecord {
      record.enter(node, isRecord: match.isRecord)
      elements.append(node, steps: match.next, kind: .insideRecord)
      if start &- record.start > limits.recordBytes { skipRecord() }
    } else {
      let kind = beginOutside(start, name: name, isRecord: match.isRecord)
      elements.append(node, steps: match.next, kind: kind)
    }
  }

  /// Keeps what has to be known of an element that is in no record.
  private mutating func beginOutside(_ start: Int, name: Int32, isRecord: Bool) -> OpenXMLElements.Kind {
    window.moveCursor(to: start)
    let parent = elements.count - 1
    let goesUp = writer.plan.goesUp
    let hasTag = goesUp && !isRecord
    let tag = hasTag ? window.bytes(start, progress.offset + 1) : UnsafeBufferPointer(start: nil, count: 0)
    elements.appendSurrounding(at: start, window.cursor, tag: tag)
    if isRecord {
      record.begin(at: start, textStart: tree.text.count)
      return .record
    }
    guard goesUp, parent >= 0 else { return .around }
    if record.keptDepth == 0 {
      let plan = writer.plan
      let isWanted = plan.keepsAllChildren || plan.keptChildren.contains { tree.names.passes(name, $0) }
      guard isWanted, elements.keepChild(of: parent) else { return .around }
    }
    record.enterKept()
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
      if let first = value.baseAddress, memchr(first, 0x26, value.count) != nil {
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
    let hasRoom = entities.resolve(value, progress.parser) { tree.appendAttribute(name, value: $0, of: node) }
    if !hasRoom { stopForEntities(parser) }
  }

  @inline(__always)
  mutating func end() {
    if progress.isRepeating { return }
    if record.skippedDepth > 0, !record.leaveSkipped() { return }
    guard let frame = elements.last else { return }
    tree.close(frame.node, end: progress.offset)
    if frame.kind == .insideRecord {
      record.leave()
    } else {
      endOutside(frame)
    }
    elements.removeLast()
    if elements.count == 0 { hasEnded = true }
  }

  /// Ends an element outside records, or an outermost record.
  private mutating func endOutside(_ frame: OpenXMLElements.Frame) {
    switch frame.kind {
    case .record:
      finishRecord(frame, elements.innermostSurrounding)
      learnPlainRecords(frame)
      record.end()
      tree.remove(from: frame.node)
    case .kept: record.leaveKept()
    case .around, .insideRecord:
      writer.forget(frame.node)
      tree.remove(from: frame.node)
    }
    elements.removeLastSurrounding()
  }
}

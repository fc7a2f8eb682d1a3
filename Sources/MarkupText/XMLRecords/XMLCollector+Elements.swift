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
    if repetitionEnd >= 0, isRepetition { return }
    let start = parser == main ? LibXML2.offsetOfOpenTag(parser) + parserShift : documentOffset
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
    guard canOpen(start, attributes.count, main) else { return }
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
    if skippedDepth > 0 {
      skippedDepth &+= 1
      return false
    }
    if frames.count < limits.depth, attributeCount <= limits.attributes { return true }
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
    let depth = frames.count
    let parent = depth > 0 ? frames.base[depth &- 1].node : -1
    let node = tree.open(name: name, parent: parent, start: start)
    let isInRecord = recordDepth > 0
    let hasAttributesFirst = isInRecord || plan.goesUp || matcher.hasPredicates
    if hasAttributesFirst, hasAttributes { appendAttributes(&self, node) }
    let counterStart = counters.count - matcher.counterCount
    let match = matcher.match(pending: depth > 0 ? frames.base[depth &- 1].steps : matcher.firstSteps) { slot in
      tree.names.passes(name, slot)
    } predicatesHold: { step in
      matcher.predicatesHold(step, node, parentCounters: counters.base + max(counterStart, 0), in: tree)
    }
    if !hasAttributesFirst, match.isRecord, hasAttributes { appendAttributes(&self, node) }
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
    var surrounding = Surrounding(start: start, place: cursor)
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
    let end = min(documentOffset - windowStart + 1, window.count)
    if tag >= 0, end > tag { openTags.append(window.base + tag, end - tag) }
    surrounding.tagEnd = openTags.count
    guard parent >= 0 else { return .around }
    let isWanted = plan.keepsAllChildren || plan.keptChildren.contains { tree.names.passes(name, $0) }
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
    valueText.removeAll(keepingCapacity: true)
    let room = value.count + limits.entityBytes - entityBytes
    if !EntityText.append(value, parser: main, room: room, to: &valueText) {
      stop(.limit(.entities(bytes: limits.entityBytes)), parser)
    }
    entityBytes += max(0, valueText.count - value.count)
    valueText.withUnsafeBufferPointer { tree.appendAttribute(name, value: $0, of: node) }
  }

  @inline(__always)
  mutating func end() {
    if repetitionEnd >= 0, isRepetition { return }
    if skippedDepth > 0 {
      skippedDepth &-= 1
      if skippedDepth > 0 { return }
    }
    let depth = frames.count
    guard depth > 0 else { return }
    let frame = frames.base[depth &- 1]
    tree.close(frame.node, end: documentOffset)
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
}

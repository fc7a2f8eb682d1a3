internal import Findings
internal import TextInput

extension XMLCollector {
  /// Writes the record of `frame`, and the records in it, to `content`.
  mutating func finishRecord(_ frame: Frame, _ place: Surrounding) {
    guard recordDepth > 0 else { return }
    let anchor = anchors.count
    anchors.append(
      MarkupBatch.Anchor(place.place, offset: place.start, sourceStart: place.start - windowStart)
    )
    if plan.goesUp { anchorSurroundings() }
    let origin = MarkupBatch.Content.Origin(
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

  private mutating func write(_ node: Int, _ origin: MarkupBatch.Content.Origin) {
    recordCount += 1
    if discoversFields {
      discovery.append(node, number: recordCount, of: tree, separator: separator, origin: origin, to: &content)
    } else {
      content.append(node, number: recordCount, of: tree, plan: plan, origin: origin, hits: &hits)
      if let failures = plan.expressions?.failures, !failures.isEmpty { reportFailures(failures, origin.offset) }
    }
  }

  /// Gives each element around the record an anchor in this batch, with a copy of its start tag if the window has it no more.
  private mutating func anchorSurroundings() {
    for index in 0..<(surroundings.count - 1) {
      let node = Int(frames[index].node)
      if node < anchorOfNode.count, anchorOfNode[node] >= 0 { continue }
      while anchorOfNode.count <= node { anchorOfNode.append(-1) }
      anchorOfNode[node] = Int32(anchors.count)
      let place = surroundings[index]
      let isInWindow = place.start >= windowStart
      // Tags follow the window in the batch's source; until it is known how long that is, their places are negative.
      anchors.append(
        MarkupBatch.Anchor(
          place.place,
          offset: place.start,
          sourceStart: isInWindow ? place.start - windowStart : -1 - tags.count
        )
      )
      if !isInWindow { tags.append(openTags.base + place.tagStart, place.tagEnd - place.tagStart) }
    }
  }

  /// Gives up the current record if it is too long already, though nothing in it has ended: a long comment, say.
  mutating func boundOpenRecord() {
    if recordDepth > 0, !isFaulty, documentOffset - recordStart > limits.recordBytes { skipRecord() }
  }

  /// Gives up the current record, which is too long, and waits for its end.
  mutating func skipRecord() {
    guard let index = frames.elements.firstIndex(where: { $0.kind == .record }) else { return }
    let (frame, place) = (frames[index], surroundings[index])
    recordCount += 1
    findings.append(
      Finding(
        SourceFinding.limit(.skippedRecord(bytes: limits.recordBytes)),
        at: SourcePosition(file: fileName, line: place.place.line, column: place.place.column),
        record: recordCount
      )
    )
    tree.removeContent(of: frame.node)
    innerRecords.removeAll(keepingCapacity: true)
    skippedDepth = frames.count - index
    frames.removeLast(downTo: index + 1)
    counters.removeLast(downTo: (frames.count + 1) * matcher.counterCount)
    recordDepth = 0
    moveCursor(to: documentOffset)
  }
}

internal import Findings

extension XMLCollector {
  /// Writes the record of `frame`, and the records in it.
  mutating func finishRecord(_ frame: OpenXMLElements.Frame, _ place: OpenXMLElements.Surrounding) {
    guard record.depth > 0 else { return }
    let origin = writer.begin(frame.node, at: place, in: elements, windowStart: window.start)
    write(frame.node, origin)
    if !record.inner.isEmpty { for node in record.inner { write(node, origin) } }
  }

  private mutating func write(_ node: Int32, _ origin: MarkupBatch.Content.Origin) {
    let failures = writer.write(node, number: record.next(), of: tree, origin)
    if !failures.isEmpty { reportFailures(failures, origin.offset) }
  }

  // MARK: Plain records

  /// Learns what the record of `frame` looks like, which the scanner has read element by element.
  mutating func learnPlainRecords(_ frame: OpenXMLElements.Frame) {
    guard progress.isScanning, writer.plan.isPlain, !writer.plan.isAmbiguous, record.inner.isEmpty,
      !elements.hasPredicates, tree.nodes.count > Int(frame.node)
    else { return }
    plainRecords.learn(
      Int(frame.node),
      of: tree,
      in: window.document,
      from: window.start,
      fields: writer.plan.fieldOfName.elements,
      steps: elements.outerSteps
    )
  }

  /// Reads records that look like the last ones, one after the other, each in one go.
  ///
  /// - Parameters:
  ///   - text: The document, by offset.
  ///   - start: Where a `<` stands.
  /// - Returns: The offset of what has not been read.
  mutating func readPlainRecords(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    guard elements.innermostSteps == plainRecords.steps, record.isOutside, elements.isInnermostAround,
      elements.count &+ 1 < limits.depth
    else { return index }
    while end &- index > PlainRecords.room, text[index] == UInt8(ascii: "<"), plainRecords.isRecord(text + index + 1) {
      window.moveCursor(to: index)
      let next = writer.writePlain(
        plainRecords,
        text,
        index,
        min(end, index &+ limits.recordBytes),
        at: window.cursor,
        windowStart: window.start,
        number: record.count &+ 1
      )
      guard next > 0 else { break }
      _ = record.next()
      plainRecords.noteHit()
      progress.scan(to: next)
      index = XMLScanner.plainWordsEnd(text, next, end)
    }
    return index
  }

  // MARK: Long records

  /// Gives up the current record if it is too long already, though nothing in it has ended: a long comment, say.
  mutating func boundOpenRecord() {
    if record.depth > 0, !isFaulty, progress.offset - record.start > limits.recordBytes { skipRecord() }
  }

  /// Gives up the current record, which is too long, and waits for its end.
  mutating func skipRecord() {
    guard let (frame, place) = elements.record else { return }
    reporter.add(
      Finding(
        SourceFinding.limit(.skippedRecord(bytes: limits.recordBytes)),
        at: window.position(of: place.place),
        record: record.next()
      )
    )
    tree.removeContent(of: frame.node)
    record.skip(openElements: elements.removeAllInRecord())
    window.moveCursor(to: progress.offset)
  }
}

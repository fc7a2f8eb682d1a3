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

internal import Findings

/// Reading one source to its end. Runs on the reading thread.
extension RecordMapper where Source: RecordSource {
  /// Maps every record, `batchSize` at a time; the last batch may be empty of records and hold only findings.
  ///
  /// - Throws: What the source throws when it cannot be read on; what was read before it has been sent.
  func run(into channel: BoundedChannel<RecordBatch>, batchSize: Int) throws {
    // A local batch, handed on as `inout`: access to a property of this class would be checked for exclusivity at each of a million records.
    var batch = emptyBatch(capacity: batchSize)
    do {
      while try source.next() {
        mapRecord(source.takeFindings(), into: &batch)
        if batch.count >= batchSize {
          batch.bytesRead = source.bytesRead
          guard channel.send(batch) else { return }
          batch = emptyBatch(capacity: batchSize)
        }
      }
    } catch {
      finish(batch, to: channel)
      throw error
    }
    finish(batch, to: channel)
  }

  /// Sends the last batch, with what the source has found since its last record.
  private func finish(_ batch: RecordBatch, to channel: BoundedChannel<RecordBatch>) {
    var batch = batch
    batch.findings += lastFindings()
    batch.bytesRead = source.bytesRead
    _ = channel.send(batch)
  }
}

/// A stretch of a document as UTF-8, and the places in it from which others are counted; shared by the batches that need it.
final class SourceText: @unchecked Sendable {
  // Only a reader changes it, and only while no record refers to it.
  var bytes: FlatBuffer<UInt8>
  var anchors: FlatBuffer<RecordBatch.Anchor>

  init(capacity: Int = 0) {
    bytes = FlatBuffer(capacity: max(capacity, 64))
    anchors = FlatBuffer(capacity: 64)
  }

  deinit {
    bytes.deallocate()
    anchors.deallocate()
  }
}

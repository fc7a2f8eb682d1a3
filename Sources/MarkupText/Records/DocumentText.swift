/// A stretch of a document as UTF-8, and the places in it from which others are counted; shared by the batches that need it.
final class DocumentText: @unchecked Sendable {
  // `@unchecked`: only the reader that fills it changes it, before a batch that refers to it is handed out or after all of its records are gone.
  var bytes: FlatBuffer<UInt8>
  var anchors: FlatBuffer<MarkupBatch.Anchor>
  /// Where the stretch ends, and copies of start tags that stand before it in the document follow.
  var tagsStart: Int?
  /// Whether the document goes on after the stretch.
  var goesOn = false

  init(capacity: Int = 0) {
    bytes = FlatBuffer(capacity: max(capacity, 64))
    anchors = FlatBuffer(capacity: 64)
  }

  /// The bytes around the place `index` that stand together in the document: the stretch, or one tag.
  func segment(around index: Int, tag: Int) -> Range<Int> {
    guard let tagsStart, index >= tagsStart else { return 0..<(tagsStart ?? bytes.count) }
    // Where libxml2 converts damaged text, its count may run ahead of the text.
    let tag = min(tag, bytes.count)
    return tag..<(tag + TagScan.end(in: UnsafeBufferPointer(rebasing: bytes.elements[tag...])))
  }
}

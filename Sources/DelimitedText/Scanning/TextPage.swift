/// The memory of a piece of text, and of the ends of the fields that were found in it.
///
/// Records that were read without a copy keep their page alive. A reader only ever adds to a page that a record may know,
/// behind all that the record refers to; once nobody else has the page, its memory is used again.
///
/// `@unchecked Sendable`: what a record refers to is written before the record is delivered, and not again while it has the page.
@usableFromInline
final class TextPage: @unchecked Sendable {
  let text: UnsafeMutablePointer<UInt8>
  let capacity: Int
  let fieldEnds: UnsafeMutablePointer<UInt32>
  /// How many field ends the page has room for: one for each byte, and some for text that is looked at again.
  let endCapacity: Int
  /// What the page's records have in common.
  var layout = TextLayout.none

  /// How many bytes after the text can be read; their values mean nothing. Lists of offsets are longer by as much than they need.
  static let padding = 64

  init(capacity: Int) {
    self.capacity = capacity
    text = .allocate(capacity: capacity + Self.padding)
    (text + capacity).initialize(repeating: 0, count: Self.padding)
    endCapacity = capacity + 4096
    fieldEnds = .allocate(capacity: endCapacity)
  }

  deinit {
    text.deallocate()
    fieldEnds.deallocate()
  }

  /// The page of a record that has none.
  static let none = TextPage(capacity: 0)
}

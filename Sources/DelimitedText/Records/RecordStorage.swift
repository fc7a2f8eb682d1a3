internal import TextInput

/// The bytes and fields of one record.
///
///     bytes   │ the record as it stands in the text, line break included │ rewritten contents … │
///             0                                          textCount                       usedCount
///
/// `@unchecked Sendable`: a `DelimitedRecord` owns its storage alone while it is written (the reader checks that), and storage
/// that is shared is never written.
final class RecordStorage: @unchecked Sendable {
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var textCount = 0
  private(set) var usedCount = 0
  var slots = FieldSlots()
  private var contents: UnsafeMutableBufferPointer<UnsafeBufferPointer<UInt8>>?
  /// How many fields callers see; after padding or cutting it may differ from the fields that were written.
  var fieldCount = 0
  /// The file's bytes, when they are not the text's.
  var original: [UInt8] = []
  var originalCount = 0
  var number = 0
  var startLine = 1
  var fileOffset = 0
  var hasStructuralError = false
  var layout: TextLayout = .none

  init(capacity: Int = 1024) {
    bytes = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit {
    bytes.deallocate()
    contents?.deallocate()
  }

  /// Takes a record's text over, forgetting the one before.
  @inline(__always)
  func load(_ text: UnsafePointer<UInt8>, count: Int) {
    if count > capacity { grow(to: count) }
    bytes.update(from: text, count: count)
    textCount = count
    usedCount = count
  }

  /// Forgets the record before.
  func forget() {
    textCount = 0
    usedCount = 0
  }

  /// Memory for the places of the contents of `count` fields.
  func fieldContents(_ count: Int) -> UnsafeMutablePointer<UnsafeBufferPointer<UInt8>> {
    if let base = contents?.baseAddress, contents?.count ?? 0 >= count { return base }
    contents?.deallocate()
    let larger = UnsafeMutablePointer<UnsafeBufferPointer<UInt8>>.allocate(capacity: count)
    contents = UnsafeMutableBufferPointer(start: larger, count: count)
    return larger
  }

  /// Makes sure that `count` bytes can be appended.
  func reserve(_ count: Int) {
    if usedCount + count > capacity { grow(to: usedCount + count) }
  }

  /// Appends one byte for which `reserve` has made room.
  @inline(__always)
  func append(_ byte: UInt8) {
    bytes[usedCount] = byte
    usedCount &+= 1
  }

  @inline(never)
  private func grow(to needed: Int) {
    let larger = max(needed, capacity * 2)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.update(from: bytes, count: usedCount)
    bytes.deallocate()
    bytes = moved
    capacity = larger
  }
}

/// What the records of one text have in common. An object, so that a record takes it over at the price of a pointer.
final class TextLayout: Sendable {
  let locator: RecordLocator
  let isDecoded: Bool

  init(locator: RecordLocator, isDecoded: Bool) {
    self.locator = locator
    self.isDecoded = isDecoded
  }

  static let none = TextLayout(
    locator: RecordLocator(dialect: .rfc4180, encoding: .utf8, fileName: "-"),
    isDecoded: false
  )
}

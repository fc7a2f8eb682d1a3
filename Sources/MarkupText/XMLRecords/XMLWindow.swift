internal import Findings
internal import TextInput

/// The piece of a document that is in memory, as UTF-8, and the line and column of one place in it. Places are offsets in the document.
struct XMLWindow: ~Copyable {
  /// Where the piece begins in the document.
  private(set) var start = 0
  /// Where the last element outside records, or the current record, begins.
  private(set) var cursor = FileCursor()
  /// Where the document stands in the file.
  private(set) var offsets = SourceOffsets(measure: .utf8)
  private var text = FlatBuffer<UInt8>(capacity: 96 << 10)
  private let fileName: String

  init(fileName: String) { self.fileName = fileName }

  /// Where the piece ends in the document.
  var end: Int { start + text.count }

  /// The document's bytes, of which those from `start` to `end` are there.
  var document: UnsafePointer<UInt8> { UnsafePointer(text.base) - start }

  /// The bytes from `first` on.
  func bytes(from first: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: text.elements[min(max(first - start, 0), text.count)...])
  }

  /// The bytes from `first` to `last`, as far as they are there.
  func bytes(_ first: Int, _ last: Int) -> UnsafeBufferPointer<UInt8> {
    let from = first - start
    let to = min(last - start, text.count)
    return from >= 0 && to > from
      ? UnsafeBufferPointer(rebasing: text.elements[from..<to]) : UnsafeBufferPointer(start: nil, count: 0)
  }

  // MARK: Reading on

  /// Says how the document stands in the file, of which `mark` bytes come before it.
  mutating func begin(_ measure: ByteMeasure, after mark: Int) {
    offsets = SourceOffsets(measure: measure, marks: [SourceOffsets.Mark(text: 0, file: mark)])
    cursor = FileCursor(fileOffset: measure == .unknown ? nil : mark)
  }

  /// Appends the next piece of the document.
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { text.append(bytes) }

  /// Lets `fill` append up to `room` bytes; it says how many it wrote.
  mutating func append(room: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) throws -> Int) rethrows -> Int {
    try text.append(room: room, fill)
  }

  /// Forgets the text before `needed`, but for a little that shows the line; text that has to be moved costs, so a little surplus stays too.
  mutating func trim(to needed: Int, contextBytes: Int) {
    let surplus = min(needed, end) - contextBytes - start
    guard surplus > 0 else { return }
    text.removeFirst(surplus)
    start += surplus
  }

  /// Gives the text to `source`, whose memory is used for what follows, and keeps what is needed of it.
  mutating func hand(over source: DocumentText, needed: Int, contextBytes: Int) {
    source.bytes.removeLast(downTo: 0)
    swap(&source.bytes, &text)
    let count = source.bytes.count
    let kept = min(max(min(needed, start + count) - contextBytes - start, 0), count)
    text.append(source.bytes.base + kept, count - kept)
    start += kept
  }

  // MARK: Places

  /// Moves the cursor to `offset`, which is never before it.
  @inline(__always)
  mutating func moveCursor(to offset: Int) {
    let from = max(cursor.offset - start, 0)
    let to = min(offset - start, text.count)
    guard to > from else { return }
    cursor.move(over: UnsafeBufferPointer(start: text.base + from, count: to - from), offsets.measure)
  }

  /// A place that the cursor was at.
  func position(of place: FileCursor) -> SourcePosition {
    SourcePosition(file: fileName, line: place.line, column: place.column)
  }

  /// The line and column of `offset`, which is not before the cursor, with the line's text.
  func place(at offset: Int) -> (position: SourcePosition, excerpt: SourceExcerpt) {
    var place = cursor
    let index = min(max(offset - start, 0), text.count)
    let from = min(max(cursor.offset - start, 0), index)
    place.move(over: UnsafeBufferPointer(rebasing: text.elements[from..<index]), offsets.measure)
    let position = SourcePosition(
      file: fileName,
      line: place.line,
      column: place.column,
      byteRange: place.fileOffset.map { $0..<($0 + 1) }
    )
    return (position, SourceExcerpt(around: index..<index, in: text.elements, at: position))
  }
}

internal import TextInput

/// The piece of a text that is in memory, as UTF-8. Places are offsets in the whole text.
///
/// ```
///        start          hold            offset           end
///  …  ──────┼──── context ─┼── kept ───────┼── unread ─────┤
/// ```
///
/// What stands before `hold` may go when more is read; a little of it stays so that a line can be shown.
final class JSONWindow {
  /// What is in memory. Its address changes when more is read.
  private(set) var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The offset of the first byte in memory.
  private(set) var start = 0
  /// The offset after the last byte in memory.
  private(set) var end = 0
  /// What is read from here on stays.
  var hold = 0
  /// The last place that was counted; never after `hold` when bytes go.
  private(set) var cursor: FileCursor
  let encoding: JSONEncoding
  /// How many bytes of the file are a byte order mark.
  let mark: Int
  private let reader: InputReader
  /// How many bytes of the file the text takes.
  let measure: ByteMeasure
  /// `nil` for UTF-8.
  private let decoder: TextDecoder?
  private var raw: [UInt8]
  /// Bytes of a character that the next piece ends.
  private var pending: [UInt8] = []
  private var decoded = DecodedText()
  private(set) var isAtEnd = false

  /// How much is read at a time, in bytes.
  private static let chunkSize = 64 << 10
  /// How much stays before `hold`, in bytes.
  static let contextBytes = 160

  /// - Parameter given: The encoding; detected if `nil`.
  init(_ input: ByteInput, given: JSONEncoding?) throws {
    let reader = try input.open()
    var raw = [UInt8](repeating: 0, count: Self.chunkSize)
    var first: [UInt8] = []
    while first.count < 4 {
      let count = try raw.withUnsafeMutableBytes { try reader.read(into: $0) }
      if count == 0 { break }
      first += raw[..<count]
    }
    self.reader = reader
    self.raw = raw
    capacity = 2 * Self.chunkSize
    base = .allocate(capacity: capacity)
    (encoding, mark) = JSONEncoding.detected(first, given: given)
    measure = ByteMeasure(encoding: encoding.rawValue)
    decoder = TextEncoding(named: encoding.rawValue).flatMap { TextDecoder($0) }
    cursor = FileCursor(fileOffset: mark)
    isAtEnd = first.isEmpty
    append(first[mark...])
  }

  deinit { base.deallocate() }

  /// The text between two offsets that are in memory.
  func text(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + (range.lowerBound - start), count: range.count)
  }

  /// Reads on.
  ///
  /// - Returns: Whether there was more.
  /// - Throws: What the input throws.
  func fill() throws -> Bool {
    while !isAtEnd {
      let before = end
      let count = try raw.withUnsafeMutableBytes { try reader.read(into: $0) }
      isAtEnd = count == 0
      append(raw[..<count])
      if end > before { return true }
    }
    return false
  }

  private func append(_ bytes: ArraySlice<UInt8>) {
    guard let decoder else { return bytes.withUnsafeBufferPointer { append($0) } }
    pending += bytes
    decoded.removeAll()
    let used = pending.withUnsafeBufferPointer { decoder.decode($0, isFinal: isAtEnd, into: &decoded) }
    pending.removeFirst(used)
    decoded.text.withUnsafeBufferPointer { append($0) }
  }

  private func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let source = text.baseAddress else { return }
    makeRoom(for: text.count)
    (base + (end - start)).update(from: source, count: text.count)
    end += text.count
  }

  private func makeRoom(for count: Int) {
    guard end - start + count > capacity else { return }
    let first = max(start, min(hold, end) - Self.contextBytes)
    _ = moveCursor(to: min(hold, end))
    let kept = end - first
    let needed = kept + count
    if needed > capacity / 2 {
      capacity = needed * 2
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      larger.update(from: base + (first - start), count: kept)
      base.deallocate()
      base = larger
    } else {
      base.update(from: base + (first - start), count: kept)
    }
    start = first
  }

  /// The place at an offset, which is not before the last one that was asked for unless that is still in memory.
  ///
  /// - Complexity: O(*n*) in the bytes since the last place.
  func moveCursor(to offset: Int) -> FileCursor {
    if offset > cursor.offset { cursor.move(over: text(cursor.offset..<offset), measure) }
    return cursor
  }

  /// The place at an offset not before the cursor, without moving it.
  func place(at offset: Int) -> FileCursor {
    var place = cursor
    if offset > place.offset { place.move(over: text(place.offset..<offset), measure) }
    return place
  }
}

/// The part of the text that is in memory: bytes of the source decoded to UTF-8, with the index of their special bytes.
///
///     text      │ consumed │ record … │ unread │ 64 readable bytes │
///                          start               end
///
/// UTF-8 stands in `text` as it stands in the file. Other encodings are decoded; `widths` then leads back from characters to
/// bytes of the file, which are kept in `original` as long as their characters are in the window.
final class TextWindow {
  private(set) var text: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// Where the next record starts.
  private(set) var start = 0
  private(set) var end = 0
  /// Whether the source has nothing more.
  private(set) var isFinal = false
  /// The offset of `start` in the file.
  private(set) var fileOffset: Int
  /// The index of the first special byte at or after `start`.
  private(set) var cursor = 0

  private var specials: UnsafeMutablePointer<UInt32>
  private var specialCapacity: Int
  private var specialCount = 0
  private var indexedEnd = 0
  private var specialBytes: SpecialBytes?

  private let source: any ByteSource
  private let chunkSize: Int
  private let decoder: TextDecoder?
  /// Bytes that were read before the window existed, or that are not a whole character yet.
  private var pending: [UInt8]
  private(set) var widths: [UInt8] = []
  private var original: [UInt8] = []
  private var originalStart = 0

  static let padding = 64

  /// - Parameters:
  ///   - prefix: Bytes that were taken from `source` already, without a byte order mark.
  ///   - fileOffset: How many bytes of the file stand before `prefix`.
  init(
    source: any ByteSource,
    decoder: TextDecoder?,
    prefix: [UInt8],
    sourceHasEnded: Bool,
    fileOffset: Int,
    chunkSize: Int
  ) {
    self.source = source
    self.decoder = decoder
    self.chunkSize = chunkSize
    self.fileOffset = fileOffset
    capacity = max(prefix.count, min(chunkSize, 1 << 20)) * 2 + 64
    text = .allocate(capacity: capacity + Self.padding)
    (text + capacity).initialize(repeating: 0, count: Self.padding)
    specialCapacity = capacity + Self.padding
    specials = .allocate(capacity: specialCapacity)
    pending = []
    isFinal = sourceHasEnded
    if decoder == nil {
      append(prefix)
    } else {
      decode(prefix)
    }
  }

  deinit {
    text.deallocate()
    specials.deallocate()
  }

  /// Whether the file's bytes are not the text's bytes.
  var isDecoded: Bool { decoder != nil }

  /// The bytes from `start` on with the special bytes in them.
  var view: RecordScanner.Window {
    RecordScanner.Window(
      text: UnsafePointer(text),
      end: end,
      isFinal: isFinal,
      specials: UnsafePointer(specials),
      specialCount: specialCount
    )
  }

  /// Starts to index, or indexes anew, for a dialect.
  func index(for specialBytes: SpecialBytes) {
    self.specialBytes = specialBytes
    cursor = 0
    specialCount = 0
    indexedEnd = start
    indexNewText()
  }

  /// Drops the text before `next`, which is a record's end or a line's.
  @inline(__always)
  func advance(to next: Int, cursor: Int) {
    if decoder == nil {
      fileOffset &+= next &- start
    } else {
      advanceOriginal(to: next)
    }
    start = next
    self.cursor = cursor
  }

  @inline(never)
  private func advanceOriginal(to next: Int) {
    let width = originalWidth(of: start..<next)
    fileOffset += width
    originalStart += width
  }

  /// How many bytes of the file the text in `range` takes.
  func originalWidth(of range: Range<Int>) -> Int {
    guard decoder != nil else { return range.count }
    var sum = 0
    for offset in range { sum &+= Int(widths[offset] & ~DecodedText.invalidFlag) }
    return sum
  }

  /// The file's bytes for the first `count` of them from `start` on; only for decoded texts.
  func originalBytes(_ count: Int) -> ArraySlice<UInt8> { original[originalStart..<originalStart + count] }

  /// Reads more of the source, at least half as much again as is waiting, so that a long record is not scanned too often.
  func fill() throws(DelimitedTextError) {
    guard !isFinal else { return }
    let wanted = max(1, (end - start) / 2)
    makeRoom(for: max(chunkSize, wanted))
    var added = 0
    while added < wanted && !isFinal {
      let before = end
      if decoder == nil {
        makeRoom(for: chunkSize)
        let room = UnsafeMutableRawBufferPointer(start: text + end, count: min(chunkSize, capacity - end))
        let count = try source.read(into: room)
        if count == 0 { isFinal = true }
        end += count
      } else {
        try readDecoded()
      }
      added += end - before
    }
    indexNewText()
  }

  private func readDecoded() throws(DelimitedTextError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: min(chunkSize, 1 << 20), alignment: 16)
    defer { buffer.deallocate() }
    let count = try source.read(into: buffer)
    if count == 0 { isFinal = true }
    decode(Array(buffer[..<count]))
  }

  private func decode(_ bytes: [UInt8]) {
    guard let decoder else { return }
    pending += bytes
    var decoded = DecodedText()
    decoded.text.reserveCapacity(pending.count * 2)
    decoded.widths.reserveCapacity(pending.count * 2)
    let used = pending.withUnsafeBufferPointer { decoder.decode($0, isFinal: isFinal, into: &decoded) }
    original += pending[..<used]
    pending.removeFirst(used)
    append(decoded.text)
    widths += decoded.widths
  }

  private func append(_ bytes: [UInt8]) {
    makeRoom(for: bytes.count)
    bytes.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { (text + end).update(from: base, count: source.count) }
    }
    end += bytes.count
  }

  /// Moves what is waiting to the front, and grows when that is not enough.
  private func makeRoom(for count: Int) {
    guard capacity - end < count else { return }
    let waiting = end - start
    if waiting + count > capacity {
      let larger = max(capacity * 2, waiting + count)
      let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + Self.padding)
      moved.update(from: text + start, count: waiting)
      (moved + larger).initialize(repeating: 0, count: Self.padding)
      text.deallocate()
      text = moved
      capacity = larger
    } else {
      text.update(from: text + start, count: waiting)
    }
    if decoder != nil {
      widths.removeFirst(start)
      original.removeFirst(originalStart)
      originalStart = 0
    }
    let kept = max(0, specialCount - cursor)
    let shift = UInt32(truncatingIfNeeded: start)
    if specialCapacity < capacity + Self.padding {
      let moved = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity + Self.padding)
      moved.update(from: specials + cursor, count: kept)
      specials.deallocate()
      specials = moved
      specialCapacity = capacity + Self.padding
    } else {
      specials.update(from: specials + cursor, count: kept)
    }
    for index in 0..<kept { specials[index] &-= shift }
    specialCount = kept
    cursor = 0
    indexedEnd = max(0, indexedEnd - start)
    end = waiting
    start = 0
  }

  private func indexNewText() {
    guard let specialBytes, indexedEnd < end else { return }
    specialCount += specialBytes.index(text, from: indexedEnd, to: end, into: specials + specialCount)
    indexedEnd = end
  }
}

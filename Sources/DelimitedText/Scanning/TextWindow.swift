internal import TextInput

/// The part of the text that is in memory: bytes of the source decoded to UTF-8, with the index of their special bytes.
///
///     text      │ consumed │ record … │ unread │ 64 readable bytes │
///                          start               end
///
/// UTF-8 stands in `text` as it stands in the file. Other encodings are decoded; `widths` then leads back from characters to
/// bytes of the file, which are kept in `original` as long as their characters are in the window.
///
/// The text stands in a page that records may share. When it is full, what is still unread goes to the front of another one.
final class TextWindow {
  private(set) var page: TextPage
  /// What the records have in common.
  private(set) var layout = TextLayout.none
  /// The page before, to be used again once no record knows it.
  private var spare: TextPage?
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
  /// Up to where special bytes were looked for; not farther than a record needs, because most records need none.
  private var indexedEnd = 0
  private var specialBytes: SpecialBytes?

  private let source: DelimitedInput
  private let chunkSize: Int
  private let decoder: TextDecoder?
  /// Bytes that were read before the window existed, or that are not a whole character yet.
  private var pending: [UInt8]
  private(set) var widths: [UInt8] = []
  private var original: [UInt8] = []
  private var originalStart = 0

  /// - Parameter prefix: What was taken from `source` already.
  init(_ source: DelimitedInput, after prefix: TextPrefix, chunkSize: Int) {
    self.source = source
    self.chunkSize = chunkSize
    decoder = TextDecoder(prefix.encoding)
    fileOffset = prefix.byteOrderMark.count
    page = TextPage(capacity: max(prefix.bytes.count, min(chunkSize, 1 << 20)) * 2 + TextPage.padding)
    specialCapacity = page.capacity + TextPage.padding
    specials = .allocate(capacity: specialCapacity)
    pending = []
    isFinal = prefix.isWhole
    if decoder == nil {
      append(prefix.bytes)
    } else {
      decode(prefix.bytes)
    }
  }

  deinit { specials.deallocate() }

  var text: UnsafeMutablePointer<UInt8> { page.text }

  /// Whether the file's bytes are not the text's bytes.
  var isDecoded: Bool { decoder != nil }

  /// The bytes from `start` on with the special bytes in them, as far as these were looked for.
  var view: RecordScanner.Window {
    prepareSpecials()
    return RecordScanner.Window(
      text: UnsafePointer(text),
      end: indexedEnd,
      isFinal: isFinal && indexedEnd == end,
      specials: UnsafePointer(specials),
      specialCount: specialCount
    )
  }

  /// Starts to index, or indexes anew, for a dialect.
  func index(for specialBytes: SpecialBytes, _ layout: TextLayout) {
    self.specialBytes = specialBytes
    self.layout = layout
    page.layout = layout
    cursor = 0
    specialCount = 0
    indexedEnd = start
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

  /// Drops the text before `next`, whose first special byte was not looked for.
  @inline(__always)
  func advance(to next: Int) {
    advance(to: next, cursor: cursor)
  }

  /// Makes the view longer: by text that is here, or else by text that is read.
  func extendView() throws(DelimitedTextError) {
    if indexedEnd < end { indexMore() } else { try fill() }
  }

  /// Reads more of the source, at least half as much again as is waiting, so that a long record is not scanned too often.
  private func fill() throws(DelimitedTextError) {
    guard !isFinal else { return }
    let wanted = max(1, (end - start) / 2)
    makeRoom(for: max(chunkSize, wanted))
    var added = 0
    while added < wanted && !isFinal {
      let before = end
      if decoder == nil {
        makeRoom(for: chunkSize)
        let room = UnsafeMutableRawBufferPointer(start: text + end, count: min(chunkSize, page.capacity - end))
        let count = try source.read(into: room)
        if count == 0 { isFinal = true }
        end += count
      } else {
        try readDecoded()
      }
      added += end - before
    }
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

  /// Goes on in another page if this one has not enough room.
  private func makeRoom(for count: Int) {
    guard page.capacity - end < count else { return }
    let waiting = end - start
    let needed = waiting + count
    let capacity = needed > page.capacity ? max(page.capacity * 2, needed) : page.capacity
    let full = page
    page = unusedPage(capacity)
    page.layout = layout
    page.text.update(from: full.text + start, count: waiting)
    spare = full
    if decoder != nil {
      widths.removeFirst(start)
      original.removeFirst(originalStart)
      originalStart = 0
    }
    if specialCapacity < capacity + TextPage.padding {
      specials.deallocate()
      specialCapacity = capacity + TextPage.padding
      specials = .allocate(capacity: specialCapacity)
    }
    end = waiting
    start = 0
    cursor = 0
    specialCount = 0
    indexedEnd = 0
  }

  private func unusedPage(_ capacity: Int) -> TextPage {
    if var unused = spare.take(), unused.capacity >= capacity, isKnownUniquelyReferenced(&unused) { return unused }
    return TextPage(capacity: capacity)
  }

  /// Looks for special bytes from `start` on, if that was not done.
  private func prepareSpecials() {
    if indexedEnd <= start {
      cursor = 0
      specialCount = 0
      indexedEnd = start
      indexMore()
    } else {
      while cursor < specialCount && Int(specials[cursor]) < start { cursor &+= 1 }
    }
  }

  /// Looks for special bytes in as much text again as the view has.
  private func indexMore() {
    guard let specialBytes, indexedEnd < end else { return }
    let next = min(end, indexedEnd + max(Self.shortestView, indexedEnd - start))
    specialCount += specialBytes.index(text, from: indexedEnd, to: next, into: specials + specialCount)
    indexedEnd = next
  }

  private static let shortestView = 4096
}

internal import Findings
internal import TextInput

/// The text of one record for finding places in it.
struct RecordText {
  /// UTF-8, followed by bytes that only make it readable in blocks.
  private var padded: [UInt8]
  let count: Int
  private var widths: [UInt8]?

  init(_ raw: UnsafeBufferPointer<UInt8>, encoding: TextEncoding) {
    if let decoder = TextDecoder(encoding) {
      var decoded = DecodedText()
      _ = decoder.decode(raw, isFinal: true, into: &decoded)
      padded = decoded.text
      widths = decoded.widths
    } else {
      padded = Array(raw)
    }
    count = padded.count
    padded += [UInt8](repeating: 0, count: TextPage.padding)
  }

  init(_ storage: RecordStorage) {
    if storage.layout.isDecoded {
      self = storage.original.withUnsafeBufferPointer { RecordText($0, encoding: storage.layout.locator.encoding) }
    } else {
      self.init(UnsafeBufferPointer(start: storage.bytes, count: storage.textCount), encoding: .utf8)
    }
  }

  /// The first bytes in `range` that could not be decoded.
  func firstInvalid(in range: Range<Int>) -> Range<Int>? {
    let range = range.clamped(to: 0..<count)
    guard let widths else {
      return padded.withUnsafeBufferPointer { buffer in
        buffer.baseAddress.flatMap { UTF8Check.firstInvalid($0, in: range) }
      }
    }
    // U+FFFD, which stands for them, takes three bytes.
    return range.first { widths[$0] & DecodedText.invalidFlag != 0 }.map { $0..<$0 + 3 }
  }

  /// The bytes that the file has for the text in `range`.
  func fileBytes(in range: Range<Int>, of storage: RecordStorage) -> [UInt8] {
    guard storage.layout.isDecoded else { return Array(padded[range]) }
    let start = min(fileWidth(0..<range.lowerBound), storage.original.count)
    return Array(storage.original[start..<min(start + fileWidth(range), storage.original.count)])
  }

  /// The ranges of the record's fields in the text, quotes included.
  func fields(_ dialect: DelimitedDialect) -> [Range<Int>] {
    scan(dialect).fields
  }

  /// The end of the record without its line break.
  func contentEnd(_ dialect: DelimitedDialect) -> Int { scan(dialect).contentEnd }

  /// The record's text without its line break.
  func content(_ dialect: DelimitedDialect) -> [UInt8] { Array(padded[..<contentEnd(dialect)]) }

  private func scan(_ dialect: DelimitedDialect) -> (fields: [Range<Int>], contentEnd: Int) {
    let scanner = RecordScanner(dialect)
    var slots = FieldSlots()
    var problems: [RecordScanner.Problem] = []
    let result = padded.withUnsafeBufferPointer { text in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count + TextPage.padding) { specials in
        guard let base = text.baseAddress, let offsets = specials.baseAddress else {
          return RecordScanner.Result(outcome: .end)
        }
        let specialCount = scanner.specialBytes.index(base, from: 0, to: count, into: offsets)
        let window = RecordScanner.Window(
          text: base,
          end: count,
          isFinal: true,
          specials: UnsafePointer(offsets),
          specialCount: specialCount
        )
        return scanner.scan(window, from: 0, cursor: 0, slots: &slots, problems: &problems)
      }
    }
    let fields = (0..<slots.count).map { Int(slots.base[$0].rawStart)..<Int(slots.base[$0].rawEnd) }
    return (fields, result.outcome == .record ? result.contentEnd : count)
  }

  /// The place of the text in `range`, of a record that starts on `startLine` and at `startByte`.
  func place(of range: Range<Int>, _ locator: RecordLocator, startLine: Int, startByte: Int) -> FieldPlace {
    let recordEnd = locator.dialect.recordEnd
    let start = min(range.lowerBound, count)
    let end = min(max(range.upperBound, start), count)
    var walk = PlaceWalk(self, recordEnd: recordEnd, startLine: startLine, startByte: startByte)
    walk.move(to: start)
    let (line, lineStart) = (walk.line, walk.lineStart)
    let position = walk.position(to: end, file: locator.fileName)
    let lineEnd = lineEnd(from: start, recordEnd)
    let excerpt = excerpt(
      line: lineStart..<max(lineStart, lineEnd),
      marked: start..<min(max(end, start), max(lineEnd, start)),
      number: line
    )
    return FieldPlace(position: position, excerpt: excerpt)
  }

  /// The bytes of the file that hold the text in `range`, of a record that starts at `startByte`.
  func fileRange(_ range: Range<Int>, startByte: Int) -> Range<Int> {
    let start = startByte + fileWidth(0..<min(range.lowerBound, count))
    return start..<start + fileWidth(min(range.lowerBound, count)..<min(range.upperBound, count))
  }

  /// Whether a line ends with the byte at `offset`.
  func endsLine(_ offset: Int, _ recordEnd: DelimitedDialect.RecordEnd) -> Bool {
    switch padded[offset] {
    case 0x0A:
      switch recordEnd {
      case .any, .lineFeed: true
      case .carriageReturnLineFeed: offset > 0 && padded[offset - 1] == 0x0D
      case .carriageReturn: false
      }
    case 0x0D:
      switch recordEnd {
      case .any: !(offset + 1 < count && padded[offset + 1] == 0x0A)
      case .carriageReturn: true
      case .lineFeed, .carriageReturnLineFeed: false
      }
    default: false
    }
  }

  /// The end of the line that `offset` is on, without its line break.
  private func lineEnd(from offset: Int, _ recordEnd: DelimitedDialect.RecordEnd) -> Int {
    var end = offset
    while end < count && !endsLine(end, recordEnd) { end += 1 }
    if end > offset && end < count && padded[end] == 0x0A && padded[end - 1] == 0x0D { end -= 1 }
    return end
  }

  func fileWidth(_ range: Range<Int>) -> Int {
    guard let widths else { return range.count }
    return range.reduce(0) { $0 + Int(widths[$1] & ~DecodedText.invalidFlag) }
  }

  private func string(_ range: Range<Int>) -> String { String(decoding: padded[range], as: UTF8.self) }

  func scalars(_ range: Range<Int>) -> Int { string(range).unicodeScalars.count }

  /// How many characters of a long line stand before and after the start of the mark.
  private static let charactersBefore = 60
  private static let charactersAfter = 100

  private func excerpt(line: Range<Int>, marked: Range<Int>, number: Int) -> SourceExcerpt {
    // A character takes at most four bytes, so that a piece of this size holds all that is shown.
    let from = max(line.lowerBound, marked.lowerBound - Self.charactersBefore * 4 - 4)
    let to = min(line.upperBound, marked.lowerBound + Self.charactersAfter * 4 + 4)
    let before = string(from..<max(from, marked.lowerBound)).unicodeScalars
    let after = string(marked.lowerBound..<max(to, marked.lowerBound)).unicodeScalars
    let markedCount = scalars(marked.lowerBound..<min(marked.upperBound, max(to, marked.lowerBound)))
    let start = before.index(before.endIndex, offsetBy: -Self.charactersBefore, limitedBy: before.startIndex)
    let end = after.index(after.startIndex, offsetBy: Self.charactersAfter, limitedBy: after.endIndex)
    let shownBefore = before[(start ?? before.startIndex)...]
    let shownAfter = after[..<(end ?? after.endIndex)]
    return SourceExcerpt(
      text: String(shownBefore) + String(shownAfter),
      line: number,
      markStart: shownBefore.count,
      markLength: max(1, min(markedCount, shownAfter.count)),
      isCutAtStart: from > line.lowerBound || shownBefore.startIndex > before.startIndex,
      isCutAtEnd: to < line.upperBound || shownAfter.endIndex < after.endIndex
    )
  }
}

internal import TextInput

/// The scanner on its way through a text, and the record that it has found last.
struct TextScan: ~Copyable {
  private let window: TextWindow
  private let scanner: RecordScanner
  private let longestField: Int
  private let longestRecord: Int
  /// The line on which the next record starts, and the number of the last one.
  private(set) var line = 1
  private(set) var number = 0
  /// The fields of the record that was found, and the record itself once it is loaded.
  private(set) var storage = RecordStorage()
  /// What is broken in the record.
  private(set) var problems: [RecordScanner.Problem] = []
  /// Whether the last record was cut, so that the rest of its line follows.
  private(set) var isInCutLine = false
  private(set) var hasEnded = false

  init(_ window: TextWindow, _ scanner: RecordScanner, options: DelimitedOptions) {
    self.window = window
    self.scanner = scanner
    longestField = options.longestField
    longestRecord = options.longestRecord
  }

  /// The text from the next record on.
  var text: UnsafePointer<UInt8> { UnsafePointer(window.text + window.start) }

  /// What was found, without its line break.
  func content(of result: RecordScanner.Result) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text, count: result.contentEnd - window.start)
  }

  /// Goes as far as there is text: to the end of a record, of a blank line or a comment.
  ///
  /// - Returns: What was found; it is passed or loaded before the next call. `nil` if there was not enough text, of which there is more now.
  mutating func next() throws(DelimitedTextError) -> RecordScanner.Result? {
    if hasEnded { return RecordScanner.Result(outcome: .end) }
    if isInCutLine {
      guard try skipLine() else { return RecordScanner.Result(outcome: .end) }
      isInCutLine = false
    }
    let start = window.start
    var view = window.view
    var result = scanner.scan(view, from: start, cursor: window.cursor, slots: &storage.slots, problems: &problems)
    if result.outcome == .needsMore || result.next &- start > longestRecord {
      if view.end &- start > longestRecord {
        // Not even the longest record allowed has ended: what is there must do.
        view.end = start + longestRecord
        view.isFinal = true
        view.specialCount = specialCount(in: view, before: view.end, from: window.cursor)
        result = scanner.scan(view, from: start, cursor: window.cursor, slots: &storage.slots, problems: &problems)
        isInCutLine = result.next == view.end && result.next == result.contentEnd
      } else if result.outcome == .needsMore {
        try window.extendView()
        return nil
      }
    }
    if result.outcome == .end || result.outcome == .needsMore { hasEnded = true }
    return result
  }

  /// Goes on behind what was found.
  mutating func pass(_ result: RecordScanner.Result) {
    line &+= result.lineBreaks
    window.advance(to: result.next, cursor: result.cursor)
  }

  /// Takes the record that was found into `storage`, and goes on behind it.
  ///
  /// - Returns: Whether anything is wrong with it.
  mutating func load(_ result: RecordScanner.Result, isCounted: Bool) -> Bool {
    let start = window.start
    let length = result.next &- start
    storage.load(text, count: length)
    storage.startLine = line
    storage.fileOffset = window.fileOffset
    storage.hasStructuralError = false
    if storage.layout !== window.layout { storage.layout = window.layout }
    if isCounted { number &+= 1 }
    storage.number = number
    var isBroken = !problems.isEmpty || isInCutLine || length > longestField || storage.slots.hasOverflowed
    if window.isDecoded {
      storage.originalCount = window.originalWidth(of: start..<result.next)
      storage.original = Array(window.originalBytes(storage.originalCount))
      if window.widths[start..<result.next].contains(where: { $0 & DecodedText.invalidFlag != 0 }) { isBroken = true }
    } else {
      storage.originalCount = length
      if !UTF8Check.isASCII(storage.bytes, count: length),
        UTF8Check.firstInvalid(storage.bytes, in: 0..<length) != nil
      {
        isBroken = true
      }
    }
    let fieldCount = storage.slots.count
    for index in 0..<fieldCount where !storage.slots.base[index].flags.isDisjoint(with: .needsRewriting) {
      storage.rewrite(field: index, dialect: scanner.dialect)
    }
    storage.fieldCount = fieldCount
    pass(result)
    return isBroken
  }

  /// Makes the record that was loaded into `record`, whose memory is used for the next one.
  mutating func hand(over record: inout DelimitedRecord) { storage = record.exchange(for: storage) }

  /// Goes on at `offset`, to where somebody else has read.
  mutating func resume(at offset: Int, line: Int, number: Int) {
    (self.line, self.number) = (line, number)
    window.advance(to: offset)
  }

  /// Counts records from 1 again.
  mutating func restartNumbers() { number = 0 }

  /// Reads nothing more.
  mutating func end() { hasEnded = true }

  /// Skips the first `count` lines of the text.
  mutating func skipLines(to count: Int) throws(DelimitedTextError) {
    while line <= count { guard try skipLine() else { break } }
  }

  /// Skips to the end of the line; `false` at the end of the text.
  private mutating func skipLine() throws(DelimitedTextError) -> Bool {
    while true {
      let view = window.view
      let result = scanner.skipPhysicalLine(view, from: window.start, cursor: window.cursor)
      switch result.outcome {
      case .needsMore:
        // Nothing of what was looked at is needed again, except a line break that may be cut in two.
        let end = view.end - 1
        if end > window.start {
          window.advance(to: end, cursor: specialCount(in: view, before: end, from: window.cursor))
        }
        try window.extendView()
      case .skipped, .record:
        pass(result)
        return true
      case .end:
        return false
      }
    }
  }

  /// How many special bytes stand before `end`; those before `cursor` do.
  private func specialCount(in view: RecordScanner.Window, before end: Int, from cursor: Int) -> Int {
    var count = cursor
    while count < view.specialCount && Int(view.specials[count]) < end { count += 1 }
    return count
  }
}

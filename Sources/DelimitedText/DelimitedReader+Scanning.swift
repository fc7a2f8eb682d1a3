internal import TextInput

// Reading one record after the other with the scanner, which takes any text.
extension DelimitedReader {
  /// Reads one record with the scanner.
  func next(into storage: RecordStorage) throws(DelimitedTextError) -> Bool {
    while true {
      switch try step(into: storage) {
      case .record: return true
      case .other: continue
      case .end: return false
      }
    }
  }

  /// What a step of the scanner came to.
  enum Step {
    case record
    /// Something that is no record, or more text.
    case other
    /// There are no more records, or not in this table.
    case end
  }

  /// Goes as far with the scanner as there is text: to the end of a record, of a blank line or a comment, or to where more text is needed.
  func step(into storage: RecordStorage) throws(DelimitedTextError) -> Step {
    if hasEnded {
      reportComments()
      return .end
    }
    if skipsRestOfLine {
      guard try skipLine() else { return .end }
      skipsRestOfLine = false
    }
    let start = window.start
    var view = window.view
    var result = scanner.scan(view, from: start, cursor: window.cursor, slots: &slots, problems: &problems)
    if result.outcome == .needsMore || result.next &- start > options.longestRecord {
      if view.end &- start > options.longestRecord {
        // Not even the longest record allowed has ended: what is there must do.
        view.end = start + options.longestRecord
        view.isFinal = true
        view.specialCount = specialCount(in: view, from: window.cursor)
        result = scanner.scan(view, from: start, cursor: window.cursor, slots: &slots, problems: &problems)
        skipsRestOfLine = result.next == view.end && result.next == result.contentEnd
      } else if result.outcome == .needsMore {
        try window.extendView()
        return .other
      }
    }
    switch result.outcome {
    case .record:
      if tables.boundary == .blankLine, let isTaken = handleTableEnd(result, from: start) {
        if isTaken { return .other }
        reportIfUnread(result, from: start)
        reportComments()
        return .end
      }
      if hasStarted && headerRows.isRepeated(by: slots, text: view.text + start) {
        tables.next()
        guard continuesAfterTable(result, from: start) else {
          reportComments()
          return .end
        }
        line &+= result.lineBreaks
        window.advance(to: result.next, cursor: result.cursor)
        return .other
      }
      if isBlank(result, from: start) {
        tables.noteBlankLine()
        line &+= result.lineBreaks
        window.advance(to: result.next, cursor: result.cursor)
        return .other
      }
      deliver(result, from: start, to: storage)
      return .record
    case .skipped:
      if result.contentEnd == start { tables.noteBlankLine() } else { noteComment(start..<result.contentEnd) }
      line &+= result.lineBreaks
      window.advance(to: result.next, cursor: result.cursor)
      return .other
    case .end, .needsMore:
      hasEnded = true
      reportComments()
      return .end
    }
  }

  /// Whether the line holds nothing but spaces, where blank lines are skipped and records have several fields.
  private func isBlank(_ result: RecordScanner.Result, from start: Int) -> Bool {
    guard dialect.skipsBlankLines, hasStarted, slots.count == 1, let expectedCount, expectedCount > 1 else {
      return false
    }
    return (start..<result.contentEnd).allSatisfy { window.text[$0] == 0x20 || window.text[$0] == 0x09 }
  }

  /// How many special bytes stand before the end of a window that was cut short.
  private func specialCount(in view: RecordScanner.Window, from cursor: Int) -> Int {
    var count = cursor
    while count < view.specialCount && Int(view.specials[count]) < view.end { count += 1 }
    return count
  }

  func deliver(
    _ result: RecordScanner.Result,
    from start: Int,
    to storage: RecordStorage,
    isRecord: Bool = true
  ) {
    let length = result.next &- start
    swap(&slots, &storage.slots)
    storage.load(UnsafePointer(window.text + start), count: length)
    storage.startLine = line
    storage.fileOffset = window.fileOffset
    storage.hasStructuralError = false
    if storage.layout !== layout { storage.layout = layout }
    if hasStarted && isRecord { recordNumber &+= 1 }
    storage.number = recordNumber
    var isBroken = !problems.isEmpty || skipsRestOfLine || length > options.longestField || storage.slots.hasOverflowed
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
      storage.rewrite(field: index, dialect: dialect)
    }
    storage.fieldCount = fieldCount
    if hasStarted && isRecord && fieldCount != expectedCount {
      if expectedCount == nil { adoptCount(fieldCount) } else { isBroken = true }
    }
    if isBroken { reportProblems(in: storage, start: start, isOverLimit: skipsRestOfLine) }
    line &+= result.lineBreaks
    window.advance(to: result.next, cursor: result.cursor)
  }

  /// Without a header, the first record says how many columns there are.
  private func adoptCount(_ count: Int) {
    expectedCount = count
    if header.isEmpty { header = (0..<count).map { "column_\($0 + 1)" } }
  }

  /// Skips to the end of the line; `false` at the end of the text.
  func skipLine() throws(DelimitedTextError) -> Bool {
    while true {
      let result = scanner.skipPhysicalLine(window.view, from: window.start, cursor: window.cursor)
      switch result.outcome {
      case .needsMore:
        // Nothing of what was looked at is needed again, except a line break that may be cut in two.
        let view = window.view
        if view.end - window.start > 1 {
          window.advance(to: view.end - 1, cursor: max(window.cursor, lastCursor(view)))
        }
        try window.extendView()
      case .skipped, .record:
        line += result.lineBreaks
        window.advance(to: result.next, cursor: result.cursor)
        return true
      case .end:
        return false
      }
    }
  }

  private func lastCursor(_ view: RecordScanner.Window) -> Int {
    var cursor = view.specialCount
    while cursor > 0 && Int(view.specials[cursor - 1]) >= view.end - 1 { cursor -= 1 }
    return cursor
  }
}

// How records are read: most by the index, which hands them out as they stand in the text's page; the others one by one by
// the scanner, which copies them to a storage of their own. The two take turns: whoever comes second goes on where the
// first has stopped.

extension DelimitedReader {
  /// The index for a text, if it can be read with one.
  static func index(
    for dialect: DelimitedDialect,
    _ window: TextWindow,
    _ options: DelimitedOptions,
    boundary: DelimitedOptions.TableBoundary
  ) -> UnsafeMutablePointer<RecordIndex>? {
    guard !window.isDecoded, let grammar = RecordIndex.Grammar(dialect) else { return nil }
    // Where blank lines separate tables, each record may be the first of another one.
    if boundary == .blankLine { return nil }
    let index = UnsafeMutablePointer<RecordIndex>.allocate(capacity: 1)
    index.initialize(to: RecordIndex(grammar, page: window.page))
    return index
  }

  /// Tells the index which records it may hand out, once the header was read.
  func startIndex() {
    guard let index, let expectedCount else { return }
    index.pointee.terms = RecordIndex.Terms(
      fieldCount: expectedCount,
      longest: min(options.longestField, options.longestRecord),
      comment: dialect.comment?.first,
      header: headerRows.firstField,
      hasTrailingDelimiter: dialect.hasTrailingDelimiter
    )
    window.page.layout = layout
    index.pointee.turn(to: window.page, at: window.start)
  }

  /// Reads the next record in either way.
  func nextRecord(_ record: inout DelimitedRecord) throws(DelimitedTextError) -> Bool {
    if let first = waiting {
      _ = record.exchange(for: first)
      waiting = nil
      return true
    }
    guard let index else { return try scanRecord(&record) }
    if index.pointee.terms == nil {
      guard expectedCount != nil else { return try scanRecord(&record) }
      startIndex()
      enterIndex(index)
    }
    while true {
      // Behind a record that was cut, the index would see one in the rest of its line.
      if !skipsRestOfLine, index.pointee.extend(to: window.end, isFinal: window.isFinal), take(&record, from: index) {
        return true
      }
      leaveIndex(index)
      let step = try scanStep(&record)
      enterIndex(index)
      switch step {
      case .record: return true
      case .other: continue
      case .end: return false
      }
    }
  }

  private func scanRecord(_ record: inout DelimitedRecord) throws(DelimitedTextError) -> Bool {
    while true {
      switch try scanStep(&record) {
      case .record: return true
      case .other: continue
      case .end: return false
      }
    }
  }

  private func scanStep(_ record: inout DelimitedRecord) throws(DelimitedTextError) -> Step {
    let step = try step(into: scratch)
    if case .record = step { scratch = record.exchange(for: scratch) }
    return step
  }

  /// Lets the scanner go on where the index has stopped.
  private func leaveIndex(_ index: UnsafeMutablePointer<RecordIndex>) {
    line = index.pointee.line
    recordNumber = index.pointee.number
    window.advance(to: index.pointee.start)
  }

  /// Lets the index go on where the scanner has stopped.
  private func enterIndex(_ index: UnsafeMutablePointer<RecordIndex>) {
    index.pointee.line = line
    index.pointee.number = recordNumber
    index.pointee.fileBase = window.fileOffset - window.start
    if index.pointee.text != UnsafePointer(window.text) {
      window.page.layout = layout
      index.pointee.turn(to: window.page, at: window.start)
    } else {
      index.pointee.follow(to: window.start)
    }
  }

  /// Hands out the next record of the index; `false` if there is none, or if only the scanner can read it.
  @inline(__always)
  func take(_ record: inout DelimitedRecord, from index: UnsafeMutablePointer<RecordIndex>) -> Bool {
    guard let next = index.pointee.next() else { return false }
    if record.text != index.pointee.text { record.page = window.page }
    record.show(next, quote: quoteMark, fileBase: index.pointee.fileBase)
    if next.isEscaped { record.unescape(next) }
    return true
  }
}

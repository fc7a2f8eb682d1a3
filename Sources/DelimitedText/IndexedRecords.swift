/// The records in which all is well: an index finds them many at a time, and they are handed out as they stand in the text's page.
struct IndexedRecords: ~Copyable {
  /// `nil` for a text that only the scanner can read. Behind a pointer, so that the hot path pays no exclusivity checks.
  private let index: UnsafeMutablePointer<RecordIndex>?
  private let window: TextWindow
  /// The byte that encloses fields; 256 for none.
  private let quote: UInt16

  init(_ window: TextWindow, _ answer: DialectDetector.Answer) {
    self.window = window
    quote = answer.dialect.quote.map(UInt16.init) ?? 256
    // Where blank lines separate tables, each record may be the first of another one.
    guard !window.isDecoded, answer.boundary != .blankLine, let grammar = RecordIndex.Grammar(answer.dialect) else {
      index = nil
      return
    }
    let index = UnsafeMutablePointer<RecordIndex>.allocate(capacity: 1)
    index.initialize(to: RecordIndex(grammar, page: window.page))
    self.index = index
  }

  deinit {
    index?.deinitialize(count: 1)
    index?.deallocate()
  }

  /// Whether there is an index that does not know yet which records it may hand out.
  var needsTerms: Bool { index.map { $0.pointee.terms == nil } ?? false }

  /// Begins where `scan` has stopped.
  ///
  /// - Parameter terms: What a record must be like to be handed out.
  func begin(_ terms: RecordIndex.Terms, after scan: borrowing TextScan) {
    index?.pointee.terms = terms
    index?.pointee.turn(to: window.page, at: window.start)
    resume(after: scan)
  }

  /// Hands out the next record; `false` if none is waiting, or if only the scanner can read it.
  @inline(__always)
  func take(_ record: inout DelimitedRecord) -> Bool {
    guard let index, let next = index.pointee.next() else { return false }
    if record.text != index.pointee.text { record.page = window.page }
    record.show(next, quote: quote, fileBase: index.pointee.fileBase)
    if next.isEscaped { record.unescape(next) }
    return true
  }

  /// As the other one, after looking at more of the text if no record is waiting; if there is none, `scan` goes on where the index has stopped.
  func take(_ record: inout DelimitedRecord, orElse scan: inout TextScan) -> Bool {
    guard let index, index.pointee.terms != nil else { return false }
    // Behind a record that was cut, the index would see one in the rest of its line.
    if !scan.isInCutLine, index.pointee.extend(to: window.end, isFinal: window.isFinal), take(&record) { return true }
    scan.resume(at: index.pointee.start, line: index.pointee.line, number: index.pointee.number)
    return false
  }

  /// Goes on where `scan` has stopped.
  func resume(after scan: borrowing TextScan) {
    guard let index, index.pointee.terms != nil else { return }
    index.pointee.line = scan.line
    index.pointee.number = scan.number
    index.pointee.fileBase = window.fileOffset - window.start
    if index.pointee.text != UnsafePointer(window.text) {
      index.pointee.turn(to: window.page, at: window.start)
    } else {
      index.pointee.follow(to: window.start)
    }
  }
}

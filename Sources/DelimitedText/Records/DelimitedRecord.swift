public import Findings
internal import TextInput

/// One record of a delimited text: its fields, and where they stand.
///
/// ```swift
/// let reader = try DelimitedReader(path: inputs + "/akc-breeds.csv")
/// var record = DelimitedRecord()
/// while try reader.next(&record) {
///   if record.string(1) == "Hound Group" { names.append(record.string(0)) }
/// }
/// let findings = reader.takeFindings()  // what is wrong, with file, line and column
/// ```
///
/// A reader fills the same record again and again; keep a copy of the value to keep its contents (the reader then takes new memory for
/// the next record).
public struct DelimitedRecord: Sendable {
  /// The record's own memory: the record, if it could not be shown in the text's page; otherwise its fields with doubled quotes.
  private(set) var storage = RecordStorage()
  /// Keeps `text` and `fieldEnds` in memory.
  var page = TextPage.none { didSet { text = UnsafePointer(page.text) } }

  /// Whether the record stands in the page.
  @usableFromInline private(set) var isShown = false
  // `nonisolated(unsafe)`: what these point into belongs to the page and the storage, which are not changed while the record has them.
  @usableFromInline private(set) nonisolated(unsafe) var text = UnsafePointer(TextPage.none.text)
  /// The ends of the fields in `text`; before the first one stands the offset before the record's first byte.
  @usableFromInline private(set) nonisolated(unsafe) var fieldEnds = UnsafePointer(TextPage.none.fieldEnds)
  @usableFromInline private(set) var contentEnd = 0
  /// For a record with doubled quotes: for each field with some, its contents without them, in `storage`.
  @usableFromInline private(set) nonisolated(unsafe) var unescaped: UnsafePointer<UnsafeBufferPointer<UInt8>>?
  /// The byte that encloses fields; 256 for none.
  @usableFromInline private(set) var quote: UInt16 = 256

  /// The record's number in its text, from 1; header rows, comments and blank lines do not count.
  public private(set) var number = 0

  /// How many fields it has.
  public private(set) var count = 0

  /// The line on which the record starts, from 1.
  public private(set) var startLine = 1

  /// The record's bytes in the file, its line break included.
  public var rawByteRange: Range<Int> { Range(uncheckedBounds: (firstByte, endByte)) }

  private var layout: TextLayout { isShown ? page.layout : storage.layout }

  private var start = 0
  @usableFromInline private(set) var firstByte = 0
  private var endByte = 0

  /// An empty record to be filled by a reader.
  public init() {}

  /// Whether its structure is broken — its quoting, its field count, its encoding — so that it must be rejected. The reader has a finding for it.
  public var hasStructuralError: Bool { !isShown && storage.hasStructuralError }

  /// Calls `body` with the contents of a field, without quotes and escapes, in UTF-8. A field after those that were written is empty.
  ///
  /// - Precondition: `field` is in `0..<count`.
  /// - Complexity: O(1).
  @inlinable
  @inline(__always)
  public func withFieldBytes<Value, Failure: Error>(
    _ field: Int,
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    precondition(field >= 0 && field < count, "no such field")
    return try body(isShown ? shownBytes(field) : storedBytes(field))
  }

  @inlinable
  @inline(__always)
  func shownBytes(_ field: Int) -> UnsafeBufferPointer<UInt8> {
    let start = Int(fieldEnds[field &- 1] &+ 1)
    let end = field == count &- 1 ? contentEnd : Int(fieldEnds[field])
    if start < end && UInt16(text[start]) == quote { return withoutQuotes(field, start, end) }
    return UnsafeBufferPointer(start: text + start, count: end &- start)
  }

  @usableFromInline
  func storedBytes(_ field: Int) -> UnsafeBufferPointer<UInt8> {
    guard field < storage.slots.count else { return UnsafeBufferPointer(start: nil, count: 0) }
    let slot = storage.slots.base[field]
    let start = Int(slot.start)
    return UnsafeBufferPointer(start: UnsafePointer(storage.bytes + start), count: Int(slot.end) - start)
  }

  /// Calls `body` with each field in turn: its number, its contents as `withFieldBytes` has them, and its bytes in the file as
  /// `byteRange(ofField:)` has them.
  ///
  /// - Complexity: O(*n*) in fields, without the checks that asking for each one costs.
  @inlinable
  @inline(__always)
  public func forEachField<Failure: Error>(
    _ body: (_ field: Int, _ contents: UnsafeBufferPointer<UInt8>, _ byteRange: Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    guard isShown else {
      for field in 0..<count { try body(field, storedBytes(field), storedByteRange(field)) }
      return
    }
    let (text, ends, quote, last) = (text, fieldEnds, quote, count &- 1)
    var start = Int(ends[-1] &+ 1)
    let base = firstByte &- start
    var field = 0
    while field <= last {
      let end = field == last ? contentEnd : Int(ends[field])
      var contents = UnsafeBufferPointer(start: text + start, count: end &- start)
      if start < end && UInt16(text[start]) == quote { contents = withoutQuotes(field, start, end) }
      try body(field, contents, Range(uncheckedBounds: (base &+ start, base &+ end)))
      start = end &+ 1
      field &+= 1
    }
  }

  /// The contents of a quoted field that stands at `start..<end` in the page's text.
  @inlinable
  @inline(__always)
  func withoutQuotes(_ field: Int, _ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
    if let contents = unescaped?[field], contents.baseAddress != nil { return contents }
    return UnsafeBufferPointer(start: text + start + 1, count: end &- start &- 2)
  }

  /// The contents of a field, without quotes and escapes, in UTF-8: valid until the record is filled again or goes.
  ///
  /// - Precondition: `field` is in `0..<count`.
  /// - Complexity: O(1).
  package func fieldBytes(_ field: Int) -> UnsafeBufferPointer<UInt8> { withFieldBytes(field) { $0 } }

  /// The contents of a field.
  ///
  /// - Complexity: O(*n*) in its bytes; allocates when they are more than 15.
  public func string(_ field: Int) -> String { withFieldBytes(field) { String(decoding: $0, as: UTF8.self) } }

  /// All fields as texts, for people and tests.
  public var strings: [String] { (0..<count).map(string) }

  /// Whether the field was written in quotes.
  public func isQuoted(_ field: Int) -> Bool {
    precondition(field >= 0 && field < count, "no such field")
    if isShown {
      let range = shownRange(field)
      return !range.isEmpty && UInt16(text[range.lowerBound]) == quote
    }
    return field < storage.slots.count && storage.slots.base[field].flags.contains(.quoted)
  }

  /// Calls `body` with the record's bytes as they stand in the file, its line break included.
  ///
  /// Of a record over the size limit only the beginning is there.
  public func withRawBytes<Value, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if isShown { return try body(shownText) }
    if storage.layout.isDecoded {
      let original = storage.original
      do {
        return try original.withUnsafeBufferPointer { (buffer) throws(Failure) in try body(buffer) }
      }
    }
    return try body(UnsafeBufferPointer(start: UnsafePointer(storage.bytes), count: storage.textCount))
  }

  /// The record's bytes as they stand in the file, its line break included.
  public var rawBytes: [UInt8] { withRawBytes { Array($0) } }

  /// Finds places in records of the same text from their raw bytes alone.
  package var locator: RecordLocator { layout.locator }

  /// Where a field stands, quotes included.
  ///
  /// - Complexity: O(*n*) in the record's bytes.
  public func position(ofField field: Int) -> SourcePosition { place(ofField: field).position }

  /// Where each field stands, as `position(ofField:)` says.
  ///
  /// - Complexity: O(*n*) in the record's bytes for all together.
  public func positions() -> [SourcePosition] {
    let text = recordText
    let locator = layout.locator
    let start = PlaceWalk(text, recordEnd: locator.dialect.recordEnd, startLine: startLine, startByte: firstByte)
    var walk = start
    return (0..<count).map { field in
      let range = writtenRange(field)
      // Fields that were corrected may stand in the same text.
      if range.lowerBound < walk.offset { walk = start }
      walk.move(to: min(range.lowerBound, text.count))
      return walk.position(to: min(max(range.upperBound, range.lowerBound), text.count), file: locator.fileName)
    }
  }

  /// The line on which a field starts, with the field marked.
  ///
  /// - Complexity: As `position(ofField:)`.
  public func excerpt(ofField field: Int) -> SourceExcerpt { place(ofField: field).excerpt }

  /// The bytes of the file that a field takes, quotes included; empty, at the end of the record, for one after those that were written.
  ///
  /// - Precondition: `field` is in `0..<count`.
  /// - Complexity: O(1); O(*n*) in the record's bytes when the file is not UTF-8.
  @inlinable
  @inline(__always)
  public func byteRange(ofField field: Int) -> Range<Int> {
    precondition(field >= 0 && field < count, "no such field")
    guard isShown else { return storedByteRange(field) }
    let base = firstByte &- Int(fieldEnds[-1] &+ 1)
    let start = Int(fieldEnds[field &- 1] &+ 1)
    let end = field == count &- 1 ? contentEnd : Int(fieldEnds[field])
    return Range(uncheckedBounds: (base &+ start, base &+ end))
  }

  @usableFromInline
  func storedByteRange(_ field: Int) -> Range<Int> {
    let range = writtenRange(field)
    guard storage.layout.isDecoded else { return firstByte + range.lowerBound..<firstByte + range.upperBound }
    return RecordText(storage).fileRange(range, startByte: firstByte)
  }

  /// Position and excerpt of a field; the end of the record for one after those that were written.
  public func place(ofField field: Int) -> FieldPlace {
    place(ofField: field, in: recordText)
  }

  private var recordText: RecordText {
    isShown ? RecordText(shownText, encoding: .utf8) : RecordText(storage)
  }

  /// As the public one, for several fields of a record whose text is made already.
  func place(ofField field: Int, in text: RecordText) -> FieldPlace {
    text.place(of: writtenRange(field), layout.locator, startLine: startLine, startByte: firstByte)
  }

  /// Where a field stands in the record's text, quotes included.
  private func writtenRange(_ field: Int) -> Range<Int> {
    if isShown {
      let range = field < count ? shownRange(field) : contentEnd..<contentEnd
      return range.lowerBound - start..<range.upperBound - start
    }
    let count = storage.slots.count
    if field < count { return Int(storage.slots.base[field].rawStart)..<Int(storage.slots.base[field].rawEnd) }
    let end = count > 0 ? Int(storage.slots.base[count - 1].rawEnd) : 0
    return end..<end
  }

  private func shownRange(_ field: Int) -> Range<Int> {
    Int(fieldEnds[field - 1] &+ 1)..<(field == count - 1 ? contentEnd : Int(fieldEnds[field]))
  }

  /// The record's text in its page.
  private var shownText: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text + start, count: endByte - firstByte)
  }
}

// MARK: For readers

extension DelimitedRecord {
  /// Shows a record of `page`.
  @inline(__always)
  mutating func show(_ record: RecordIndex.Record, quote: UInt16, fileBase: Int) {
    isShown = true
    fieldEnds = record.fieldEnds
    contentEnd = record.contentEnd
    unescaped = nil
    count = record.count
    number = record.number
    startLine = record.line
    start = record.start
    firstByte = fileBase &+ record.start
    endByte = fileBase &+ record.end &+ 1
    self.quote = quote
  }

  /// Makes the contents of a record with doubled quotes, which is shown already.
  @inline(never)
  mutating func unescape(_ record: RecordIndex.Record) {
    unescaped = uniqueStorage().unescape(record, in: text)
  }

  /// The record's own memory, which nobody else has.
  mutating func uniqueStorage() -> RecordStorage {
    if !isKnownUniquelyReferenced(&storage) { storage = RecordStorage() }
    return storage
  }

  /// Becomes the record that was put into `storage`, and lets go of the page.
  ///
  /// - Returns: The memory that it had before, if nobody else has it; otherwise new memory.
  mutating func exchange(for storage: RecordStorage) -> RecordStorage {
    var old = self.storage
    self.storage = storage
    if page !== TextPage.none { page = .none }
    isShown = false
    number = storage.number
    count = storage.fieldCount
    startLine = storage.startLine
    firstByte = storage.fileOffset
    endByte = storage.fileOffset + storage.originalCount
    return isKnownUniquelyReferenced(&old) ? old : RecordStorage()
  }
}

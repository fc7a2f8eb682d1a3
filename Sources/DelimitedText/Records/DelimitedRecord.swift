public import Findings

/// One record of a delimited text: its fields, and where they stand.
///
/// A reader fills the same record again and again; keep a copy of the value to keep its contents (the reader then takes new memory for
/// the next record).
public struct DelimitedRecord: Sendable {
  var storage = RecordStorage()

  /// An empty record to be filled by a reader.
  public init() {}

  /// The record's number in its text, from 1; header rows, comments and blank lines do not count.
  public var number: Int { storage.number }

  /// How many fields it has.
  public var count: Int { storage.fieldCount }

  /// Whether its structure is broken — its quoting, its field count, its encoding — so that it must be rejected. The reader has a finding for it.
  public var hasStructuralError: Bool { storage.hasStructuralError }

  /// The line on which the record starts, from 1.
  public var startLine: Int { storage.startLine }

  /// The record's bytes in the file, its line break included.
  public var rawByteRange: Range<Int> { storage.fileOffset..<storage.fileOffset + storage.originalCount }

  /// Calls `body` with the contents of a field, without quotes and escapes, in UTF-8. A field after those that were written is empty.
  ///
  /// - Precondition: `field` is in `0..<count`.
  /// - Complexity: O(1).
  @inline(__always)
  public func withFieldBytes<Value, Failure: Error>(
    _ field: Int,
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    precondition(field >= 0 && field < storage.fieldCount, "no such field")
    guard field < storage.slots.count else { return try body(UnsafeBufferPointer(start: nil, count: 0)) }
    let slot = storage.slots.base[field]
    let start = Int(slot.start)
    return try body(
      UnsafeBufferPointer(start: UnsafePointer(storage.bytes + start), count: Int(slot.end) - start)
    )
  }

  /// The contents of a field.
  ///
  /// - Complexity: O(*n*) in its bytes; allocates when they are more than 15.
  public func string(_ field: Int) -> String { withFieldBytes(field) { String(decoding: $0, as: UTF8.self) } }

  /// All fields as texts, for people and tests.
  public var strings: [String] { (0..<count).map(string) }

  /// Whether the field was written in quotes.
  public func isQuoted(_ field: Int) -> Bool {
    precondition(field >= 0 && field < storage.fieldCount, "no such field")
    return field < storage.slots.count && storage.slots.base[field].flags.contains(.quoted)
  }

  /// Calls `body` with the record's bytes as they stand in the file, its line break included.
  ///
  /// Of a record over the size limit only the beginning is there.
  public func withRawBytes<Value, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
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
  public var locator: RecordLocator { storage.layout.locator }

  /// Where a field stands, quotes included.
  ///
  /// - Complexity: O(*n*) in the record's bytes.
  public func position(ofField field: Int) -> SourcePosition { place(ofField: field).position }

  /// The line on which a field starts, with the field marked.
  ///
  /// - Complexity: As `position(ofField:)`.
  public func excerpt(ofField field: Int) -> SourceExcerpt { place(ofField: field).excerpt }

  /// Position and excerpt of a field; the end of the record for one after those that were written.
  public func place(ofField field: Int) -> FieldPlace { place(ofField: field, in: RecordText(storage)) }

  /// As the public one, for several fields of a record whose text is made already.
  func place(ofField field: Int, in text: RecordText) -> FieldPlace {
    let slots = storage.slots
    let range: Range<Int>
    if field < slots.count {
      range = Int(slots.base[field].rawStart)..<Int(slots.base[field].rawEnd)
    } else {
      let end = slots.count > 0 ? Int(slots.base[slots.count - 1].rawEnd) : 0
      range = end..<end
    }
    return text.place(
      of: range,
      recordEnd: storage.layout.locator.dialect.recordEnd,
      file: storage.layout.locator.fileName,
      startLine: startLine,
      startByte: storage.fileOffset
    )
  }
}

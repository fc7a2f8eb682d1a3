public import Findings

/// A record of an XML or HTML source: its fields and where each of them stands.
///
/// ```swift
/// let options = XMLRecordOptions(recordPath: try RecordPath("//breed"))
/// let fields = [try FieldPath("@number"), try FieldPath("name"), try FieldPath("../@name")]
/// let reader = try XMLRecordReader(path: inputs + "/fci-nomenclature.xml", options: options, fields: fields)
/// var record = MarkupRecord()
/// while try reader.next(&record) {
///   if record.value(0) == "161" { names.append("\(record.value(1) ?? "") in line \(record.position.line)") }
/// }
/// ```
///
/// A record is a small value that refers to a batch of records read together; it may be kept and sent to other threads.
public struct MarkupRecord: @unchecked Sendable {
  // `@unchecked` because of the pointers, into a batch that does not change while this record refers to it.

  private var batch: MarkupBatch?
  private var index = 0
  // Both point into the batch, so that a value is read without counting references, on any thread.
  private var cells = UnsafeBufferPointer<MarkupBatch.Cell>(start: nil, count: 0)
  private var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  /// An empty record, for a reader to fill.
  public init() {}

  mutating func set(batch: MarkupBatch, index: Int) {
    if self.batch !== batch {
      self.batch = batch
      bytes = batch.content.bytes.elements
    }
    self.index = index
    let record = batch.content.records[index]
    let first = Int(record.firstCell)
    cells = UnsafeBufferPointer(rebasing: batch.content.cells.elements[first..<(first + Int(record.cellCount))])
  }

  /// Lets the batch go, so that the reader can use its memory again.
  mutating func release() { self = MarkupRecord() }

  /// The number of the record in its source, from 1; 0 for an empty record.
  public var number: Int { batch?.content.records[index].number ?? 0 }

  /// How many fields the record has. With given fields that is their number, whether or not the record has a value for each.
  public var fieldCount: Int { cells.count }

  /// The names of the fields: the paths as they were given, the columns of a table, or what the record was found to have.
  ///
  /// - Complexity: O(*n*) in fields.
  public var fieldNames: [String] {
    guard let batch else { return [] }
    let record = batch.content.records[index]
    guard record.cellCount > 0 else { return [] }
    guard batch.content.cellNames.count > 0 else { return batch.content.names.fieldNames }
    return (0..<Int(record.cellCount)).map {
      batch.content.names.fieldNames[Int(batch.content.cellNames[Int(record.firstCell) + $0])]
    }
  }

  // MARK: Values

  /// Calls `body` with the field's value as UTF-8, or with `nil` if the record does not have the field.
  ///
  /// Several values are joined by the field's separator. The bytes are valid inside `body` only.
  ///
  /// - Complexity: O(1), without allocation.
  public func withFieldBytes<Result, Failure: Error>(
    _ field: Int,
    _ body: (UnsafeBufferPointer<UInt8>?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let cell = checked(field)
    guard cell.valueCount > 0 else { return try body(nil) }
    return try body(UnsafeBufferPointer(rebasing: bytes[Int(cell.start)..<(Int(cell.start) + Int(cell.count))]))
  }

  /// The field's value; several values are joined by the field's separator. `nil` if the record does not have the field; an
  /// element or attribute without text gives an empty string.
  ///
  /// - Complexity: O(*n*) in bytes.
  public func value(_ field: Int) -> String? {
    withFieldBytes(field) { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  /// All values of the field in the order of the document; empty if the record does not have the field.
  public func values(_ field: Int) -> [String] {
    guard let batch, let cell = cell(field) else { return [] }
    return (0..<Int(cell.valueCount)).map { batch.content.text(batch.content.value(cell, $0)) }
  }

  /// How many values the field has.
  public func valueCount(_ field: Int) -> Int { Int(cell(field)?.valueCount ?? 0) }

  private func cell(_ field: Int) -> MarkupBatch.Cell? { batch == nil ? nil : checked(field) }

  private func checked(_ field: Int) -> MarkupBatch.Cell {
    precondition(cells.indices.contains(field), "The record has no field \(field)")
    return cells[field]
  }

  // MARK: Places

  /// Where the record's element stands, from its `<` to the end of its end tag.
  ///
  /// - Complexity: O(*n*) in the bytes of the record.
  public var position: SourcePosition {
    guard let batch else { return SourcePosition(file: "", line: 1) }
    return batch.content.stretch(batch.content.records[index].place).position
  }

  /// The line on which the record's element begins, from 1; the same as that of `position`.
  ///
  /// - Complexity: O(1) but for what stands between the record and the one before.
  public var startLine: Int {
    guard let batch else { return 1 }
    return batch.content.startLine(batch.content.records[index].place)
  }

  /// Where the record's element stands in the source's text.
  var sourceRange: Range<Int> { batch.map { $0.content.range($0.content.records[index].place) } ?? 0..<0 }

  /// Where the field's first value stands in the source's text; nowhere if the record does not have it.
  func sourceRange(ofField field: Int) -> Range<Int> {
    guard let batch, let cell = cell(field), cell.valueCount > 0 else { return 0..<0 }
    return batch.content.range(cell.place)
  }

  /// Where the field stands: the element from its `<` on, or the attribute from its name on. The place of a field that the record
  /// does not have is that of the record.
  ///
  /// - Complexity: O(*n*) in the bytes of the record before the field.
  public func position(ofField field: Int) -> SourcePosition {
    guard let batch else { return SourcePosition(file: "", line: 1) }
    return batch.content.stretch(place(field)).position
  }

  /// The column at which the field begins in bytes of the file, from 1; `nil` where that cannot be known.
  ///
  /// - Complexity: As for `position(ofField:)`.
  public func byteColumn(ofField field: Int) -> Int? {
    guard let batch else { return nil }
    return batch.content.stretch(place(field)).byteColumn
  }

  /// Where the field's value number `value` stands, from 0.
  public func position(ofField field: Int, value: Int) -> SourcePosition {
    guard let batch, let cell = cell(field), value >= 0, value < Int(cell.valueCount) else {
      return position(ofField: field)
    }
    return batch.content.stretch(batch.content.value(cell, value).place).position
  }

  /// The line of source on which the field begins, with the field marked as far as it stands on that line.
  public func excerpt(ofField field: Int) -> SourceExcerpt? {
    guard let batch else { return nil }
    return batch.content.excerpt(batch.content.stretch(place(field)))
  }

  /// The line of source on which the record begins.
  public var excerpt: SourceExcerpt? {
    guard let batch else { return nil }
    return batch.content.excerpt(batch.content.stretch(batch.content.records[index].place))
  }

  private func place(_ field: Int) -> MarkupBatch.Place {
    guard let batch, let cell = cell(field) else { return MarkupBatch.Place() }
    return cell.valueCount > 0 ? cell.place : batch.content.records[index].place
  }

  /// The record's element as it stands in the source, in UTF-8.
  public var rawText: String {
    guard let batch else { return "" }
    let range = batch.content.range(batch.content.records[index].place)
    return String(decoding: batch.content.source.bytes.elements[range], as: UTF8.self)
  }

  /// The bytes of the file that the record's element takes; `nil` where that cannot be known.
  ///
  /// - Complexity: O(1) for files in UTF-8, else O(*n*) in the bytes of the record.
  public var byteRange: Range<Int>? {
    guard let batch else { return nil }
    let place = batch.content.records[index].place
    guard Int(place.anchor) < batch.content.source.anchors.count else { return nil }
    let anchor = batch.content.source.anchors[Int(place.anchor)]
    guard let start = batch.content.fileOffset(batch.content.range(place).lowerBound, anchor),
      let end = batch.content.fileOffset(batch.content.range(place).upperBound, anchor), start <= end
    else { return nil }
    return start..<end
  }

  /// How many bytes of the file the record and everything before it take; `nil` where that cannot be known.
  ///
  /// - Complexity: O(1) for files in UTF-8, else O(*n*) in the bytes of the record.
  public var endByte: Int? {
    guard let batch else { return nil }
    let place = batch.content.records[index].place
    guard Int(place.anchor) < batch.content.source.anchors.count else { return nil }
    return batch.content.fileOffset(
      batch.content.range(place).upperBound,
      batch.content.source.anchors[Int(place.anchor)]
    )
  }
}

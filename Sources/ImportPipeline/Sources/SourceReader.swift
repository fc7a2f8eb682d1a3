internal import DelimitedText
internal import Findings
internal import JSONText
internal import MarkupText
internal import Worksheets

/// A reader of records that stand in a tree or a table, as `ReaderSource` asks for it.
protocol SourceReader: AnyObject {
  associatedtype Record: SourceRecord

  /// Reads the next record.
  ///
  /// - Returns: `false` when there is none.
  /// - Throws: What keeps the source from being read on.
  func next(_ record: inout Record) throws -> Bool

  /// What has been found wrong since the last call, in the order of the source.
  func takeFindings() -> [Finding]

  /// Where the name of a field stands in a header, or the header begins for `nil`; nothing where records have no header.
  func placeInHeader(ofField field: Int?) -> SourcePlace?

  /// The name of the encoding in which the file is.
  var encodingName: String { get }

  /// How many bytes have been read when `record` has been, for progress.
  func bytesRead(upTo record: Record) -> Int

  /// The bytes of the file that a record takes; `nil` if it cannot be cut out of the file.
  func byteRange(of record: Record) -> Range<Int>?

  /// What a file of rejected records begins with, where these are written as lines; `nil` where they are cut out of a tree.
  var rejectHeader: [UInt8]? { get }
}

extension SourceReader {
  func placeInHeader(ofField field: Int?) -> SourcePlace? { nil }

  var rejectHeader: [UInt8]? { nil }
}

/// A record of a reader: its fields and their places.
protocol SourceRecord: PlacedRecord, RecordFields {
  init()

  /// From 1.
  var number: Int { get }

  /// Whether it is none, so that it has no values.
  var isBroken: Bool { get }

  var position: SourcePosition { get }
  /// The line on which it begins. Asked of each record.
  var line: Int { get }
  /// The place of the record when it does not have the field.
  func position(ofField field: Int) -> SourcePosition
  var excerpt: SourceExcerpt? { get }
  func excerpt(ofField field: Int) -> SourceExcerpt?
}

extension SourceRecord {
  var isBroken: Bool { false }

  var line: Int { position.line }

  func located(_ field: Int?) -> SourcePlace {
    field.map { (position(ofField: $0), excerpt(ofField: $0)) } ?? (position, excerpt)
  }
}

/// A reader that can be asked what its records have, because nobody has said which fields they should have.
protocol SampledReader: SourceReader where Record: SampledRecord {
  /// What stands in the names of fields that are paths.
  static var pathMarks: String { get }

  /// The name of the member whose value or values stand at a path.
  static func memberName(_ path: String) -> String
}

/// A record that knows what it has.
protocol SampledRecord: SourceRecord {
  var fieldNames: [String] { get }

  /// How many values a field has.
  func valueCount(_ field: Int) -> Int
}

extension SampledReader {
  static func memberName(_ path: String) -> String { path }

  /// The names of the values right in the first records, which attributes may have too; `nil` if there is no record.
  ///
  /// - Parameter most: How many records are looked at.
  /// - Throws: What keeps the source from being read on.
  func sampledNames(most: Int = 1_000) throws -> [String]? {
    var names: [String] = []
    var known: Set<String> = []
    let count = try forEachRecord(most: most) { record in
      for name in record.fieldNames.map(Self.memberName)
      where !name.contains(where: Self.pathMarks.contains) && known.insert(name).inserted {
        names.append(name)
      }
    }
    return count == 0 ? nil : names
  }

  /// Adds the paths of everything that the first records have.
  ///
  /// - Throws: As `sampledNames`.
  func discover(_ fields: inout DiscoveredFields, most: Int) throws {
    _ = try forEachRecord(most: most) { record in
      for (number, name) in record.fieldNames.enumerated() { fields.add(name, values: record.valueCount(number)) }
    }
  }

  /// - Returns: How many records there were.
  private func forEachRecord(most: Int, _ body: (Record) -> Void) throws -> Int {
    var record = Record()
    var count = 0
    while count < most, try next(&record) {
      count += 1
      _ = takeFindings()
      body(record)
    }
    return count
  }
}

// MARK: XML and HTML

extension MarkupRecord: SampledRecord {
  /// They stand in the batch that the record keeps.
  static var haveLastingBytes: Bool { true }

  var line: Int { startLine }

  func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    withFieldBytes(field, body)
  }

  var rejectBytes: [UInt8] { Array(rawText.utf8) }
}

extension SourceReader where Self: MarkupRecordReader {
  func placeInHeader(ofField field: Int?) -> SourcePlace? {
    headerPlace(ofField: field).map { ($0.position, $0.excerpt) }
  }

  func bytesRead(upTo record: MarkupRecord) -> Int { record.endByte ?? 0 }

  func byteRange(of record: MarkupRecord) -> Range<Int>? { record.byteRange }
}

extension XMLRecordReader: SampledReader {
  static var pathMarks: String { "/" }
}

extension HTMLTableReader: SourceReader {}
extension HTMLRecordReader: SourceReader {}

// MARK: JSON

extension JSONRecord: SampledRecord {
  func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    withFieldBytes(field, body)
  }

  /// Whether it is one number.
  func isNumber(_ field: Int) -> Bool {
    let values = values(field)
    return values.count == 1 && values[0].kind == .number
  }

  func valueCount(_ field: Int) -> Int { values(field).count }

  /// The value, or an object of only this member.
  var rejectBytes: [UInt8] { isMember ? [UInt8(ascii: "{")] + rawBytes + [UInt8(ascii: "}")] : rawBytes }
}

extension JSONRecordReader: SampledReader {
  static var pathMarks: String { ".[]@~" }

  /// An attribute that has the name of an array is filled by it, which is a finding of each record, rather than left empty without a word.
  static func memberName(_ path: String) -> String { path.hasSuffix("[*]") ? String(path.dropLast(3)) : path }

  func bytesRead(upTo record: JSONRecord) -> Int { bytesRead }

  // Lines too are cut out as what stands in a text: a line may hold the records of several sources.
  func byteRange(of record: JSONRecord) -> Range<Int>? { record.byteRange }
}

// MARK: Worksheets

extension WorksheetRecord: SourceRecord {
  func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    withFieldBytes(field, body)
  }

  /// The row as a line of CSV, without its end.
  var rejectBytes: [UInt8] { DelimitedWriter.line((0..<fieldCount).map { value($0) ?? "" }).dropLast() }
}

extension WorksheetReader: SourceReader {
  // Sheets are XML, which spreadsheets write in UTF-8.
  var encodingName: String { "UTF-8" }

  func placeInHeader(ofField field: Int?) -> SourcePlace? { headerPosition(ofField: field).map { ($0, nil) } }

  // Rows are unpacked from the file's middle.
  func bytesRead(upTo record: WorksheetRecord) -> Int { 0 }

  func byteRange(of record: WorksheetRecord) -> Range<Int>? { nil }

  var rejectHeader: [UInt8]? { DelimitedWriter.line(fieldNames) }
}

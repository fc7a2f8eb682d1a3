public import Findings
internal import TextInput

/// A record of a JSON source: its fields and where each of them stands.
///
/// ```swift
/// let options = JSONRecordOptions(.document, records: try JSONRecordPath("$.breeds[*]"))
/// let fields = [try JSONFieldPath("code"), try JSONFieldPath("name.en")]
/// let reader = try JSONRecordReader(.file(path), options: options, fields: fields)
/// var record = JSONRecord()
/// while try reader.next(&record) { names.append("\(record.position): \(record.value(1) ?? "")") }
/// ```
///
/// A record is a small value; it may be kept and sent to other threads.
public struct JSONRecord: Sendable {
  var storage: JSONRecordStorage?

  /// An empty record, for a reader to fill.
  public init() {}

  /// The number of the record in its source, from 1; 0 for an empty record.
  public var number: Int { storage?.number ?? 0 }

  /// Whether the record is a line that is no JSON; it has no values then.
  public var isBroken: Bool { storage?.isBroken ?? false }

  /// How many fields the record has. With given fields that is their number, whether or not the record has a value for each.
  public var fieldCount: Int { storage?.cells.count ?? 0 }

  /// The names of the fields: the paths as they were given, or what the record was found to have.
  public var fieldNames: [String] { storage?.names ?? [] }

  // MARK: Values

  /// Calls `body` with the field's value as UTF-8, or with `nil` if the record does not have the field or it is null.
  ///
  /// Several values are joined by the field's separator. The bytes are valid inside `body` only.
  ///
  /// - Complexity: O(1), without allocation.
  public func withFieldBytes<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    guard let storage else { return body(nil) }
    let cell = storage.cells[field]
    guard cell.partCount > 0 else { return body(nil) }
    return storage.values.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[cell.start..<cell.start + cell.count]))
    }
  }

  /// The field's value; several values are joined by the field's separator.
  public func value(_ field: Int) -> String? {
    withFieldBytes(field) { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  /// One of the values of a field.
  public struct Value: Sendable, Hashable {
    /// What JSON the value is.
    public enum Kind: Sendable, Hashable {
      case string, number, boolean
      /// The text of an object or array.
      case text
    }

    /// What JSON it is.
    public var kind: Kind
    /// Its text; without quotes and escapes for a string.
    public var text: String
  }

  /// All values of the field in the order of the text; empty if the record does not have the field or it is null.
  public func values(_ field: Int) -> [Value] {
    guard let storage else { return [] }
    let cell = storage.cells[field]
    return storage.parts[cell.firstPart..<cell.firstPart + cell.partCount].map { part in
      Value(
        kind: part.kind,
        text: String(decoding: storage.values[part.start..<part.start + part.count], as: UTF8.self)
      )
    }
  }

  // MARK: Places

  /// Where the record stands, with its name if it is the member of an object.
  ///
  /// - Complexity: O(*n*) in the bytes of the record.
  public var position: SourcePosition {
    guard let storage else { return SourcePosition(file: "", line: 1) }
    return storage.unit.position(storage.start, storage.end, from: storage.cursor, at: storage.start)
  }

  /// Where the field's value stands, from quote to quote. The place of a field that the record does not have is that of the record.
  ///
  /// - Complexity: O(*n*) in the bytes of the record before the field's end; for fields that lead up, in those of what is around it.
  public func position(ofField field: Int) -> SourcePosition {
    guard let storage, let place = storage.place(field) else { return position }
    guard place.start >= storage.start else {
      return storage.unit.position(place.start, place.end, from: storage.unit.cursor, at: 0)
    }
    return storage.unit.position(place.start, place.end, from: storage.cursor, at: storage.start)
  }

  /// The line of source on which the field begins, with the field marked as far as it stands on that line.
  public func excerpt(ofField field: Int) -> SourceExcerpt? {
    guard let storage, let place = storage.place(field) else { return excerpt }
    return storage.unit.excerpt(place.start, place.end, at: position(ofField: field))
  }

  /// The line of source on which the record begins.
  public var excerpt: SourceExcerpt? {
    storage.map { $0.unit.excerpt($0.start, $0.end, at: position) }
  }

  /// The record as it stands in the source, with its name if it is the member of an object, in UTF-8.
  public var rawBytes: [UInt8] {
    storage.map { $0.unit.withText(Int32($0.start), Int32($0.end)) { Array($0) } } ?? []
  }

  /// Whether the record is the member of an object.
  public var isMember: Bool { storage?.isMember ?? false }

  /// The bytes of the file that the record takes, with its name if it is the member of an object.
  public var byteRange: Range<Int>? {
    guard let storage else { return nil }
    let last = storage.unit.moved(storage.cursor, from: storage.start, to: storage.end)
    return storage.cursor.byteRange(to: last)
  }
}

/// What a record refers to; it does not change once the record has been handed out.
final class JSONRecordStorage: @unchecked Sendable {
  // `@unchecked`: only the reader that fills it changes it, and only while nobody else refers to it.
  struct Cell {
    /// The joined values in `values`.
    var start = 0
    var count = 0
    var firstPart = 0
    /// 0 when the field is absent or null.
    var partCount = 0
    /// Where it stands in the unit; -1 when the field is absent.
    var placeStart: Int32 = -1
    var placeEnd: Int32 = -1
  }

  struct Part {
    var kind: JSONRecord.Value.Kind
    var start: Int
    var count: Int
  }

  var unit = JSONUnit()
  var number = 0
  var isBroken = false
  var isMember = false
  /// Where it stands in the unit, with its name.
  var start = 0
  var end = 0
  /// The place of `start`.
  var cursor = FileCursor()
  var values: [UInt8] = []
  var cells: [Cell] = []
  var parts: [Part] = []
  var names: [String] = []

  func place(_ field: Int) -> (start: Int, end: Int)? {
    let cell = cells[field]
    return cell.placeStart < 0 ? nil : (Int(cell.placeStart), Int(cell.placeEnd))
  }
}

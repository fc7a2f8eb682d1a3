internal import AttributeValues
internal import FoundationEssentials
internal import ObjectModel
internal import SQLiteAccess

/// What values of a model become in Room's columns.
enum RoomValues {
  /// Whether values of a type have a form in columns of an affinity.
  static func fits(_ type: AttributeType, _ affinity: String) -> Bool {
    switch (type, affinity) {
    case (.integer16, "INTEGER"), (.integer32, "INTEGER"), (.integer64, "INTEGER"), (.boolean, "INTEGER"),
      (.date, "INTEGER"), (.date, "TEXT"),
      (.integer16, "REAL"), (.integer32, "REAL"), (.integer64, "REAL"), (.double, "REAL"), (.float, "REAL"),
      (.decimal, "REAL"), (.decimal, "TEXT"), (.string, "TEXT"), (.uri, "TEXT"), (.uuid, "TEXT"), (.uuid, "BLOB"),
      (.binaryData, "BLOB"), (.transformable, "BLOB"):
      true
    default: false
    }
  }

  /// A value in a column of an affinity that it `fits`: dates as milliseconds since 1970 or ISO 8601, UUIDs as Java writes them or as 16 bytes.
  static func value(_ value: AttributeValue, affinity: String) -> SQLiteValue {
    switch value {
    case .null, .composite: .null
    case .integer(let value): affinity == "REAL" ? .real(Double(value)) : .integer(value)
    case .boolean(let value): .integer(value ? 1 : 0)
    case .double(let value): .real(value)
    case .float(let value): .real(Double(String(value)) ?? Double(value))
    case .decimal(let value):
      affinity == "TEXT" ? .text(value.description) : Double(value.description).map(SQLiteValue.real) ?? .null
    case .string(let value): .text(value)
    case .date(let seconds): affinity == "INTEGER" ? milliseconds(seconds) : .text(ISODate.text(seconds))
    case .uuid(let value):
      affinity == "BLOB"
        ? .blob(withUnsafeBytes(of: value.uuid) { Array($0) }) : .text(value.uuidString.lowercased())
    case .uri(let value): .text(value.absoluteString)
    case .binary(let value): .blob(Array(value))
    case .transformable(let value): .blob(Array(value.bytes))
    }
  }

  /// Seconds since 2001 as milliseconds since 1970; dates that have no such number have no value.
  private static func milliseconds(_ seconds: Double) -> SQLiteValue {
    let value = ((seconds + 978_307_200) * 1_000).rounded()
    return Int64(exactly: value).map(SQLiteValue.integer) ?? .null
  }
}

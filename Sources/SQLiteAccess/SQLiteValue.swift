/// A value of one of SQLite's five storage classes, for rows that are read rarely; hot paths use the statement's typed readers.
package enum SQLiteValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

// No `nil` literal for `.null`: with one, comparing an optional value with `nil` would compare it with `.null`.
extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByFloatLiteral {
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(stringLiteral value: String) { self = .text(value) }
  package init(floatLiteral value: Double) { self = .real(value) }
}

extension SQLiteValue {
  /// The integer, if it is one.
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  /// The text, if it is one.
  package var text: String? { if case .text(let value) = self { value } else { nil } }
  /// The bytes, if it is a blob.
  package var blob: [UInt8]? { if case .blob(let value) = self { value } else { nil } }
}

/// SQLite's storage class of a stored value.
package enum SQLiteStorageClass: Int32, Sendable, Hashable {
  case integer = 1
  case real = 2
  case text = 3
  case blob = 4
  case null = 5
}

internal import AttributeValues
internal import FoundationEssentials
internal import ManagedObjects
internal import SQLiteAccess

extension SQLiteStatement {
  /// The value of an attribute's column in the current row.
  ///
  /// Values of another storage class than the attribute's (files are edited by hand) are converted as SQLite does.
  ///
  /// - Parameter files: Where values with a name in their place are kept; `nil` reads such a value as `.null`.
  func attributeValue(_ column: Int, as attribute: AttributeColumn, files: ExternalDataFolder?) throws -> AttributeValue
  {
    if let kind = attribute.packedKind {
      let cell = cell(SQLiteCell.Request(column: column, as: kind.storageClass))
      if cell.isNull { return .null }
      return kind.hasBytes ? kind.value(of: cell.bytes) : kind.value(bits: cell.bits)
    }
    let storageClass = storageClass(column)
    if storageClass == .null { return .null }
    switch attribute.type {
    case .decimal:
      return .decimal(
        StoredDecimal.decimal(
          storageClass == .integer
            ? .integer(integer(column)) : storageClass == .real ? .real(real(column)) : .text(text(column))
        )
      )
    case .binaryData: return try ExternalDataFolder.value(of: withBytes(column) { Data($0) }, in: files)
    default: return .null
    }
  }
}

/// Decimals in a store: numbers, because Core Data binds them as such.
enum StoredDecimal {
  static func decimal(_ value: SQLiteValue) -> Decimal {
    switch value {
    case .integer(let value): Decimal(value)
    case .real(let value): Decimal(shortest: value)
    case .text(let value): Decimal(string: value) ?? .nan
    case .null, .blob: .nan
    }
  }
}

internal import AttributeValues
internal import FoundationEssentials
internal import SQLiteAccess

extension SQLiteStatement {
  /// The value of an attribute's column in the current row.
  ///
  /// Values of another storage class than the attribute's (files are edited by hand) are converted as SQLite does.
  ///
  /// - Parameter files: Where values with a name in their place are kept; `nil` reads such a value as `.null`.
  func attributeValue(_ column: Int, as attribute: AttributeColumn, files: ExternalDataFolder?) throws -> AttributeValue
  {
    let storageClass = storageClass(column)
    if storageClass == .null { return .null }
    switch attribute.type {
    case .string: return .string(text(column))
    case .integer16, .integer32, .integer64: return .integer(integer(column))
    case .boolean: return .boolean(integer(column) != 0)
    case .double: return .double(real(column))
    case .float: return .float(Float(real(column)))
    case .date: return .date(real(column))
    case .decimal:
      return .decimal(
        StoredDecimal.decimal(
          storageClass == .integer
            ? .integer(integer(column)) : storageClass == .real ? .real(real(column)) : .text(text(column))
        )
      )
    case .uuid: return withBytes(column) { StoredUUID.value($0) }
    case .uri: return URL(string: text(column)).map { .uri($0) } ?? .null
    case .transformable: return .transformable(TransformableValue(bytes: withBytes(column) { Data($0) }))
    case .binaryData where attribute.allowsExternalStorage:
      return try ExternalDataFolder.value(of: withBytes(column) { Data($0) }, in: files)
    case .binaryData: return .binary(withBytes(column) { Data($0) })
    case .undefined, .composite: return .null
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

/// UUIDs in a store: sixteen bytes.
enum StoredUUID {
  static func value(_ bytes: UnsafeRawBufferPointer) -> AttributeValue {
    if bytes.count == 16 {
      return .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)))
    }
    return UUID(uuidString: String(decoding: bytes, as: UTF8.self)).map { .uuid($0) } ?? .null
  }
}

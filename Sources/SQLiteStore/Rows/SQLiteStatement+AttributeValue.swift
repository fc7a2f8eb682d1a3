internal import AttributeValues
internal import FoundationEssentials
internal import SQLiteAccess

extension SQLiteStatement {
  /// Binds a value as Core Data stores it.
  ///
  /// - Complexity: O(bytes of the value); decimals and URIs make a string.
  func bind(_ value: AttributeValue, at parameter: Int) throws(SQLiteError) {
    switch value {
    case .null: try bindNull(at: parameter)
    case .string(let value): try bind(value, at: parameter)
    case .integer(let value): try bind(value, at: parameter)
    case .double(let value): try bind(value, at: parameter)
    case .float(let value): try bind(Double(value), at: parameter)
    // The column's numeric affinity turns whole seconds into integers.
    case .date(let value): try bind(value, at: parameter)
    case .boolean(let value): try bind(value ? 1 : 0 as Int64, at: parameter)
    case .decimal(let value): try bind(value.nearestDouble, at: parameter)
    case .binary(let value): try bind(value, at: parameter)
    case .transformable(let value): try bind(value.bytes, at: parameter)
    case .uri(let value): try bind(value.absoluteString, at: parameter)
    case .uuid(let value):
      let outcome = withUnsafeBytes(of: value.uuid) { bytes in
        Result { () throws(SQLiteError) in try self.bindBlob(bytes, at: parameter) }
      }
      try outcome.get()
    case .composite: try bindNull(at: parameter)
    }
  }

  /// Binds bytes as a blob.
  func bind(_ data: Data, at parameter: Int) throws(SQLiteError) {
    let outcome = data.withUnsafeBytes { bytes in
      Result { () throws(SQLiteError) in try self.bindBlob(bytes, at: parameter) }
    }
    try outcome.get()
  }

  /// Binds a value that may be kept in a file: the byte 1 and the value, or the byte 2 and the file's name.
  func bindExternal(
    _ value: borrowing AttributeValue,
    at parameter: Int,
    files: ExternalDataFolder?,
    seed: () -> String
  ) throws {
    guard case .binary(let data) = copy value else { return try bind(value, at: parameter) }
    if let files, data.count > files.threshold {
      try bind(ExternalDataFolder.reference(toFile: try files.write(data, seed: seed())), at: parameter)
    } else {
      try bind(ExternalDataFolder.inline(data), at: parameter)
    }
  }

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

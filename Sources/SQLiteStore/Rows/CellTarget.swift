internal import AttributeValues
internal import FoundationEssentials
internal import SQLiteAccess

/// What takes the cells of rows: the parameters of a statement, or the columns of a row that is encoded.
///
/// Values become cells in one way, whoever takes them.
protocol CellTarget {
  func bindNull(at place: Int) throws
  func bind(_ value: Int64, at place: Int) throws
  func bind(_ value: Double, at place: Int) throws
  func bind(_ value: String, at place: Int) throws
  func bindBlob(_ bytes: UnsafeRawBufferPointer, at place: Int) throws
}

extension SQLiteStatement: CellTarget {}

extension CellTarget {
  /// Takes a value as Core Data stores it.
  ///
  /// - Complexity: O(bytes of the value); decimals and URIs make a string.
  func bind(_ value: AttributeValue, at place: Int) throws {
    switch value {
    case .null: try bindNull(at: place)
    case .string(let value): try bind(value, at: place)
    case .integer(let value): try bind(value, at: place)
    case .double(let value): try bind(value, at: place)
    case .float(let value): try bind(Double(value), at: place)
    // The column's numeric affinity turns whole seconds into integers.
    case .date(let value): try bind(value, at: place)
    case .boolean(let value): try bind(value ? 1 : 0 as Int64, at: place)
    case .decimal(let value): try bind(value.nearestDouble, at: place)
    case .binary(let value): try bind(value, at: place)
    case .transformable(let value): try bind(value.bytes, at: place)
    case .uri(let value): try bind(value.absoluteString, at: place)
    case .uuid(let value): try withUnsafeBytes(of: value.uuid) { try bindBlob($0, at: place) }
    case .composite: try bindNull(at: place)
    }
  }

  /// Takes bytes as a blob.
  func bind(_ data: Data, at place: Int) throws { try data.withUnsafeBytes { try bindBlob($0, at: place) } }

  /// Takes a value that may be kept in a file: the byte 1 and the value, or the byte 2 and the file's name.
  func bindExternal(
    _ value: borrowing AttributeValue,
    at place: Int,
    files: ExternalDataFolder?,
    seed: () -> String
  ) throws {
    guard case .binary(let data) = copy value else { return try bind(value, at: place) }
    if let files, data.count > files.threshold {
      try bind(ExternalDataFolder.reference(toFile: try files.write(data, seed: seed())), at: place)
    } else {
      try bind(ExternalDataFolder.inline(data), at: place)
    }
  }
}

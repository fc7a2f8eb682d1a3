internal import AttributeValues
internal import FoundationEssentials
internal import SQLiteAccess

/// A cell that stays as it is.
enum KeptCell {
  case value(SQLiteValue)
  /// A text by its bytes, which need not be UTF-8.
  case text([UInt8])
}

/// Finds the cells of a row that an update leaves as they are, although it writes the whole row: those whose value is still the same but that say
/// it in another way than Studbook would. Stores from elsewhere have such cells: texts in columns of numbers, addresses that Foundation spells
/// differently, bytes that are no UTF-8, large values that another threshold put into a file.
struct KeptCells {
  /// What is read of the row: its columns as the update's parameters name them.
  let selection: String
  /// The columns that the update writes, in its order; `nil` where it writes no attribute of one column.
  let columns: [AttributeColumn?]

  /// The cells to keep, by the update's parameter.
  ///
  /// - Parameter values: The attribute values that the update writes, at the positions of `columns`.
  /// - Complexity: O(bytes of the row).
  func cells(
    in statement: SQLiteStatement,
    writing values: (Int) -> AttributeValue,
    files: ExternalDataFolder?
  ) throws -> [Int: KeptCell] {
    var kept: [Int: KeptCell] = [:]
    for (position, column) in columns.enumerated() {
      guard var column, Self.mayDiffer(statement.storageClass(position), in: column) else { continue }
      column.index = position
      // What cannot be read is not kept, but written as it should be.
      guard let value = try? statement.attributeValue(position, as: column, files: files),
        value.isIdentical(to: values(position))
      else { continue }
      if statement.storageClass(position) == .text {
        kept[position] = .text(statement.bytes(position))
        continue
      }
      let cell = statement.value(position)
      kept[position] = .value(cell)
      if column.allowsExternalStorage, case .blob(let bytes) = cell,
        let name = ExternalDataFolder.fileName(in: Data(bytes))
      {
        files?.keep(name)
      }
    }
    return kept
  }

  /// Whether one value can stand in a cell of this class in more ways than one.
  private static func mayDiffer(_ storageClass: SQLiteStorageClass, in column: AttributeColumn) -> Bool {
    switch column.type {
    case .integer16, .integer32, .integer64: storageClass != .integer && storageClass != .null
    // Any number but 0 is true.
    case .boolean: storageClass != .null
    case .double, .float, .date, .decimal: storageClass == .text || storageClass == .blob
    case .binaryData, .transformable: column.allowsExternalStorage && storageClass != .null
    case .string, .uri, .uuid: storageClass != .null
    case .undefined, .composite: false
    }
  }
}

extension SQLiteStatement {
  /// Binds a cell as it stood.
  func bind(_ cell: KeptCell, at parameter: Int) throws {
    switch cell {
    case .value(let value): try bind(value, at: parameter)
    case .text(let bytes):
      let outcome = bytes.withUnsafeBytes { bytes in
        Result { () throws(SQLiteError) in try self.bindText(bytes, at: parameter) }
      }
      try outcome.get()
    }
  }
}

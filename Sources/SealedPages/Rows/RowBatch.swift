/// Rows of one table, encoded as they are stored: <https://www.sqlite.org/fileformat2.html#record_format>.
///
/// A batch is filled on any thread, given to the table's writer, and used again. Filling one takes no memory once it has grown to the size of its rows.
///
/// Sendable although its content changes: it is handed over, and one thread at a time has it.
package final class RowBatch: @unchecked Sendable {
  private let table: TableDefinition
  private let affinities: [ColumnAffinity]
  private let rowIDColumn: Int
  private var column = 0
  private let types = ByteBuffer(capacity: 256)
  private let values = ByteBuffer(capacity: 4096)
  private let rows = ByteBuffer(capacity: 64 << 10)
  private var rowID: Int64?
  private var problem: SealedPagesError?
  /// How many rows there are.
  package private(set) var count = 0
  /// The row that may be given a number next, and where it stands.
  private var nextRow = 0
  private var nextPosition = 0

  /// The most bytes that SQLite takes in one row.
  private static let largestRow = 1_000_000_000

  /// A batch for rows of a table.
  package init(for table: TableDefinition) {
    self.table = table
    affinities = table.columns.map(\.affinity)
    rowIDColumn = table.rowIDColumn ?? -1
  }

  var tableName: String { table.name }

  /// How many bytes the rows take.
  package var byteCount: Int { rows.count }

  /// Forgets the rows and keeps the memory.
  package func removeAll() {
    rows.removeAll()
    count = 0
    nextRow = 0
    nextPosition = 0
  }

  /// Begins a row.
  ///
  /// - Parameter rowID: The row's number; `nil` for the one after the table's last.
  package func beginRow(_ rowID: Int64? = nil) {
    self.rowID = rowID
    column = 0
    problem = nil
    types.removeAll()
    values.removeAll()
  }

  /// Ends a row whose columns have all been given a value, in their order; one that fails is not part of the batch.
  ///
  /// - Throws: `SealedPagesError`.
  package func endRow() throws(SealedPagesError) {
    if let problem { throw problem }
    guard column == affinities.count else {
      throw .wrongValueCount(table: table.name, expected: affinities.count, found: column)
    }
    var headerSize = types.count + 1
    if headerSize > 127 { headerSize = types.count + Varint.size(of: UInt64(types.count + 2)) }
    let size = headerSize + values.count
    guard size <= Self.largestRow else { throw .tooLarge("a row of \(table.name)") }
    let row = rows.room(for: RowFormat.headerSize + size)
    RowFormat.write(rowID: rowID, size: size, to: row)
    let record = row + RowFormat.headerSize
    let lead = Varint.write(UInt64(headerSize), to: record)
    (record + lead).copyMemory(from: types.base, byteCount: types.count)
    (record + headerSize).copyMemory(from: values.base, byteCount: values.count)
    rows.advance(by: RowFormat.headerSize + size)
    count += 1
  }

  /// The rows one after another, as `RowFormat` says.
  var bytes: UnsafeRawBufferPointer { rows.bytes }

  /// Gives a row its number. Rows are asked for in the order in which they were added.
  ///
  /// - Returns: The row, as `RowFormat` says; valid until a row is added or all are forgotten.
  /// - Complexity: O(*n*) in the rows since the one that was asked for before.
  func number(_ row: Int, as rowID: Int64) -> UnsafeRawBufferPointer {
    precondition(row >= nextRow && row < count, "The row \(row) has been passed, or is none.")
    while nextRow < row { skipRow() }
    let start = rows.base + nextPosition
    let size = RowFormat.size(start)
    RowFormat.write(rowID: rowID, size: size, to: start)
    skipRow()
    return UnsafeRawBufferPointer(start: start, count: RowFormat.headerSize + size)
  }

  private func skipRow() {
    nextPosition += RowFormat.headerSize + RowFormat.size(rows.base + nextPosition)
    nextRow += 1
  }

  // MARK: Values

  /// Adds NULL. The column that is the row's number has to be given a value too; whichever it is, NULL is stored.
  package func appendNull() { add(type: SerialType.null) }

  /// Adds an integer; in a column of texts it is stored as its digits.
  package func append(_ value: Int64) {
    guard column < affinities.count else { return column += 1 }
    if affinities[column] == .text { return append(String(value)) }
    put(value)
  }

  /// Adds a real number. NaN is NULL; a whole number in a column of numbers is stored as an integer, as SQLite does.
  package func append(_ value: Double) {
    guard column < affinities.count else { return column += 1 }
    let affinity = affinities[column]
    if value.isNaN { return appendNull() }
    if affinity.isNumeric, value > -0x1p63, value < 0x1p63, value.rounded(.towardZero) == value,
      Int64(value) != .min
    {
      return put(Int64(value))
    }
    guard affinity != .text, column != rowIDColumn else { return fail() }
    values.room(for: 8).storeBigEndian(value.bitPattern, at: 0)
    values.advance(by: 8)
    add(type: SerialType.real)
  }

  /// Adds a text of UTF-8 bytes.
  package func appendText(_ bytes: UnsafeRawBufferPointer) {
    guard column < affinities.count else { return column += 1 }
    if affinities[column].isNumeric {
      switch NumericText(bytes) {
      case .integer(let value): return put(value)
      case .otherNumber: return fail()
      case .text: break
      }
    }
    guard column != rowIDColumn else { return fail() }
    values.append(bytes)
    add(type: SerialType.ofText(bytes.count))
  }

  /// Adds a text.
  package func append(_ text: String) {
    var text = text
    text.withUTF8 { appendText(UnsafeRawBufferPointer($0)) }
  }

  /// Adds a blob.
  package func appendBlob(_ bytes: UnsafeRawBufferPointer) {
    guard column != rowIDColumn else { return fail() }
    values.append(bytes)
    add(type: SerialType.ofBlob(bytes.count))
  }

  /// Adds a value of another row of the table, as it stands there.
  package func append(_ column: Int, of row: RowView) {
    values.append(row.bytes(column))
    add(type: row.type(column))
  }

  private func put(_ value: Int64) {
    guard column != rowIDColumn else { return appendNull() }
    let type = SerialType.ofInteger(value)
    // As a real number it takes no more room then.
    if type == 6, affinities[column] == .real {
      values.room(for: 8).storeBigEndian(Double(value).bitPattern, at: 0)
      values.advance(by: 8)
      return add(type: SerialType.real)
    }
    SerialType.write(value, as: type, to: values.room(for: 8))
    values.advance(by: SerialType.size(type) ?? 0)
    add(type: type)
  }

  private func add(type: UInt64) {
    types.append(varint: type)
    column += 1
  }

  private func fail() {
    if column < table.columns.count {
      problem = problem ?? .valueNeedsConversion(table: table.name, column: table.columns[column].name)
    }
    column += 1
  }
}

/// How encoded rows stand one after another in memory and in working files: the number, the size of the record, the record.
enum RowFormat {
  static let headerSize = 12
  /// Marks a row whose number is the one after the last.
  private static let isNext: UInt32 = 1 << 31

  static func write(rowID: Int64?, size: Int, to row: UnsafeMutableRawPointer) {
    row.storeBytes(of: rowID ?? 0, as: Int64.self)
    row.storeBytes(of: UInt32(size) | (rowID == nil ? isNext : 0), toByteOffset: 8, as: UInt32.self)
  }

  static func rowID(_ row: UnsafeRawPointer) -> Int64? {
    row.loadUnaligned(fromByteOffset: 8, as: UInt32.self) & isNext == 0 ? row.loadUnaligned(as: Int64.self) : nil
  }

  static func size(_ row: UnsafeRawPointer) -> Int {
    Int(row.loadUnaligned(fromByteOffset: 8, as: UInt32.self) & ~isNext)
  }
}

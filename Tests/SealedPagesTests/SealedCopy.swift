import SQLiteAccess
import SQLiteStore
import SealedPages

/// Writes what a database holds once more, as sealed pages: its schema read through SQLite's pragmas, its rows through SQLite.
enum SealedCopy {
  /// Writes the database at `source` to `target`.
  @discardableResult
  static func make(
    _ source: String,
    at target: String,
    settings: DatabaseSettings = DatabaseSettings(),
    options: DatabaseWriterOptions = DatabaseWriterOptions(),
    placement: TableDefinition.Placement = .asTheyCome
  ) throws -> (schema: DatabaseSchema, summary: DatabaseSummary) {
    let connection = try SQLiteConnection(path: source, mode: .readOnly)
    defer { connection.close() }
    let schema = try DatabaseSchema.read(from: connection) { _ in placement }
    let writer = try DatabaseWriter(path: target, schema: schema, settings: settings, options: options)
    for table in schema.tables {
      guard let tableWriter = writer.table(table.name) else { continue }
      try tableWriter.copyRows(from: connection)
    }
    return (writer.schema, try writer.finish())
  }
}

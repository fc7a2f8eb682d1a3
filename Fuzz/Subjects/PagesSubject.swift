import SQLiteAccess
import SQLiteStore
import SealedPages

/// Verifies a sealed file with other bytes in it (`Changes`).
///
/// What the verification lets pass has to be sound to SQLite, too.
enum PagesSubject {
  private struct Base {
    let bytes: [UInt8]
    let schema: DatabaseSchema
    let settings: DatabaseSettings
    let path: String
  }

  /// A file of 512 bytes a page, with pages of every kind: interior pages of tables and indexes, overflow, the pointer map.
  private static let base: Base = {
    do {
      let path = "\(FuzzFolder.path)/pages.sqlite"
      let connection = try SQLiteConnection(path: nil)
      try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT UNIQUE, b, c REAL)")
      try connection.execute("CREATE INDEX i ON t(b DESC, a COLLATE NOCASE)")
      try connection.execute("CREATE INDEX r ON t(a COLLATE RTRIM, c)")
      try connection.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
        INSERT INTO t SELECT i * i - 9, 'text ' || (i * 7919 % 61), CASE i % 7 WHEN 0 THEN zeroblob(i * 30) WHEN 1 THEN NULL ELSE i % 5 END, i / 4.0
        FROM n
        """
      )
      var settings = DatabaseSettings()
      settings.pageSize = 512
      let schema = try DatabaseSchema.read(from: connection) { _ in .asTheyCome }
      let writer = try DatabaseWriter(path: path, schema: schema, settings: settings)
      for table in schema.tables { try writer.table(table.name)?.copyRows(from: connection) }
      _ = try writer.finish()
      return Base(bytes: FuzzFolder.contents(path), schema: writer.schema, settings: settings, path: path)
    } catch {
      fatalError("\(error)")
    }
  }()

  static func verify(_ input: [UInt8]) {
    do {
      FuzzFolder.write(Changes.applied(input, to: base.bytes), to: "pages.sqlite")
      let verifier = try DatabaseVerifier(path: base.path, schema: base.schema, settings: base.settings, threads: 1)
      guard try verifier.problems().isEmpty else { return }
      let connection = try SQLiteConnection(path: base.path, mode: .immutable)
      defer { connection.close() }
      let problems = try connection.integrityProblems()
      if !problems.isEmpty { disagree("SQLite finds: \(problems)") }
    } catch {
      disagree("\(error)")
    }
  }
}

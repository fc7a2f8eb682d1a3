import Glibc
import SQLiteAccess
import SQLiteStore
import SealedPages

/// Verifies a sealed file with other bytes in it: each four bytes of the input say where (three) and which (one, added to what is there).
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
      let folder = String(cString: getenv("TMPDIR") ?? strdup("/tmp"))
      let path = "\(folder)/studbook-fuzz-\(getpid()).sqlite"
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
      return Base(bytes: try contents(path), schema: writer.schema, settings: settings, path: path)
    } catch {
      fatalError("\(error)")
    }
  }()

  static func verify(_ input: [UInt8]) {
    var bytes = base.bytes
    var position = 0
    while position + 4 <= input.count {
      let place = Int(input[position]) << 16 | Int(input[position + 1]) << 8 | Int(input[position + 2])
      bytes[place % bytes.count] &+= input[position + 3]
      position += 4
    }
    do {
      try write(bytes)
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

  private static func contents(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    bytes.removeSubrange(fread(&bytes, 1, bytes.count, file)...)
    return bytes
  }

  private static func write(_ bytes: [UInt8]) throws {
    guard let file = fopen(base.path, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}

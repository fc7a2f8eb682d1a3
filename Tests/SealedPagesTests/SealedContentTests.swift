import SQLiteAccess
import SealedPages
import TestSupport
import Testing

@Suite struct SealedContentTests {
  @Test func writesAnEmptyDatabase() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("empty.sqlite")
    _ = try DatabaseWriter(path: path, schema: DatabaseSchema()).finish()
    let connection = try SQLiteConnection(path: path, mode: .readOnly)
    #expect(try connection.integrityProblems().isEmpty)
  }

  @Test func writesManyRows() throws {
    let folder = try TemporaryFolder()
    let source = folder.file("source.sqlite")
    let connection = try SQLiteConnection(path: source, mode: .create)
    try connection.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c REAL, d)")
    try connection.execute("CREATE INDEX i1 ON t(b)")
    try connection.execute("CREATE INDEX i2 ON t(c, b DESC)")
    try connection.execute("CREATE INDEX i3 ON t(d COLLATE NOCASE)")
    try connection.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO t SELECT i * 3, 'text ' || (i * 7919 % 5003), i % 100 / 4.0, CASE i % 3 WHEN 0 THEN hex(randomblob(8)) WHEN 1 THEN i ELSE randomblob(i % 900) END FROM n
      """
    )
    connection.close()
    let path = folder.file("sealed.sqlite")
    try SealedCopy.make(source, at: path)
    let sealed = try SQLiteConnection(path: path, mode: .readOnly)
    #expect(try sealed.integrityProblems().isEmpty)
    #expect(try sealed.rows("SELECT count(*) FROM t").first?[0] == .integer(20_000))
  }
}

import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// A copy has what the rows of the original have, as it is stored there.
@Suite struct PagewiseCopyTests {
  /// Values that SQLite would not store so in these columns come from files whose schema has been changed by force.
  @Test func keepsValuesThatTheirColumnsWouldConvert() throws {
    let folder = try TemporaryFolder()
    let (source, copy) = (folder.file("source.sqlite"), folder.file("copy.sqlite"))
    var connection = try SQLiteConnection(path: source, mode: .create)
    try connection.execute("CREATE TABLE t(a, b, c, d)")
    try connection.execute("CREATE INDEX i ON t(a, d DESC)")
    try connection.execute("CREATE INDEX j ON t(b)")
    for values in ["'12', '12', 12, '12'", "3.0, '1.5', 1.5, 3.0", "' 7 ', 5, 3.0, 1e15", "x'31', 2.5, x'', -0.0"] {
      try connection.execute("INSERT INTO t VALUES (\(values))")
    }
    let query =
      "SELECT rowid, typeof(a), quote(a), typeof(b), quote(b), typeof(c), quote(c), typeof(d), quote(d) FROM t"
    let expected = try connection.rows(query)
    try Self.setTable("CREATE TABLE t(a INTEGER, b REAL, c TEXT, d NUMERIC)", of: connection)
    connection.close()

    connection = try SQLiteConnection(path: source, mode: .readOnly)
    #expect(try PagewiseCopy(of: connection).write(to: copy).problems().isEmpty)
    connection.close()

    connection = try SQLiteConnection(path: copy, mode: .readWrite)
    try Self.setTable("CREATE TABLE t(a, b, c, d)", of: connection)
    connection.close()
    connection = try SQLiteConnection(path: copy, mode: .readOnly)
    #expect(try connection.rows(query) == expected)
    #expect(try connection.integrityProblems().isEmpty)
  }

  private static func setTable(_ sql: String, of connection: SQLiteConnection) throws {
    try connection.setPragma("writable_schema", to: "on")
    try connection.execute("UPDATE sqlite_schema SET sql = ?1 WHERE name = 't'", [.text(sql)])
    try connection.setPragma("writable_schema", to: "off")
  }
}

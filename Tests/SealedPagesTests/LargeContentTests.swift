import Foundation
import SQLiteAccess
import SealedPages
import TestSupport
import Testing

/// Many rows of all kinds of values, and values of ten megabytes, on pages of the smallest, the usual and the largest size.
///
/// `STUDBOOK_ROWS=200000` takes more rows.
@Suite struct LargeContentTests {
  private static let rowCount = Int(ProcessInfo.processInfo.environment["STUDBOOK_ROWS"] ?? "") ?? 30_000
  private static let cases = [(512, rowCount / 6), (4096, rowCount), (65_536, rowCount / 12)]

  @Test(arguments: cases) func holdsWhatSQLiteHolds(pageSize: Int, rowCount: Int) throws {
    let folder = try TemporaryFolder()
    let (source, path) = (folder.file("source.sqlite"), folder.file("sealed.sqlite"))
    let connection = try SQLiteConnection(path: source, mode: .create)
    for pragma in ["journal_mode = OFF", "synchronous = OFF"] { _ = try connection.rows("PRAGMA \(pragma)") }
    try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, kind, name TEXT COLLATE NOCASE, weight REAL, big)")
    // Duplicate keys, keys without value, a gap in the numbers of the rows, and each storage class in the column without affinity.
    try connection.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
      INSERT INTO t SELECT i * 3 - 5000,
        CASE i % 6 WHEN 0 THEN NULL WHEN 1 THEN i * 7919 % 1009 WHEN 2 THEN i / 8.0 WHEN 3 THEN 'Text ' || i % 700 WHEN 4 THEN zeroblob(i % 40) ELSE -i END,
        CASE i % 9 WHEN 0 THEN NULL ELSE CASE i % 2 WHEN 0 THEN 'DOG ' ELSE 'dog ' END || i % 5000 END, i % 100 / 4.0, NULL
      FROM n WHERE ?1 > 0
      """,
      [.integer(Int64(rowCount))]
    )
    try connection.execute(
      "INSERT INTO t(kind, big) VALUES (hex(zeroblob(5000000)), randomblob(10000000)), (zeroblob(1), 'x')"
    )
    for index in [
      "UNIQUE INDEX u ON t(id, kind)", "INDEX k ON t(kind DESC, weight)", "INDEX n ON t(name)",
    ] {
      try connection.execute("CREATE \(index)")
    }
    var settings = DatabaseSettings()
    settings.pageSize = pageSize
    let written = try SealedCopy.make(source, at: path, settings: settings)
    let verifier = try DatabaseVerifier(path: path, schema: written.schema, settings: settings)
    #expect(try verifier.problems(comparedWith: written.summary).isEmpty)
    try connection.execute("ANALYZE")
    try connection.execute("ATTACH ?1 AS sealed", [.text(path)])
    #expect(try connection.rows("PRAGMA sealed.integrity_check") == [["ok"]])
    let columns = "id, kind, typeof(kind), name, weight, typeof(weight), big, typeof(big)"
    let difference = "SELECT count(*) FROM (SELECT \(columns) FROM %1.t EXCEPT SELECT \(columns) FROM %2.t)"
    for (one, other) in [("main", "sealed"), ("sealed", "main")] {
      let query = difference.replacing("%1", with: one).replacing("%2", with: other)
      #expect(try connection.rows(query) == [[0]])
    }
    #expect(try connection.rows("SELECT count(*) FROM sealed.t") == [[.integer(Int64(rowCount + 2))]])
    let statistics = "SELECT * FROM %1.sqlite_stat1 ORDER BY idx"
    #expect(
      try connection.rows(statistics.replacing("%1", with: "main"))
        == connection.rows(statistics.replacing("%1", with: "sealed"))
    )
  }
}

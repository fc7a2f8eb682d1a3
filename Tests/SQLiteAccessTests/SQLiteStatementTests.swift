import SQLiteAccess
import Testing

struct SQLiteStatementTests {
  private static let texts = [
    "", "short", "exactly fifteen", "a text that does not fit into a Swift string's own sixteen bytes",
    "naïve Ærøskøbing 🐕",
    "before\0after", String(repeating: "long ", count: 20_000), String(repeating: "longer ", count: 200_000),
  ]

  @Test(arguments: texts.indices)
  func givesBackTheTextThatWasBound(_ index: Int) throws {
    let connection = try SQLiteConnection(path: nil)
    let statement = try connection.prepare("SELECT ?1, length(CAST(?1 AS BLOB)), typeof(?1)")
    try statement.bind(Self.texts[index], at: 1)
    try #require(try statement.step())
    #expect(statement.text(0) == Self.texts[index])
    #expect(statement.integer(1) == Int64(Self.texts[index].utf8.count))
    #expect(statement.text(2) == "text")
  }

  @Test func keepsEveryValueOfARowWhileManyRowsReuseTheMemory() throws {
    let connection = try SQLiteConnection(path: nil)
    try connection.execute("CREATE TABLE t (a TEXT, b BLOB, c TEXT)")
    let insert = try connection.prepare("INSERT INTO t VALUES (?1, ?2, ?3)")
    // Rows of growing size cross the memory's first capacity, its growth and its limit.
    let sizes = [0, 1, 100, 3_000, 5_000, 100, 60_000, 200_000, 400_000, 10]
    for size in sizes {
      try insert.bind(String(repeating: "x", count: size), at: 1)
      try insert.bind(.blob([UInt8](repeating: 7, count: size)), at: 2)
      try insert.bind(String(repeating: "é", count: size), at: 3)
      try insert.run()
    }
    let rows = try connection.rows("SELECT a, b, c FROM t ORDER BY rowid")
    try #require(rows.count == sizes.count)
    for (row, size) in zip(rows, sizes) {
      #expect(row[0] == .text(String(repeating: "x", count: size)))
      #expect(row[1] == .blob([UInt8](repeating: 7, count: size)))
      #expect(row[2] == .text(String(repeating: "é", count: size)))
    }
  }

  @Test func bindsEveryStorageClass() throws {
    let connection = try SQLiteConnection(path: nil)
    let values: [SQLiteValue] = [.null, 42, -1.5, "text", .blob([0, 1, 255]), .blob([]), .text("")]
    let rows = try connection.rows("SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7", values)
    #expect(rows == [values])
  }

  @Test func repairsTextThatIsNotUTF8() throws {
    let connection = try SQLiteConnection(path: nil)
    let rows = try connection.rows("SELECT CAST(x'41FF42' AS TEXT)")
    #expect(rows == [[.text("A\u{FFFD}B")]])
  }

  @Test func forgetsBoundValuesWhenReset() throws {
    let connection = try SQLiteConnection(path: nil)
    let statement = try connection.prepare("SELECT ?1")
    try statement.bind("kept", at: 1)
    _ = try statement.step()
    statement.reset()
    try #require(try statement.step())
    #expect(statement.isNull(0))
  }

  @Test func runsAgainAfterAnError() throws {
    let connection = try SQLiteConnection(path: nil)
    try connection.execute("CREATE TABLE t (a UNIQUE)")
    let insert = try connection.prepare("INSERT INTO t VALUES (?1)")
    try insert.bind("one", at: 1)
    try insert.run()
    try insert.bind("one", at: 1)
    let error = #expect(throws: SQLiteError.self) { try insert.run() }
    #expect(error?.code == .SQLITE_CONSTRAINT_UNIQUE)
    try insert.bind("two", at: 1)
    try insert.run()
    #expect(try connection.firstValue("SELECT count(*) FROM t") == 2)
  }
}

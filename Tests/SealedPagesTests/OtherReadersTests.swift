import Foundation
import SQLiteAccess
import SealedPages
import TestSupport
import Testing

/// Other programs open sealed files and see in them what they see in the files of SQLite. They are asked where they are installed.
@Suite struct OtherReadersTests {
  /// Runs a program and returns what it prints.
  private static func output(_ name: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  private static func isInstalled(_ name: String, _ arguments: [String]) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/env") && (try? output(name, arguments).status) == 0
  }

  private static let hasShell = isInstalled("sqlite3", ["-version"])
  private static let hasPython = isInstalled("python3", ["-c", "import sqlite3"])
  private static let hasDuckDB = isInstalled(
    "python3",
    ["-c", "import duckdb; duckdb.connect(config={'autoinstall_known_extensions': False}).execute('LOAD sqlite')"]
  )

  /// A database of SQLite's and the sealed file of the same content.
  private func pair(_ seed: UInt64, in folder: TemporaryFolder) throws -> (source: String, sealed: String) {
    let (source, sealed) = (folder.file("source.sqlite"), folder.file("sealed.sqlite"))
    try RandomDatabase.make(source, seed: seed, rowLimit: 400)
    let connection = try SQLiteConnection(path: source, mode: .readWrite)
    try connection.execute("CREATE TABLE last(a INTEGER PRIMARY KEY, b TEXT)")
    try connection.execute("INSERT INTO last VALUES (1, 'x'), (5, NULL), (9, 'ü')")
    connection.close()
    try SealedCopy.make(source, at: sealed)
    return (source, sealed)
  }

  @Test(.enabled(if: hasShell, "the sqlite3 shell is not installed"), arguments: Seeds.range(1...4))
  func theShellDumpsTheSame(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let (source, sealed) = try pair(seed, in: folder)
    func dump(_ path: String) throws -> [String] {
      // Without the statistics, and without the order of what has no rows, which `VACUUM` changes, too.
      try Self.output("sqlite3", ["-readonly", path, "PRAGMA quick_check", ".dump"]).text
        .split(separator: "\n").map(String.init).filter { !$0.contains("sqlite_stat1") && !$0.hasPrefix("ANALYZE") }
        .sorted()
    }
    let lines = try dump(sealed)
    #expect(lines == (try dump(source)))
    #expect(lines.contains("ok") && lines.contains { $0.hasSuffix("VALUES(9,'ü');") })
  }

  @Test(.enabled(if: hasPython, "python3 with its module sqlite3 is not installed"), arguments: Seeds.range(1...4))
  func pythonReadsAndChangesIt(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let (source, sealed) = try pair(seed, in: folder)
    let program = """
      import sys, sqlite3, hashlib
      db = sqlite3.connect(sys.argv[1])
      db.text_factory = bytes
      for name, in sorted(db.execute("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'").fetchall()):
        rows = db.execute('select rowid, * from "%s" order by rowid' % name.decode()).fetchall()
        print(name, len(rows), hashlib.sha256(repr(rows).encode()).hexdigest())
      if len(sys.argv) > 2:
        db.execute("update last set b = 'changed' where a > 1")
        db.execute("delete from last where a = 1")
        db.commit()
        db.execute("vacuum")
        print(db.execute("pragma integrity_check").fetchall(), db.execute("select * from last").fetchall())
      """
    let found = try Self.output("python3", ["-c", program, sealed])
    #expect(found.status == 0 && found.text.contains("b'last' 3 "))
    #expect(found.text == (try Self.output("python3", ["-c", program, source]).text))
    let changed = try Self.output("python3", ["-c", program, sealed, "change"])
    #expect(changed.text.hasSuffix("[(b'ok',)] [(5, b'changed'), (9, b'changed')]\n"))
  }

  @Test(.enabled(if: hasDuckDB, "DuckDB with its extension sqlite is not installed"))
  func duckDBReadsIt() throws {
    let folder = try TemporaryFolder()
    let (_, sealed) = try pair(1, in: folder)
    let program = """
      import sys, duckdb
      db = duckdb.connect(config={'autoinstall_known_extensions': False})
      db.execute("LOAD sqlite")
      print(db.execute("SELECT * FROM sqlite_scan('%s', 'last')" % sys.argv[1]).fetchall())
      """
    #expect(
      try Self.output("python3", ["-c", program, sealed]).text == "[(1, 'x'), (5, None), (9, 'ü')]\n"
    )
  }
}

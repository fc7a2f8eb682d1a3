import Foundation
import SQLiteAccess
import SealedPages
import TestSupport
import Testing

/// What the verification finds in damaged files; it never fails in another way than by saying so.
@Suite struct DamageTests {
  private let folder: TemporaryFolder
  private let path: String
  private let damaged: String
  private let verifier: DatabaseVerifier
  private let summary: DatabaseSummary
  private let bytes: [UInt8]
  private let settings: DatabaseSettings

  init() throws {
    folder = try TemporaryFolder()
    let source = folder.file("source.sqlite")
    let connection = try SQLiteConnection(path: source, mode: .create)
    try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT UNIQUE, b, c REAL)")
    try connection.execute("CREATE INDEX i ON t(b DESC, c)")
    try connection.execute("CREATE TABLE u(x)")
    try connection.execute("CREATE VIEW v AS SELECT * FROM u")
    try connection.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
      INSERT INTO t SELECT i, 'text ' || (i * 7919 % 251), CASE i % 50 WHEN 0 THEN zeroblob(i * 8) ELSE i % 9 END, i / 4.0 FROM n
      """
    )
    try connection.execute("INSERT INTO u SELECT a FROM t")
    connection.close()
    var settings = DatabaseSettings()
    settings.pageSize = 512
    self.settings = settings
    path = folder.file("sealed.sqlite")
    damaged = folder.file("damaged.sqlite")
    let written = try SealedCopy.make(source, at: path, settings: settings)
    summary = written.summary
    verifier = try DatabaseVerifier(path: damaged, schema: written.schema, settings: settings)
    bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func problems(of bytes: [UInt8], withSummary: Bool = true) throws -> [String] {
    try Data(bytes).write(to: URL(fileURLWithPath: damaged))
    return try verifier.problems(comparedWith: withSummary ? summary : nil)
  }

  @Test func findsNothingInAWholeFile() throws {
    #expect(try problems(of: bytes).isEmpty)
  }

  /// With what the writer counted every changed byte is found. Without it, what is not found is content: SQLite finds nothing wrong with the file either.
  @Test(arguments: Seeds.range(1...4)) func findsChangedBytes(seed: UInt64) throws {
    var generator = SeededGenerator(seed)
    var unnoticed = 0
    for _ in 0..<100 {
      var changed = bytes
      let place = generator.number(below: bytes.count)
      changed[place] ^=
        generator.chance(1, in: 2)
        ? 1 << UInt8(generator.number(below: 8)) : UInt8.random(in: 1...255, using: &generator)
      #expect(try !problems(of: changed).isEmpty, "byte \(place), seed \(seed)")
      guard try problems(of: changed, withSummary: false).isEmpty else { continue }
      unnoticed += 1
      let connection = try SQLiteConnection(path: damaged, mode: .immutable)
      #expect(try connection.integrityProblems().isEmpty, "byte \(place), seed \(seed)")
      connection.close()
    }
    #expect(unnoticed < 40)
  }

  @Test(arguments: Seeds.range(1...3)) func findsPagesInTheWrongPlace(seed: UInt64) throws {
    var generator = SeededGenerator(seed)
    let count = bytes.count / settings.pageSize
    func range(_ page: Int) -> Range<Int> { page * settings.pageSize..<(page + 1) * settings.pageSize }
    for _ in 0..<40 {
      var changed = bytes
      let (one, other) = (generator.number(below: count), generator.number(below: count))
      switch generator.number(below: 4) {
      case 0:
        changed.replaceSubrange(range(one), with: bytes[range(other)])
      case 1:
        changed.replaceSubrange(range(one), with: bytes[range(other)])
        changed.replaceSubrange(range(other), with: bytes[range(one)])
      case 2: changed.replaceSubrange(range(one), with: [UInt8](repeating: 0, count: settings.pageSize))
      default:
        changed.replaceSubrange(range(one), with: range(one).map { _ in UInt8.random(in: 0...255, using: &generator) })
      }
      guard changed != bytes else { continue }
      #expect(try !problems(of: changed).isEmpty, "pages \(one + 1) and \(other + 1), seed \(seed)")
      _ = try problems(of: changed, withSummary: false)
    }
  }

  @Test func findsFilesOfAnotherLength() throws {
    for size in [0, 1, 99, 100, 512, 1000, bytes.count - 512, bytes.count - 1] {
      #expect(try !problems(of: [UInt8](bytes.prefix(size))).isEmpty, "\(size) bytes")
    }
    #expect(try !problems(of: bytes + [0]).isEmpty)
    #expect(try !problems(of: bytes + [UInt8](repeating: 0, count: 512)).isEmpty)
  }

  @Test func findsAnotherSchema() throws {
    try Data(bytes).write(to: URL(fileURLWithPath: damaged))
    let other = try DatabaseVerifier(path: damaged, schema: DatabaseSchema(), settings: settings)
    #expect(try !other.problems().isEmpty)
  }

  @Test func throwsWhereThereIsNoFile() throws {
    let missing = try DatabaseVerifier(
      path: folder.file("missing.sqlite"),
      schema: DatabaseSchema(),
      settings: settings
    )
    #expect(throws: SealedPagesError.self) { try missing.problems() }
  }

  @Test func findsAnIndexThatDiffersFromItsTable() throws {
    let found = try #require(findKey())
    var changed = bytes
    // The last byte of a key is the number of its row.
    changed[found] ^= 1
    let problems = try problems(of: changed, withSummary: false)
    #expect(problems.contains { $0.hasPrefix("i: ") || $0.hasPrefix("sqlite_autoindex_t_1: ") }, "\(problems)")
  }

  /// Where the last byte of a key stands, on the first leaf of an index.
  private func findKey() -> Int? {
    for page in 0..<(bytes.count / 512) where bytes[page * 512] == 10 && page * 512 + 512 < bytes.count {
      return page * 512 + 511
    }
    return nil
  }
}

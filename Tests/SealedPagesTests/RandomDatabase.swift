import SQLiteAccess
import TestSupport

/// Databases made at random by SQLite: tables with columns of every affinity, indexes of every kind that can be written, rows with values that are hard to compare.
struct RandomDatabase {
  private var generator: SeededGenerator
  /// The tables with their columns and indexes, as far as queries need them.
  private(set) var tables: [(name: String, columns: [String], isKeyed: Bool)] = []
  private let connection: SQLiteConnection

  /// Makes the database of a seed as a new file.
  @discardableResult
  static func make(_ path: String, seed: UInt64, rowLimit: Int = 3000) throws -> RandomDatabase {
    var database = try RandomDatabase(path, seed: seed)
    for number in 0..<database.generator.number(below: 5) { try database.makeTable(number, rowLimit: rowLimit) }
    if database.generator.chance(1, in: 2), let table = database.tables.first {
      try database.connection.execute("CREATE VIEW v AS SELECT * FROM \(table.name)")
      try database.connection.execute("CREATE TRIGGER tr AFTER DELETE ON \(table.name) BEGIN SELECT 1; END")
    }
    database.connection.close()
    return database
  }

  private init(_ path: String, seed: UInt64) throws {
    generator = SeededGenerator(seed)
    connection = try SQLiteConnection(path: path, mode: .create)
    for pragma in ["journal_mode = OFF", "synchronous = OFF"] { _ = try connection.rows("PRAGMA \(pragma)") }
  }

  private static let types = ["INTEGER", "TEXT", "REAL", "NUMERIC", "BLOB", "", "VARCHAR(20)", "DATE", "DOUBLE", "INT"]
  private static let collations = ["", "", "", " COLLATE NOCASE", " COLLATE RTRIM", " COLLATE BINARY"]

  private mutating func makeTable(_ number: Int, rowLimit: Int) throws {
    let name = "t\(number)"
    var columns = (0...generator.number(below: 6)).map { "c\($0)" }
    var parts = columns.map { "\($0) \(generator.pick(Self.types))\(generator.pick(Self.collations))" }
    let isKeyed = generator.chance(1, in: 2)
    if isKeyed {
      let place = generator.number(below: columns.count + 1)
      columns.insert("id", at: place)
      parts.insert("id INTEGER PRIMARY KEY", at: place)
    }
    if generator.once(in: 4) { parts.append("UNIQUE (\(generator.pick(columns)))") }
    if isKeyed, generator.once(in: 3) { parts.append("FOREIGN KEY (\(columns[0])) REFERENCES \(name)(id)") }
    if generator.once(in: 10) { parts.append("CHECK (1 <> '\(String(repeating: "long ", count: 2000))')") }
    try connection.execute("CREATE TABLE \(name)(\(parts.joined(separator: ", ")))")
    tables.append((name, columns, isKeyed))
    for index in 0..<generator.number(below: 5) {
      let terms = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        generator.pick(columns) + generator.pick(Self.collations) + generator.pick(["", "", " DESC", " ASC"])
      }
      let isUnique = generator.once(in: 5) ? "UNIQUE " : ""
      try connection.execute("CREATE \(isUnique)INDEX i\(number)_\(index) ON \(name)(\(terms.joined(separator: ", ")))")
    }
    let counts = [
      0, 1, 2, generator.number(below: 40), generator.number(below: 400), generator.number(below: rowLimit),
    ]
    try insert(generator.pick(counts), into: name, columns: columns, isKeyed: isKeyed)
  }

  private mutating func insert(_ count: Int, into table: String, columns: [String], isKeyed: Bool) throws {
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let key = isKeyed ? "" : "rowid, "
    let statement = try connection.prepare(
      "INSERT OR IGNORE INTO \(table)(\(key)\(columns.joined(separator: ", "))) VALUES (\(isKeyed ? "" : "?, ")\(places))"
    )
    try connection.execute("BEGIN")
    var rowID: Int64 = generator.pick([0, 0, 0, -500, -1 << 40, 1 << 40])
    let style = generator.number(below: 4)
    for _ in 0..<count {
      rowID += generator.once(in: 20) ? Int64(generator.number(below: 100_000)) + 1 : 1
      var values = columns.map { $0 == "id" ? .integer(rowID) : value(style: style) }
      if !isKeyed { values.insert(.integer(rowID), at: 0) }
      try statement.bind(values)
      try statement.run()
      statement.reset()
    }
    try connection.execute("COMMIT")
  }

  // MARK: Values

  private mutating func value(style: Int) -> SQLiteValue {
    switch style {
    case 0: return generator.once(in: 6) ? .null : .integer(Int64(generator.number(below: 12)))
    case 1: return .text(text())
    default: break
    }
    switch generator.number(below: 10) {
    case 0, 1: return .null
    case 2, 3: return .integer(integer())
    case 4, 5: return .real(real())
    case 6, 7: return .text(text())
    case 8: return .blob((0..<generator.number(below: 12)).map { _ in UInt8(generator.pick([0, 1, 65, 97, 255])) })
    default:
      let count = generator.pick([60, 200, 500, 900, 4000, generator.once(in: 20) ? 70_000 : 100])
      return generator.chance(1, in: 2)
        ? .blob([UInt8](repeating: 7, count: generator.number(below: count)))
        : .text(String(repeating: "long ", count: generator.number(below: count) / 5) + text())
    }
  }

  private mutating func integer() -> Int64 {
    let base: Int64 = generator.pick([
      0, 127, 128, 32_767, 8_388_607, 1 << 31, 1 << 47, 1 << 53, .max - 3, 140_737_488_355_327,
    ])
    let near = base &+ Int64(generator.number(below: 5)) &- 2
    return generator.chance(1, in: 2) ? near : 0 &- near
  }

  private mutating func real() -> Double {
    switch generator.number(below: 8) {
    case 0:
      return generator.pick([
        0.0, -0.0, 1.0, .infinity, -.infinity, 0x1p53, 0x1p63, -0x1p63, 0x1p62, 1e300, Double.leastNonzeroMagnitude,
      ])
    case 1: return Double(integer())
    case 2: return Double(integer()).nextUp
    case 3: return Double(generator.number(below: 10))
    default: return Double(generator.number(below: 1000)) / 8 - 20
    }
  }

  private mutating func text() -> String {
    let starts = [
      "", "a", "A", "abc", "ABC", "Abc ", "the same beginning of many texts ", "the same beginning of many Texts ",
      "zebra", "ä", "12", "7up",
    ]
    let ends = ["", "", " ", "  ", "x", "X", "\u{0}", "\u{0}b", "é", "\(generator.number(below: 100))"]
    return generator.pick(starts) + generator.pick(ends) + generator.pick(ends)
  }
}

internal import Foundation
internal import SQLiteAccess

/// Files that were edited at random.
package enum RandomFiles {
  /// Bytes and what becomes of them: parts replaced, inserted, removed, moved and repeated.
  package static func bytes(_ seed: UInt64) -> (old: [UInt8], new: [UInt8]) {
    var random = SeededGenerator(seed)
    let size = random.pick([0, 1, 7, 15, 16, 17, 40, 500, 5_000, 60_000])
    // Few different bytes make many places alike.
    let limit = random.pick([2, 8, 256])
    func some(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(random.number(below: limit)) } }
    let old = some(size)
    var new = old
    for _ in 0..<random.number(below: 12) {
      let start = random.number(below: new.count + 1)
      let end = min(new.count, start + random.number(below: random.pick([4, 30, 3_000])))
      switch random.number(below: 5) {
      case 0: new.replaceSubrange(start..<end, with: some(end - start))
      case 1: new.insert(contentsOf: some(random.number(below: 40)), at: start)
      case 2: new.removeSubrange(start..<end)
      case 3: new.insert(contentsOf: new[start..<end], at: random.number(below: new.count + 1))
      default:
        let part = Array(new[start..<end])
        new.removeSubrange(start..<end)
        new.insert(contentsOf: part, at: random.number(below: new.count + 1))
      }
    }
    return (old, new)
  }

  /// Two databases, of which the second was made from the first by statements. Pages that SQLite has left in disorder are among them.
  package static func databases(_ seed: UInt64) throws -> (old: [UInt8], new: [UInt8]) {
    var random = SeededGenerator(seed)
    let folder = try TemporaryFolder()
    let path = folder.file("random.sqlite")
    let connection = try SQLiteConnection(path: path, mode: .create)
    defer { connection.close() }
    func text() -> SQLiteValue {
      .text(String(repeating: "word \(random.number(below: 900)) ", count: random.number(below: 30)))
    }
    try connection.execute("PRAGMA page_size = \(random.pick([512, 1_024, 4_096, 65_536]))")
    try connection.execute("PRAGMA journal_mode = DELETE")
    try connection.execute("CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT, note TEXT, size REAL)")
    try connection.execute("CREATE INDEX byName ON a (name)")
    try connection.execute("CREATE TABLE b (name TEXT PRIMARY KEY, note TEXT) WITHOUT ROWID")
    func insert() throws {
      try connection.execute(
        "INSERT INTO a (name, note, size) VALUES (?1, ?2, ?3)",
        [text(), text(), .real(Double(random.number(below: 99)) / 7)]
      )
      try connection.execute("INSERT OR REPLACE INTO b VALUES (?1, ?2)", [text(), text()])
    }
    try connection.execute("BEGIN")
    for _ in 0..<random.pick([0, 3, 400]) { try insert() }
    try connection.execute("COMMIT")
    if random.once(in: 2) { try connection.execute("VACUUM") }
    let old = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    try connection.execute("BEGIN")
    for _ in 0..<random.number(below: 30) {
      switch random.number(below: 4) {
      case 0: try insert()
      case 1:
        try connection.execute(
          "UPDATE a SET note = ?1 WHERE id % 50 = ?2",
          [text(), .integer(Int64(random.number(below: 50)))]
        )
      case 2:
        try connection.execute(
          "UPDATE a SET size = size + 1 WHERE id % 20 = ?1",
          [.integer(Int64(random.number(below: 20)))]
        )
      default: try connection.execute("DELETE FROM a WHERE id % 90 = ?1", [.integer(Int64(random.number(below: 90)))])
      }
    }
    try connection.execute("COMMIT")
    if random.once(in: 2) { try connection.execute("VACUUM") }
    return (old, Array(try Data(contentsOf: URL(fileURLWithPath: path))))
  }
}

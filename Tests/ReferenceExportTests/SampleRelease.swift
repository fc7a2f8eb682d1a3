import Foundation
import ReferenceExport
import SQLiteAccess
import TestSupport

/// A small release for the tests of publishing: a database with one table, a report and a rejects file.
enum SampleRelease {
  static let name = "Sample.sqlite"
  static let manifestName = "Sample.manifest.json"

  /// Makes a database whose only table has `rows` rows that say `word`.
  static func writeDatabase(at path: String, word: String, rows: Int = 200, batch: Int = 1_000) throws {
    let connection = try SQLiteConnection(path: path, mode: .create)
    defer { connection.close() }
    try connection.setPragma("auto_vacuum", to: "2")
    try connection.execute("CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT, number INTEGER)")
    try connection.execute("CREATE INDEX words_number ON words (number)")
    for start in stride(from: 0, to: rows, by: batch) {
      try connection.transaction {
        for row in start..<min(start + batch, rows) {
          try connection.execute(
            "INSERT INTO words VALUES (?1, ?2, ?3)",
            [
              .integer(Int64(row)), .text(word), .integer(Int64(row % 7)),
            ]
          )
        }
      }
    }
  }

  /// What a release that says `word` is described as.
  static func manifest(word: String) -> ReleaseManifest {
    ReleaseManifest(
      toolVersion: word,
      recipe: "Sample.recipe.yml",
      model: ReleaseManifest.Model(
        name: "Sample.xcdatamodeld",
        entityVersionHashes: ["Word": Array(repeating: 7, count: 32)]
      ),
      referenceFile: name
    )
  }

  /// Publishes a release that says `word` everywhere.
  @discardableResult
  static func publish(
    _ word: String,
    in folder: String,
    rejects: Bool = true,
    checkpoint: @escaping (PublicationStep) throws -> Void = { _ in }
  ) throws -> ReleaseManifest {
    let publisher = try ReferencePublisher(folder: folder, name: name, checkpoint: checkpoint)
    try writeDatabase(at: publisher.workPath, word: word)
    try publisher.seal()
    try Data("report \(word)\n".utf8).write(to: URL(fileURLWithPath: publisher.stagedPath(for: "Sample.report.html")))
    if rejects {
      try Data("reject \(word)\n".utf8).write(to: URL(fileURLWithPath: publisher.stagedPath(for: "rejects/words.csv")))
    }
    return try publisher.publish(manifest(word: word), writable: ["rejects/words.csv"])
  }

  /// The word that each file of a release says, by the file's name; files that are not there have none.
  static func words(in folder: TemporaryFolder) throws -> [String: String] {
    var words: [String: String] = [:]
    for name in ["Sample.report.html", "rejects/words.csv"] {
      guard let text = try? folder.text(of: name) else { continue }
      words[name] = text.split(separator: " ").last.map { String($0.dropLast()) }
    }
    let path = folder.file(name)
    if FileManager.default.fileExists(atPath: path) {
      let connection = try SQLiteConnection(path: path, mode: .immutable)
      defer { connection.close() }
      let texts = try connection.rows("SELECT word, count(*) FROM words GROUP BY word")
      words[name] = texts == [[texts.first?.first ?? .null, .integer(200)]] ? texts[0][0].text : "mixed"
    }
    if let manifest = try? ReleaseManifest(contentsOf: folder.file(manifestName)) {
      words[manifestName] = manifest.toolVersion
    }
    return words
  }

  /// What `words(in:)` says of a whole release.
  static func whole(_ word: String) -> [String: String] {
    ["Sample.report.html": word, "rejects/words.csv": word, name: word, manifestName: word]
  }
}

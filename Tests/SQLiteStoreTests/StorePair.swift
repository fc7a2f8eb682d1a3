import Foundation
import ModelReading
import ObjectModel
import SQLiteStore
import TestSupport
import Testing

/// A real store with its model, from the folder of shared example files.
struct StorePair: CustomTestStringConvertible, Sendable {
  var name: String
  var folder: String
  var testDescription: String { name }

  /// All pairs, by name; empty where the example files are not there.
  static let all: [StorePair] = {
    guard let root = Corpus.folder("coredata-stores") else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return names.sorted().map { StorePair(name: $0, folder: root + "/" + $0) }
      .filter { FileManager.default.fileExists(atPath: $0.folder + "/metadata.json") }
  }()

  /// The pairs whose store file itself is there.
  static let withStore = all.filter { FileManager.default.fileExists(atPath: $0.folder + "/store.sqlite") }

  var modelPath: String { folder + "/contents" }

  func model() throws -> ManagedObjectModel { try ModelReader.read(modelPath) }

  /// A copy of the store with its side files, so that opening it changes nothing in the corpus.
  func copyOfStore(in folder: TemporaryFolder) throws -> String {
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: self.folder + "/store.sqlite" + suffix) {
      try FileManager.default.copyItem(
        atPath: self.folder + "/store.sqlite" + suffix,
        toPath: folder.file("store.sqlite" + suffix)
      )
    }
    return folder.file("store.sqlite")
  }

  /// What is known of the store without opening it.
  struct Facts {
    struct Object {
      var type: String
      var name: String
      var table: String
      var sql: String
    }

    var objects: [Object] = []
    var frameworkVersion = 0
    var hashNames: Set<String> = []
    var primaryKeys: [[String]] = []

    /// Whether the store is as Core Data made it: all entity tables, then all indexes, then triggers, then its own tables. A migration, or
    /// an index made later, leaves another order.
    var isFresh: Bool {
      let books = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]
      let stages = objects.filter { $0.name.hasPrefix("Z") }.map { object in
        if books.contains(object.name) { return 3 }
        return ["table", "index", "trigger"].firstIndex(of: object.type) ?? 3
      }
      return stages == stages.sorted() && objects.first { books.contains($0.name) }?.name == books[0]
    }
  }

  func facts() throws -> Facts {
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/metadata.json"))
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    var facts = Facts()
    for object in json["schema"] as? [[String: Any]] ?? [] {
      guard let sql = object["sql"] as? String else { continue }
      facts.objects.append(
        Facts.Object(
          type: object["type"] as? String ?? "",
          name: object["name"] as? String ?? "",
          table: object["tbl_name"] as? String ?? "",
          sql: sql
        )
      )
    }
    let list = json["Z_PLIST"] as? [String: Any] ?? [:]
    facts.frameworkVersion = list["NSPersistenceFrameworkVersion"] as? Int ?? 0
    facts.hashNames = Set((list["NSStoreModelVersionHashes"] as? [String: Any] ?? [:]).keys)
    facts.primaryKeys = (json["Z_PRIMARYKEY"] as? [[Any]] ?? []).map { row in row.prefix(3).map { "\($0)" } }
    return facts
  }
}

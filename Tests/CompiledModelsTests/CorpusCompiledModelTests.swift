import CompiledModels
import Foundation
import ModelReading
import ObjectModel
import SQLiteAccess
import TestSupport
import Testing

/// Compiled models and model caches of real apps, against the model files they came from.
@Suite(.enabled(if: Corpus.folder("coredata-stores") != nil, "\(Corpus.absence)"))
struct CorpusCompiledModelTests {
  /// What differs for a reason: the model file is another revision, or the compiler was of a generation that names indexes after their
  /// properties or only marks attributes.
  static let explained: [String: Set<String>] = [
    "carekit-samplestore2-0-sqlite-c8407b": ["default"],
    "coredataplus-samplemodelv1-sqlite-517be7": ["attribute"],
    "coredataplus-samplemodelv1-sqlite-cc3334": ["index byMakerAndNumberPlate", "index maker_numberPlate"],
    "pokemon-pokemon-sqlite-eae112": ["relationship", "attribute"],
    "coredataplus-samplemodel-momd-samplemodel2": ["index byMakerAndNumberPlate", "index maker_numberPlate"],
    "xcservercoredata-xcservercoredata-momd-xcservercoredata2-0-0": [
      "indexed", "index byIdentifierIndex", "index byCommitHashIndex", "index byFqdnIndex",
    ],
  ]

  static var folders: [String] {
    ["coredata-stores", "version-hashes"].flatMap { name -> [String] in
      guard let path = Corpus.folder(name), let names = try? FileManager.default.contentsOfDirectory(atPath: path)
      else {
        return []
      }
      return names.sorted().map { path + "/" + $0 }.filter { FileManager.default.fileExists(atPath: $0 + "/contents") }
    }
  }

  @Test(arguments: folders)
  func equalsTheModelFile(_ folder: String) throws {
    let model = try ModelReader.read(folder + "/contents")
    let explained = Self.explained[URL(fileURLWithPath: folder).lastPathComponent] ?? []
    for compiled in try compiledModels(in: folder) {
      // Caches have the class of the current module resolved, or none, and identifiers that the file beside them may lack.
      let differences = ModelComparison.differences(from: model, to: compiled)
        .filter { !["class", "version identifiers"].contains($0.aspect) && !explained.contains($0.aspect) }
      #expect(differences.map(\.description) == [])
    }
  }

  @Test(arguments: folders)
  func readsBackACompiledRealModel(_ folder: String) throws {
    let model = try ModelReader.read(folder + "/contents")
    for read in [
      try CompiledModel.read(try CompiledModel.archive(model)),
      try CompiledModel.model(fromModelCache: try CompiledModel.modelCache(for: model)),
    ] {
      let differences = ModelComparison.differences(from: model, to: read).filter { $0.aspect != "class" }
      #expect(differences.map(\.description) == [])
      #expect(read.entityVersionHashesByName == model.entityVersionHashesByName)
    }
  }

  private func compiledModels(in folder: String) throws -> [ManagedObjectModel] {
    var models: [ManagedObjectModel] = []
    if FileManager.default.fileExists(atPath: folder + "/model.mom") {
      models.append(try ModelReader.read(folder + "/model.mom"))
    }
    guard FileManager.default.fileExists(atPath: folder + "/store.sqlite") else { return models }
    let connection = try SQLiteConnection(path: folder + "/store.sqlite", mode: .immutable)
    defer { connection.close() }
    let tables = try connection.rows("SELECT name FROM sqlite_master WHERE name = 'Z_MODELCACHE'")
    guard !tables.isEmpty else { return models }
    for row in try connection.rows("SELECT Z_CONTENT FROM Z_MODELCACHE") {
      models.append(try CompiledModel.model(fromModelCache: try #require(row[0].blob)))
    }
    return models
  }
}

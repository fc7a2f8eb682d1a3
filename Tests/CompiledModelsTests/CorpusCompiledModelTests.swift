import CompiledModels
import Foundation
import ModelReading
import ObjectModel
import PropertyLists
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

  /// The files of current tools; older ones have other styles of indexes.
  private static let current = [
    "coredataplus-samplemodel-momd-samplemodel3", "coredataplus-samplemodel3-momd-samplemodel3",
    "coredataplus-samplemodel3-momd-samplemodel3-v2", "coredataplus-samplemodel3-momd-samplemodel3-v3",
  ]

  /// What is compiled here is key by key what Xcode has written, but for the numbers of its versions (issue 17).
  @Test(arguments: current)
  func writesEveryKeyAsXcodeDoes(_ name: String) throws {
    let folder = try #require(Corpus.folder("version-hashes/" + name))
    let bytes = try #require(FileManager.default.contents(atPath: folder + "/model.mom"))
    let real = try KeyedArchive([UInt8](bytes))
    let made = try KeyedArchive(try CompiledModel.archive(try ModelReader.read(folder + "/contents")))
    var comparison = ArchiveComparison()
    comparison.compare(try #require(real.rootObject), try #require(made.rootObject), at: "model")
    #expect(comparison.differences == [])
    #expect(comparison.count > 30)
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

/// Compares two archives object by object; dictionaries and sets by what they hold, not by its order.
private struct ArchiveComparison {
  private(set) var differences: [String] = []
  /// How many keys were compared.
  private(set) var count = 0
  private var seen: Set<[Int]> = []
  private static let leftOut: Set<String> = ["$class", "CDMCompilerToolVersion", "CDMCompilerXcodeVersion"]

  mutating func compare(_ one: ArchivedObject, _ other: ArchivedObject, at place: String) {
    guard seen.insert([one.number, other.number]).inserted else { return }
    if one.className != other.className {
      return differences.append("\(place): \(one.className), \(other.className)")
    }
    if one.fields["NS.keys"] != nil {
      let (left, right) = (one.entries.sorted { $0.key < $1.key }, other.entries.sorted { $0.key < $1.key })
      if left.map(\.key) != right.map(\.key) {
        return differences.append("\(place): \(left.map(\.key)), \(right.map(\.key))")
      }
      for (left, right) in zip(left, right) {
        compare(left.value, one.archive, right.value, other.archive, at: place + "/" + left.key)
      }
      return
    }
    if one.fields["NS.objects"] != nil {
      let (left, right) = (one.elementReferences, other.elementReferences)
      guard left.count == right.count else {
        return differences.append("\(place): \(left.count) and \(right.count) elements")
      }
      if one.className.hasSuffix("Set") {
        if one.strings.sorted() != other.strings.sorted() {
          differences.append("\(place): \(one.strings), \(other.strings)")
        }
        return
      }
      for (index, pair) in zip(left, right).enumerated() {
        compare(pair.0, one.archive, pair.1, other.archive, at: "\(place)[\(index)]")
      }
      return
    }
    let keys = Set(one.fields.keys).union(other.fields.keys).subtracting(Self.leftOut)
    for key in keys.sorted() {
      compare(one.fields[key], one.archive, other.fields[key], other.archive, at: place + "/" + key)
    }
  }

  private mutating func compare(
    _ one: PropertyListValue?,
    _ first: KeyedArchive,
    _ other: PropertyListValue?,
    _ second: KeyedArchive,
    at place: String
  ) {
    count += 1
    if (one == nil) != (other == nil) { return differences.append("\(place): in one of them only") }
    if let left = first.object(one), let right = second.object(other) { return compare(left, right, at: place) }
    let (left, right) = (one?.uid == nil ? one : first.resolve(one), other?.uid == nil ? other : second.resolve(other))
    let texts = (first.string(one), second.string(other))
    if left != right, texts.0 == nil || texts.0 != texts.1 {
      differences.append("\(place): \(String(describing: left)), \(String(describing: right))")
    }
  }
}

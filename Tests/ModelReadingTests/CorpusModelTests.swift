import Foundation
import ModelReading
import ObjectModel
import TestSupport
import Testing

/// Models of real apps, with the version hashes that their stores and compiled models carry.
@Suite(.enabled(if: Corpus.folder("coredata-stores") != nil, "\(Corpus.absence)"))
struct CorpusModelTests {
  /// Stores made by another revision of the model than the one beside them: their tables have columns that it lacks, or the other way
  /// round.
  static let otherRevisions: Set<String> = [
    "pokemon-pokemon-sqlite-eae112",
    "wire-ios-data-model-store2-65-0-wiredatabase-e1ddac",
    "wire-ios-data-model-store2-86-0-wiredatabase-21471a",
    "wire-ios-data-model-store2-90-0-wiredatabase-dd76aa",
    "wire-ios-data-model-store2-92-0-wiredatabase-1c4e6a",
    "wire-ios-data-model-store2-94-0-wiredatabase-ce26eb",
    "wire-ios-data-model-store2-96-0-wiredatabase-37efb0",
    "wire-ios-data-model-store2-99-0-wiredatabase-827e54",
  ]

  static var folders: [String] {
    ["coredata-stores", "version-hashes"].flatMap { name -> [String] in
      guard let path = Corpus.folder(name), let names = try? FileManager.default.contentsOfDirectory(atPath: path)
      else { return [] }
      return names.sorted().map { path + "/" + $0 }.filter { FileManager.default.fileExists(atPath: $0 + "/contents") }
    }
  }

  @Test(arguments: folders)
  func computesTheHashesOfARealModel(in folder: String) throws {
    let model = try ModelReader.read(folder + "/contents")
    let expected = try publishedHashes(in: folder)
    let computed = model.entityVersionHashesByName
    let differing = expected.filter { computed[$0.key] != $0.value }.keys.sorted()
    if Self.otherRevisions.contains(URL(fileURLWithPath: folder).lastPathComponent) {
      #expect(!differing.isEmpty)
    } else {
      #expect(differing.isEmpty, "\(model.entitiesWithOpenVersionHashes)")
    }
  }

  /// The model file, the compiled model and the store beside each other, as far as they are there (issue 17).
  @Test(arguments: folders)
  func writesEveryRealModelSoThatItReadsBackTheSame(_ folder: String) throws {
    var count = 0
    for name in ["contents", "model.mom", "store.sqlite"] {
      let path = folder + "/" + name
      guard FileManager.default.fileExists(atPath: path) else { continue }
      let model: ManagedObjectModel
      do {
        model = try ModelReader.read(path)
      } catch let error as ModelReadingError where error.message.hasPrefix("The store carries no model") {
        continue
      }
      count += 1
      let text = ModelWriter.contents(of: model)
      let read = try ModelReader.parse(Array(text.utf8), file: "contents").model
      // Models made in code have no version identifier, model files have one at least.
      if model.versionIdentifiers.isEmpty { model.versionIdentifiers = [""] }
      #expect(ModelComparison.differences(from: model, to: read).map(\.description) == [])
      #expect(read.entityVersionHashesByName == model.entityVersionHashesByName)
      #expect(ModelWriter.remarks(on: model) == [])
    }
    #expect(count > 0)
  }

  /// A store that carries its model gives the one that it was made with, and its own version hashes.
  @Test(arguments: folders.filter { FileManager.default.fileExists(atPath: $0 + "/store.sqlite") })
  func readsTheModelOfARealStore(_ folder: String) throws {
    do {
      let model = try ModelReader.read(folder + "/store.sqlite")
      let published = try publishedHashes(in: folder)
      #expect(model.entityVersionHashesByName == published)
      #expect(model.contradictedVersionHashes == [])
      #expect(try ModelReader.versions(of: folder + "/store.sqlite").map(\.name) == ["store"])
    } catch let error as ModelReadingError {
      #expect(error.kind == .notAModel)
      #expect(error.message.hasPrefix("The store carries no model"))
    }
  }

  private func publishedHashes(in folder: String) throws -> [String: [UInt8]] {
    let store = folder + "/metadata.json"
    if FileManager.default.fileExists(atPath: store) {
      struct Store: Decodable {
        struct List: Decodable { var NSStoreModelVersionHashes: [String: Bytes] }
        struct Bytes: Decodable { var base64: String }
        var Z_PLIST: List
      }
      let data = try Data(contentsOf: URL(fileURLWithPath: store))
      return try JSONDecoder().decode(Store.self, from: data).Z_PLIST.NSStoreModelVersionHashes.mapValues {
        Array(try #require(Data(base64Encoded: $0.base64)))
      }
    }
    struct Compiled: Decodable { var hashes: [String: String] }
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/hashes.json"))
    return try JSONDecoder().decode(Compiled.self, from: data).hashes.mapValues { text in
      let digits = try text.map { try #require($0.hexDigitValue) }
      return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
  }
}

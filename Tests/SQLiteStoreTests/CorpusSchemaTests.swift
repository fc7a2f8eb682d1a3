import ModelReading
import ObjectModel
import SQLiteStore
import TestSupport
import Testing

@Suite(.enabled(if: !StorePair.all.isEmpty, Comment(rawValue: Corpus.absence)))
struct CorpusSchemaTests {
  /// Why a real store's schema is not the one that Core Data would make for the model beside it.
  enum Reason {
    /// A migration renamed an entity; `Z_PRIMARYKEY` and index names keep the old one.
    case renamed
    /// A migration appended columns, renamed tables, or left indexes over that an older Core Data had named.
    case migrated
    /// The store was made from a revision of the model that is not in its repository.
    case otherRevision
  }

  static let known: [String: (kinds: Set<SchemaComparison.Difference>, reason: Reason)] = [
    "coredataplus-samplemodel-v2-sqlite-694ba1": ([.entityNumbers], .renamed),
    "coredataplus-samplemodelv1-sqlite-cc3334": ([.entityNumbers, .extraIndex, .missingIndex], .renamed),
    "coredataplus-samplemodelv2-sqlite-9a2851": ([.entityNumbers], .renamed),
    "pokemon-pokemon-sqlite-eae112": ([.columns, .missingIndex], .otherRevision),
    "wire-ios-data-model-store2-101-0-wiredatabase-32cfca": ([.columnOrder, .columns, .extraIndex], .migrated),
    "wire-ios-data-model-store2-39-0-wiredatabase-77e14b": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-41-0-wiredatabase-16df82": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-44-0-wiredatabase-f3c25f": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-46-0-wiredatabase-fb47e1": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-48-0-wiredatabase-aafb3d": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-52-0-wiredatabase-22c175": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-59-0-wiredatabase-4d3274": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-60-0-wiredatabase-bb6278": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-63-0-wiredatabase-564aa2": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-65-0-wiredatabase-e1ddac": ([.columns, .extraIndex], .migrated),
    "wire-ios-data-model-store2-67-0-wiredatabase-188abb": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-69-0-wiredatabase-3373cb": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-70-0-wiredatabase-292d49": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-73-0-wiredatabase-a5b0a4": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-75-0-wiredatabase-842da6": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-77-0-wiredatabase-b3026c": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-78-0-wiredatabase-34bb70": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-79-0-wiredatabase-3af8de": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-80-0-wiredatabase-d08b42": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-83-0-wiredatabase-f49b13": ([.extraIndex], .migrated),
    "wire-ios-data-model-store2-86-0-wiredatabase-21471a": ([.columns, .extraIndex], .migrated),
    "wire-ios-data-model-store2-88-0-wiredatabase-3db729": ([.columnOrder, .extraIndex], .migrated),
    "wire-ios-data-model-store2-90-0-wiredatabase-dd76aa": ([.columnOrder, .columns, .extraIndex], .migrated),
    "wire-ios-data-model-store2-92-0-wiredatabase-1c4e6a": ([.columnOrder, .columns, .extraIndex], .migrated),
    "wire-ios-data-model-store2-94-0-wiredatabase-ce26eb": ([.columnOrder, .columns, .extraIndex], .migrated),
    "wire-ios-data-model-store2-96-0-wiredatabase-37efb0": ([.columnOrder, .columns, .extraIndex], .migrated),
    "wire-ios-data-model-store2-99-0-wiredatabase-827e54": ([.columnOrder, .columns, .extraIndex], .migrated),
  ]

  @Test(arguments: StorePair.all) func foretellsTheSchemaOfARealStore(_ pair: StorePair) throws {
    let facts = try pair.facts()
    let model = try pair.model()
    #expect(facts.hashNames == Set(model.entities.map(\.name)))
    let schema = StoreSchema(model: model, era: StoreEra(frameworkVersion: facts.frameworkVersion))
    let comparison = SchemaComparison(schema: schema, facts: facts)
    let expected = Self.known[pair.name]?.kinds ?? []
    let differences = comparison.differences.filter { !expected.contains($0.kind) }
    #expect(comparison.kinds == expected, Comment(rawValue: differences.map(\.text).joined(separator: "\n")))
  }

  @Test(arguments: StorePair.all) func findsDifferencesInStoresThatAMigrationChanged(_ pair: StorePair) throws {
    guard let reason = Self.known[pair.name]?.reason else { return }
    #expect(try pair.facts().isFresh == (reason == .otherRevision))
  }

  @Test func givesEveryStatementOfEveryFreshStore() throws {
    let fresh = try StorePair.all.filter { try $0.facts().isFresh }
    #expect(fresh.count >= 40)
    #expect(fresh.filter { Self.known[$0.name] != nil }.map(\.name) == ["pokemon-pokemon-sqlite-eae112"])
  }
}

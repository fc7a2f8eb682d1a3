import AttributeValues
import Findings
import ManagedObjects
import ModelReading
import ObjectModel
import SQLiteStore
import TestSupport
import Testing

/// Real stores are migrated (issue 17).
@Suite(.enabled(if: Corpus.folder("coredata-stores") != nil, "\(Corpus.absence)"))
struct CorpusMigrationTests {
  init() { SQLiteStore.register() }

  /// The rows of each entity itself.
  private func counts(_ path: String, _ model: ManagedObjectModel) throws -> [String: Int] {
    var options = SQLiteStoreOptions()
    options.isReadOnly = true
    let store = try SQLiteStore.open(at: path, model: model, options: options)
    defer { try? store.close() }
    var counts: [String: Int] = [:]
    for entity in model.entities {
      var fetch = StoreFetch(entity: entity)
      fetch.includesSubentities = false
      counts[entity.name] = try store.count(for: fetch)
    }
    return counts
  }

  /// Every entity gets an attribute, and the rest stays.
  @Test(arguments: StorePair.withStore) func aRealStoreGetsMoreAttributes(_ pair: StorePair) throws {
    let folder = try TemporaryFolder()
    let path = try pair.copyOfStore(in: folder)
    let model = try pair.model()
    guard try SQLiteStore.isStore(at: path, of: model) else {
      #expect(throws: PersistentStoreError.self) {
        try SQLiteStore.migrate(storeAt: path, through: StagedMigration(versions: [model, model.copy()]))
      }
      return
    }
    let newer = model.copy()
    for entity in newer.entities where entity.superentity == nil {
      let attribute = AttributeDescription(name: "addedByAMigration", type: .integer32)
      attribute.isOptional = false
      attribute.defaultValue = .integer(7)
      entity.declaredProperties.append(attribute)
    }
    let before = try counts(path, model)
    let identifier = try SQLiteStore.metadata(ofStoreAt: path).identifier
    try SQLiteStore.migrate(storeAt: path, from: model, to: newer)
    #expect(try counts(path, newer) == before)
    #expect(try SQLiteStore.metadata(ofStoreAt: path).identifier == identifier)
    #expect(try SQLiteStore.isStore(at: path, of: newer))
    let errors = try StoreInspection.verify(path, model: newer).filter { $0.severity == .error }
    let known = try StoreInspection.verify(pair.folder + "/store.sqlite", model: model).filter { $0.severity == .error }
    #expect(errors.count <= known.count, "\(errors.map(\.message))")
  }

  /// How many objects each relationship of each entity leads to, and how many values each attribute has.
  private func totals(_ path: String, _ model: ManagedObjectModel) throws -> [String: Int] {
    var options = SQLiteStoreOptions()
    options.isReadOnly = true
    let store = try SQLiteStore.open(at: path, model: model, options: options)
    defer { try? store.close() }
    var totals: [String: Int] = [:]
    for entity in model.entities {
      var fetch = StoreFetch(entity: entity)
      fetch.includesSubentities = false
      let slots = entity.relationshipsByName.values.filter { $0.isToMany && !$0.isTransient }.map(\.name).sorted()
      for row in try store.rows(for: fetch) {
        for (slot, value) in row.attributes.enumerated() where !value.isNull {
          totals["\(entity.name) attribute \(slot)", default: 0] += 1
        }
        for (slot, value) in row.toOne.enumerated() where value != nil {
          totals["\(entity.name) to-one \(slot)", default: 0] += 1
        }
        for name in slots {
          guard case .toMany(let slot)? = entity.layout.slot(named: name) else { continue }
          let count = try store.members(of: row.objectID, toManySlot: slot).count
          if count > 0 { totals["\(entity.name).\(name)", default: 0] += count }
        }
      }
    }
    return totals
  }

  /// Rows that are copied, and objects that are made of objects, come to the same.
  @Test(arguments: StorePair.withStore) func objectsAndRowsAreMigratedAlike(_ pair: StorePair) throws {
    let folder = try TemporaryFolder()
    let path = try pair.copyOfStore(in: folder)
    let model = try pair.model()
    guard try SQLiteStore.isStore(at: path, of: model) else { return }
    let newer = model.copy()
    var mapping = MappingModel(from: model, to: newer)
    for entity in newer.entities where !entity.isAbstract {
      let attribute = entity.attributesByName.values.filter { !$0.isTransient }.map(\.name).sorted().first
      guard let attribute else { continue }
      try mapping.customize(entity.name) { try $0.map(attribute, to: .property(attribute)) }
    }
    let other = folder.file("objects.sqlite")
    do {
      try MigrationManager.migrateStore(at: path, with: mapping, to: other)
    } catch let error as ValidationErrors {
      // Objects are validated, rows are not: real stores have objects that their model does not allow.
      #expect(!error.errors.isEmpty)
      return
    }
    try SQLiteStore.migrate(storeAt: path, from: model, to: newer)
    #expect(try totals(other, newer) == totals(path, newer))
    let errors = try StoreInspection.verify(other, model: newer).filter { $0.severity == .error }
    #expect(errors.map(\.message) == [])
  }

  /// The stores of applications of which several versions are there.
  @Test(arguments: [
    ("browserserviceskit-bookmarks-v1-sqlite-dbfdd2", "browserserviceskit-bookmarks-v5-sqlite-1a3bbe"),
    ("browserserviceskit-bookmarks-v2-sqlite-3c2b9e", "browserserviceskit-bookmarks-v4-sqlite-248921"),
    ("scout-scout-v1-sqlite-5bbb25", "scout-scout-v4-sqlite-e19406"),
    ("coredataplus-samplemodelv1-sqlite-517be7", "coredataplus-samplemodelv2-sqlite-ed0073"),
    ("coredatakit-reviewjournal-1-sqlite-34505e", "coredatakit-reviewjournal-2-sqlite-b695e8"),
  ])
  func aRealStoreIsTakenToALaterVersion(_ older: String, _ newer: String) throws {
    let pairs = [older, newer].compactMap { name in StorePair.all.first { $0.name == name } }
    try #require(pairs.count == 2)
    let folder = try TemporaryFolder()
    let path = try pairs[0].copyOfStore(in: folder)
    let (source, destination) = (try pairs[0].model(), try pairs[1].model())
    let mapping = MappingModel(from: source, to: destination)
    let before = try counts(path, source)
    guard mapping.obstacles.allSatisfy(\.concernsCoreDataOnly) else {
      #expect(throws: PersistentStoreError.self) { try SQLiteStore.migrate(storeAt: path, with: mapping) }
      #expect(try counts(path, source) == before)
      return
    }
    try SQLiteStore.migrate(storeAt: path, with: mapping)
    let after = try counts(path, destination)
    for entity in mapping.entityMappings { #expect(after[entity.destination.name] == before[entity.source.name]) }
    #expect(try StoreInspection.verify(path, model: destination).filter { $0.severity == .error }.map(\.message) == [])
  }
}

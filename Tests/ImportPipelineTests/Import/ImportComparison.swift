import AttributeValues
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import SQLiteAccess
import SQLiteStore
import SealedPages
import Testing
import TestSupport

/// Carries an import out in every way that there is, and compares what comes of it: the store must not matter, nor whether there is one.
struct ImportComparison {
  /// The ways to carry an import out.
  enum Way: String, CaseIterable {
    /// As a library's user would.
    case memory
    /// Into a new file that is loaded in bulk, as `studbook build` does.
    case newFile
    /// Into a file with its indexes, with objects.
    case file
    /// Into a file that is written page by page, as `studbook build` does where the plan needs no objects.
    case sealed
  }

  /// What came of an import, in one of these ways.
  struct Outcome {
    let result: ImportResult
    let store: any PersistentStore
    let context: ManagedObjectContext
    /// Every object with its values and the objects that it is related to.
    let contents: [String]
  }

  /// Imports with more records than this go only into memory, and into no file.
  static let mostRecords = 100

  let plan: ImportPlan
  let model: ManagedObjectModel
  var rulesOff: Set<RuleCode> = []

  /// Carries the import out.
  ///
  /// - Parameter wrap: Puts another store in front of the one that is filled.
  func run(
    _ way: Way,
    in folder: String,
    rejectFolder: String? = nil,
    wrap: (any PersistentStore) -> any PersistentStore = { $0 }
  ) throws -> Outcome {
    var options = ImportOptions()
    options.rejectFolder = rejectFolder
    options.rulesOff = rulesOff
    options.writesRows = way == .newFile
    var store: any PersistentStore = InMemoryStore()
    var whenLoaded: () throws -> Void = {}
    if way == .sealed {
      options.writesNothingButRows = true
      let file = try SealingStore(
        at: "\(folder)/\(UUID().uuidString).sqlite",
        model: model,
        streaming: plan.entitiesMadeAlone,
        updating: plan.entitiesUpdated
      )
      let writer = WriteBehindStore(file)
      store = writer
      whenLoaded = {
        try writer.finish()
        let proof = try file.finish { UUID().uuidString }
        #expect(try proof.problems() == [])
      }
    } else if way != .memory {
      var storeOptions = SQLiteStoreOptions()
      storeOptions.bulkLoading = way == .newFile
      let file = try SQLiteStore.create(
        at: "\(folder)/\(UUID().uuidString).sqlite",
        model: model,
        options: storeOptions
      )
      store = file
      if way == .newFile {
        let writer = WriteBehindStore(file)
        store = writer
        whenLoaded = {
          try writer.finish()
          try file.finishBulkLoading()
        }
      }
    }
    store = wrap(store)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let run = ImportRun(plan: plan, context: context, store: store, options: options)
    let result = try run.run(whenLoaded: whenLoaded)
    return Outcome(result: result, store: store, context: context, contents: try contents(of: store))
  }

  /// Carries the import out into files, and as a check, and records an issue for everything that is not as in `outcome`.
  ///
  /// - Parameter seed: What the case was drawn from, to be told with an issue.
  func compare(_ outcome: Outcome, in folder: String, seed: UInt64? = nil, location: SourceLocation) throws {
    guard outcome.result.records.read <= Self.mostRecords else { return }
    var files: [Way: [String]] = [:]
    for way in Way.allCases where way != .memory && (way != .sealed || plan.needOfObjects == nil) {
      let other: Outcome
      // Some models only libsqlite3 can write.
      do { other = try run(way, in: folder) } catch SealedPagesError.unsupported where way == .sealed { continue }
      compare(other.result, with: outcome.result, way.rawValue, location)
      if other.contents != outcome.contents {
        let pairs = zip(outcome.contents, other.contents).first { $0 != $1 }
        let difference = pairs.map { "\($0)\ninstead of\n\($1)" } ?? "\(other.contents.count) objects"
        Issue.record("\(way.rawValue) holds other objects than memory: \(difference)", sourceLocation: location)
      }
      try other.store.close()
      if way == .newFile || way == .sealed { files[way] = try tables(of: other.store.location) }
    }
    if let sealed = files[.sealed], let filled = files[.newFile], sealed != filled {
      let pair = zip(sealed, filled).first { $0 != $1 }
      let difference = pair.map { "\($0)\ninstead of\n\($1)" } ?? "\(sealed.count) rows instead of \(filled.count)"
      Issue.record("The tables differ\(seed.map { ", seed \($0)" } ?? ""): \(difference)", sourceLocation: location)
    }
    var options = ImportOptions()
    options.rulesOff = rulesOff
    options.threads = 2
    if let check = try ImportRun.check(plan, options: options) {
      compare(check, with: outcome.result, "a check", location)
    }
  }

  private func compare(_ result: ImportResult, with memory: ImportResult, _ way: String, _ location: SourceLocation) {
    let way: Comment = "\(way) against memory"
    #expect(result.findings == memory.findings, way, sourceLocation: location)
    #expect(result.tally.counts == memory.tally.counts, way, sourceLocation: location)
    #expect(result.sources.map(\.records) == memory.sources.map(\.records), way, sourceLocation: location)
    #expect(result.entities == memory.entities, way, sourceLocation: location)
    #expect(result.completeness == memory.completeness, way, sourceLocation: location)
    #expect(result.errorsBesideRecords == memory.errorsBesideRecords, way, sourceLocation: location)
  }

  // MARK: Contents

  /// The rows of a file's tables, as they stand there, versions and the greatest keys included.
  private func tables(of path: String) throws -> [String] {
    let connection = try SQLiteConnection(path: path, mode: .readOnly)
    defer { connection.close() }
    let names = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .compactMap { $0[0].text }
      .filter { !$0.hasPrefix("sqlite_") && $0 != "Z_METADATA" && $0 != "Z_MODELCACHE" }
    return try names.flatMap { name in
      try connection.rows("SELECT rowid, * FROM \"\(name)\" ORDER BY rowid").map { "\(name): \($0)" }
    }
  }

  /// Every object of a store, those of each entity in the order of their keys; transient attributes have no place in a store.
  private func contents(of store: any PersistentStore) throws -> [String] {
    var lines: [String] = []
    for entity in model.entities where !entity.isAbstract {
      var fetch = StoreFetch(entity: entity)
      fetch.includesSubentities = false
      let rows = try store.rows(for: fetch).sorted { $0.objectID.reference < $1.objectID.reference }
      for row in rows { lines.append(try line(of: row, in: store)) }
    }
    return lines
  }

  private func line(of row: StoreRow, in store: any PersistentStore) throws -> String {
    let layout = row.objectID.entity.layout
    var parts = [Self.name(row.objectID)]
    for (slot, attribute) in layout.attributes.enumerated() where !attribute.isTransient {
      parts.append("\(attribute.name): \(Self.text(row.attributes[slot]))")
    }
    for (slot, relationship) in layout.toOneRelationships.enumerated() {
      parts.append("\(relationship.name): \(row.toOne[slot].map(Self.name) ?? "nil")")
    }
    for (slot, relationship) in layout.toManyRelationships.enumerated() {
      let members = try store.members(of: row.objectID, toManySlot: slot)
      let names = (relationship.isOrdered ? members : members.sorted { $0.reference < $1.reference }).map(Self.name)
      parts.append("\(relationship.name): [\(names.joined(separator: " "))]")
    }
    return parts.joined(separator: ", ")
  }

  /// A file keeps decimals as floating-point numbers.
  private static func text(_ value: AttributeValue) -> String {
    if case .decimal(let number) = value { "\(number.nearestDouble)" } else { "\(value)" }
  }

  /// Keys are counted in a hierarchy, so that a root's name is the same for whoever refers to an object by a parent's entity.
  private static func name(_ objectID: ManagedObjectID) -> String {
    "\(objectID.entity.rootEntity.name) \(objectID.reference)"
  }
}

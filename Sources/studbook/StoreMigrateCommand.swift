import ArgumentParser
import AtomicStores
import Foundation
import ManagedObjects
import ModelReading
import ObjectModel
import SQLiteStore
import SystemErrors

/// `studbook store migrate`: a store of one version of a model as one of another.
struct StoreMigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Makes a store one of another version of its model.",
    discussion: """
      Entities and properties are matched by their names and renaming identifiers. Where that does not say all between the two versions, the \
      store is taken through the versions of a bundle, one after the other. The old store is kept until the new one is whole, which then \
      takes its place, or that of --output. Example:

        studbook store migrate Breeds.sqlite --to Breeds.xcdatamodeld

      With --type, the store becomes one of another type, which is written to --output:

        studbook store migrate Breeds.sqlite --to Breeds.xcdatamodeld --type xml --output Breeds.xml

      With --mapping, mapping models that Xcode wrote say what becomes of what, from the store's version to the new one or between versions on \
      the way. Migration policies are code of the app, which this command cannot run:

        studbook store migrate Breeds.sqlite --to Breeds.xcdatamodeld --mapping Breeds1to2.xcmappingmodel
      """
  )

  @Argument(help: "The store.", completion: .file())
  var store: String

  @Option(
    help: ArgumentHelp("The model that the store is to have; of a bundle the current version.", valueName: "model"),
    completion: .file()
  )
  var to: String

  @Option(
    help: ArgumentHelp(
      "The model that the store was made with, for a store that carries none. (default: a version of the --to model)",
      valueName: "model"
    ),
    completion: .file()
  )
  var from: String?

  @Option(
    help: ArgumentHelp(
      "A mapping model, NAME.xcmappingmodel, or a folder of some; may be repeated. (default: what names say)",
      valueName: "path"
    ),
    completion: .file()
  )
  var mapping: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; the store itself stays as it is. (default: the store)",
      valueName: "file"
    ),
    completion: .file()
  )
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The type that the store is to have: sqlite, xml or binary. (default: its own)",
      valueName: "type"
    )
  )
  var type: StoreKind?

  @Option(
    help: ArgumentHelp(
      "A store, .momd, .mom or VersionInfo.plist with the new hashes that cannot be computed. (default: none)",
      valueName: "file"
    ),
    completion: .file()
  )
  var hashesFrom: String?

  @Flag(help: "Make a store that Core Data will not open, because version hashes are not known. (default: off)")
  var allowOpenHashes = false

  @OptionGroup var outputOptions: OutputOptions

  private var kind: StoreKind { get throws { try StoreKind(ofFileAt: store) } }

  func validate() throws {
    if type != nil, output == nil {
      throw ValidationError("--type needs --output: a store of another type is another file.")
    }
  }

  func run() async throws {
    let printer = CommandOutput(outputOptions)
    // A file that is no store is to be reported as such, whatever is the matter with the models.
    _ = try kind.storedMetadata(at: store)
    let versions = try ModelReader.versions(of: to)
    guard let model = (versions.first(where: \.isCurrent) ?? versions.last)?.model else {
      throw CommandFailure("\(to) has no version to migrate to")
    }
    try OpenHashes.require(
      of: model,
      from: hashesFrom,
      allowOpen: allowOpenHashes,
      what: "nothing was migrated",
      printer
    )
    if let output, try Files.exists(output) {
      throw CommandFailure("there is a file \(output) already; a migrated store does not replace it")
    }
    if let output, try kind == .sqlite {
      let folder = try SQLiteStore.supportFolder(ofStoreAt: store)
      if try folder == SQLiteStore.supportFolder(ofStoreAt: output), try Files.exists(folder) {
        throw CommandFailure(
          "\(output) would keep its binary data in \(folder), the folder of \(store); give it a name that differs before its last dot"
        )
      }
    }
    if let type, try type != kind, let output {
      return try convert(to: type, of: model, versions.map(\.model), at: output, printer)
    }
    if try kind.isStore(at: store, of: model) {
      guard let output else { return printer.note("\(store) is a store of \(to) already.") }
      try kind.replace(at: output, withStoreAt: store)
      return printer.note("\(store) is a store of \(to) already; copied it to \(output).")
    }
    let path = versions.map(\.model)
    let source = try sourceModel(among: path)
    let stages = try stages(from: source, to: model, through: path)
    let recordsHistory = try kind == .sqlite ? StoreInspection.info(store).recordsHistory : false
    // The old store must stay where another file is named: what is migrated is a copy.
    let file = output ?? store
    if output != nil { try kind.replace(at: file, withStoreAt: store) }
    do {
      try kind.migrate(storeAt: file, through: stages)
    } catch {
      // The migration's error is the one to say.
      if output != nil { try? kind.destroy(at: file) }
      throw error
    }
    for mapping in stages.stages.map({ $0.mapping ?? MappingModel(from: $0.source, to: $0.destination) }) {
      for name in mapping.removedEntityNames { printer.note("\(to) has no \(name): its objects are given up.") }
      for name in mapping.removedPropertyNames { printer.note("\(to) has no \(name): its values are given up.") }
    }
    if recordsHistory { printer.note("The history of \(store) is about its older version and begins anew.") }
    let steps = stages.stages.count == 1 ? "" : ", through \(stages.stages.count) steps"
    printer.note("Migrated \(store) to \(to)\(output.map { " as \($0)" } ?? "")\(steps).")
  }

  /// Copies the store, migrated to `model` where it is of another version, into a new file of another type.
  private func convert(
    to type: StoreKind,
    of model: ManagedObjectModel,
    _ versions: [ManagedObjectModel],
    at output: String,
    _ printer: CommandOutput
  ) throws {
    var source = store
    // For a signal that ends the process.
    var items: [TemporaryItem] = []
    defer { withExtendedLifetime(items) {} }
    // A copy for the moment.
    defer { if source != store { try? kind.destroy(at: source) } }
    if try !kind.isStore(at: store, of: model) {
      let stages = try stages(from: sourceModel(among: versions), to: model, through: versions)
      let copy = "\(output).migrating-\(UUID().uuidString).sqlite"
      items += SQLiteStore.temporaryItems(ofStoreAt: copy)
      try kind.replace(at: copy, withStoreAt: store)
      source = copy
      try kind.migrate(storeAt: copy, through: stages)
    }
    SQLiteStore.register()
    AtomicStore.register()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    var description = PersistentStoreDescription(location: source, type: try kind.type)
    description.isReadOnly = true
    description.shouldMigrateStoreAutomatically = false
    let opened = try coordinator.addPersistentStore(with: description)
    let target = try coordinator.migratePersistentStore(opened, to: output, type: type.type)
    if let target = target as? SQLiteStore { try target.setRollbackJournal() }
    try coordinator.remove(target)
    printer.note("Made \(output), of type \(type.type.rawValue), of \(store).")
  }

  /// The model that the store was made with: the one that it carries, that of `--from`, or one of the versions of the new model.
  private func sourceModel(among versions: [ManagedObjectModel]) throws -> ManagedObjectModel {
    let named = try from.map { try ModelReader.versions(of: $0).map(\.model) } ?? []
    if let fitting = try (named + versions).first(where: { try kind.isStore(at: store, of: $0) }) {
      return fitting
    }
    if let from { throw CommandFailure("the store \(store) was not made with a version of \(from)") }
    if try kind == .sqlite, let carried = try OpenedStore.carriedModel(of: store) { return carried }
    throw CommandFailure(
      "the store \(store) carries no model, and no version of \(to) made it; name its model with --from"
    )
  }

  /// One step, or, where that does not say all that becomes of entities and properties, one for each version on the way.
  private func stages(
    from source: ManagedObjectModel,
    to model: ManagedObjectModel,
    through versions: [ManagedObjectModel]
  ) throws -> StagedMigration {
    if !mapping.isEmpty { return try mappedStages(from: source, to: model, through: versions) }
    do {
      let mapping = try MappingModel.inferred(from: source, to: model)
      guard !mapping.entityMappings.isEmpty else {
        throw CommandFailure("\(to) has none of the entities of the store \(store)")
      }
      return StagedMigration(versions: [source, model])
    } catch let error as PersistentStoreError {
      guard let way = Self.way(from: source, to: model, through: versions) else { throw error }
      guard zip(way, way.dropFirst()).allSatisfy({ (try? MappingModel.inferred(from: $0, to: $1)) != nil }) else {
        throw error
      }
      return StagedMigration(versions: way)
    }
  }

  /// The versions from one to another, if there are others in between.
  private static func way(
    from source: ManagedObjectModel,
    to model: ManagedObjectModel,
    through versions: [ManagedObjectModel]
  ) -> [ManagedObjectModel]? {
    guard let start = versions.firstIndex(where: { $0 === source }),
      let end = versions.firstIndex(where: { $0 === model }), end - start > 1
    else { return nil }
    return Array(versions[start...end])
  }

  /// The step of a mapping model, or the versions on the way, with mapping models for at least one of the steps.
  private func mappedStages(
    from source: ManagedObjectModel,
    to model: ManagedObjectModel,
    through versions: [ManagedObjectModel]
  ) throws -> StagedMigration {
    if let direct = try MappingModel(from: mapping, forSourceModel: source, destinationModel: model) {
      return StagedMigration([MigrationStage(from: source, to: model, mapping: direct)])
    }
    let way = Self.way(from: source, to: model, through: versions) ?? []
    let mappings = try zip(way, way.dropFirst()).compactMap {
      try MappingModel(from: mapping, forSourceModel: $0, destinationModel: $1)
    }
    guard mappings.isEmpty else { return StagedMigration(versions: way, mappings: mappings) }
    // The only one there is may fit but for entities that it does not map, and otherwise knows which are others.
    if mapping.count == 1, mapping[0].hasSuffix(".xcmappingmodel") {
      let only = try MappingModel(contentsOf: mapping[0], from: source, to: model)
      return StagedMigration([MigrationStage(from: source, to: model, mapping: only)])
    }
    throw CommandFailure(
      "no mapping model in \(mapping.joined(separator: ", ")) was made for the version of the store \(store) and the one of \(to)"
    )
  }
}

import ArgumentParser
import AtomicStores
import Findings
import ModelReading
import ObjectModel
import SQLiteStore
import SystemErrors

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Which Core Data a store is written for.
enum EraChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// Current systems.
  case modern
  /// Systems before iOS 11 and macOS 10.13, without fetch indexes.
  case legacy

  var era: StoreEra {
    switch self {
    case .modern: .modern
    case .legacy: .legacy
    }
  }
}

/// `studbook store create`: an empty store, as Core Data would make it.
struct StoreCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Makes an empty store for a model.",
    discussion: """
      Example:

        studbook store create --model Inputs/DogBreeds.xcdatamodeld --output Empty.sqlite

      A store that Core Data would not open, because it lacks version hashes, is not made unless --allow-open-hashes says so.
      """
  )

  @Option(help: ModelCommand.help, completion: .file())
  var model: String

  @Option(name: .shortAndLong, help: "The new file; a file that is there is not replaced.", completion: .file())
  var output: String

  @Option(help: "The store's type: sqlite, xml or binary.")
  var type = StoreKind.sqlite

  @Option(help: "Which Core Data it is for: modern (current systems) or legacy (before iOS 11).")
  var era = EraChoice.modern

  @Option(help: ArgumentHelp("The exact framework version it is for. (default: that of the era)", valueName: "n"))
  var frameworkVersion: Int?

  @Option(help: ArgumentHelp("The store's UUID. (default: a random one)", valueName: "uuid"))
  var identifier: String?

  @Option(
    help: ArgumentHelp(
      "A store, .momd, .mom or VersionInfo.plist with the hashes that cannot be computed. (default: none)",
      valueName: "file"
    ),
    completion: .file()
  )
  var hashesFrom: String?

  @Flag(help: "Make a store that Core Data will not open, because version hashes are not known. (default: off)")
  var allowOpenHashes = false

  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if type != .sqlite, era != .modern || frameworkVersion != nil {
      throw ValidationError(
        "--era and --framework-version are about SQLite stores; the others are the same for every Core Data."
      )
    }
    if let frameworkVersion, !(1...100_000).contains(frameworkVersion) {
      throw ValidationError("--framework-version has to be between 1 and 100000.")
    }
    if let identifier, !Self.isUUID(identifier) {
      throw ValidationError("--identifier has to be a UUID, such as 6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11.")
    }
  }

  func run() async throws {
    let printer = CommandOutput(outputOptions)
    let model = try ModelReader.read(model)
    try OpenHashes.require(of: model, from: hashesFrom, allowOpen: allowOpenHashes, what: "nothing was made", printer)
    if let atomicClass = type.atomicClass {
      try atomicClass.create(at: output, model: model, identifier: identifier).close()
      return printer.note(made(model))
    }
    let cacheProblem = try makeStore(model)
    if let cacheProblem { printer.diagnostic("studbook: the store carries no model: \(cacheProblem)") }
    printer.note(made(model))
  }

  /// Makes the store under another name, so that a process which is killed leaves no part of one under its own.
  ///
  /// - Returns: Why the store carries no model; `nil` if it does.
  private func makeStore(_ model: ManagedObjectModel) throws -> String? {
    if try Files.exists(output) { throw SQLiteStoreError(.alreadyExists, path: output) }
    let staged = TemporaryItem.name(beside: output)
    let files = SQLiteStore.temporaryItems(ofStoreAt: staged)
    defer { for file in files { file.remove() } }
    var options = SQLiteStoreOptions()
    options.era = frameworkVersion.map { StoreEra(frameworkVersion: $0) } ?? era.era
    do {
      let store = try SQLiteStore.create(at: staged, model: model, identifier: identifier, options: options)
      let problem = store.modelCacheProblem
      try store.close()
      try Files.move(staged, toNew: output)
      return problem
    } catch let error as SQLiteStoreError {
      throw SQLiteStoreError(error.kind, path: output)
    } catch let error as FileError where error.number == EEXIST {
      throw SQLiteStoreError(.alreadyExists, path: output)
    }
  }

  private func made(_ model: ManagedObjectModel) -> String {
    "Made \(output) for \(model.entities.count) \(model.entities.count == 1 ? "entity" : "entities")."
  }

  private static func isUUID(_ text: String) -> Bool {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
      && groups.joined().utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
  }
}

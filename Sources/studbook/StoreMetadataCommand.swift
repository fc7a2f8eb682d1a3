import ArgumentParser
import AtomicStores
import FoundationEssentials
import ManagedObjects
import ObjectModel
import ReferenceExport
import SQLiteStore

/// How the texts of `--set` are meant.
enum MetadataType: String, ExpressibleByArgument, CaseIterable, Sendable {
  case string, integer, real, boolean
}

/// `studbook store metadata`: shows a store's metadata, and changes the application's part of them.
struct StoreMetadataCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metadata",
    abstract: "Shows or changes a store's metadata.",
    discussion: """
      The objects are not touched and no model is needed. Core Data's own keys are shown, but only an application's keys can be changed. Example:

        studbook store metadata Output/DogBreeds.sqlite --set edition=12 --type integer
      """
  )

  @Argument(help: "The store's file.", completion: .file())
  var file: String

  @Option(help: ArgumentHelp("Set a key; may be given several times. (default: none)", valueName: "key=value"))
  var set: [String] = []

  @Option(help: "How the values of --set are meant: string, integer, real or boolean.")
  var type = MetadataType.string

  @Option(help: ArgumentHelp("Remove a key; may be given several times. (default: none)", valueName: "key"))
  var remove: [String] = []

  @Flag(help: "Print JSON. (default: off)")
  var json = false

  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    for assignment in set where !assignment.contains("=") {
      throw ValidationError("--set takes KEY=VALUE, not ‘\(assignment)’.")
    }
    for key in set.map(Self.key) + remove where key.isEmpty || key.hasPrefix("NS") || key.hasPrefix("_NS") {
      throw ValidationError("The key ‘\(key)’ is Core Data's own and cannot be changed.")
    }
  }

  func run() async throws {
    let output = CommandOutput(outputOptions)
    let kind = try StoreKind(ofFileAt: file)
    if !set.isEmpty || !remove.isEmpty {
      if let atomicClass = kind.atomicClass {
        try atomicClass.changeMetadata(ofStoreAt: file, change)
      } else {
        try SQLiteStore.changeMetadata(ofStoreAt: file, change)
      }
    }
    let (identifier, metadata) = try Self.metadata(of: file, kind)
    let entries = Self.entries(identifier: identifier, type: kind.type, metadata)
    if json {
      try output.writeLine(ResultValue.object(entries).indentedJSON())
    } else {
      var printer = ResultPrinter(output, format: .table, columns: [.init(name: "Key"), .init(name: "Value")])
      for entry in entries { try printer.add([.text(entry.name), entry.value]) }
      try printer.finish()
    }
    try output.finish()
  }

  private func change(_ metadata: inout StoreMetadata) throws {
    for assignment in set { metadata.userValues[Self.key(assignment)] = try value(of: assignment) }
    for key in remove where metadata.userValues.removeValue(forKey: key) == nil {
      throw CommandFailure("the metadata have no key ‘\(key)’")
    }
  }

  private static func metadata(
    of file: String,
    _ kind: StoreKind
  ) throws -> (identifier: String, metadata: StoreMetadata) {
    if let atomicClass = kind.atomicClass { return try atomicClass.storedMetadata(at: file) }
    return try SQLiteStore.metadata(ofStoreAt: file)
  }

  private static func key(_ assignment: String) -> String { String(assignment.prefix { $0 != "=" }) }

  private func value(of assignment: String) throws -> MetadataValue {
    let text = String(assignment.drop { $0 != "=" }.dropFirst())
    let value: MetadataValue? =
      switch type {
      case .string: .string(text)
      case .integer: Int64(text).map { .integer($0) }
      case .real: Double(text).map { .real($0) }
      case .boolean: ["yes": true, "true": true, "no": false, "false": false][text.lowercased()].map { .boolean($0) }
      }
    guard let value else { throw CommandFailure("‘\(text)’ is no \(type.rawValue)") }
    return value
  }

  /// The metadata as Core Data shows them, its own keys first.
  private static func entries(
    identifier: String,
    type: StoreType,
    _ metadata: StoreMetadata
  ) -> [(name: String, value: ResultValue)] {
    let hashes = metadata.versionHashes.sorted { $0.key < $1.key }.map {
      ($0.key, ResultValue.text(Base64.encode($0.value)))
    }
    return [
      ("NSStoreUUID", .text(identifier)),
      ("NSStoreType", .text(type.rawValue)),
      ("NSPersistenceFrameworkVersion", metadata.frameworkVersion.map { .integer(Int64($0)) } ?? .null),
      ("NSStoreModelVersionIdentifiers", .list(metadata.versionIdentifiers.map { .text($0) })),
      ("NSStoreModelVersionHashes", .object(hashes)),
    ] + metadata.userValues.sorted { $0.key < $1.key }.map { ($0.key, ResultValue($0.value)) }
  }
}

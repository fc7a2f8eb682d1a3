import ArgumentParser
import Findings
import FoundationEssentials
import ManagedObjects
import ModelReading
import ReferenceExport
import SQLiteAccess
import SQLiteStore

/// The tables' layout of an exported file.
enum LayoutChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// Tables with natural names, foreign keys, views and search, for clients that know no Core Data.
  case plain
  /// The store itself, compacted and sealed for shipping.
  case coredata
}

/// `studbook export`: publishes a store in another layout.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Publishes a store's objects as a sealed, read-only file.",
    discussion: """
      The file replaces an older one only when it is whole and sound. Example:

        studbook export Output/DogBreeds.sqlite --model Inputs/DogBreeds.xcdatamodeld --layout plain --output DogBreeds-plain.sqlite
      """
  )

  @Argument(help: "The store's file.", completion: .file())
  var store: String

  @Option(help: "The layout: plain (natural tables) or coredata (the store itself, sealed).")
  var layout = LayoutChoice.plain

  @Option(name: .shortAndLong, help: "The file to publish.", completion: .file())
  var output: String

  @Option(help: "The model. (default: the one that the store carries)", completion: .file())
  var model: String?

  @OptionGroup var plain: PlainOptionGroup
  @OptionGroup var room: RoomOptionGroup

  @Flag(
    help:
      "Publish a store that Core Data will not open, because it lacks version hashes, in the coredata layout. (default: off)"
  )
  var allowOpenHashes = false

  @Flag(help: "Say how the file is written, and why. (default: off)")
  var verbose = false

  @OptionGroup var waiting: WaitOptions
  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if layout == .coredata, let option = plain.given ?? room.given {
      throw ValidationError("\(option) is about the plain layout.")
    }
    if room.room != nil, let option = plain.given {
      throw ValidationError("\(option) means nothing with --room, whose schema says it.")
    }
    if room.room == nil, let option = room.given { throw ValidationError("\(option) belongs to --room.") }
  }

  func run() async throws {
    let printer = CommandOutput(outputOptions)
    let destination = URL(fileURLWithPath: output).standardizedFileURL
    if destination == URL(fileURLWithPath: store).standardizedFileURL {
      throw CommandFailure("the output \(output) is the store itself; name another file")
    }
    let publisher = try ReferencePublisher(
      folder: destination.deletingLastPathComponent().path,
      name: destination.lastPathComponent,
      wait: waiting.lockWait(printer)
    )
    try publisher.protect([store] + [model, room.room].compactMap(\.self))
    let state = try StoreKind(ofFileAt: store) == .sqlite ? ReadingState(of: store) : nil
    switch layout {
    case .plain:
      let opened = try OpenedStore(store, model: model)
      // It is only read.
      defer { try? opened.store.close() }
      if let schema = try room.schema() {
        let export = try RoomExport(schema, model: opened.model, store: opened.store, names: try room.names())
        for note in export.notes { printer.note("Room: \(note).") }
        try export.write(to: publisher.workPath)
        try opened.tellOfMissingFiles(printer)
        try publisher.seal(userVersion: export.version)
        break
      }
      let export = try PlainExport(model: opened.model, store: opened.store, options: try plain.options())
      for what in export.leftOut { printer.note("Left out: \(what).") }
      try export.write(to: publisher.workPath)
      try opened.tellOfMissingFiles(printer)
      try publisher.seal()
    case .coredata:
      try StoreKind.requireSQLite(store, for: "the coredata layout")
      // Not a store: an error that says so.
      let missing = try SQLiteStore.entitiesWithoutVersionHash(inStoreAt: store)
      for name in missing {
        printer.diagnostic("studbook: \(ModelFinding.openHash(entity: name, reasons: []).message)")
      }
      guard allowOpenHashes || missing.isEmpty else {
        throw OpenHashes.refusal(missing, remedy: "build the store with --hashes-from, or publish it all the same")
      }
      if let model { try requireSoundness(as: model, printer) }
      try tellOfMissingFiles(printer)
      try publisher.sealCopy(of: store)
    }
    try state?.requireUnchanged()
    if verbose, let way = publisher.sealingWay { printer.note(way.note) }
    try publisher.publishWithoutManifest()
    printer.note("Published \(output).")
  }

  /// Refuses a store that is wrong as one of the model that the user names.
  private func requireSoundness(as model: String, _ printer: CommandOutput) throws {
    let findings = try StoreInspection.verify(store, model: try ModelReader.read(model), checksIntegrity: false)
    let errors = findings.filter { $0.severity == .error }
    guard !errors.isEmpty else { return }
    for error in errors.prefix(5) { printer.diagnostic("studbook: \(error.message)") }
    let count = errors.count == 1 ? "an error" : "\(errors.count) errors"
    throw CommandFailure(
      "the store \(store) has \(count) as one of \(model), so it is not published; ‘studbook verify’ lists them"
    )
  }

  /// Says which files of values are not there, if there is a model by which to look for them.
  private func tellOfMissingFiles(_ printer: CommandOutput) throws {
    let opened: OpenedStore
    do {
      if model == nil, try OpenedStore.carriedModel(of: store) == nil { return }
      opened = try OpenedStore(store, model: model)
    } catch  where !OpenedStore.isOfTheSystem(error) {
      // A store that another version of the model made is published as it is.
      return
    }
    // It was only read.
    defer { try? opened.store.close() }
    try opened.tellOfMissingFiles(printer, all: true)
  }
}

import ArgumentParser
import AtomicStores
import ManagedObjects
import ObjectModel
import Reports
import SQLiteStore

/// `studbook store info`: what a store says of itself.
struct StoreInfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Shows a store's metadata, entities, counts and hashes.",
    discussion: """
      No model is needed. XML and binary stores are shown as well. Example:

        studbook store info Output/DogBreeds.sqlite --json
      """
  )

  @Argument(help: "The store's file.", completion: .file())
  var file: String

  @Flag(help: "Print JSON. (default: off)")
  var json = false

  @OptionGroup var outputOptions: OutputOptions

  func run() async throws {
    let output = CommandOutput(outputOptions)
    if try StoreKind(ofFileAt: file) != .sqlite { return try show(AtomicStoreInfo(path: file), output) }
    let info = try StoreInspection.info(file)
    let metadata = try SQLiteStore.metadata(ofStoreAt: file).metadata
    if json {
      try output.writeLine(info.value(metadata: metadata).indentedJSON())
      return try output.finish()
    }
    let style = TerminalStyle(isOn: output.usesColor(on: .results))
    let identifiers = info.versionIdentifiers.filter { !$0.isEmpty }
    var facts: [(String, String)] = [
      ("Store", info.identifier),
      ("Framework version", info.frameworkVersion.map(String.init) ?? "none"),
      ("Model version", identifiers.isEmpty ? "none" : identifiers.joined(separator: ", ")),
      ("Journal", info.journalMode == "wal" ? "write-ahead log" : "rollback"),
      ("Size", "\(info.fileSize) bytes in pages of \(info.pageSize)"),
      ("History", info.recordsHistory ? "recorded" : "not recorded"),
      ("CloudKit", info.mirrorsToCloudKit ? "mirrored" : "not mirrored"),
      ("Model", info.hasModelCache ? "carried along" : "not carried along"),
    ]
    facts += metadata.userValues.sorted { $0.key < $1.key }.map { ($0.key, ResultValue($0.value).plainText) }
    var factTable = TerminalTable([.left, .left])
    for (name, value) in facts { factTable.add([VisibleText.escaped(name), VisibleText.escaped(value)]) }
    for line in factTable.lines() { try output.writeLine(line) }
    try output.writeLine()

    var table = TerminalTable([.left, .right, .left, .right, .left])
    table.add(["Entity", "Number", "Parent", "Objects", "Version hash"])
    for entity in info.entities {
      table.add([
        VisibleText.escaped(entity.name), String(entity.number), VisibleText.escaped(entity.parent ?? ""),
        entity.count.map { String($0) } ?? "no table", entity.hashInBase64 ?? "none",
      ])
    }
    for line in table.lines(paint: { line, row in row == 0 ? style.paint(line, .strong) : line }) {
      try output.writeLine(line)
    }
    try output.finish()
  }

  /// Shows an XML or a binary store.
  private func show(_ info: AtomicStoreInfo, _ output: CommandOutput) throws {
    let metadata = info.metadata
    let names = Set(metadata.versionHashes.keys).union(info.objectCounts.keys).sorted()
    let identifiers = metadata.versionIdentifiers.filter { !$0.isEmpty }
    func hash(_ name: String) -> String? { metadata.versionHashes[name].map(Base64.encode) }
    if json {
      let entities = names.map { name in
        ResultValue.object([
          ("name", .text(name)), ("count", .integer(Int64(info.objectCounts[name] ?? 0))),
          ("hash", hash(name).map { .text($0) } ?? .null),
        ])
      }
      let value = ResultValue.object([
        ("path", .text(file)), ("type", .text(info.type.rawValue)), ("bytes", .integer(Int64(info.fileSize))),
        ("identifier", .text(info.identifier)),
        ("frameworkVersion", metadata.frameworkVersion.map { .integer(Int64($0)) } ?? .null),
        ("versionIdentifiers", .list(metadata.versionIdentifiers.map { .text($0) })),
        (
          "metadata",
          .object(metadata.userValues.sorted { $0.key < $1.key }.map { ($0.key, ResultValue($0.value)) })
        ),
        ("entities", .list(entities)),
      ])
      try output.writeLine(value.indentedJSON())
      return try output.finish()
    }
    var facts: [(String, String)] = [
      ("Store", info.identifier),
      ("Type", info.type.rawValue),
      ("Framework version", metadata.frameworkVersion.map(String.init) ?? "none"),
      ("Model version", identifiers.isEmpty ? "none" : identifiers.joined(separator: ", ")),
      ("Size", "\(info.fileSize) bytes"),
    ]
    facts += metadata.userValues.sorted { $0.key < $1.key }.map { ($0.key, ResultValue($0.value).plainText) }
    var factTable = TerminalTable([.left, .left])
    for (name, value) in facts { factTable.add([VisibleText.escaped(name), VisibleText.escaped(value)]) }
    for line in factTable.lines() { try output.writeLine(line) }
    try output.writeLine()
    let style = TerminalStyle(isOn: output.usesColor(on: .results))
    var table = TerminalTable([.left, .right, .left])
    table.add(["Entity", "Objects", "Version hash"])
    for name in names {
      table.add([VisibleText.escaped(name), String(info.objectCounts[name] ?? 0), hash(name) ?? "none"])
    }
    for line in table.lines(paint: { line, row in row == 0 ? style.paint(line, .strong) : line }) {
      try output.writeLine(line)
    }
    try output.finish()
  }
}

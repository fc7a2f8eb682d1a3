import ArgumentParser
import FoundationEssentials
import ModelReading
import ObjectModel
import Reports

/// `studbook model hashes`: the hashes by which Core Data tells models apart.
struct ModelHashesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hashes",
    abstract: "Prints the version hash of each entity.",
    discussion: """
      The hashes are those that Core Data writes into stores and compares when it opens them. An entity with a feature whose part in the \
      hash is not known has none here; never is one made up. Example:

        studbook model hashes Inputs/DogBreeds.xcdatamodeld --against Output/DogBreeds.sqlite
      """
  )

  @Argument(help: "The model: .xcdatamodeld, .xcdatamodel, .momd or .mom.", completion: .file())
  var model: String

  @Option(
    help: ArgumentHelp(
      "A store, .momd or VersionInfo.plist to compare with; exits with 1 when a hash differs. (default: none)",
      valueName: "file"
    ),
    completion: .file()
  )
  var against: String?

  @Flag(help: "Print JSON. (default: off)")
  var json = false

  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if json, against != nil { throw ValidationError("--json does not go with --against.") }
  }

  func run() async throws {
    let output = CommandOutput(outputOptions)
    let model = try ModelReader.read(model)
    if let against { return try compare(model, with: against, output) }
    let hashes = model.versionHashesByEntityName
    let names = model.entities.map(\.name).sorted(by: CodeUnitOrder.areInIncreasingOrder)
    if json {
      try output.writeLine(Self.object(model, hashes: hashes, names: names).indentedJSON())
      return try output.finish()
    }
    var table = TerminalTable([.left, .left])
    table.add(["Entity", "Version hash"])
    for name in names {
      table.add([VisibleText.escaped(name), hashes[name]?.bytes.map(Base64.encode) ?? "not known"])
    }
    let style = TerminalStyle(isOn: output.usesColor(on: .results))
    for line in table.lines(paint: { line, row in row == 0 ? style.paint(line, .strong) : line }) {
      try output.writeLine(line)
    }
    try output.writeLine()
    try output.writeLine("checksum  \(model.versionChecksum ?? "not known")")
    try output.writeLine("digest    \(model.versionHashesDigest ?? "not known")")
    try output.finish()
    for name in names {
      guard case .open(let features)? = hashes[name] else { continue }
      output.note("The hash of \(name) is not known: \(features.map(\.description).joined(separator: "; ")).")
    }
  }

  /// Prints which entities have another hash in `file`, and what most likely changed.
  private func compare(_ model: ManagedObjectModel, with file: String, _ output: CommandOutput) throws {
    guard FileManager.default.fileExists(atPath: file) else { throw CommandFailure("there is no file \(file)") }
    let others = try AdoptedHashes.read(file)
    let hashes = model.versionHashesByEntityName
    let entities = model.entitiesByName
    var table = TerminalTable([.left, .left])
    table.add(["Entity", "Version hash"])
    var differs = false
    for name in Set(hashes.keys).union(others.keys).sorted(by: CodeUnitOrder.areInIncreasingOrder) {
      let verdict: String
      switch (hashes[name]?.bytes, others[name]) {
      case (nil, let other) where hashes[name] != nil:
        verdict = other == nil ? "not known, and not in the file" : "not known"
      case (let own?, let other?) where own == other: verdict = "the same"
      case (_?, let other?):
        verdict = "differs: " + Self.explanation(of: other, for: entities[name], names: Array(others.keys))
      case (_, nil): verdict = "not in the file"
      default: verdict = "not in the model"
      }
      differs = differs || !(verdict == "the same" || verdict == "not known")
      table.add([VisibleText.escaped(name), VisibleText.escaped(verdict)])
    }
    let style = TerminalStyle(isOn: output.usesColor(on: .results))
    for line in table.lines(paint: { line, row in row == 0 ? style.paint(line, .strong) : line }) {
      try output.writeLine(line)
    }
    try output.finish()
    if differs { throw CommandExit.findings }
  }

  /// What leads from an entity of the model to the other hash, as far as it can be found out.
  private static func explanation(of hash: [UInt8], for entity: EntityDescription?, names: [String]) -> String {
    let changes = entity.flatMap { VersionHashExplanation.changes(from: $0, toHash: hash, entityNames: names) }
    guard let changes, !changes.isEmpty else { return "by more than one or two small changes" }
    return changes.map(\.description).joined(separator: "; ")
  }

  private static func object(_ model: ManagedObjectModel, hashes: [String: VersionHash], names: [String]) -> ResultValue
  {
    let entities = names.map { name -> ResultValue in
      var members: [(name: String, value: ResultValue)] = [("name", .text(name))]
      members.append(("hash", hashes[name]?.bytes.map { .text(Base64.encode($0)) } ?? .null))
      if case .open(let features)? = hashes[name] {
        members.append(("unknownBecause", .list(features.map { .text($0.description) })))
      }
      return .object(members)
    }
    return .object([
      ("entities", .list(entities)),
      ("checksum", model.versionChecksum.map { .text($0) } ?? .null),
      ("digest", model.versionHashesDigest.map { .text($0) } ?? .null),
    ])
  }
}

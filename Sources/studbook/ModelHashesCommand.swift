import ArgumentParser
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

  @Argument(help: ModelCommand.help, completion: .file())
  var model: String

  @Option(
    help: ArgumentHelp(
      "A store, model or VersionInfo.plist to compare with; exits with 1 when a hash differs. (default: none)",
      valueName: "file"
    ),
    completion: .file()
  )
  var against: String?

  @Flag(help: "Print JSON. (default: off)")
  var json = false

  @OptionGroup var outputOptions: OutputOptions

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
    try Self.write(table, to: output)
    try output.writeLine()
    try output.writeLine("checksum  \(model.versionChecksum ?? "not known")")
    try output.writeLine("digest    \(model.versionHashesDigest ?? "not known")")
    try output.finish()
    for name in names {
      guard case .open(let features)? = hashes[name] else { continue }
      output.note("The hash of \(name) is not known: \(features.map(\.description).joined(separator: "; ")).")
    }
  }

  /// Prints which entities have another hash in `file`, and what changed.
  private func compare(_ model: ManagedObjectModel, with file: String, _ output: CommandOutput) throws {
    let verdicts = HashVerdict.all(of: model, against: try AdoptedHashes(file))
    if json {
      try output.writeLine(HashVerdict.value(of: verdicts, file: file).indentedJSON())
    } else {
      var table = TerminalTable([.left, .left])
      table.add(["Entity", "Version hash"])
      for verdict in verdicts {
        table.add([VisibleText.escaped(verdict.entity), VisibleText.escaped(verdict.description)])
      }
      try Self.write(table, to: output)
    }
    try output.finish()
    if verdicts.contains(where: \.differs) { throw CommandExit.findings }
  }

  private static func write(_ table: TerminalTable, to output: CommandOutput) throws {
    let style = TerminalStyle(isOn: output.usesColor(on: .results))
    for line in table.lines(paint: { line, row in row == 0 ? style.paint(line, .strong) : line }) {
      try output.writeLine(line)
    }
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

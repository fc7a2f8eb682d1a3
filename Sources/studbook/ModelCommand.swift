import ArgumentParser
import Findings
import ModelReading
import ObjectModel
import Reports

/// `studbook model`: looks at models.
struct ModelCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model",
    abstract: "Shows a model's version hashes and checks it.",
    discussion: """
      Example:

        studbook model lint Inputs/DogBreeds.xcdatamodeld
      """,
    subcommands: [ModelHashesCommand.self, ModelLintCommand.self]
  )
}

/// `studbook model hashes`: the hashes by which Core Data tells models apart.
struct ModelHashesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hashes",
    abstract: "Prints the version hash of each entity.",
    discussion: """
      The hashes are those that Core Data writes into stores and compares when it opens them. An entity with a feature whose part in the \
      hash is not known has none here; never is one made up. Example:

        studbook model hashes Inputs/DogBreeds.xcdatamodeld --json
      """
  )

  @Argument(help: "The model: .xcdatamodeld, .xcdatamodel, .momd or .mom.", completion: .file())
  var model: String

  @Flag(help: "Print JSON. (default: off)")
  var json = false

  @OptionGroup var outputOptions: OutputOptions

  func run() async throws {
    let output = CommandOutput(outputOptions)
    let model = try ModelReader.read(model)
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

/// `studbook model lint`: what is wrong with a model, or could be better.
struct ModelLintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Checks a model.",
    discussion: """
      Exits with 1 when there are errors. Example:

        studbook model lint Inputs/DogBreeds.xcdatamodeld
      """
  )

  @Argument(help: "The model: .xcdatamodeld, .xcdatamodel, .momd or .mom.", completion: .file())
  var model: String

  @OptionGroup var outputOptions: OutputOptions

  func run() async throws {
    let output = CommandOutput(outputOptions)
    let document = try ModelReader.inspect(model)
    try output.write(findings: document.findings)
    let entities = document.model.entities.count
    try output.writeLine(
      "\(document.path): \(entities) \(entities == 1 ? "entity" : "entities"), \(CommandOutput.summary(of: document.findings))"
    )
    try output.finish()
    if document.findings.contains(where: { $0.severity == .error }) { throw CommandExit.findings }
  }
}

import ArgumentParser
import CompiledModels
import FoundationEssentials
import ModelReading
import ObjectModel

/// `studbook model compile`: a model compiler that needs no Xcode.
struct ModelCompileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compile",
    abstract: "Compiles a model as Xcode would.",
    discussion: """
      A .momd has every version of the model and its VersionInfo.plist; a .mom has the current version alone. Example:

        studbook model compile Inputs/DogBreeds.xcdatamodeld --output DogBreeds.momd
      """
  )

  @Argument(help: ModelCommand.help, completion: .file())
  var model: String

  @Option(name: .shortAndLong, help: "The .momd bundle or the .mom file to write.", completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp(
      "A store, .momd, .mom or VersionInfo.plist with the hashes of the current version that cannot be computed. (default: none)",
      valueName: "file"
    ),
    completion: .file()
  )
  var hashesFrom: String?

  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if !Self.isBundle(output), !output.hasSuffix(".mom") {
      throw ValidationError("--output has to end in .momd or .mom.")
    }
  }

  func run() async throws {
    let printer = CommandOutput(outputOptions)
    guard Self.isBundle(output) else {
      let model = try ModelReader.read(model)
      try CompiledModel.write(model, asFile: output)
      printRemarks(on: model, printer)
      return printer.note("Wrote \(output).")
    }
    let versions = try ModelReader.versions(of: model)
    if let hashesFrom, let current = versions.first(where: \.isCurrent) ?? versions.last {
      let names = try current.model.adoptHashes(from: hashesFrom)
      if !names.isEmpty {
        printer.note("Took the version hashes of \(names.joined(separator: ", ")) from \(hashesFrom).")
      }
    }
    guard let current = versions.first(where: \.isCurrent) ?? versions.last else {
      throw CommandFailure("\(model) has no version to compile")
    }
    try CompiledModel.write(
      versions.map { CompiledModel.Version(name: $0.name, model: $0.model) },
      current: current.name,
      asBundle: output
    )
    for version in versions { printRemarks(on: version.model, printer) }
    printer.note("Wrote \(output) with \(versions.count) \(versions.count == 1 ? "version" : "versions").")
  }

  private func printRemarks(on model: ManagedObjectModel, _ printer: CommandOutput) {
    for remark in CompiledModel.remarks(on: model) { printer.diagnostic("studbook: \(remark)") }
  }

  private static func isBundle(_ path: String) -> Bool { path.hasSuffix(".momd") || path.hasSuffix(".momd/") }
}

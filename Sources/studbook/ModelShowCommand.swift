import ArgumentParser
import ModelReading
import ObjectModel

/// `studbook model show`: any model as the source of one.
struct ModelShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Prints a model as Xcode's model editor keeps it.",
    discussion: """
      The XML is the contents of an .xcdatamodel; it reads back as the same model, with the same version hashes. So a team whose model is in \
      code, as SwiftData's is, gets a model of a store that its app has made. What the form cannot say is named on standard error. Examples:

        studbook model show default.store
        studbook model show Breeds.app --output Breeds.xcdatamodeld
      """
  )

  @Argument(help: ModelCommand.help, completion: .file())
  var model: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The .xcdatamodeld or .xcdatamodel to write; one that is there is not replaced. (default: print the XML)",
      valueName: "folder"
    ),
    completion: .file()
  )
  var output: String?

  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    guard let output else { return }
    let name = output.hasSuffix("/") ? output.dropLast() : output[...]
    if !name.hasSuffix(".xcdatamodeld"), !name.hasSuffix(".xcdatamodel") {
      throw ValidationError("--output has to end in .xcdatamodeld or .xcdatamodel.")
    }
  }

  func run() async throws {
    let printer = CommandOutput(outputOptions, endsWithReader: true)
    let model = try ModelReader.read(model)
    if let output {
      try ModelWriter.write(model, to: output)
    } else {
      try printer.writeLine(ModelWriter.contents(of: model))
      try printer.finish()
    }
    for remark in ModelWriter.remarks(on: model) { printer.diagnostic("studbook: \(remark)") }
    if let output { printer.note("Wrote \(output).") }
  }
}

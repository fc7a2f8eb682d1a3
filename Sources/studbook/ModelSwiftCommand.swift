import ArgumentParser
import ClassGeneration
import FoundationEssentials
import ModelReading
import ObjectModel

/// `studbook model swift`: the classes of a model's objects.
struct ModelSwiftCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Writes Swift classes with typed properties for a model's entities.",
    discussion: """
      Two files per entity: one that is written once and is yours from then on, and one that is made anew at every run. With
      --for apple they are the files that Xcode makes for NSManagedObject; otherwise they are for Studbook's own ManagedObject, and
      one more file lists the classes for the coordinator. A required number, truth value, text or Data is not optional in Swift;
      everything else is. Example:

        studbook model swift Inputs/DogBreeds.xcdatamodeld --output Sources/Breeds
      """
  )

  @Argument(help: ModelCommand.help, completion: .file())
  var model: String

  @Option(name: .shortAndLong, help: "The folder to write the files to.", completion: .directory)
  var output: String

  @Option(name: .customLong("for"), help: "Whose managed objects the classes are: studbook or apple.")
  var dialect = Dialect.studbook

  @Option(help: "Who sees the classes: public or internal. Xcode's are always public.")
  var access = Access.public

  @OptionGroup var outputOptions: OutputOptions

  func run() async throws {
    let printer = CommandOutput(outputOptions)
    let name = URL(filePath: model).deletingPathExtension().lastPathComponent
    let generator = ClassGenerator(
      model: try ModelReader.read(model),
      modelName: name,
      dialect: dialect == .apple ? .apple : .studbook,
      access: access == .internal ? .internal : .public
    )
    let outcome = try GeneratedFiles.write(generator.files(), to: output)
    for entity in generator.entitiesWithoutClass {
      printer.note("\(entity.name) has no class in the model; Xcode makes none for it either.")
    }
    let doubled = generator.entitiesGeneratedByXcode.map(\.name)
    if !doubled.isEmpty {
      printer.note(
        "Xcode makes files for \(doubled.joined(separator: ", ")) itself; before these are added to an app, "
          + "set Codegen to Manual/None in the model editor."
      )
    }
    for name in outcome.stale { printer.note("\(name) belongs to no entity of the model any more; it can be deleted.") }
    printer.note(
      "\(output): \(outcome.written.count) written, \(outcome.unchanged.count) unchanged, \(outcome.kept.count) kept."
    )
  }
}

extension ModelSwiftCommand {
  /// The words of `--for`.
  enum Dialect: String, CaseIterable, ExpressibleByArgument {
    case studbook
    case apple
  }

  /// The words of `--access`.
  enum Access: String, CaseIterable, ExpressibleByArgument {
    case `public`
    case `internal`
  }
}

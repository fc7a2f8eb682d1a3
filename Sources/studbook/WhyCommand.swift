import ArgumentParser
import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import ReferenceExport

/// `studbook why`: where an object of a release has its values from.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Say where an object's values come from: source, line, column, text and conversions.",
    discussion: """
      The sources are read again by the recipe, so that builds take no longer and releases are no larger; a source that has changed since the \
      release was built is named. Examples:

        studbook why Output/DogBreeds.sqlite Breed Affenpinscher
        studbook why Output/DogBreeds.sqlite Breed Affenpinscher weightMax --format json
        studbook why Release/Towns.sqlite Town name=Springfield state=IL

      KEY is a value of the key of the entity's source, or of the first attribute that has to be unique; or ATTRIBUTE=VALUE, once or more.
      """
  )

  /// How the answer is printed.
  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case text, json
  }

  @Argument(help: "The reference file.", completion: .file())
  var file: String

  @Argument(help: "The entity.")
  var entity: String

  @Argument(help: "What tells the object apart, and the property if only one is asked for.")
  var key: [String]

  @Option(
    help: "The recipe. (default: the only *.recipe.yml here or in Inputs)",
    completion: .file(extensions: ["yml"])
  )
  var recipe: String?

  @Option(help: "How to print: text or json.")
  var format = Format.text

  @OptionGroup var outputOptions: OutputOptions

  func run() throws {
    let printer = CommandOutput(outputOptions, endsWithReader: true)
    let manifest = try ReleaseManifest.beside(file)
    let session = try RecipeSession.open(
      recipe ?? RecipeSession.onlyRecipe(preferring: manifest?.recipe),
      printer: printer
    )
    let made = session.recipe.output.value
    guard recipe != nil || made == (file as NSString).lastPathComponent else {
      throw CommandFailure("\(session.recipe.path) makes \(made), not \(file); name the recipe with --recipe")
    }
    let opened = try OpenedStore(file, model: session.modelPath, noticesChanges: true)
    // It was only read.
    defer { try? opened.store.close() }
    try printer.write(opened.read { try answer(from: opened, session, printer) })
    try printer.finish()
  }

  private func answer(
    from opened: OpenedStore,
    _ session: RecipeSession,
    _ printer: CommandOutput
  ) throws -> String {
    let question = try WhyQuestion(entity: entity, words: key, session, opened.model)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: opened.model)
    try coordinator.addPersistentStore(opened.store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let object = try question.object(in: context)
    try warnOfChangedInputs(session, printer)

    let tracer = ObjectTracer(
      of: try question.entity(of: object, in: session.model),
      key: question.identity(of: object)
    )
    let progress = printer.progressLine
    try session.trace(tracer, progress: progress)
    let provenance = try ObjectProvenance(tracer, plan: session.plan)
    guard provenance.maker != nil else {
      throw CommandFailure(
        "no record of the recipe's sources makes this object; is \(session.recipe.path) the recipe of \(file)?"
      )
    }
    let answer = ProvenancePrinter(
      object: object,
      entity: object.entity.name,
      key: question.text,
      property: question.property
    )
    let text =
      switch format {
      case .text: answer.text(provenance, usesColor: printer.usesColor(on: .results))
      case .json: answer.value(provenance).indentedJSON(depth: 0) + "\n"
      }
    try context.throwReadFailure()
    return text
  }

  /// Says which inputs are not those that the release was made from.
  private func warnOfChangedInputs(_ session: RecipeSession, _ printer: CommandOutput) throws {
    guard let changed = try session.inputsChanged(sinceReleaseOf: file) else {
      return printer.diagnostic(
        "studbook: there is no manifest beside \(file), so nobody knows whether the sources have changed since it was built"
      )
    }
    guard !changed.isEmpty else { return }
    let have = changed.count == 1 ? "has" : "have"
    printer.diagnostic(
      "studbook: \(changed.joined(separator: ", ")) \(have) changed since \(file) was built; this is about the files as they are now"
    )
  }
}

extension RecipeSession {
  /// The inputs that are not those which a release was made from, by its manifest.
  ///
  /// - Returns: `nil` if there is no manifest beside the file.
  /// - Throws: `FileError`, `ModelReadingError`.
  func inputsChanged(sinceReleaseOf file: String) throws -> [String]? {
    guard let manifest = try ReleaseManifest.beside(file) else { return nil }
    let built = Dictionary(manifest.inputs.map { ($0.path, $0.sha256) }, uniquingKeysWith: { $1 })
    return try inputs().filter { try FileDigest(of: $0.path, as: $0.name).sha256 != built[$0.name] }.map(\.name)
  }
}

extension ReleaseManifest {
  /// The manifest beside a reference file; `nil` if there is none.
  static func beside(_ file: String) throws -> ReleaseManifest? {
    let folder = (file as NSString).deletingLastPathComponent
    let name = fileName(forReferenceFile: (file as NSString).lastPathComponent)
    return try usable(at: folder.isEmpty ? name : "\(folder)/\(name)")
  }
}

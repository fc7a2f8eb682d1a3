import CompiledModels
import Findings
import ModelReading
import ObjectModel
import TestSupport

/// Reads bytes as models.
enum ModelSubject {
  /// The `contents` of a model. One that is sound can be compiled and written, and is the same model then.
  static func readContents(_ bytes: [UInt8]) {
    guard let document = try? ModelReader.parse(bytes, file: "contents") else { return }
    let model = document.model
    model.freeze()
    guard !document.findings.contains(where: { $0.severity == .error }) else { return }
    let hashes = model.entityVersionHashesByName
    let written = ModelWriter.contents(of: model)
    guard let again = try? ModelReader.parse(Array(written.utf8), file: "contents").model else {
      disagree("cannot be read again: \(written)")
    }
    if again.entityVersionHashesByName != hashes { disagree("other hashes when it is written: \(written)") }
    guard let compiled = compiled(model) else { return }
    if compiled.entityVersionHashesByName != hashes { disagree("other hashes when it is compiled") }
  }

  private static func compiled(_ model: ManagedObjectModel) -> ManagedObjectModel? {
    do {
      return try CompiledModel.read(try CompiledModel.archive(model))
    } catch let error as CompiledModelError where error.kind == .unsupported {
      return nil
    } catch {
      disagree("compiled, and not read again: \(error)")
    }
  }

  private static let archive: [UInt8] = {
    do {
      let text = RandomModelText.contents(seed: 7)
      let model = try ModelReader.parse(Array(text.utf8), file: "contents").model
      model.fetchRequestTemplatesByName["some"] = FetchRequestTemplate(
        entityName: model.entities[0].name,
        predicateText: "name == 'x' OR NOT (value > 2 AND kind BEGINSWITH[cd] $start)"
      )
      return try CompiledModel.archive(model)
    } catch {
      fatalError("\(error)")
    }
  }()

  /// What Xcode compiles: the first byte says what the rest is.
  static func readCompiled(_ bytes: [UInt8]) {
    guard let choice = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    // A frozen model stays for the life of the process, so that a run of minutes would need more memory than it may.
    let isFrozen = bytes.reduce(0, &+) % 16 == 0
    do {
      switch choice % 7 {
      case 0: try read(isFrozen) { try CompiledModel.read(Changes.applied(rest, to: archive)) }
      case 1: try read(isFrozen) { try CompiledModel.read(rest) }
      case 2: try read(isFrozen) { try CompiledModel.model(fromModelCache: rest) }
      case 3: _ = try CompiledModel.editorModel(rest)
      case 4: _ = try CompiledModel.expressionText(rest)
      case 5: _ = try OptimizedModel(rest)
      default: _ = try CompiledModelVersions(rest)
      }
    } catch is CompiledModelError {
    } catch {
      disagree("an error as it came: \(type(of: error)) \(error)")
    }
  }

  /// A model that can be read can be inspected, and its hashes be worked out.
  private static func read(_ isFrozen: Bool, _ body: () throws -> ManagedObjectModel) throws {
    let model = try body()
    let findings = ModelInspection.findings(for: model, file: "f.mom")
    guard !findings.contains(where: { $0.severity == .error }) else { return }
    if isFrozen { model.freeze() }
    _ = model.entityVersionHashesByName
  }
}

internal import CompiledModels
public import Findings
internal import FoundationEssentials
internal import MarkupText
public import ObjectModel
internal import PropertyLists
internal import SystemErrors

/// A model file as it was read: the model, and what is wrong with it.
///
/// ```swift
/// let document: ModelDocument = try ModelReader.inspect(inputs + "/DogBreeds.xcdatamodeld")
/// for finding in document.findings { print(finding.severity, finding.message) }
/// ```
public struct ModelDocument: Sendable {
  /// The model as far as it could be put together.
  public let model: ManagedObjectModel
  /// What is inconsistent or noteworthy, in the order of the file. Errors make the model unusable.
  public let findings: [Finding]
  /// The file that was read.
  public let path: String
}

/// One version of a model bundle.
///
/// ```swift
/// let versions: [ModelVersion] = try ModelReader.versions(of: inputs + "/DogBreeds.xcdatamodeld")
/// let current = versions.first { $0.isCurrent }
/// ```
public struct ModelVersion: Sendable {
  /// The version's name: its file name without extension.
  public let name: String
  /// Whether the bundle says that the app uses this version.
  public let isCurrent: Bool
  /// What the version's file says.
  public let model: ManagedObjectModel
}

/// Reads models: `.xcdatamodel` folders, `.xcdatamodeld` bundles and `contents` files, compiled `.mom` files and `.momd` bundles, the one model
/// in an application or another bundle, and the model that a store carries, such as SwiftData's `default.store`.
///
/// Built with the package trait `SwiftDataSources` it reads classes with `@Model`, too: a `.swift` file, or a folder of them with all that is
/// in it. One of several versions is named like a file in it, as in `Sources/Models/SchemaV2`, and so are the classes of which an app makes its
/// container, where that is not made of all, as in `Sources/Models/Breed,Photo`.
///
/// ```swift
/// let model = try ModelReader.read(inputs + "/DogBreeds.xcdatamodeld")
/// let names = model.entities.map(\.name)  // "AKCGroup", "Breed"
/// ```
public enum ModelReader {
  /// Reads a model; of a bundle its current version.
  ///
  /// The model is not frozen: hashes can be adopted and defaults changed before a coordinator uses it. Its localisation dictionary is the
  /// `.strings` file beside it (`BreedsModel.strings` for `Breeds.xcdatamodeld`). A store and a `VersionInfo.plist` beside a `.mom` say the version
  /// hashes that cannot be computed; the model adopts them. For an optimised model (`.omo`) the `.mom` beside it is read.
  ///
  /// - Parameter language: The language of the localisation dictionary, as folders name it (`de` for `de.lproj`); where the model has none in
  ///   it, and for `nil`, the one of no language or of `Base`.
  /// - Parameter path: The model: a file or folder of any of the kinds above.
  /// - Throws: `ModelReadingError` when the file cannot be read, is no model, or is an inconsistent one.
  public static func read(_ path: String, language: String? = nil) throws -> ManagedObjectModel {
    try usableModel(of: try inspect(path, language: language), at: path)
  }

  /// The model of a document.
  ///
  /// - Throws: `ModelReadingError` if a finding is an error.
  static func usableModel(of document: ModelDocument, at path: String) throws -> ManagedObjectModel {
    let errors = document.findings.filter { $0.severity == .error }
    guard let first = errors.first else { return document.model }
    let place = first.position.map { position in
      // One of several files; of one file the path is told already.
      position.file == document.path ? " (line \(position.line))" : " (\(position.file):\(position.line))"
    }
    let rest = errors.count == 1 ? "" : ", and \(errors.count - 1) more"
    throw ModelReadingError(
      .inconsistent,
      path: path,
      "The model is inconsistent: \(first.message)\(place ?? "")\(rest)",
      findings: document.findings
    )
  }

  /// Reads a model with everything that is wrong with it, for `studbook model lint`.
  ///
  /// - Throws: `ModelReadingError` when the file cannot be read or is no model.
  public static func inspect(_ path: String, language: String? = nil) throws -> ModelDocument {
    let path = try ModelLocation.resolve(path)
    let document = try inspectModel(path)
    guard let file = try ModelLocalization(modelAt: path).file(for: language) else { return document }
    let (entries, finding) = try ModelLocalization.entries(of: file)
    document.model.localizationDictionary = entries
    return ModelDocument(
      model: document.model,
      findings: document.findings + (finding.map { [$0] } ?? []),
      path: document.path
    )
  }

  /// The languages in which the model at `path` has translations, sorted; empty for a file in no language's folder.
  public static func localizations(of path: String) -> [String] {
    // A model that cannot be found has no translations; who reads it is told why.
    guard let path = try? ModelLocation.resolve(path), let found = try? ModelLocalization(modelAt: path) else {
      return []
    }
    return found.files.map(\.language).sorted()
  }

  /// Where the model is that `path` means: in an application or another bundle the one model there, else the path itself.
  ///
  /// - Throws: `ModelReadingError` for a bundle without a model, and for one with several.
  package static func location(of path: String) throws -> String { try ModelLocation.resolve(path) }

  /// The Swift files that `path` means, sorted; `nil` if it means a model of another kind.
  ///
  /// - Throws: `ModelReadingError` if that cannot be found out.
  package static func swiftFiles(of path: String) throws -> [String]? { try SwiftSources(path)?.files() }

  private static func inspectModel(_ path: String) throws -> ModelDocument {
    guard let kind = try ModelFiles.kind(of: path) else {
      if let sources = try SwiftSources(choice: path) { return try inspectSwift(sources) }
      throw ModelReadingError(.unreadable, path: path, "There is no such model")
    }
    let isFolder = kind == .folder
    if isFolder, let sources = try SwiftSources(folder: path) { return try inspectSwift(sources) }
    let file = try isFolder ? modelFile(inFolder: path) : path
    if SwiftSources.isSource(file) { return try inspectSwift(SwiftSources(file: file)) }
    // A store may be larger than memory.
    if try ModelFiles.beginning(of: file, storeBeginning.count) == storeBeginning { return try inspectStore(file) }
    guard let bytes = try ModelFiles.contents(of: file) else {
      throw ModelReadingError(.unreadable, path: file, "There is no such model")
    }
    if bytes.isEmpty { throw ModelReadingError(.notAModel, path: file, "The file is empty") }
    if OptimizedModel.isOptimizedModel(bytes) || file.hasSuffix(".omo") { throw optimizedModelError(path) }
    if bytes.starts(with: Array("bplist".utf8)) || file.hasSuffix(".mom") {
      return try inspectCompiled(bytes, file: file)
    }
    return try parse(bytes, file: file)
  }

  /// Reads a model from the bytes of a `contents` file.
  ///
  /// - Parameter file: The name that findings show.
  /// - Parameter bytes: The bytes of the file, XML.
  public static func parse(_ bytes: [UInt8], file: String) throws -> ModelDocument {
    let root: MarkupElement
    do {
      root = try MarkupElement.parse(xml: bytes, fileName: file)
    } catch {
      throw ModelReadingError(.notAModel, path: file, "The model is not well-formed XML: \(error)")
    }
    guard root.name == "model" else {
      throw ModelReadingError(.notAModel, path: file, "The root element is <\(root.name)>, not <model>")
    }
    var parser = ModelParser(file: file)
    let model = parser.parse(root)
    // An inverse that does not exist has been reported; that there is none would be the same fault again.
    let reported = parser.findings.filter { $0.rule == .modelUnknownInverse }.map { [$0.entity, $0.attribute] }
    let inconsistencies = ModelInspection.findings(for: model, file: file).filter {
      $0.rule != .modelNoInverse || !reported.contains([$0.entity, $0.attribute])
    }
    let findings = parser.findings + inconsistencies
    return ModelDocument(model: model, findings: findings.sorted(by: areInIncreasingOrder), path: file)
  }

  /// All versions of a `.xcdatamodeld` or `.momd` bundle, by name; of another model the one version that it is.
  ///
  /// Names are in the order in which file managers show them, `Model 2` before `Model 10`. Versions in Swift sources are in the order of their
  /// `versionIdentifier`, and the last is the current one.
  public static func versions(of path: String) throws -> [ModelVersion] {
    let path = try ModelLocation.resolve(path)
    if let sources = try SwiftSources(path) { return try versions(of: sources) }
    let files = try versionFiles(in: path)
    guard !files.isEmpty else {
      return [ModelVersion(name: stem(path), isCurrent: true, model: try read(path))]
    }
    let current = try currentFile(of: files, in: path)
    return try files.map { file in
      ModelVersion(name: stem(file), isCurrent: file == current, model: try read(path + "/" + file))
    }
  }
}

extension ModelReader {
  private static func inspectCompiled(_ bytes: [UInt8], file: String) throws -> ModelDocument {
    do {
      let model = try CompiledModel.read(bytes)
      // A compiled model has no hashes in it; its bundle's list of versions has them.
      let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
      model.adoptedVersionHashes = try listedHashes(inBundle: folder)[stem(file)] ?? [:]
      return ModelDocument(model: model, findings: ModelInspection.findings(for: model, file: file), path: file)
    } catch let error as ModelReadingError {
      throw error
    } catch {
      throw ModelReadingError(.notAModel, path: file, "The compiled model cannot be used: \(error)")
    }
  }

  /// The hashes that a bundle's list of versions has, by the versions' names; none where there is no list, or none that can be understood.
  private static func listedHashes(inBundle folder: String) throws -> [String: [String: [UInt8]]] {
    guard let bytes = try ModelFiles.contents(of: folder + "/VersionInfo.plist") else { return [:] }
    // What it says is of use where it is sound; the model is whole without it.
    return (try? CompiledModelVersions(bytes).versionHashes) ?? [:]
  }

  /// An optimised model says too little to be read as one; where the compiled one lies beside it, that one is read.
  private static func optimizedModelError(_ path: String) -> ModelReadingError {
    ModelReadingError(
      .notAModel,
      path: path,
      "An optimised model has not all that a model says, and there is no .mom beside it; read the .mom it was made with"
    )
  }

  private static func areInIncreasingOrder(_ left: Finding, _ right: Finding) -> Bool {
    (left.position?.line ?? 0, left.position?.column ?? 0) < (right.position?.line ?? 0, right.position?.column ?? 0)
  }

  /// The file that holds the model of a folder; of a bundle that of the current version.
  private static func modelFile(inFolder path: String) throws -> String {
    let contents = path + "/contents"
    if try ModelFiles.exists(contents) { return contents }
    let files = try versionFiles(in: path)
    if !files.isEmpty {
      let version = path + "/" + (try currentFile(of: files, in: path))
      return version.hasSuffix(".mom") ? version : try modelFile(inFolder: version)
    }
    if try ModelFiles.exists(path + "/elements") {
      throw ModelReadingError(
        .notAModel,
        path: path,
        "The model is in the format of Xcode 3; open and save it with a newer Xcode"
      )
    }
    throw ModelReadingError(.notAModel, path: path, "The folder holds no model")
  }

  /// The names of a bundle's versions, in the order of file managers.
  private static func versionFiles(in path: String) throws -> [String] {
    guard let kind = try ModelFiles.kind(of: path) else {
      throw ModelReadingError(.unreadable, path: path, "There is no such model")
    }
    guard kind == .folder else { return [] }
    return try ModelFiles.names(in: path).filter { $0.hasSuffix(".xcdatamodel") || $0.hasSuffix(".mom") }.sorted(
      by: NaturalOrder.precedes
    )
  }

  /// The version that `.xccurrentversion` or `VersionInfo.plist` names, else the last one.
  private static func currentFile(of files: [String], in path: String) throws -> String {
    let lists = [
      (".xccurrentversion", "_XCCurrentVersionName"), ("VersionInfo.plist", "NSManagedObjectModel_CurrentVersionName"),
    ]
    for (list, key) in lists {
      guard let bytes = try ModelFiles.contents(of: path + "/" + list) else { continue }
      // A list that is damaged names no version.
      guard let entries = try? PropertyList.read(bytes).dictionary, let name = entries[key]?.string else {
        continue
      }
      if let file = files.first(where: { $0 == name || stem($0) == name }) { return file }
      throw ModelReadingError(.notAModel, path: path, "The current version is \(name), which the bundle does not have")
    }
    guard let last = files.last else { throw ModelReadingError(.notAModel, path: path, "The bundle has no version") }
    return last
  }

  static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}

/// The order of file managers as far as version names need it: runs of digits by their value.
enum NaturalOrder {
  static func precedes(_ left: String, _ right: String) -> Bool {
    let (first, second) = (parts(left), parts(right))
    for (left, right) in zip(first, second) where left != right {
      if let leftNumber = Int(left), let rightNumber = Int(right), leftNumber != rightNumber {
        return leftNumber < rightNumber
      }
      return left < right
    }
    return first.count < second.count
  }

  /// The text cut where digits begin and end, without its extension.
  private static func parts(_ name: String) -> [String] {
    var parts: [String] = []
    var lastWasDigit: Bool?
    for character in name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex) {
      let isDigit = character.isASCII && character.isNumber
      if isDigit == lastWasDigit {
        parts[parts.count - 1].append(character)
      } else {
        parts.append(String(character))
      }
      lastWasDigit = isDigit
    }
    return parts
  }
}

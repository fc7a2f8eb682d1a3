internal import FoundationEssentials
public import ManagedObjects
public import ObjectModel
internal import SystemErrors

extension MappingModel {
  /// Reads a mapping model as Xcode writes it, `NAME.xcmappingmodel`: Core Data's `init(contentsOf:)`. What is done with it then is the same as with one that is
  /// worked out and changed.
  ///
  /// Of what the file does not list, nothing is mapped. A listed property without an expression gets the value of the source's property of its name, or of its
  /// renaming identifier.
  ///
  /// - Parameters:
  ///   - path: The folder `NAME.xcmappingmodel`, or the file `xcmapping.xml` in it.
  ///   - source: The model that stores were made with; it is frozen.
  ///   - destination: The model that they are to have; it is frozen.
  ///   - policies: The classes that the file names as migration policies, by these names, with or without a module's.
  /// - Throws: `MappingModelError`, of kind `otherModels` where entities that it maps have other version hashes in these models.
  /// - Complexity: O(bytes of the file).
  public init(
    contentsOf path: String,
    from source: ManagedObjectModel,
    to destination: ManagedObjectModel,
    policies: [String: EntityMigrationPolicy.Type] = [:]
  ) throws {
    self = try MappingModelFile(path).mappingModel(from: source, to: destination, policies: policies)
  }

  /// Finds the mapping model that was made for two models: Core Data's `init(from:forSourceModel:destinationModel:)`.
  ///
  /// It fits by the version hashes of all entities in both models.
  ///
  /// - Parameters:
  ///   - paths: Mapping models, and folders with mapping models directly in them.
  ///   - source: The model that stores were made with; it is frozen if a mapping model is found.
  ///   - destination: The model that they are to have; it is frozen if a mapping model is found.
  ///   - policies: The classes that the file names as migration policies, by these names, with or without a module's.
  /// - Returns: `nil` if none fits.
  /// - Throws: `MappingModelError`, of kind `ambiguous` where several fit.
  /// - Complexity: O(bytes of all mapping models).
  public init?(
    from paths: [String],
    forSourceModel source: ManagedObjectModel,
    destinationModel destination: ManagedObjectModel,
    policies: [String: EntityMigrationPolicy.Type] = [:]
  ) throws {
    var fitting: [(path: String, file: MappingModelFile)] = []
    for path in try paths.flatMap(Self.files) {
      let file = try MappingModelFile(path)
      if file.leads(from: source, to: destination) { fitting.append((path, file)) }
    }
    guard let first = fitting.first else { return nil }
    guard fitting.count == 1 else {
      let others = fitting.dropFirst().map(\.path).joined(separator: ", ")
      throw MappingModelError(.ambiguous, path: first.path, "\(others) leads from the same model to the same model")
    }
    self = try first.file.mappingModel(from: source, to: destination, policies: policies)
  }

  /// The mapping models at a path: the one that it is, or those in the folder, by their names.
  private static func files(at path: String) throws -> [String] {
    do {
      guard try Files.isFolder(path), try !Files.exists(path + "/xcmapping.xml") else { return [path] }
      return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".xcmappingmodel") }
        .sorted()
        .map { "\(path)/\($0)" }
    } catch {
      throw MappingModelError(.unreadable, path: path, "The folder cannot be read: \(SystemReason.text(of: error))")
    }
  }
}

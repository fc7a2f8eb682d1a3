#if SwiftDataSources
  package import Findings
  package import ObjectModel

  /// A Swift file, as a whole.
  package struct SwiftSourceFile: Sendable {
    /// The name that findings show.
    package let name: String
    package let text: String

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// One version of a model, as SwiftData makes it of sources.
  package struct SwiftDataSchema: Sendable {
    /// The type that conforms to `VersionedSchema`; `nil` for classes that no such type lists.
    package let name: String?
    package let model: ManagedObjectModel
    /// What is wrong with the sources or not decided by them, in their order.
    package let findings: [Finding]
    /// The file of each entity's class, by the entity's name.
    package let fileNames: [String: String]
  }

  /// Reads what SwiftData would make of classes with `@Model`, from their sources alone.
  package enum SwiftDataReader {
    /// The model of these classes and of all to which they are related, as `ModelContainer(for:)` makes it; `nil` unless every name is that of a
    /// class with `@Model`.
    package static func schema(of classes: [String], in files: [SwiftSourceFile]) -> SwiftDataSchema? {
      DeepStack.run {
        let index = DeclarationIndex(files.map { ParsedSource(name: $0.name, text: $0.text) })
        let declarations = classes.compactMap { name -> Declaration? in
          let parts = name.split(separator: ".").map(String.init)
          if let found = index.declaration(parts, in: Scope(path: [], source: 0)), found.isModel { return found }
          // An entity has the name of its class alone, whatever types surround that.
          let named = index.declarations.filter { $0.isModel && $0.name == name }
          return named.count == 1 ? named[0] : nil
        }
        return declarations.count == classes.count ? SchemaMaker(index).schema(of: declarations) : nil
      }
    }

    /// The versions of the model that the sources declare, the oldest first: one for each type that conforms to `VersionedSchema`, or, where
    /// there is none, one of all classes with `@Model`. Empty if there are no such classes and nothing is wrong with the sources.
    ///
    /// - Complexity: O(*n*) in the sources' text for each version.
    package static func schemas(in files: [SwiftSourceFile]) -> [SwiftDataSchema] {
      DeepStack.run {
        let sources = files.map { ParsedSource(name: $0.name, text: $0.text) }
        let index = DeclarationIndex(sources)
        let versions = SchemaVersion.all(in: index)
        guard versions.isEmpty else { return versions.map { SchemaMaker(index).schema(of: $0) } }
        let schema = SchemaMaker(index).schema(of: index.declarations.filter(\.isModel))
        return schema.model.entities.isEmpty && schema.findings.isEmpty ? [] : [schema]
      }
    }
  }
#endif

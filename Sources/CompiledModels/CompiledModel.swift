package import ObjectModel
internal import PropertyLists

/// Models as Core Data's model compiler and its stores keep them: keyed archives of the model's description objects.
package enum CompiledModel {
  /// Which of the two forms to write; they differ in a few containers and names.
  package enum Flavour: Sendable, Hashable {
    /// A compiler's `.mom`.
    case compiler
    /// A store's `Z_MODELCACHE`, before compression.
    case modelCache
  }

  /// Reads a `.mom` or a decompressed `Z_MODELCACHE`.
  ///
  /// Entities and properties come in the order of their names, since an archive keeps none. What an archive says twice (inherited properties,
  /// indexes that other indexes imply) is in the model once, as in the file that it was compiled from.
  ///
  /// - Throws: `CompiledModelError` for bytes that are no compiled model.
  package static func read(_ bytes: [UInt8]) throws -> ManagedObjectModel {
    let archive: KeyedArchive
    do {
      archive = try KeyedArchive(bytes)
    } catch {
      throw CompiledModelError(.notACompiledModel, "This is no compiled model: \(error)")
    }
    var unarchiver = ModelUnarchiver()
    return try unarchiver.model(from: archive)
  }

  /// Reads a model as Xcode's editor archives it in a mapping model: entities and properties as far as their version hashes need them.
  ///
  /// - Throws: `CompiledModelError` for bytes that are no such model.
  package static func editorModel(_ bytes: [UInt8]) throws -> ManagedObjectModel {
    var unarchiver = EditorModelUnarchiver()
    return try unarchiver.model(from: try archive(of: bytes, "model of Xcode's editor"))
  }

  /// The text, in Apple's format, of an expression that is archived by itself. What has no known spelling is a text that no parser takes.
  ///
  /// - Throws: `CompiledModelError` for bytes that are no archive.
  package static func expressionText(_ bytes: [UInt8]) throws -> String {
    guard let root = try archive(of: bytes, "expression").rootObject else {
      throw CompiledModelError(.notACompiledModel, "The archive holds no expression")
    }
    return ArchivedPredicateText.text(ofExpression: root)
  }

  private static func archive(of bytes: [UInt8], _ what: String) throws -> KeyedArchive {
    do {
      return try KeyedArchive(bytes)
    } catch {
      throw CompiledModelError(.notACompiledModel, "This is no archived \(what): \(error)")
    }
  }

  /// Reads the content of a store's `Z_MODELCACHE`.
  ///
  /// - Throws: `CompiledModelError` for damaged content.
  package static func model(fromModelCache content: [UInt8]) throws -> ManagedObjectModel {
    try read(try RawDeflate.decompress(content))
  }

  /// The content of `Z_MODELCACHE` for a model. The same model gives the same bytes.
  ///
  /// - Throws: `CompiledModelError` of kind `unsupported` for a model with a feature whose archived form is not established, such as a
  ///   predicate with a subquery. A store is complete without the cache.
  package static func modelCache(for model: ManagedObjectModel) throws -> [UInt8] {
    try RawDeflate.compress(try archive(model, flavour: .modelCache))
  }

  /// The keyed archive of a model: the content of a `.mom`. The same model gives the same bytes.
  ///
  /// - Throws: `CompiledModelError` of kind `unsupported`, as for `modelCache(for:)`.
  package static func archive(_ model: ManagedObjectModel, flavour: Flavour = .compiler) throws -> [UInt8] {
    var archiver = ModelArchiver(flavour: flavour)
    return KeyedArchiveBuilder.archive(try archiver.object(for: model))
  }
}

package import ObjectModel

/// Writes Swift classes for a model's entities: subclasses with a typed property for every property of the entity.
package struct ClassGenerator {
  /// For which base class the classes are.
  package enum Dialect: String, Sendable, Hashable, CaseIterable {
    /// Studbook's own `ManagedObject`.
    case studbook
    /// Core Data's `NSManagedObject`, in the two files per entity that Xcode makes.
    case apple
  }

  /// Who sees the classes.
  package enum Access: String, Sendable, Hashable, CaseIterable {
    case `public`
    case `internal`
  }

  let model: ManagedObjectModel
  /// The model's name, which the list of its classes is named after.
  let modelName: String
  let dialect: Dialect
  let access: Access

  /// Prepares the classes of `model`, which must be consistent.
  package init(model: ManagedObjectModel, modelName: String, dialect: Dialect = .studbook, access: Access = .public) {
    self.model = model
    self.modelName = modelName
    self.dialect = dialect
    self.access = access
  }

  /// The files, by name in the model's order of entities. The same model gives the same bytes.
  ///
  /// - Complexity: O(properties).
  package func files() -> [GeneratedFile] {
    let classes = ClassPlan(model: model, includesUnnamed: dialect == .studbook)
    switch dialect {
    case .studbook:
      let writer = StudbookClassWriter(plan: classes, access: access)
      return classes.classes.flatMap { [writer.classFile($0), writer.propertiesFile($0)] }
        + [writer.listFile(modelName: SwiftIdentifier.make(modelName))]
    case .apple:
      let writer = AppleClassWriter(plan: classes)
      return classes.classes.flatMap { [writer.classFile($0), writer.propertiesFile($0)] }
    }
  }

  /// The entities for which no class is made because the model names none; always empty for Studbook's own classes.
  package var entitiesWithoutClass: [EntityDescription] {
    dialect == .studbook ? [] : model.entities.filter { ClassPlan.className(of: $0) == nil }
  }

  /// The entities whose files Xcode makes itself when it builds the app, so that the ones made here would be there twice.
  package var entitiesGeneratedByXcode: [EntityDescription] {
    dialect == .studbook ? [] : model.entities.filter { $0.codeGeneration != .manual }
  }
}

import AttributeValues
import ManagedObjects
import ObjectModel
import SQLiteStore
import TestSupport

/// Where the textbook apps keep their objects: a coordinator over one store, in memory or in a file.
final class TextbookStack {
  enum Kind: String, CaseIterable {
    case inMemory, sqlite
  }

  let coordinator: PersistentStoreCoordinator
  let viewContext: ManagedObjectContext
  /// Objects do not keep their context, so the contexts of later launches stay here.
  private var laterContexts: [ManagedObjectContext] = []
  private let folder: TemporaryFolder

  init(_ kind: Kind, model: ManagedObjectModel, classes: [String: ManagedObject.Type] = [:]) throws {
    SQLiteStore.register()
    folder = try TemporaryFolder()
    coordinator = PersistentStoreCoordinator(managedObjectModel: model, objectClasses: classes)
    switch kind {
    case .inMemory: try coordinator.addPersistentStore(InMemoryStore())
    case .sqlite: try coordinator.addPersistentStore(type: .sqlite, at: folder.file("App.sqlite"))
    }
    viewContext = ManagedObjectContext(persistentStoreCoordinator: coordinator)
  }

  /// A context that knows nothing of what the view context has in memory, as after the app was started anew.
  func relaunch() -> ManagedObjectContext {
    viewContext.reset()
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    laterContexts.append(context)
    return context
  }
}

extension PropertyDescription {
  /// An attribute that is there, with this default.
  static func required(_ name: String, _ type: AttributeType, default value: AttributeValue = .null)
    -> AttributeDescription
  {
    let attribute = AttributeDescription(name: name, type: type)
    attribute.isOptional = false
    attribute.defaultValue = value
    return attribute
  }
}

extension RelationshipDescription {
  /// Relates a one side to a many side.
  static func pair(
    _ one: EntityDescription,
    _ oneName: String,
    _ oneRule: DeleteRule,
    _ many: EntityDescription,
    _ manyName: String,
    ordered: Bool = false
  ) -> (many: RelationshipDescription, one: RelationshipDescription) {
    let members = RelationshipDescription(name: oneName, destination: many, toMany: true)
    let owner = RelationshipDescription(name: manyName, destination: one)
    members.deleteRule = oneRule
    members.isOrdered = ordered
    members.inverseRelationship = owner
    owner.inverseRelationship = members
    return (members, owner)
  }
}

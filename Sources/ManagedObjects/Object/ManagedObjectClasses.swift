internal import Synchronization
internal import ObjectModel

/// The subclasses of `ManagedObject` by name, which the Objective-C runtime knows on Apple's systems and nobody knows on Linux.
///
/// ```swift
/// ManagedObjectClasses.register(Hound.self, named: "HoundOfTheExample")  // the class that the model names
/// let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
/// ```
public enum ManagedObjectClasses {
  private static let byName = Mutex<[String: ManagedObject.Type]>([:])

  /// Makes `objectClass` known under its own name, or under `name`, as a model's entity names its class.
  ///
  /// Register before the coordinator of the model is made. A later registration under the same name wins.
  public static func register(_ objectClass: ManagedObject.Type, named name: String? = nil) {
    byName.withLock { $0[name ?? String(describing: objectClass)] = objectClass }
  }

  /// The class that the model names for `entity`; `nil` if none is named or registered. A module's name before the class's is ignored.
  static func `class`(for entity: EntityDescription) -> ManagedObject.Type? {
    guard let name = entity.managedObjectClassName, name != "NSManagedObject" else { return nil }
    return byName.withLock { classes in
      classes[name] ?? name.lastIndex(of: ".").flatMap { classes[String(name[name.index(after: $0)...])] }
    }
  }
}

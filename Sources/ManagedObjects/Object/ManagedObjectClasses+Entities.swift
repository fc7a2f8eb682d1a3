internal import Synchronization

extension ManagedObjectClasses {
  private static let entityNames = Mutex<[ObjectIdentifier: String]>([:])

  /// Notes which entity's objects are of a class, as a coordinator found it. The latest coordinator counts, as only one model is meant
  /// where a class is used without a context.
  static func note(_ objectClass: ManagedObject.Type, entityName: String) {
    entityNames.withLock { $0[ObjectIdentifier(objectClass)] = entityName }
  }

  /// The entity whose objects are of a class; the class's own name while no coordinator knows the class.
  static func entityName(of objectClass: ManagedObject.Type) -> String {
    entityNames.withLock { $0[ObjectIdentifier(objectClass)] } ?? String(describing: objectClass)
  }
}

// An extension of the protocol, so that the request's result is the class it is asked of: `Bird.fetchRequest()` fetches `Bird`s.
extension FetchRequestResult where Self: ManagedObject {
  /// A request for all objects of the class's entity.
  ///
  /// The entity is the one that a coordinator's model gives the class; before there is a coordinator, the one with the class's name.
  public static func fetchRequest() -> FetchRequest<Self> {
    FetchRequest(entityName: ManagedObjectClasses.entityName(of: Self.self))
  }
}

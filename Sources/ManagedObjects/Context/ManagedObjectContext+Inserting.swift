package import AttributeValues
public import ObjectModel

extension ManagedObjectContext {
  /// Makes a new object of the entity named `entityName` with the model's default values and inserts it into `context`.
  ///
  /// A name that the model does not have, or an abstract entity's, is a programming error; to check a name from outside, look it up in
  /// the model's `entitiesByName`.
  public static func insertNewObject(
    forEntityName entityName: String,
    into context: ManagedObjectContext
  ) -> ManagedObject {
    guard let entity = context.entity(named: entityName) else {
      preconditionFailure("The model has no entity named \"\(entityName)\".")
    }
    return context.insert(entity)
  }

  /// Makes a new object of `entity`, which is not abstract, with the model's default values.
  ///
  /// - Complexity: O(1); two or three allocations: the object, its attributes once one is set, and its to-one references if it has any.
  public func insert(_ entity: EntityDescription) -> ManagedObject {
    assertConfinement()
    let runtime = runtime(for: entity)
    precondition(!entity.isAbstract, "\(entity.name) is abstract; only its sub-entities have objects.")
    if let objectClass = runtime.objectClass { return objectClass.init(entity: entity, insertInto: self) }
    return ManagedObject(entity: entity, insertInto: self)
  }

  /// Makes a new object under a permanent ID that its store has handed out, with all its attributes, in the layout's slots and already validated against
  /// the model.
  ///
  /// - Complexity: O(1); the array becomes the object's own.
  @discardableResult
  package func insert(_ objectID: ManagedObjectID, validatedAttributes: consuming [AttributeValue]) -> ManagedObject {
    let object = insert(objectID.entity)
    rename(object, reference: objectID.reference, storeNumber: objectID.storeNumber)
    object.adoptValidatedAttributes(validatedAttributes)
    return object
  }

  /// Inserts an object that was made without a context; one that is in this context already stays as it is.
  public func insert(_ object: ManagedObject) {
    assertConfinement()
    if object.owner === self {
      if object.isGone { reviveDeleted(object) }
      return
    }
    precondition(object.owner == nil, "The object belongs to another context.")
    let attributes = object.attributes
    adoptInsertion(of: object)
    if attributes.count == object.attributes.count { object.values.adoptAttributes(attributes) }
  }

  /// The model's entity of this name.
  public func entity(named name: String) -> EntityDescription? {
    persistentStoreCoordinator.entitiesByName[name]
  }

  /// Gives a new object its ID and default values and puts it on the list.
  func adoptInsertion(of object: ManagedObject) {
    object.values.becomeDefaults(of: object.runtime)
    object.state.becomeNew(isTracked: recorder.isRecording)
    registry.insert(object, into: self)
    changes.listInsertion(of: object)
    if recorder.isRecording { recorder.recordInsertion(of: object) }
    if object.runtime.objectClass != nil { object.awakeFromInsert() }
  }
}

extension ManagedObject {
  /// The model's entity for this class, found by the class that the coordinator resolved for it.
  public static func entity(in context: ManagedObjectContext) -> EntityDescription? {
    context.persistentStoreCoordinator.entity(forClass: self)
  }

  /// Makes a new object of the entity that this class stands for and inserts it into `context`.
  ///
  /// A class that no entity of the model names is a programming error.
  public convenience init(context: ManagedObjectContext) {
    guard let entity = Self.entity(in: context) else {
      preconditionFailure("No entity of the model has the class \(Self.self).")
    }
    self.init(entity: entity, insertInto: context)
  }
}

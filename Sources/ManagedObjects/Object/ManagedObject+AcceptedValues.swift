internal import AttributeValues
internal import ObjectModel

// What setters accept: a value of the attribute's type, objects of the relationship's destination and of this object's context.
extension ManagedObject {
  /// - Throws: `PropertyAccessError.unacceptableType`.
  final func typedValue(
    _ value: Any?,
    of attribute: AttributeDescription
  ) throws(PropertyAccessError) -> AttributeValue {
    guard let typed = attribute.attributeValue(from: value) else {
      throw unacceptable(value, key: attribute.name, expected: attribute.attributeType.modelName)
    }
    return typed
  }

  /// - Throws: `PropertyAccessError`.
  final func relatedObject(
    _ value: Any,
    of relationship: RelationshipDescription
  ) throws(PropertyAccessError) -> ManagedObject {
    guard let object = value as? ManagedObject, object.isAcceptable(for: relationship) else {
      let destination = relationship.destinationEntity?.name ?? "any entity"
      throw unacceptable(value, key: relationship.name, expected: "an object of \(destination)")
    }
    guard isRelatable(to: object) else { throw .foreignObject(entity: entity.name, key: relationship.name) }
    return object
  }

  /// - Throws: `PropertyAccessError`.
  final func relatedObjects(
    _ value: Any?,
    of relationship: RelationshipDescription
  ) throws(PropertyAccessError) -> [ManagedObject] {
    let objects: [ManagedObject]?
    switch value {
    case nil: objects = []
    case let members as [ManagedObject]: objects = members
    // A set has no order; the order of the IDs makes the outcome the same in every run.
    case let members as Set<ManagedObject>: objects = members.sorted { $0.reference < $1.reference }
    default: objects = nil
    }
    guard let objects, objects.allSatisfy({ $0.isAcceptable(for: relationship) }) else {
      let destination = relationship.destinationEntity?.name ?? "any entity"
      throw unacceptable(value, key: relationship.name, expected: "a set or array of objects of \(destination)")
    }
    guard objects.allSatisfy(isRelatable) else {
      throw .foreignObject(entity: entity.name, key: relationship.name)
    }
    return objects
  }

  /// Whether both objects belong to one context. Without a context, an object has no relationships: it would lose them when it is inserted.
  final func isRelatable(to object: ManagedObject) -> Bool {
    managedObjectContext != nil && object.managedObjectContext === managedObjectContext
  }

  /// Whether this object's entity is the relationship's destination or below it.
  final func isAcceptable(for relationship: RelationshipDescription) -> Bool {
    relationship.destinationEntity.map(entity.isKind(of:)) ?? true
  }

  private final func unacceptable(_ value: Any?, key: String, expected: String) -> PropertyAccessError {
    let found: String
    switch value {
    case nil: found = "nil"
    case let object as ManagedObject: found = "an object of \(object.entity.name)"
    case let value?: found = "\(type(of: value)) \(value)"
    }
    return .unacceptableType(entity: entity.name, key: key, expected: expected, found: found)
  }
}

internal import AttributeValues
internal import ObjectModel
public import PredicateLanguage

extension ManagedObject: PredicateSubject {
  /// The value of a property for a predicate; `nil` if the entity has no such property. Fires the fault.
  public final func predicateValue(forKey key: String) -> PredicateValue? {
    switch runtime.layout.slot(named: key) {
    case .attribute(let slot): return .value(attribute(slot: slot))
    case .toOne(let slot): return toOneObject(slot: slot).map { .object($0) } ?? .null
    case .toMany(let slot):
      let isOrdered = runtime.layout.toManyRelationships[slot].isOrdered
      return .collection(toManyObjects(slot: slot).map { .object($0) }, isOrdered: isOrdered)
    case .fetched(let slot):
      return .collection((owner?.objects(ofFetchedProperty: slot, of: self) ?? []).map { .object($0) }, isOrdered: true)
    case nil: return objectID.predicateValue(forObjectKey: key)
    }
  }

  /// Objects are equal in a predicate when their IDs are.
  public final var predicateIdentity: ObjectIdentity? { ObjectIdentity(objectID) }
}

extension ManagedObject: PredicateArgument {
  /// The object's ID: a predicate may be passed to another thread, the object may not.
  public final var predicateConstant: PredicateConstant { .object(ObjectIdentity(objectID)) }
}

extension ManagedObjectID: PredicateArgument {
  public var predicateConstant: PredicateConstant { .object(ObjectIdentity(self)) }

  /// The value of a key that every object has besides its properties; `nil` if there is no such key.
  func predicateValue(forObjectKey key: String) -> PredicateValue? {
    switch key {
    case "objectID": .identity(ObjectIdentity(self))
    case "entity": .object(entity)
    default: nil
    }
  }
}

extension ObjectPredicate {
  /// Holds for the objects with these IDs.
  static func identifiers(_ identifiers: some Sequence<ManagedObjectID>) -> ObjectPredicate {
    ObjectPredicate(
      PredicateComparison(.evaluatedObject, .in, .list(identifiers.map { .constant($0.predicateConstant) }))
    )
  }
}

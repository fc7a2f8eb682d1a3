internal import AttributeValues
public import PredicateLanguage

// An entity is the value of the key `entity` of its objects, and an argument to compare it with: `entity == %@`.

extension EntityDescription: PredicateArgument, PredicateSubject {
  public var predicateConstant: PredicateConstant { .object(ObjectIdentity(self)) }
  public var predicateIdentity: ObjectIdentity? { ObjectIdentity(self) }
  public var predicateValue: PredicateValue { .object(self) }

  /// The entity's name, its class's name, and whether it is abstract; no other key.
  public func predicateValue(forKey key: String) -> PredicateValue? {
    switch key {
    case "name": .value(.string(name))
    case "managedObjectClassName": .value(managedObjectClassName.map { .string($0) } ?? .null)
    case "isAbstract", "abstract": .value(.boolean(isAbstract))
    default: nil
    }
  }
}

/// A relationship of an entity: Core Data's `NSRelationshipDescription`.
public final class RelationshipDescription: PropertyDescription, @unchecked Sendable {
  /// The entity at the other end; `nil` until the model is put together.
  public unowned(unsafe) var destinationEntity: EntityDescription? { willSet { assertMutable() } }
  /// The relationship that leads back; `nil` when there is none.
  public unowned(unsafe) var inverseRelationship: RelationshipDescription? { willSet { assertMutable() } }
  /// The least number of related objects; 0 for no lower limit.
  public var minCount = 0 { willSet { assertMutable() } }
  /// The greatest number of related objects; 1 makes a to-one relationship, 0 stands for no limit.
  public var maxCount = 1 { willSet { assertMutable() } }
  /// What happens to the related objects when this object is deleted.
  public var deleteRule = DeleteRule.nullify { willSet { assertMutable() } }
  /// Whether a to-many relationship keeps its objects in order.
  public var isOrdered = false { willSet { assertMutable() } }

  /// Whether several objects may be related.
  public var isToMany: Bool { maxCount != 1 }

  /// Makes a to-one relationship, or with `toMany` one without limit.
  public init(name: String, destination: EntityDescription? = nil, toMany: Bool = false) {
    super.init(name: name)
    destinationEntity = destination
    maxCount = toMany ? 0 : 1
  }
}

/// What becomes of related objects when an object is deleted, with the raw values of `NSDeleteRule`.
public enum DeleteRule: Int, Sendable, Hashable, CaseIterable {
  /// Leave the related objects as they are; their references dangle unless the caller mends them.
  case noAction = 0
  /// Clear the related objects' inverse.
  case nullify = 1
  /// Delete the related objects too.
  case cascade = 2
  /// Refuse the deletion while there are related objects.
  case deny = 3
}

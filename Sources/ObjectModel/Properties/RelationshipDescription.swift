/// A relationship of an entity: Core Data's `NSRelationshipDescription`.
///
/// ```swift
/// let breeds = RelationshipDescription(name: "breeds", destination: breed, toMany: true)
/// let owner = RelationshipDescription(name: "group", destination: group)
/// breeds.inverseRelationship = owner
/// owner.inverseRelationship = breeds
/// breeds.deleteRule = DeleteRule.cascade
/// group.declaredProperties.append(breeds)
/// breed.declaredProperties.append(owner)
/// ```
public final class RelationshipDescription: PropertyDescription, @unchecked Sendable {
  // `@unchecked` for the reason that its superclass gives: frozen descriptions do not change.

  /// The entity at the other end; `nil` until the model is put together, and again if the entity is gone before the model is frozen.
  public var destinationEntity: EntityDescription? {
    get { isFrozen ? frozenDestination : destination }
    set {
      assertMutable()
      destination = newValue
    }
  }
  /// The relationship that leads back; `nil` when there is none.
  public var inverseRelationship: RelationshipDescription? {
    get { isFrozen ? frozenInverse : inverse }
    set {
      assertMutable()
      inverse = newValue
    }
  }
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

  private weak var destination: EntityDescription?
  private weak var inverse: RelationshipDescription?
  // Objects follow these millions of times. What they lead to is never released, as nothing of a frozen model is.
  private unowned(unsafe) var frozenDestination: EntityDescription?
  private unowned(unsafe) var frozenInverse: RelationshipDescription?

  override func freeze() {
    frozenDestination = destination.map { Unmanaged.passRetained($0).takeUnretainedValue() }
    frozenInverse = inverse.map { Unmanaged.passRetained($0).takeUnretainedValue() }
    super.freeze()
  }

  /// Makes a to-one relationship, or with `toMany` one without limit.
  public init(name: String, destination: EntityDescription? = nil, toMany: Bool = false) {
    super.init(name: name)
    self.destination = destination
    maxCount = toMany ? 0 : 1
  }
}

/// What becomes of related objects when an object is deleted, with the raw values of `NSDeleteRule`.
///
/// ```swift
/// let breeds = RelationshipDescription(name: "breeds", destination: breed, toMany: true)
/// let owner = RelationshipDescription(name: "group", destination: group)
/// breeds.inverseRelationship = owner
/// owner.inverseRelationship = breeds
/// breeds.deleteRule = DeleteRule.cascade
/// group.declaredProperties.append(breeds)
/// breed.declaredProperties.append(owner)
/// ```
public enum DeleteRule: Int, Sendable, Hashable, CaseIterable {
  /// Leave the related objects as they are; their references dangle unless the caller corrects them.
  case noAction = 0
  /// Clear the related objects' inverse.
  case nullify = 1
  /// Delete the related objects too.
  case cascade = 2
  /// Refuse the deletion while there are related objects.
  case deny = 3
}

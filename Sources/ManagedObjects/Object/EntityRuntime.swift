internal import AttributeValues
package import ObjectModel

/// What the objects of one entity share: everything that can be resolved once instead of per object.
///
/// A coordinator makes one per entity of its frozen model.
package final class EntityRuntime {
  /// Where a relationship's inverse stands at the other end.
  enum Inverse: Hashable {
    case none
    case toOne(Int)
    case toMany(Int)
  }

  /// How a store keeps a to-many relationship.
  enum ToManyStorage {
    /// In the to-one column at the other end; the store is told nothing.
    case inverseColumn
    /// As links that this side names.
    case links
    /// As links that the other side names; this side tells only its order, when it has one.
    case linksOfInverse
  }

  package let entity: EntityDescription
  package let layout: EntityLayout
  let root: EntityDescription
  /// The values of a new object.
  let defaults: [AttributeValue]
  let toOneInverses: [Inverse]
  let toManyInverses: [Inverse]
  let toManyStorage: [ToManyStorage]
  let transientSlots: [Int]
  /// Whether a change of the to-many relationship in this slot has to be written by the store.
  let toManyIsStored: [Bool]
  /// The to-one relationships that must have a value.
  let requiredToOne: [Int]
  /// The to-many relationships with limits on their count.
  let limitedToMany: [Int]
  /// The to-one and to-many relationships with validation predicates.
  let ruledToOne: [Int]
  let ruledToMany: [Int]
  /// The class of the entity's objects; `nil` for plain `ManagedObject`s, which have no hooks to call.
  package let objectClass: ManagedObject.Type?
  /// Keeps the descriptions alive, which refer to one another without owning.
  private let model: ManagedObjectModel?

  /// Resolves `entity`, whose model must be frozen.
  init(entity: EntityDescription, objectClass: ManagedObject.Type?, model: ManagedObjectModel?) {
    self.entity = entity
    self.objectClass = objectClass
    self.model = model
    let layout = entity.layout
    self.layout = layout
    root = entity.rootEntity
    defaults = layout.defaultValues
    toOneInverses = layout.toOneRelationships.map(EntityRuntime.inverse)
    toManyInverses = layout.toManyRelationships.map(EntityRuntime.inverse)
    toManyStorage = layout.toManyRelationships.map(EntityRuntime.storage)
    toManyIsStored = layout.toManyRelationships.map { relationship in
      guard !relationship.isTransient else { return false }
      if case .inverseColumn = EntityRuntime.storage(of: relationship) { return relationship.isOrdered }
      return true
    }
    transientSlots = layout.attributes.indices.filter { layout.attributes[$0].isTransient }
    requiredToOne = layout.toOneRelationships.indices.filter { !layout.toOneRelationships[$0].isOptional }
    ruledToOne = layout.toOneRelationships.indices.filter { !layout.toOneRelationships[$0].validationRules.isEmpty }
    ruledToMany = layout.toManyRelationships.indices.filter { !layout.toManyRelationships[$0].validationRules.isEmpty }
    limitedToMany = layout.toManyRelationships.indices.filter { layout.toManyRelationships[$0].limitsCount }
  }

  private static func inverse(of relationship: RelationshipDescription) -> Inverse {
    guard let inverse = relationship.inverseRelationship, let owner = inverse.entity else { return .none }
    switch owner.layout.slot(named: inverse.name) {
    case .toOne(let slot): return .toOne(slot)
    case .toMany(let slot): return .toMany(slot)
    default: return .none
    }
  }

  /// Many-to-many links are named by the ordered side; of two alike by the one whose entity and name sort first.
  private static func storage(of relationship: RelationshipDescription) -> ToManyStorage {
    guard let inverse = relationship.inverseRelationship else { return .links }
    guard inverse.isToMany else { return .inverseColumn }
    if inverse === relationship { return .links }
    if relationship.isOrdered != inverse.isOrdered { return relationship.isOrdered ? .links : .linksOfInverse }
    let own = [relationship.entity?.name ?? "", relationship.name]
    let other = [inverse.entity?.name ?? "", inverse.name]
    return own.lexicographicallyPrecedes(other) ? .links : .linksOfInverse
  }
}

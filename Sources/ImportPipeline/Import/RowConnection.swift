internal import ObjectModel

/// Where it is written that two objects are related, as `StoreSchema` lays it out.
enum RowConnection {
  /// In the row of the object itself. `isOrdered` says that it has a place among the members of the other.
  case reference(isOrdered: Bool)
  /// In the rows of both; the slot is the other's to-one relationship.
  case partner(slot: Int)
  /// In the row of the other, a member; the slot is its to-one relationship. `isOrdered` says that it has a place among the members.
  case member(slot: Int, isOrdered: Bool)
  /// In a row of a join table.
  case link
  /// In a column of the members' rows to which no relationship of theirs belongs, or nowhere.
  case other

  init(_ relationship: RelationshipDescription) {
    guard !relationship.isTransient, relationship.inverseRelationship?.isTransient != true else {
      self = .other
      return
    }
    guard let inverse = relationship.inverseRelationship else {
      self = relationship.isToMany ? .other : .reference(isOrdered: false)
      return
    }
    switch (relationship.isToMany, inverse.entity?.layout.slot(named: inverse.name)) {
    case (true, .toMany): self = .link
    case (true, .toOne(let slot)): self = .member(slot: slot, isOrdered: relationship.isOrdered)
    case (false, .toMany): self = .reference(isOrdered: inverse.isOrdered)
    case (false, .toOne(let slot)): self = .partner(slot: slot)
    default: self = .other
    }
  }

  /// Whether relating an object changes the rows of others.
  var changesOthers: Bool {
    switch self {
    case .partner, .member: true
    case .reference, .link, .other: false
    }
  }
}

extension RelationshipDescription {
  /// Whether comparing it tells of a change that no other relationship tells of: a to-one relationship does, a to-many one by its members' order or with
  /// members that belong to several.
  package var isTold: Bool {
    guard isToMany, let inverse = inverseRelationship else { return true }
    if isOrdered { return true }
    guard inverse.isToMany, !inverse.isOrdered else { return false }
    // Of two sides that say the same, the one that comes first by name.
    return (entity?.name ?? "", name) <= (inverse.entity?.name ?? "", inverse.name)
  }
}

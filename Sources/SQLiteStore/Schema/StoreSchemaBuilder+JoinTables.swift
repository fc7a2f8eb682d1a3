internal import ObjectModel

extension StoreSchemaBuilder {
  /// Adds the tables of many-to-many relationships.
  mutating func addJoinTables() {
    let keyColumns = joinKeyColumns()
    var done: Set<ObjectIdentifier> = []
    for entity in order {
      for relationship in storedRelationships(entity) {
        guard keyColumns[ObjectIdentifier(relationship)] != nil, let inverse = relationship.inverseRelationship,
          keyColumns[ObjectIdentifier(inverse)] != nil, done.insert(ObjectIdentifier(relationship)).inserted
        else { continue }
        done.insert(ObjectIdentifier(inverse))
        let (first, second) = Self.ordered(relationship, inverse, isFirst: precedes)
        if first.entity === second.entity && first !== second {
          note(
            first,
            "a many-to-many relationship between objects of one entity: which side names the table is not proven"
          )
        }
        addJoinTable(first: first, second: second, keyColumns: keyColumns)
      }
    }
  }

  private static func ordered(
    _ left: RelationshipDescription,
    _ right: RelationshipDescription,
    isFirst: (RelationshipDescription, RelationshipDescription) -> Bool
  ) -> (RelationshipDescription, RelationshipDescription) {
    isFirst(left, right) ? (left, right) : (right, left)
  }

  /// Whether `left` names the join table that it shares with its inverse `right`.
  ///
  /// The side whose entity has sub-entities goes first, then the lower number; inside one entity the name that sorts last.
  private func precedes(_ left: RelationshipDescription, _ right: RelationshipDescription) -> Bool {
    guard let leftOwner = left.entity, let rightOwner = right.entity else { return true }
    if leftOwner === rightOwner { return !NameOrder.properties(left.name, right.name) }
    let (leftFirst, rightFirst) = (hasSubentities(leftOwner), hasSubentities(rightOwner))
    return leftFirst == rightFirst ? number(leftOwner) < number(rightOwner) : leftFirst
  }

  /// The column that holds the key of each many-to-many relationship's owner: the owner's number and the inverse's name, made unique
  /// among the relationships of one entity.
  private mutating func joinKeyColumns() -> [ObjectIdentifier: String] {
    var names: [ObjectIdentifier: String] = [:]
    for entity in order {
      var used: Set<String> = []
      for relationship in storedRelationships(entity) where relationship.isToMany {
        guard let inverse = relationship.inverseRelationship, inverse.isToMany,
          let destination = relationship.destinationEntity,
          holds(destination)
        else { continue }
        let base = "Z_\(number(entity))\(inverse.name.uppercased())"
        let name = Self.unused(base, &used)
        if name != base {
          note(relationship, "two join columns of the name \(base): which of them gets the number is not proven")
        }
        names[ObjectIdentifier(relationship)] = name
      }
    }
    return names
  }

  private mutating func addJoinTable(
    first: RelationshipDescription,
    second: RelationshipDescription,
    keyColumns: [ObjectIdentifier: String]
  ) {
    guard let owner = first.entity, let root = roots.firstIndex(where: { $0 === owner.rootEntity }),
      let firstColumn = keyColumns[ObjectIdentifier(first)], var secondColumn = keyColumns[ObjectIdentifier(second)]
    else { return }
    // A relationship that is its own inverse would have two columns of one name.
    if secondColumn == firstColumn { secondColumn = "REFLEXIVE" }
    func orderColumn(_ memberColumn: String) -> String {
      memberColumn == "REFLEXIVE" ? "Z_FOK_REFLEXIVE" : "Z_FOK_" + memberColumn.dropFirst(2)
    }
    let table = joinTables.count
    joinTables.append(
      JoinTable(
        name: tableName("Z_\(number(owner))\(first.name.uppercased())", for: owner),
        firstColumn: firstColumn,
        secondColumn: secondColumn,
        firstOrderColumn: first.isOrdered ? orderColumn(secondColumn) : nil,
        secondOrderColumn: second.isOrdered && second !== first ? orderColumn(firstColumn) : nil,
        ownerTable: root,
        ownerNumber: number(owner),
        alternativeName: second !== first
          ? second.entity.map { "Z_\(number($0))\(second.name.uppercased())" } : nil,
        isSymmetric: first === second
      )
    )
    joins[ObjectIdentifier(second)] = (table, false)
    joins[ObjectIdentifier(first)] = (table, true)
  }
}

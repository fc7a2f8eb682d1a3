internal import ObjectModel

/// A line between two boxes: a relationship with its inverse, or inheritance.
struct DiagramLine {
  /// Where a line ends, and how many objects are there.
  struct End {
    /// The box's place among the entities.
    var box: Int
    /// The property's row; `nil` for the header.
    var row: Int?
    var mark: Mark
  }

  enum Mark {
    case none
    /// The triangle at a parent.
    case parent
    case objects(isMany: Bool, mayBeNone: Bool)
  }

  /// The end that is to be on the left, and the other one.
  let ends: [End]

  /// All lines of a model, in the order of its entities.
  static func lines(of entities: [EntityDescription], _ boxes: [EntityBox]) -> [DiagramLine] {
    let places = Dictionary(
      zip(entities.map { ObjectIdentifier($0) }, entities.indices),
      uniquingKeysWith: { first, _ in first }
    )
    var lines: [DiagramLine] = []
    var drawn: Set<ObjectIdentifier> = []
    for (place, entity) in entities.enumerated() {
      if let parent = entity.superentity.flatMap({ places[ObjectIdentifier($0)] }) {
        lines.append(
          DiagramLine(ends: [End(box: parent, mark: .parent), End(box: place, mark: .none)])
        )
      }
      for case let relationship as RelationshipDescription in entity.declaredProperties {
        guard let other = relationship.destinationEntity.flatMap({ places[ObjectIdentifier($0)] }),
          drawn.insert(ObjectIdentifier(relationship)).inserted
        else { continue }
        var far = End(box: other, mark: mark(of: relationship))
        var near = End(box: place, row: boxes[place].rowNumbers[relationship.name], mark: .none)
        if let inverse = relationship.inverseRelationship, let owner = inverse.entity,
          let box = places[ObjectIdentifier(owner)]
        {
          drawn.insert(ObjectIdentifier(inverse))
          far = End(box: box, row: boxes[box].rowNumbers[inverse.name], mark: far.mark)
          near.mark = mark(of: inverse)
        }
        // What there is one of stands to the left of what there are many of.
        let inverse = relationship.inverseRelationship
        let isReversed = !relationship.isToMany && inverse?.isToMany == true
        lines.append(DiagramLine(ends: isReversed ? [far, near] : [near, far]))
      }
    }
    return lines
  }

  /// The mark at the other end of a relationship.
  private static func mark(of relationship: RelationshipDescription) -> Mark {
    .objects(
      isMany: relationship.isToMany,
      mayBeNone: relationship.isOptional || relationship.isToMany && relationship.minCount == 0
    )
  }
}

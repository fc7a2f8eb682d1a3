internal import AttributeValues
internal import FoundationEssentials
internal import ObjectModel

/// A uniqueness constraint of an entity, which holds for the objects of its sub-entities too.
struct UniquenessConstraint {
  let entity: EntityDescription
  let names: [String]
  let slots: [EntityLayout.Slot]

  static func all(in entity: EntityDescription) -> [UniquenessConstraint] {
    let own = entity.uniquenessConstraints.compactMap { names -> UniquenessConstraint? in
      let slots = names.compactMap { entity.layout.slot(named: $0) }
      return slots.count == names.count ? UniquenessConstraint(entity: entity, names: names, slots: slots) : nil
    }
    return own + entity.subentities.flatMap(all)
  }

  /// The values that have to be unique; `nil` if the constraint does not concern the row, or one of them is missing: missing values are
  /// never equal, as in SQL.
  func key(of row: StoreRow) -> [AttributeValue]? {
    guard row.objectID.entity.isKind(of: entity) else { return nil }
    var key: [AttributeValue] = []
    for slot in slots {
      switch slot {
      case .attribute(let slot) where !row.attributes[slot].isNull:
        // Texts are as different as their bytes, as in SQL.
        if case .string(let text) = row.attributes[slot] {
          key.append(.binary(Data(text.utf8)))
        } else {
          key.append(row.attributes[slot])
        }
      case .toOne(let slot):
        guard let related = row.toOne[slot] else { return nil }
        key.append(.integer(related.reference))
      default: return nil
      }
    }
    return key
  }
}

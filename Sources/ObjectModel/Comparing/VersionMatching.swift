// Which entity or property of an older version of a model became one of a newer version: that of the same renaming identifier, which is the
// own name where there is none, else that of the same name.
extension ManagedObjectModel {
  /// The entity that `entity` of a newer version was; `nil` if it is new.
  package func predecessor(of entity: EntityDescription) -> EntityDescription? {
    let name = entity.renamingIdentifier ?? entity.name
    return entities.first { ($0.renamingIdentifier ?? $0.name) == name } ?? entities.first { $0.name == entity.name }
  }
}

extension EntityDescription {
  /// The property that `property` of a newer version was; `nil` if it is new.
  package func predecessor(of property: PropertyDescription) -> PropertyDescription? {
    Self.predecessor(of: property, among: properties)
  }

  /// The one of `properties` that `property` of a newer version was, an entity's property or a composite attribute's element; `nil` if it is new.
  package static func predecessor(
    of property: PropertyDescription,
    among properties: [PropertyDescription]
  ) -> PropertyDescription? {
    let name = property.renamingIdentifier ?? property.name
    return properties.last { ($0.renamingIdentifier ?? $0.name) == name }
      ?? properties.last { $0.name == property.name }
  }
}

/// Pairs what two versions have, by the names that it has in the newer one, else in the older one.
struct VersionPairs<Item> {
  private(set) var pairs: [(name: String, first: Item?, second: Item?)] = []

  /// - Parameter predecessor: What an item of the newer version was.
  init(_ first: [Item], _ second: [Item], name: (Item) -> String, predecessor: (Item) -> Item?) {
    let firstNames = Dictionary(first.map { (name($0), $0) }, uniquingKeysWith: { $1 })
    var left = firstNames
    var seconds = Dictionary(second.map { (name($0), $0) }, uniquingKeysWith: { $1 })
    // What has kept its name is the same, whatever its renaming identifier says.
    for (own, item) in seconds {
      guard let kept = firstNames[own] else { continue }
      pairs.append((own, kept, item))
      left[own] = nil
      seconds[own] = nil
    }
    for (own, item) in seconds.sorted(by: { CodeUnitOrder.areInIncreasingOrder($0.key, $1.key) }) {
      let old = predecessor(item).flatMap { left.removeValue(forKey: name($0)) }
      pairs.append((own, old, item))
    }
    for (own, item) in left { pairs.append((own, item, nil)) }
    pairs.sort { CodeUnitOrder.areInIncreasingOrder($0.name, $1.name) }
  }
}

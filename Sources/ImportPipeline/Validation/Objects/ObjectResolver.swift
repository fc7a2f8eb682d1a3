internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

/// Finds objects by the values of their properties, for keys, uniqueness constraints and references, over all sources of a run.
///
/// One index is kept for each list of properties that any source of the plan needs. The store is read once, at the start; after that every decision that
/// takes effect enters what it changes.
final class ObjectResolver {
  private var indexes: [ObjectIndex] = []
  private var indexesByEntity: [EntityDescription: [ObjectIndex]] = [:]

  init(plan: ImportPlan) {
    for entity in plan.model.entities {
      for parts in entity.uniquenessConstraintParts {
        let holder = entity.highestAncestor(with: parts)
        if plan.mayChange(holder) { add(holder, parts).isConstraint = true }
      }
    }
    for source in plan.sources {
      if !source.keyAttributes.isEmpty {
        let index = add(source.entity, source.keyParts, source.recipe.folding)
        if source.recipe.mode != .insert { index.isKey = true }
      }
      for relationship in source.relationships {
        add(relationship.destination, [.attribute(relationship.matchSlot)], relationship.folding).isReferenced = true
      }
    }
  }

  /// Enters the objects that are in a store.
  ///
  /// - Complexity: O(*n*) in the store's objects, for each index.
  func read(_ store: any PersistentStore) throws {
    for index in indexes {
      try store.forEachRow(for: StoreFetch(entity: index.entity)) { row in
        if let fingerprint = index.fingerprint(row.attributes, toOne: { row.toOne[$0] }) {
          let entry = FingerprintTable.Entry(reference: row.objectID.reference, source: -1, line: 0)
          index.insert(fingerprint, entry, text: index.text(of: row.attributes))
        }
        return true
      }
    }
  }

  private func add(_ entity: EntityDescription, _ parts: [ObjectIndex.Part], _ folding: KeyFolding = .none)
    -> ObjectIndex
  {
    if let known = index(of: entity, parts, folding) { return known }
    let index = ObjectIndex(entity: entity, parts: parts, folding: folding)
    indexes.append(index)
    return index
  }

  /// The index of `entity` over `parts`, if any source of the plan needs it.
  func index(of entity: EntityDescription, _ parts: [ObjectIndex.Part], _ folding: KeyFolding = .none) -> ObjectIndex? {
    indexes.first { $0.entity === entity && $0.parts == parts && $0.folding == folding }
  }

  /// All indexes that objects of `entity` enter.
  func indexes(of entity: EntityDescription) -> [ObjectIndex] {
    if let known = indexesByEntity[entity] { return known }
    let found = indexes.filter { entity.isKind(of: $0.entity) }
    indexesByEntity[entity] = found
    return found
  }

  /// Forgets everything; nothing is found afterwards.
  func removeAll() {
    indexes = []
    indexesByEntity = [:]
  }
}

extension ObjectIndex {
  /// The value that is suggested for an object with these attributes.
  func text(of attributes: [AttributeValue]) -> AttributeValue {
    if parts.count == 1, case .attribute(let slot) = parts[0] { attributes[slot] } else { .null }
  }
}

extension SourcePlan {
  /// The slots of the key's attributes.
  var keySlots: [Int] { keyAttributes.map { attributes[$0].slot } }

  /// The key's attributes as parts of an index.
  var keyParts: [ObjectIndex.Part] { keySlots.map { .attribute($0) } }
}

extension EntityDescription {
  /// The entity itself, or its highest ancestor that has these properties too. A constraint holds for all objects of that one: a hierarchy is one table, and
  /// so is the index that keeps its values unique.
  func highestAncestor(with parts: [ObjectIndex.Part]) -> EntityDescription {
    var entity = self
    while let parent = entity.superentity, parts.allSatisfy(parent.layout.has) { entity = parent }
    return entity
  }

  /// The properties of the uniqueness constraints that the entity itself declares; those whose properties are not all attributes or to-one
  /// relationships mean nothing.
  var uniquenessConstraintParts: [[ObjectIndex.Part]] {
    let derivations = uniquenessConstraints.isEmpty ? [:] : ownDerivations
    return uniquenessConstraints.compactMap { names in
      let parts = names.compactMap { name -> ObjectIndex.Part? in
        switch layout.slot(named: name) {
        case .attribute(let slot): derivations[slot] == nil ? .attribute(slot) : .derived(slot)
        case .toOne(let slot): .toOne(slot)
        default: nil
        }
      }
      return parts.count == names.count && !parts.isEmpty ? parts : nil
    }
  }
}

extension EntityLayout {
  fileprivate func has(_ part: ObjectIndex.Part) -> Bool {
    switch part {
    case .attribute(let slot), .derived(let slot): slot < attributes.count
    case .toOne(let slot): slot < toOneRelationships.count
    }
  }
}

extension ImportPlan {
  /// Whether a record of any source may make or change objects whose entity inherits from `entity`, or is it.
  func mayChange(_ entity: EntityDescription) -> Bool {
    func meets(_ other: EntityDescription) -> Bool { entity.isKind(of: other) || other.isKind(of: entity) }
    return sources.contains { source in
      meets(source.entity) || source.relationships.contains { meets($0.destination) }
    }
  }
}

internal import ObjectModel

/// Reads the objects at the end of relationships of many objects together: for each relationship one request for their rows, and one more for the
/// members of a to-many relationship, however many objects there are.
struct RelationshipPrefetch {
  private let context: ManagedObjectContext

  init(in context: ManagedObjectContext) { self.context = context }

  /// Reads what lies at the end of `keyPaths` of `objects`.
  ///
  /// - Throws: `PersistentStoreError.invalidRequest` for a key path that is not made of relationships; the store's error.
  func run(_ keyPaths: [String], of objects: [ManagedObject]) throws {
    for keyPath in keyPaths {
      var current = objects
      for component in keyPath.split(separator: ".") {
        current = try prefetch(relationship: String(component), of: current)
      }
    }
  }

  private func prefetch(relationship name: String, of objects: [ManagedObject]) throws -> [ManagedObject] {
    guard !objects.isEmpty else { return [] }
    var related: [ManagedObject] = []
    var seen: Set<ObjectIdentifier> = []
    func add(_ object: ManagedObject) {
      if seen.insert(ObjectIdentifier(object)).inserted { related.append(object) }
    }
    try readMembers(relationship: name, of: objects)
    for object in objects {
      // Looking at a reference that was read ahead does not end the fault.
      if object.needsRow { object.fireFault() }
      switch object.runtime.layout.slot(named: name) {
      case .toOne(let slot):
        if let partner = object.currentToOne(slot: slot) { add(partner) }
      case .toMany(let slot):
        for member in object.toManyObjects(slot: slot) { add(member) }
      default:
        throw PersistentStoreError.invalidRequest(
          "\(object.entity.name) has no relationship named \"\(name)\" to prefetch."
        )
      }
    }
    try context.faults.readAhead(related.filter(\.needsRow).map(\.objectID))
    return related
  }

  /// Reads who the members of a to-many relationship are, in one request per entity; children ask their parent object by object.
  private func readMembers(relationship name: String, of objects: [ManagedObject]) throws {
    guard context.parent == nil else { return }
    var waiting: [ObjectIdentifier: (slot: Int, objects: [ManagedObject])] = [:]
    for object in objects where object.storeNumber != 0 && !object.isInserted {
      guard case .toMany(let slot)? = object.runtime.layout.slot(named: name), object.needsMembers(slot: slot) else {
        continue
      }
      waiting[ObjectIdentifier(object.runtime), default: (slot, [])].objects.append(object)
    }
    for (slot, objects) in waiting.values {
      for (number, owners) in Dictionary(grouping: objects, by: \.storeNumber) {
        let identifiers = owners.map(\.objectID)
        guard let members = try context.storeReader.members(of: identifiers, slot: slot, inStore: number) else {
          continue
        }
        for owner in owners {
          owner.adoptMembers((members[owner.objectID] ?? []).map { context.object(with: $0) }, slot: slot)
        }
      }
    }
  }
}

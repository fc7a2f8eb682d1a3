public import FoundationEssentials
internal import ObjectModel

/// Why a batch deletion was refused: a delete rule forbids it.
///
/// ```swift
/// do {
///   let groups = FetchRequest<ManagedObjectID>(entityName: "AKCGroup")
///   _ = try context.execute(BatchDeleteRequest(fetchRequest: groups))
/// } catch BatchDeletionError.denied(_, let relationship) {
///   denied = relationship  // "breeds": a group that still has breeds stays
/// }
/// ```
public enum BatchDeletionError: LocalizedError, Sendable, Hashable {
  /// The relationship denies the deletion of objects that it still leads from.
  case denied(ManagedObjectID, relationship: String)
  /// The object would lose a related object that it must have.
  case requiredReference(ManagedObjectID, relationship: String)
}

extension BatchDeletionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .denied(let object, let relationship): "\(object) cannot be deleted while \(relationship) has objects."
    case .requiredReference(let object, let relationship):
      "\(object) must have an object at \(relationship), which is to be deleted; delete it too, or give it another."
    }
  }
}

/// Rows of one store that are deleted together, and what their delete rules do to others.
struct BatchDeletion {
  private let store: any PersistentStore
  private var rows: [StoreRow]
  private var deleted: Set<ManagedObjectID>
  /// References that are cleared unless the rows that have them are deleted too.
  private var cleared: [(row: ManagedObjectID, slot: Int, reference: ManagedObjectID)] = []
  /// Members of relationships without inverse, which lose their owners.
  private var released: [StoreToManyChange] = []
  private var denials: [(owner: ManagedObjectID, relationship: String, related: [ManagedObjectID])] = []

  init(store: any PersistentStore, rows: [StoreRow]) {
    self.store = store
    self.rows = rows
    deleted = Set(rows.map(\.objectID))
  }

  /// What the store has to do: the rows that were asked for come first among the deleted ones.
  ///
  /// - Throws: `BatchDeletionError`; the store's error.
  mutating func request() throws -> StoreSaveRequest {
    var index = 0
    while index < rows.count {
      try followRules(of: rows[index])
      index += 1
    }
    for (owner, relationship, related) in denials where !related.allSatisfy(deleted.contains) {
      throw BatchDeletionError.denied(owner, relationship: relationship)
    }
    var request = StoreSaveRequest()
    request.updated = try clearedRows()
    request.toManyChanges = released
    request.deleted = rows.map { (objectID: $0.objectID, version: $0.version) }
    return request
  }

  private mutating func followRules(of row: StoreRow) throws {
    let layout = row.objectID.entity.layout
    for (slot, relationship) in layout.toOneRelationships.enumerated() {
      guard let related = row.toOne[slot] else { continue }
      try follow(relationship, of: row.objectID, to: [related])
    }
    for (slot, relationship) in layout.toManyRelationships.enumerated() where reachesOthers(relationship) {
      let members = try store.members(of: row.objectID, toManySlot: slot)
      if relationship.deleteRule == .nullify, relationship.inverseRelationship == nil {
        // No slot of theirs leads to their owner: the store knows it by itself.
        guard !members.isEmpty else { continue }
        released.append(StoreToManyChange(owner: row.objectID, slot: slot, added: [], removed: members))
      } else {
        try follow(relationship, of: row.objectID, to: members)
      }
    }
  }

  /// Whether the rows at the other end have to be looked at; the store itself takes a deleted object out of many-to-many links.
  private func reachesOthers(_ relationship: RelationshipDescription) -> Bool {
    switch relationship.deleteRule {
    case .noAction: false
    case .nullify: relationship.inverseRelationship.map { !$0.isToMany } ?? true
    case .cascade, .deny: true
    }
  }

  private mutating func follow(
    _ relationship: RelationshipDescription,
    of owner: ManagedObjectID,
    to related: [ManagedObjectID]
  ) throws {
    switch relationship.deleteRule {
    case .noAction: return
    case .deny: if !related.isEmpty { denials.append((owner, relationship.name, related)) }
    case .cascade:
      for identifier in related where !deleted.contains(identifier) {
        guard let row = try store.row(for: identifier) else { continue }
        deleted.insert(row.objectID)
        rows.append(row)
      }
    case .nullify:
      guard let inverse = relationship.inverseRelationship, !inverse.isToMany else { return }
      for identifier in related {
        guard case .toOne(let slot)? = identifier.entity.layout.slot(named: inverse.name) else { continue }
        cleared.append((identifier, slot, owner))
      }
    }
  }

  private func clearedRows() throws -> [StoreRow] {
    var changed: [ManagedObjectID: StoreRow] = [:]
    for (identifier, slot, reference) in cleared where !deleted.contains(identifier) {
      guard var row = try changed[identifier] ?? store.row(for: identifier), row.toOne[slot] == reference else {
        continue
      }
      let relationship = row.objectID.entity.layout.toOneRelationships[slot]
      guard relationship.isOptional else {
        throw BatchDeletionError.requiredReference(row.objectID, relationship: relationship.name)
      }
      row.toOne[slot] = nil
      changed[identifier] = row
    }
    return changed.values.sorted { $0.objectID.reference < $1.objectID.reference }
  }
}

extension BatchDeletionError {
  public var errorDescription: String? { description }
}

internal import ManagedObjects
internal import ObjectModel

/// What a save updates, as the history records it: rows that are written, owners whose members change, and members that get another place.
struct RecordedChanges {
  /// The updated objects in the order in which they are recorded, with what has changed of each.
  var updates: [(objectID: ManagedObjectID, changes: Set<HistoryColumns.Change>)] {
    order.map { ($0, changes[$0] ?? []) }
  }

  private var order: [ManagedObjectID] = []
  private var changes: [ManagedObjectID: Set<HistoryColumns.Change>] = [:]
  /// New objects and deleted ones, which are recorded as such.
  private let others: Set<ManagedObjectID>

  /// Compares the rows that a request writes with those that are stored; to be asked before it is applied.
  ///
  /// - Complexity: reads each of the rows.
  init(of request: StoreSaveRequest, in store: SQLiteStore) throws {
    others = Set(request.inserted.map(\.objectID)).union(request.deleted.map(\.objectID))
    for row in request.updated {
      guard let old = try store.row(for: row.objectID), let entity = store.database.schema.entity(row.objectID.entity)
      else { continue }
      note(HistoryColumns.changes(from: old, to: row, in: entity), of: row.objectID)
    }
    for change in request.changedMembers { note(Set(change.slots.map { .toMany($0) }), of: change.owner) }
    // Who saves without a context names owners here only.
    for change in request.toManyChanges { note([.toMany(change.slot)], of: change.owner) }
  }

  /// Notes the members whose places an ordered relationship has changed.
  mutating func note(moved members: [ManagedObjectID], by change: StoreToManyChange) {
    let relationship = change.owner.entity.layout.toManyRelationships[change.slot]
    guard let inverse = relationship.inverseRelationship else { return }
    for member in members {
      if case .toOne(let slot) = member.entity.layout.slot(named: inverse.name) { note([.place(slot)], of: member) }
    }
  }

  private mutating func note(_ more: Set<HistoryColumns.Change>, of objectID: ManagedObjectID) {
    guard !others.contains(objectID) else { return }
    if changes[objectID] == nil { order.append(objectID) }
    changes[objectID, default: []].formUnion(more)
  }
}

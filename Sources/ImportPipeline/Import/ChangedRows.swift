internal import ManagedObjects

/// The rows that the records of a batch make and change, and the links between their objects, until they are saved.
struct ChangedRows {
  /// The rows of new objects, in the order in which they were made.
  private(set) var inserted: [StoreRow] = []
  /// The rows of objects that were there, each as it is to be.
  private var updated: [StoreRow] = []
  /// Where the rows of `updated` stand, and those of `inserted` up to `listedCount`.
  private var places: [ManagedObjectID: Place] = [:]
  private var listedCount = 0
  /// The new members of many-to-many relationships, in the order in which they came.
  private var links: [StoreToManyChange] = []

  private enum Place {
    case inserted(Int)
    case updated(Int)
  }

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && links.isEmpty }
  var hasLinks: Bool { !links.isEmpty }

  /// Adds a new object.
  mutating func insert(_ row: consuming StoreRow) { inserted.append(row) }

  /// The row of an object that the batch has made or changed; `nil` if it has done neither.
  ///
  /// - Complexity: O(1) on average; new objects are listed when somebody asks.
  mutating func row(of objectID: ManagedObjectID) -> StoreRow? {
    switch place(of: objectID) {
    case .inserted(let index): inserted[index]
    case .updated(let index): updated[index]
    case nil: nil
    }
  }

  /// Changes an object, which the batch may have made or changed before.
  mutating func update(_ row: consuming StoreRow) {
    switch place(of: row.objectID) {
    case .inserted(let index): inserted[index] = row
    case .updated(let index): updated[index] = row
    case nil:
      places[row.objectID] = .updated(updated.count)
      updated.append(row)
    }
  }

  /// Makes an object a member of a many-to-many relationship of another, of which it is none yet.
  mutating func link(_ member: ManagedObjectID, _ slot: Int, of owner: ManagedObjectID) {
    if let last = links.last, last.slot == slot, last.owner == owner {
      links[links.count - 1].added.append(member)
    } else {
      links.append(StoreToManyChange(owner: owner, slot: slot, added: [member], removed: []))
    }
  }

  private mutating func place(of objectID: ManagedObjectID) -> Place? {
    while listedCount < inserted.count {
      places[inserted[listedCount].objectID] = .inserted(listedCount)
      listedCount += 1
    }
    return places.isEmpty ? nil : places[objectID]
  }

  /// Takes everything out, to be saved.
  mutating func take() -> StoreSaveRequest {
    var request = StoreSaveRequest()
    request.inserted = inserted
    request.updated = updated
    request.toManyChanges = links
    links = []
    inserted = []
    inserted.reserveCapacity(request.inserted.count)
    updated = []
    updated.reserveCapacity(request.updated.count)
    places.removeAll(keepingCapacity: true)
    listedCount = 0
    return request
  }
}

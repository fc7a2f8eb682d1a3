internal import ObjectModel

/// The new, changed and deleted objects of a context, each in the order in which they became so.
///
/// An object that stands on a list need not be new, changed or deleted any more: its flags say whether it is, and the lists are only cleaned by a
/// save. They keep their objects alive. The flags that say on which lists an object stands are set here and cleared by whoever takes the lists.
final class PendingChanges {
  /// The lists, to have them back later; the flags of the objects on them are not among them.
  struct Lists {
    fileprivate let inserted: [ManagedObject]
    fileprivate let updated: [ManagedObject]
    fileprivate let deleted: [ManagedObject]
    fileprivate let unpropagatedDeletions: [ManagedObject]
  }

  private(set) var inserted: [ManagedObject] = []
  private(set) var updated: [ManagedObject] = []
  private(set) var deleted: [ManagedObject] = []
  /// Deleted objects whose relationships have not been followed yet.
  private var unpropagatedDeletions: [ManagedObject] = []
  private var areDeletionsTaken = false

  // MARK: Looking

  /// Whether there is anything to save.
  ///
  /// - Complexity: O(listed objects) if there is nothing, else O(1) as a rule.
  var isPending: Bool {
    inserted.contains { $0.flags.contains(.inserted) } || deleted.contains { $0.isDeletionPending }
      || updated.contains { $0.isUpdated }
  }

  /// Whether an object that a fetch selects from is new, changed or deleted.
  func concern(_ fetch: StoreFetch) -> Bool {
    inserted.contains { $0.isInserted && fetch.covers($0.entity) }
      || updated.contains { $0.isUpdated && fetch.covers($0.entity) }
      || deleted.contains { $0.isDeletionPending && fetch.covers($0.entity) }
  }

  /// The new objects and then the changed ones, those that will be deleted not among them.
  var insertedAndUpdated: [ManagedObject] { (inserted + updated).filter { $0.isInserted || $0.isUpdated } }

  /// All objects on the lists for which a class has hooks.
  var withHooks: [ManagedObject] {
    let lists = [inserted, updated, deleted]
    return lists.contains { $0.contains(where: \.hasHooks) } ? lists.flatMap { $0.filter(\.hasHooks) } : []
  }

  /// All objects on the lists; one that stands on several is there as often.
  var listed: [ManagedObject] { inserted + updated + deleted }

  /// The lists as they are.
  var lists: Lists {
    get {
      Lists(
        inserted: inserted,
        updated: updated,
        deleted: deleted,
        unpropagatedDeletions: unpropagatedDeletions
      )
    }
    set {
      (inserted, updated, deleted) = (newValue.inserted, newValue.updated, newValue.deleted)
      unpropagatedDeletions = newValue.unpropagatedDeletions
    }
  }

  // MARK: Listing

  /// Puts a new object on its list, unless it stands there.
  ///
  /// - Complexity: O(1), amortised.
  func listInsertion(of object: ManagedObject) {
    guard !object.flags.contains(.listedInserted) else { return }
    object.state.enter(.listedInserted)
    inserted.append(object)
  }

  /// Puts a changed object on its list, unless it stands there.
  ///
  /// - Complexity: O(1), amortised.
  func listUpdate(of object: ManagedObject) {
    guard !object.flags.contains(.listedUpdated) else { return }
    object.state.enter(.listedUpdated)
    updated.append(object)
  }

  /// Puts a deleted object on its list, unless it stands there.
  ///
  /// - Complexity: O(1), amortised.
  func listDeletion(of object: ManagedObject) {
    guard !object.flags.contains(.listedDeleted) else { return }
    object.state.enter(.listedDeleted)
    deleted.append(object)
  }

  /// Keeps a deleted object until its delete rules are followed.
  func postponePropagation(of object: ManagedObject) { unpropagatedDeletions.append(object) }

  /// Takes the deleted objects whose delete rules have to be followed, and those that `body`, which is called with each, postpones meanwhile.
  ///
  /// - Returns: The objects for which `body` has returned `true`; none from within `body`.
  func takePropagations(_ body: (ManagedObject) -> Bool) -> [ManagedObject] {
    guard !areDeletionsTaken, !unpropagatedDeletions.isEmpty else { return [] }
    areDeletionsTaken = true
    defer { areDeletionsTaken = false }
    var taken: [ManagedObject] = []
    while let object = unpropagatedDeletions.popLast() {
      if body(object) { taken.append(object) }
    }
    return taken
  }

  // MARK: Taking

  /// The lists, which are empty afterwards and keep their room.
  func takeSaved() -> (inserted: [ManagedObject], updated: [ManagedObject], deleted: [ManagedObject]) {
    let lists = (inserted, updated, deleted)
    removeAllListed()
    return lists
  }

  /// The lists, which are empty afterwards; deletions that have not been propagated are forgotten.
  func takeAll() -> (inserted: [ManagedObject], updated: [ManagedObject], deleted: [ManagedObject]) {
    let lists = (inserted, updated, deleted)
    removeAll()
    return lists
  }

  /// The deleted objects, those among them that were brought back; their list is empty afterwards.
  func takeUnsavedDeletions() -> [ManagedObject] {
    let deletions = deleted
    deleted.removeAll()
    // The next deletion of one that was brought back has to list it again.
    for object in deletions { object.state.leave(.listedDeleted) }
    return deletions
  }

  /// Takes what is not new any more off the list of insertions.
  func dropFormerInsertions() {
    inserted.removeAll { object in
      guard !object.flags.contains(.inserted) else { return false }
      object.state.leave(.listedInserted)
      return true
    }
  }

  /// Empties the lists, which keep their room.
  func removeAll() {
    removeAllListed()
    unpropagatedDeletions.removeAll()
  }

  private func removeAllListed() {
    inserted.removeAll(keepingCapacity: true)
    updated.removeAll(keepingCapacity: true)
    deleted.removeAll(keepingCapacity: true)
  }
}

internal import Synchronization

/// What a context keeps for the sake of its children, whose store it is: under which IDs they know its objects, and what it has saved since they read.
///
/// It is forgotten by the first save after the last child is gone: as long as there is one, it may ask for any of its objects by the ID that it has.
final class ChildRecords {
  /// How many children there are now; they may go on any thread.
  private let living = Atomic<Int>(0)
  /// Whether a child that may still live has read from the context, or saved to it.
  private var areNeeded = false
  /// The permanent IDs of objects that children know under these temporary references.
  private var permanentIDs: [Int64: ManagedObjectID] = [:]
  /// How many permanent IDs have been noted so far; children ask for it on their own threads.
  private let noted = Atomic<Int>(0)
  /// The versions of the rows that the context wrote since it has children, which cannot tell these writes from those of others.
  private var savedVersions: [ManagedObjectID: Int64] = [:]

  /// How many versions are kept.
  var versionCount: Int { savedVersions.count }
  /// How many permanent IDs are kept.
  var idCount: Int { permanentIDs.count }

  /// Counts a child that is being made.
  func childComes() { living.add(1, ordering: .relaxed) }

  /// Counts a child that is going; on any thread.
  func childGoes() { living.subtract(1, ordering: .releasing) }

  /// Notes that a child reads from the context, or saves to it.
  func noteUse() { areNeeded = true }

  // MARK: IDs

  /// The permanent ID of the object that a child knows under a temporary reference; `nil` while it is not saved.
  func permanentID(for reference: Int64) -> ManagedObjectID? { permanentIDs[reference] }

  /// Notes the permanent ID of an object that a child knows under a temporary reference.
  func notePermanentID(_ objectID: ManagedObjectID, for reference: Int64) {
    permanentIDs[reference] = objectID
    noted.add(1, ordering: .releasing)
  }

  /// How many permanent IDs have been noted so far; may be asked on any thread.
  var notedIDCount: Int { noted.load(ordering: .acquiring) }

  /// Forgets the permanent IDs.
  ///
  /// - Returns: The temporary references by which children know the objects.
  func takeBackIDs() -> [ManagedObjectID: Int64] {
    defer { permanentIDs.removeAll() }
    return Dictionary(permanentIDs.map { ($1, $0) }, uniquingKeysWith: min)
  }

  /// Notes that an object which has not been saved yet gets another key.
  ///
  /// - Complexity: O(IDs).
  func replace(_ taken: ManagedObjectID, by objectID: ManagedObjectID) {
    for (temporary, known) in permanentIDs where known == taken { permanentIDs[temporary] = objectID }
  }

  // MARK: Versions

  /// The version under which the context has saved a row since it has children; `nil` if it has not.
  func savedVersion(of objectID: ManagedObjectID) -> Int64? { savedVersions[objectID] }

  /// Notes the version under which a row was saved, if a child may have read an older one.
  func noteVersion(_ version: Int64, of objectID: @autoclosure () -> ManagedObjectID) {
    if areNeeded { savedVersions[objectID()] = version }
  }

  /// Forgets everything if the last child is gone; to be called by each save.
  func forgetUnlessNeeded() {
    guard areNeeded, living.load(ordering: .acquiring) == 0 else { return }
    areNeeded = false
    savedVersions.removeAll()
    permanentIDs.removeAll()
  }
}

/// Why a store refused a save: somebody else changed the same objects first, or values that have to be unique are not.
public struct StoreConflictError: Error, Sendable {
  /// One object that could not be saved as asked.
  public enum Conflict: Sendable {
    /// The stored version is not the one that was read; `found` is `nil` if the object is gone.
    case version(objectID: ManagedObjectID, expected: Int64, found: Int64?)
    /// Another object has the same values in a uniqueness constraint's attributes.
    case uniqueness(objectID: ManagedObjectID, constraint: [String], holder: ManagedObjectID?)
    /// The new object's key was handed out before its save, and another process has saved an object under it meanwhile. The context gives the
    /// object another key; no merge policy is asked.
    case keyTaken(objectID: ManagedObjectID)
  }

  public var conflicts: [Conflict]

  public init(conflicts: [Conflict]) { self.conflicts = conflicts }
}

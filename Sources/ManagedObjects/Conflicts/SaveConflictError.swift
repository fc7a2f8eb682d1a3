/// Why a save failed although every object is valid: somebody else changed the rows, or holds values that have to be unique.
public struct SaveConflictError: Error, Sendable {
  /// What stands in the way, in the store's words.
  public var conflicts: [StoreConflictError.Conflict]

  init(_ error: StoreConflictError) { conflicts = error.conflicts }
}

extension SaveConflictError: CustomStringConvertible {
  public var description: String { StoreConflictError(conflicts: conflicts).description }
}

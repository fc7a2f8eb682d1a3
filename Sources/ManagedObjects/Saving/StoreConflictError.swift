public import FoundationEssentials

/// Why a store refused a save: somebody else changed the same objects first, or values that have to be unique are not.
///
/// ```swift
/// let other = ManagedObjectContext(persistentStoreCoordinator: coordinator)
/// try showcase.breed("Beagle").setValue("England", forKey: "country")
/// try showcase.breed("Beagle", in: other).setValue("Scotland", forKey: "country")
/// try context.save()
/// do {
///   try other.save()
/// } catch let error as SaveConflictError {
///   for case StoreConflictError.Conflict.version(let objectID, _, _) in error.conflicts {
///     conflicting.append(objectID)
///   }
/// }
/// ```
public struct StoreConflictError: LocalizedError, Sendable {
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

  /// The objects that stand in the way.
  public var conflicts: [Conflict]

  /// Makes an error that names these conflicts.
  public init(conflicts: [Conflict]) { self.conflicts = conflicts }
}

extension StoreConflictError: CustomStringConvertible {
  /// Each conflict on a line of its own, with the object that it is about.
  public var description: String {
    let lines = conflicts.map(\.description)
    return lines.count == 1
      ? "\(lines[0])." : "\(lines.count) conflicts:\n" + lines.map { "- \($0)" }.joined(separator: "\n")
  }
}

extension StoreConflictError.Conflict: CustomStringConvertible {
  /// What stands in the way of one object, without a full stop at its end.
  public var description: String {
    switch self {
    case .version(let objectID, let expected, nil):
      "\(objectID) was read at version \(expected) and has been deleted since"
    case .version(let objectID, let expected, let found?):
      "\(objectID) was read at version \(expected) and is stored at version \(found) now"
    case .keyTaken(let objectID):
      "\(objectID) has a key that another process has given to another object"
    case .uniqueness(let objectID, let constraint, let holder):
      "\(objectID) has the same \(constraint.joined(separator: ", ")) as \(holder.map(\.description) ?? "another object")"
    }
  }
}

extension StoreConflictError {
  public var errorDescription: String? { description }
}

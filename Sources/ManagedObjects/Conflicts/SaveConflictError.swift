public import FoundationEssentials

/// Why a save failed although every object is valid: somebody else changed the rows, or holds values that have to be unique.
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
public struct SaveConflictError: LocalizedError, Sendable {
  /// What stands in the way, in the store's words.
  public var conflicts: [StoreConflictError.Conflict]
  /// The same conflicts with copies of the values, as far as the context has the objects; none for a batch request, which has no objects.
  public var details: [SaveConflict] = []

  /// - Parameter context: The context whose objects were to be saved; `nil` for a batch request.
  init(_ error: StoreConflictError, in context: ManagedObjectContext?) {
    conflicts = error.conflicts
    guard let context else { return }
    details = conflicts.compactMap { conflict in
      let subject: ManagedObjectID
      let opponent: ManagedObjectID?
      switch conflict {
      case .version(let objectID, _, _): (subject, opponent) = (objectID, objectID)
      case .uniqueness(let objectID, _, let holder): (subject, opponent) = (objectID, holder)
      case .keyTaken: return nil
      }
      guard let object = context.registeredObject(for: subject) else { return nil }
      // Copies are only for information: a store that cannot be read does not hide the conflict.
      let row = opponent.flatMap { try? context.persistentStoreCoordinator.row(for: $0) }
      return SaveConflict(conflict, of: object, row: row)
    }
  }
}

extension SaveConflictError: CustomStringConvertible {
  public var description: String { StoreConflictError(conflicts: conflicts).description }
}

extension SaveConflictError {
  public var errorDescription: String? { description }
}

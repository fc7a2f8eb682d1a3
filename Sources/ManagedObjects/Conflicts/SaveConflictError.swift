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
public struct SaveConflictError: Error, Sendable {
  /// What stands in the way, in the store's words.
  public var conflicts: [StoreConflictError.Conflict]

  init(_ error: StoreConflictError) { conflicts = error.conflicts }
}

extension SaveConflictError: CustomStringConvertible {
  public var description: String { StoreConflictError(conflicts: conflicts).description }
}

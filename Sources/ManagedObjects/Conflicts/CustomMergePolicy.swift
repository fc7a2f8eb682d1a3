/// A merge policy of a program's own, which decides conflict by conflict: what a subclass of Core Data's `NSMergePolicy` does.
///
/// ```swift
/// let greatest = CustomMergePolicy { (conflict: SaveConflict, breed: ManagedObject) in
///   // Copies of what the context wants to save, and of what somebody else has saved meanwhile.
///   guard case .value(.double(let mine))? = conflict.objectSnapshot["heightMax"],
///     case .value(.double(let theirs))? = conflict.persistedSnapshot?["heightMax"]
///   else { return .error }
///   return mine > theirs ? .mergeByPropertyObjectTrump : .mergeByPropertyStoreTrump
/// }
/// other.mergePolicy = .custom(greatest)
/// try other.save()
/// ```
public final class CustomMergePolicy: Sendable {
  private let choose: @Sendable (SaveConflict, ManagedObject) throws -> MergePolicy

  /// Makes a policy of a function that is called, where the context is, with each conflict of a save and the object that the context could not save.
  ///
  /// The function may change the object, and returns which of the five policies then applies to this conflict; a custom one counts as `error`.
  /// What it throws, the save throws.
  public init(_ choose: @escaping @Sendable (SaveConflict, ManagedObject) throws -> MergePolicy) {
    self.choose = choose
  }

  /// The policy for a conflict; none that is custom.
  ///
  /// - Throws: What the program's function throws.
  func policy(for conflict: SaveConflict, _ object: ManagedObject) throws -> MergePolicy {
    let chosen = try choose(conflict, object)
    if case .custom = chosen { return .error }
    return chosen
  }
}

extension CustomMergePolicy: Hashable {
  /// Whether both are the same policy; functions cannot be compared.
  public static func == (left: CustomMergePolicy, right: CustomMergePolicy) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What a save does when the store holds newer versions of changed rows, or when values that have to be unique are taken: Core Data's
/// `NSMergePolicy` with its five types, and policies of a program's own.
///
/// What a policy changes, and what follows from it for other objects, is validated before it is written. If the save fails after all, it is taken back.
///
/// ```swift
/// other.mergePolicy = MergePolicy.mergeByPropertyObjectTrump
/// try other.save()  // what was changed here wins, property by property
/// ```
public enum MergePolicy: Sendable, Hashable {
  /// The save fails and names every conflict.
  case error
  /// Property by property; where both sides changed one, the store's value stays.
  case mergeByPropertyStoreTrump
  /// Property by property; where both sides changed one, the object's value is written.
  case mergeByPropertyObjectTrump
  /// The object's values are written, whatever the store has.
  case overwrite
  /// The object's changes are given up for what the store has.
  case rollback
  /// The program decides conflict by conflict which of the others applies.
  case custom(CustomMergePolicy)
}

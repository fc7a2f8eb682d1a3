/// What gave an object other values than those that were set: Core Data's `NSSnapshotEventType`, with its raw values.
///
/// ```swift
/// final class Breed: ManagedObject {
///   var shownName = ""
///   override func awake(fromSnapshotEvents events: SnapshotEventType) {
///     if events.contains(.undoUpdate) || events.contains(.rollback) { shownName = attribute("name") ?? "" }
///   }
/// }
/// ```
public struct SnapshotEventType: OptionSet, Sendable, Hashable {
  /// The bits, as in Core Data.
  public let rawValue: Int

  /// Makes a set of its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// An insertion was taken back.
  public static let undoInsertion = SnapshotEventType(rawValue: 1 << 1)
  /// A deletion was taken back.
  public static let undoDeletion = SnapshotEventType(rawValue: 1 << 2)
  /// A change was taken back.
  public static let undoUpdate = SnapshotEventType(rawValue: 1 << 3)
  /// The context was rolled back.
  public static let rollback = SnapshotEventType(rawValue: 1 << 4)
  /// The object was read anew, with its changes on top.
  public static let refresh = SnapshotEventType(rawValue: 1 << 5)
  /// A merge policy resolved a conflict over the object.
  public static let mergePolicy = SnapshotEventType(rawValue: 1 << 6)
}

/// Hears of the changes of a fetched results controller one by one: Core Data's `NSFetchedResultsControllerDelegate`.
///
/// ```swift
/// final class Listener: FetchedResultsControllerDelegate {
///   var lines: [String] = []
///   var shown: FetchedResultsSnapshot?
///
///   func controller(
///     _ controller: FetchedResultsController<ManagedObject>,
///     didChange object: ManagedObject,
///     at indexPath: FetchedResultsController<ManagedObject>.IndexPath?,
///     for type: FetchedResultsChangeType,
///     newIndexPath: FetchedResultsController<ManagedObject>.IndexPath?
///   ) {
///     lines.append("\(type) \(object.value(forKey: "name") ?? "")")
///   }
///
///   func controller(
///     _ controller: FetchedResultsController<ManagedObject>,
///     didChangeContentWith snapshot: FetchedResultsSnapshot
///   ) {
///     shown = snapshot
///   }
/// }
/// let listener = Listener()
/// controller.delegate = listener  // which it does not keep alive
/// ```
///
/// Every method may be left out. For each event in which the result changed, `controllerWillChangeContent` comes first, then the changes of sections, those of
/// objects, `controllerDidChangeContent`, and at last the result as a whole. Apple's controller leaves the single changes out for a delegate that takes
/// the whole result; this one does not know which methods there are, and calls all.
public protocol FetchedResultsControllerDelegate<Object>: AnyObject {
  /// The class of the result's objects.
  associatedtype Object: ManagedObject

  /// The result is about to be told of in pieces; the controller has it already.
  func controllerWillChangeContent(_ controller: FetchedResultsController<Object>)

  /// A section came or went; the others stay sections.
  func controller(
    _ controller: FetchedResultsController<Object>,
    didChange section: FetchedResultsController<Object>.Section,
    atSectionIndex index: Int,
    for type: FetchedResultsChangeType
  )

  /// An object came, went, moved or changed in its place.
  ///
  /// - Parameters:
  ///   - controller: The controller whose result has changed.
  ///   - object: The object.
  ///   - type: What has become of it.
  ///   - indexPath: Where it stood; `nil` for one that came.
  ///   - newIndexPath: Where it stands; `nil` for one that went.
  func controller(
    _ controller: FetchedResultsController<Object>,
    didChange object: Object,
    at indexPath: FetchedResultsController<Object>.IndexPath?,
    for type: FetchedResultsChangeType,
    newIndexPath: FetchedResultsController<Object>.IndexPath?
  )

  /// All changes of the event have been told.
  func controllerDidChangeContent(_ controller: FetchedResultsController<Object>)

  /// The result is this now; for a list that works out what to move by itself.
  func controller(_ controller: FetchedResultsController<Object>, didChangeContentWith snapshot: FetchedResultsSnapshot)

  /// The IDs of the result, which has no sections, have changed so.
  func controller(
    _ controller: FetchedResultsController<Object>,
    didChangeContentWith difference: CollectionDifference<ManagedObjectID>
  )

  /// What stands for a section in an index beside the list; `nil` for the controller's own `sectionIndexTitle`.
  func controller(
    _ controller: FetchedResultsController<Object>,
    sectionIndexTitleForSectionName name: String
  ) -> String?
}

extension FetchedResultsControllerDelegate {
  public func controllerWillChangeContent(_ controller: FetchedResultsController<Object>) {}

  public func controller(
    _ controller: FetchedResultsController<Object>,
    didChange section: FetchedResultsController<Object>.Section,
    atSectionIndex index: Int,
    for type: FetchedResultsChangeType
  ) {}

  public func controller(
    _ controller: FetchedResultsController<Object>,
    didChange object: Object,
    at indexPath: FetchedResultsController<Object>.IndexPath?,
    for type: FetchedResultsChangeType,
    newIndexPath: FetchedResultsController<Object>.IndexPath?
  ) {}

  public func controllerDidChangeContent(_ controller: FetchedResultsController<Object>) {}

  public func controller(
    _ controller: FetchedResultsController<Object>,
    didChangeContentWith snapshot: FetchedResultsSnapshot
  ) {}

  public func controller(
    _ controller: FetchedResultsController<Object>,
    didChangeContentWith difference: CollectionDifference<ManagedObjectID>
  ) {}

  public func controller(
    _ controller: FetchedResultsController<Object>,
    sectionIndexTitleForSectionName name: String
  ) -> String? { nil }
}

/// What became of an object or a section of a fetched result: Core Data's `NSFetchedResultsChangeType`.
///
/// ```swift
/// final class Listener: FetchedResultsControllerDelegate {
///   var lines: [String] = []
///   var shown: FetchedResultsSnapshot?
///
///   func controller(
///     _ controller: FetchedResultsController<ManagedObject>,
///     didChange object: ManagedObject,
///     at indexPath: FetchedResultsController<ManagedObject>.IndexPath?,
///     for type: FetchedResultsChangeType,
///     newIndexPath: FetchedResultsController<ManagedObject>.IndexPath?
///   ) {
///     lines.append("\(type) \(object.value(forKey: "name") ?? "")")
///   }
///
///   func controller(
///     _ controller: FetchedResultsController<ManagedObject>,
///     didChangeContentWith snapshot: FetchedResultsSnapshot
///   ) {
///     shown = snapshot
///   }
/// }
/// let listener = Listener()
/// controller.delegate = listener  // which it does not keep alive
/// ```
public enum FetchedResultsChangeType: Sendable, Hashable {
  /// It came.
  case insert
  /// It went.
  case delete
  /// It stands elsewhere; not for sections.
  case move
  /// It changed in its place; not for sections.
  case update
}

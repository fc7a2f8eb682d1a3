/// A fetched result as the IDs of its objects, which may cross threads: Core Data's `NSDiffableDataSourceSnapshot` of a fetched results controller.
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
/// It is for lists that compare two snapshots and work out by themselves what to move.
public struct FetchedResultsSnapshot: Sendable, Hashable {
  /// One section.
  public struct Section: Sendable, Hashable {
    /// The section's name, as `FetchedResultsController.Section` has it.
    public let name: String
    /// The IDs of the section's objects in order.
    public let itemIdentifiers: [ManagedObjectID]
  }

  /// The sections in order.
  public let sections: [Section]
  /// The IDs of objects that have changed, or have been refreshed, and that the result before had, too.
  public let reloadedItemIdentifiers: [ManagedObjectID]

  /// The names of the sections in order.
  public var sectionIdentifiers: [String] { sections.map(\.name) }
  /// The IDs of all objects in order.
  public var itemIdentifiers: [ManagedObjectID] { sections.flatMap(\.itemIdentifiers) }
  /// How many objects there are.
  public var numberOfItems: Int { sections.reduce(0) { $0 + $1.itemIdentifiers.count } }
  /// How many sections there are.
  public var numberOfSections: Int { sections.count }

  /// The IDs of the objects of the first section with this name; `nil` if there is none.
  public func itemIdentifiers(inSection name: String) -> [ManagedObjectID]? {
    sections.first { $0.name == name }?.itemIdentifiers
  }

  /// The place of an object among all; `nil` if it is not in the result.
  public func indexOfItem(_ identifier: ManagedObjectID) -> Int? { itemIdentifiers.firstIndex(of: identifier) }

  /// The number of the first section with this name; `nil` if there is none.
  public func indexOfSection(_ name: String) -> Int? { sections.firstIndex { $0.name == name } }
}

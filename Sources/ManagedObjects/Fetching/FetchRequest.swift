public import ObjectModel
public import PredicateLanguage

/// What a fetch can return: objects, IDs, rows of named values, or a count.
public protocol FetchRequestResult: SendableMetatype {}

extension ManagedObject: FetchRequestResult {}
extension ManagedObjectID: FetchRequestResult {}

/// What to fetch: Core Data's `NSFetchRequest`.
public struct FetchRequest<Result: FetchRequestResult> {
  /// The entity's name; looked up in the context's model when the request is executed.
  public var entityName: String
  /// Which objects; `nil` for all.
  public var predicate: ObjectPredicate?
  /// The order; without keys, the order is the store's.
  public var sortDescriptors: [SortKey] = []
  /// The most results; 0 for no limit.
  public var fetchLimit = 0
  /// How many results to skip.
  public var fetchOffset = 0
  /// How many objects to read at a time as they are accessed; 0 reads all at once.
  public var fetchBatchSize = 0
  /// Whether objects of sub-entities are included.
  public var includesSubentities = true
  /// Whether changes that are not saved yet count: new objects are found, changed ones judged by their new values, deleted ones left out.
  public var includesPendingChanges = true
  /// Whether values are read along with the objects; without, objects come as plain faults.
  public var includesPropertyValues = true
  /// Whether objects come as faults whose values are at hand, or with the fault already ended.
  public var returnsObjectsAsFaults = true
  /// Whether objects that the context has already, unchanged, take the newly read values.
  public var shouldRefreshRefetchedObjects = false
  /// Key paths of relationships whose objects are read in the same go.
  public var relationshipKeyPathsForPrefetching: [String] = []
  /// What rows of values consist of; the entity's attributes and to-one relationships if empty. For dictionary results only.
  public var propertiesToFetch: [FetchedProperty] = []
  /// The key paths by which rows are put together; expressions over a group are statistics of its rows. For dictionary results only.
  public var propertiesToGroupBy: [String] = []
  /// Which groups stay; it may use the names of the fetched properties. For dictionary results only.
  public var havingPredicate: ObjectPredicate?
  /// Whether equal rows are returned once. For dictionary results only.
  public var returnsDistinctResults = false
  /// The stores to ask; all for `nil`.
  public var affectedStores: [any PersistentStore]?

  /// Makes a request for every object of the entity named `entityName`.
  public init(entityName: String) { self.entityName = entityName }

  /// Makes a request for the objects of `entity` that `predicate` selects.
  public init(entity: EntityDescription, predicate: ObjectPredicate? = nil, sortedBy keys: [SortKey] = []) {
    entityName = entity.name
    self.predicate = predicate
    sortDescriptors = keys
  }
}

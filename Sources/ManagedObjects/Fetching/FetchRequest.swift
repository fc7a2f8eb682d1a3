public import ObjectModel
public import PredicateLanguage

/// What a fetch can return: objects, IDs, rows of named values, or a count.
///
/// ```swift
/// let breeds = try context.fetch(FetchRequest<ManagedObject>(entityName: "Breed"))
/// let identifiers = try context.fetch(FetchRequest<ManagedObjectID>(entityName: "Breed"))
/// let rows = try context.fetch(FetchRequest<FetchedDictionary>(entityName: "Breed"))
/// ```
public protocol FetchRequestResult: SendableMetatype {}

extension ManagedObject: FetchRequestResult {}
extension ManagedObjectID: FetchRequestResult {}

/// What to fetch: Core Data's `NSFetchRequest`.
///
/// ```swift
/// var request = FetchRequest<ManagedObject>(entityName: "Breed")
/// request.predicate = try ObjectPredicate(format: "heightMax > 50 AND group.name == %@", "Hound Group")
/// request.sortDescriptors = [SortKey("heightMax", ascending: false)]
/// request.fetchLimit = 10
/// let largeHounds = try context.fetch(request)
/// ```
public struct FetchRequest<Result: FetchRequestResult> {
  /// Everything that the request says; it does not depend on the kind of results, so that a fetch copies it without looking types up.
  var contents: FetchContents

  /// The entity's name; looked up in the context's model when the request is executed.
  public var entityName: String {
    get { contents.entityName }
    set { contents.entityName = newValue }
  }
  /// Which objects; `nil` for all.
  public var predicate: ObjectPredicate? {
    get { contents.predicate }
    set { contents.predicate = newValue }
  }
  /// The order; without keys, the order is the store's.
  public var sortDescriptors: [SortKey] {
    get { contents.sortDescriptors }
    set { contents.sortDescriptors = newValue }
  }
  /// The most results; 0 for no limit.
  public var fetchLimit: Int {
    get { contents.fetchLimit }
    set { contents.fetchLimit = newValue }
  }
  /// How many results to skip.
  public var fetchOffset: Int {
    get { contents.fetchOffset }
    set { contents.fetchOffset = newValue }
  }
  /// How many objects to read at a time as they are accessed; 0 reads all at once.
  public var fetchBatchSize: Int {
    get { contents.fetchBatchSize }
    set { contents.fetchBatchSize = newValue }
  }
  /// Whether objects of sub-entities are included.
  public var includesSubentities: Bool {
    get { contents.includesSubentities }
    set { contents.includesSubentities = newValue }
  }
  /// Whether changes that are not saved yet count: new objects are found, changed ones are taken with their new values, deleted ones left out.
  public var includesPendingChanges: Bool {
    get { contents.includesPendingChanges }
    set { contents.includesPendingChanges = newValue }
  }
  /// Whether values are read along with the objects; without, objects come as plain faults.
  public var includesPropertyValues: Bool {
    get { contents.includesPropertyValues }
    set { contents.includesPropertyValues = newValue }
  }
  /// Whether objects come as faults whose values are at hand, or with the fault already ended.
  public var returnsObjectsAsFaults: Bool {
    get { contents.returnsObjectsAsFaults }
    set { contents.returnsObjectsAsFaults = newValue }
  }
  /// Whether objects that the context has already, unchanged, take the newly read values.
  public var shouldRefreshRefetchedObjects: Bool {
    get { contents.shouldRefreshRefetchedObjects }
    set { contents.shouldRefreshRefetchedObjects = newValue }
  }
  /// Key paths of relationships whose objects are read in the same go.
  public var relationshipKeyPathsForPrefetching: [String] {
    get { contents.relationshipKeyPathsForPrefetching }
    set { contents.relationshipKeyPathsForPrefetching = newValue }
  }
  /// What rows of values consist of; the entity's attributes and to-one relationships if empty. For dictionary results only.
  public var propertiesToFetch: [FetchedProperty] {
    get { contents.propertiesToFetch }
    set { contents.propertiesToFetch = newValue }
  }
  /// The key paths by which rows are put together; expressions over a group are statistics of its rows. For dictionary results only.
  public var propertiesToGroupBy: [String] {
    get { contents.propertiesToGroupBy }
    set { contents.propertiesToGroupBy = newValue }
  }
  /// Which groups stay; it may use the names of the fetched properties. For dictionary results only.
  public var havingPredicate: ObjectPredicate? {
    get { contents.havingPredicate }
    set { contents.havingPredicate = newValue }
  }
  /// Whether equal rows are returned once. For dictionary results only.
  public var returnsDistinctResults: Bool {
    get { contents.returnsDistinctResults }
    set { contents.returnsDistinctResults = newValue }
  }
  /// The stores to ask; all for `nil`.
  public var affectedStores: [any PersistentStore]? {
    get { contents.affectedStores }
    set { contents.affectedStores = newValue }
  }

  /// Makes a request for every object of the entity named `entityName`.
  public init(entityName: String) { contents = FetchContents(entityName: entityName) }

  /// Makes a request for the objects of `entity` that `predicate` selects.
  public init(entity: EntityDescription, predicate: ObjectPredicate? = nil, sortedBy keys: [SortKey] = []) {
    contents = FetchContents(entityName: entity.name, predicate: predicate, sortDescriptors: keys)
  }
}

/// What a fetch request says, whatever its results.
struct FetchContents {
  var entityName: String
  var predicate: ObjectPredicate?
  var sortDescriptors: [SortKey] = []
  var fetchLimit: Int = 0
  var fetchOffset: Int = 0
  var fetchBatchSize: Int = 0
  var includesSubentities: Bool = true
  var includesPendingChanges: Bool = true
  var includesPropertyValues: Bool = true
  var returnsObjectsAsFaults: Bool = true
  var shouldRefreshRefetchedObjects: Bool = false
  var relationshipKeyPathsForPrefetching: [String] = []
  var propertiesToFetch: [FetchedProperty] = []
  var propertiesToGroupBy: [String] = []
  var havingPredicate: ObjectPredicate?
  var returnsDistinctResults: Bool = false
  var affectedStores: [any PersistentStore]?
}

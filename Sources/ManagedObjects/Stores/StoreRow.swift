public import AttributeValues

/// One object as a store keeps it: whole values, safe to pass between threads.
///
/// ```swift
/// func names(in store: any PersistentStore) throws -> [AttributeValue] {
///   var fetch = StoreFetch(entity: breed)
///   fetch.predicate = try ObjectPredicate(format: "weightMax < 10")
///   fetch.sortKeys = [SortKey("name")]
///   return try store.rows(for: fetch).map { (row: StoreRow) in row.attributes[0] }  // in the entity's order
/// }
/// ```
public struct StoreRow: Sendable {
  /// The object's permanent ID.
  public var objectID: ManagedObjectID
  /// How often the object has been saved (`Z_OPT`): 1 after its insertion. Optimistic locking compares it.
  public var version: Int64
  /// The attributes in the slots of the entity's layout; transient attributes are `.null`.
  public var attributes: [AttributeValue]
  /// The to-one relationships in the slots of the entity's layout.
  public var toOne: [ManagedObjectID?]

  /// Makes a row, whose values have to fit the layout of the ID's entity.
  public init(objectID: ManagedObjectID, version: Int64, attributes: [AttributeValue], toOne: [ManagedObjectID?]) {
    self.objectID = objectID
    self.version = version
    self.attributes = attributes
    self.toOne = toOne
  }

  /// The version of a row that had this one before it was changed. The greatest number, which only a damaged file has, is followed by 1.
  package static func version(after version: Int64) -> Int64 { version % .max + 1 }
}

/// The members of a to-many relationship that a store has to keep by itself, because no to-one column on the other side carries it
/// (many-to-many), or because it is ordered.
///
/// ```swift
/// // The first to-many relationship of the entity has slot 0.
/// let change = StoreToManyChange(owner: terriers, slot: 0, added: [beagle], removed: [])
/// var request = StoreSaveRequest()
/// request.toManyChanges = [change]
/// ```
public struct StoreToManyChange: Sendable {
  /// The object that owns the relationship.
  public var owner: ManagedObjectID
  /// The relationship's slot among the owner's to-many relationships.
  public var slot: Int
  /// Objects that became members.
  public var added: [ManagedObjectID]
  /// Objects that are members no more.
  public var removed: [ManagedObjectID]
  /// All members in order when the relationship is ordered; `nil` otherwise.
  public var order: [ManagedObjectID]?

  /// Makes the change of one relationship.
  public init(
    owner: ManagedObjectID,
    slot: Int,
    added: [ManagedObjectID],
    removed: [ManagedObjectID],
    order: [ManagedObjectID]? = nil
  ) {
    self.owner = owner
    self.slot = slot
    self.added = added
    self.removed = removed
    self.order = order
  }
}

/// Everything that one save changes in one store; the store applies all of it or nothing.
///
/// ```swift
/// var request = StoreSaveRequest()
/// for objectID in try store.obtainPermanentIDs(for: group, count: 1) {
///   request.inserted.append(StoreRow(objectID: objectID, version: 1, attributes: [.string("Toy Group")], toOne: []))
/// }
/// request.author = "importer"
/// try store.save(request)
/// ```
public struct StoreSaveRequest: Sendable {
  /// New objects, with the permanent IDs that the store handed out and version 1.
  public var inserted: [StoreRow] = []
  /// Changed objects with all their values; `version` is the one that was read, and the store writes one more.
  public var updated: [StoreRow] = []
  /// Deleted objects with the versions that were read.
  public var deleted: [(objectID: ManagedObjectID, version: Int64)] = []
  /// Changes of many-to-many, inverse-less and ordered to-many relationships. Each many-to-many link is named from one side only.
  public var toManyChanges: [StoreToManyChange] = []
  /// Existing objects of which to-many relationships have other members or another order, whoever keeps that; see `VersionRaisingStore`.
  package var changedMembers: [ChangedMembers] = []
  /// Who makes the changes: the context's `transactionAuthor`.
  public var author: String?
  /// What the context that makes them is called: its `name`.
  public var contextName: String?

  /// Makes a request that saves nothing.
  public init() {}

  /// Whether there is nothing to save.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && toManyChanges.isEmpty }
}

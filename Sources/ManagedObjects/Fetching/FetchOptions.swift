internal import ObjectModel
internal import PredicateLanguage

/// What a fetch request says beyond what a store has to know.
struct FetchOptions {
  var includesPendingChanges = true
  var returnsObjectsAsFaults = true
  var affectedStores: [any PersistentStore]?
  var includesPropertyValues = true
  var refreshesRefetchedObjects = false
  var batchSize = 0
  var prefetchedKeyPaths: [String] = []

  init() {}

  init(_ request: FetchContents) {
    includesPendingChanges = request.includesPendingChanges
    returnsObjectsAsFaults = request.returnsObjectsAsFaults
    affectedStores = request.affectedStores
    includesPropertyValues = request.includesPropertyValues
    refreshesRefetchedObjects = request.shouldRefreshRefetchedObjects
    batchSize = request.fetchBatchSize
    prefetchedKeyPaths = request.relationshipKeyPathsForPrefetching
  }

  /// Leaves out everything that reads values.
  mutating func readIDsOnly() {
    batchSize = 0
    includesPropertyValues = false
    returnsObjectsAsFaults = true
    refreshesRefetchedObjects = false
    prefetchedKeyPaths = []
  }
}

extension StoreFetch {
  /// - Throws: `FetchKeyError` for keys that the entity does not have; `PredicateEvaluationError` when a `FETCH` in the predicate fails.
  init(_ request: FetchContents, entity: EntityDescription) throws {
    try request.check(for: entity)
    self.init(entity: entity)
    predicate = request.predicate
    if let predicate, predicate.containsFetch { self.predicate = try predicate.resolvingFetches() }
    sortKeys = request.sortDescriptors
    limit = request.fetchLimit
    offset = request.fetchOffset
    includesSubentities = request.includesSubentities
  }

  /// Whether objects of `entity` are among those selected from.
  func covers(_ entity: EntityDescription) -> Bool {
    includesSubentities ? entity.isKind(of: self.entity) : entity === self.entity
  }
}

internal import PredicateLanguage

extension ManagedObjectContext {
  func matches(_ object: ManagedObject, _ fetch: StoreFetch) throws -> Bool { fetch.predicate == nil }
}
extension InMemoryStore {
  func matches(_ row: StoreRow, _ predicate: ObjectPredicate) throws -> Bool { false }
}

internal import AttributeValues
internal import ObjectModel
package import PredicateLanguage

/// A stored row as a predicate sees it, without making an object; related rows are read from the store as the predicate asks for them.
package struct StoredRowSubject: PredicateSubject {
  let row: StoreRow
  let store: any PersistentStore

  /// Where it is noted that the store could not be read, which a predicate cannot say.
  private let failure: ReadFailure

  /// - Parameter failure: To be looked at when the predicate has been evaluated: what could not be read looks like what is not there.
  package init(row: StoreRow, store: any PersistentStore, failure: ReadFailure) {
    self.row = row
    self.store = store
    self.failure = failure
  }

  package var predicateIdentity: ObjectIdentity? { ObjectIdentity(row.objectID) }

  package func predicateValue(forKey key: String) -> PredicateValue? {
    let layout = row.objectID.entity.layout
    switch layout.slot(named: key) {
    case .attribute(let slot): return .value(row.attributes[slot])
    case .toOne(let slot): return row.toOne[slot].map(value) ?? .null
    case .toMany(let slot):
      let members = read { try store.members(of: row.objectID, toManySlot: slot) } ?? []
      return .collection(members.map(value), isOrdered: layout.toManyRelationships[slot].isOrdered)
    case .fetched: return .collection([], isOrdered: true)
    case nil: return row.objectID.predicateValue(forObjectKey: key)
    }
  }

  /// The value that a sort key's path leads to; a related object sorts by its key.
  func sortValue(at path: String) -> AttributeValue {
    switch row.objectID.entity.layout.slot(named: path) {
    case .attribute(let slot): row.attributes[slot]
    case .toOne(let slot): row.toOne[slot].map { .integer($0.reference) } ?? .null
    default: (try? ObjectExpression.keyPath(ObjectKeyPath(path)).value(with: self))?.sortValue ?? .null
    }
  }

  private func value(of identifier: ManagedObjectID) -> PredicateValue {
    guard let related = read({ try store.row(for: identifier) }) ?? nil else {
      return .identity(ObjectIdentity(identifier))
    }
    return .object(StoredRowSubject(row: related, store: store, failure: failure))
  }

  /// Reads from the store; `nil` if it cannot be read.
  private func read<Result>(_ body: () throws -> Result) -> Result? {
    do {
      return try body()
    } catch {
      failure.note(error)
      return nil
    }
  }
}

/// Keeps the first error of a store that was read while predicates were evaluated.
package final class ReadFailure {
  private var error: (any Error)?

  package init() {}

  package func note(_ error: any Error) { self.error = self.error ?? error }

  /// Evaluates something for rows, and throws the error, if there was one, whatever else was thrown for want of what could not be read.
  package func checking<Result>(_ body: () throws -> Result) throws -> Result {
    let result = Swift.Result { try body() }
    try check()
    return try result.get()
  }

  /// Throws the error, if there was one.
  package func check() throws {
    if let error { throw error }
  }
}

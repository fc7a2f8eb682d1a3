import AttributeValues
import ManagedObjects
import ObjectModel
import PredicateLanguage
import SQLiteStore

/// A stored row as predicates see it in memory; relationships lead to further rows.
struct RowSubject: PredicateSubject {
  var row: StoreRow
  var store: SQLiteStore

  var predicateIdentity: ObjectIdentity? { ObjectIdentity(row.objectID) }

  func predicateValue(forKey key: String) -> PredicateValue? {
    let layout = row.objectID.entity.layout
    switch layout.slot(named: key) {
    case .attribute(let slot): return .value(row.attributes[slot])
    case .toOne(let slot):
      guard let destination = row.toOne[slot], let found = try? store.row(for: destination) else { return .null }
      return .object(RowSubject(row: found, store: store))
    case .toMany(let slot):
      guard let members = try? store.members(of: row.objectID, toManySlot: slot) else { return nil }
      let rows = members.compactMap { try? store.row(for: $0) }
      return .collection(
        rows.map { .object(RowSubject(row: $0, store: store)) },
        isOrdered: layout.toManyRelationships[slot].isOrdered
      )
    case .fetched, nil: return nil
    }
  }
}

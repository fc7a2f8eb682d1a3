import AttributeValues
import Findings
import ManagedObjects
import ObjectModel

/// Holds the objects of a store, of whatever type, against the rules of its model.
struct StoredValueCheck {
  let model: ManagedObjectModel
  let store: any PersistentStore
  /// How many findings there are at most.
  private static let limit = 1000

  /// What is wrong, by entity and key.
  ///
  /// - Complexity: O(values).
  func findings() throws -> [Finding] {
    var findings: [Finding] = []
    for entity in model.entities where !entity.isAbstract {
      var fetch = StoreFetch(entity: entity)
      fetch.includesSubentities = false
      try store.forEachRow(for: fetch) { row in
        let reference = row.objectID.reference
        for (property, problem) in try problems(of: copy row) {
          let kind = StoreFinding.inspection(problem, place: "\(entity.name) \(reference)")
          findings.append(Finding(kind, entity: entity.name, attribute: property))
          findings[findings.count - 1].record = Int(reference)
        }
        return findings.count < Self.limit
      }
    }
    return Array(findings.prefix(Self.limit))
  }

  private func problems(of row: StoreRow) throws -> [(property: String, problem: StoreFinding.Problem)] {
    let layout = row.objectID.entity.layout
    var problems: [(property: String, problem: StoreFinding.Problem)] = []
    for (slot, attribute) in layout.attributes.enumerated() where !attribute.isTransient {
      for failure in attribute.validate(row.attributes[slot]) {
        let problem: StoreFinding.Problem =
          row.attributes[slot].isNull ? .required(failure.message) : .validation(failure.message)
        problems.append((attribute.name, problem))
      }
    }
    for (slot, relationship) in layout.toOneRelationships.enumerated() where !relationship.isTransient {
      if let failure = relationship.validate(count: row.toOne[slot] == nil ? 0 : 1) {
        problems.append((relationship.name, .required(failure.message)))
      }
    }
    for (slot, relationship) in layout.toManyRelationships.enumerated()
    where !relationship.isTransient && relationship.limitsCount {
      let count = try store.members(of: row.objectID, toManySlot: slot).count
      if let failure = relationship.validate(count: count) {
        problems.append((relationship.name, count == 0 ? .required(failure.message) : .validation(failure.message)))
      }
    }
    return problems
  }
}

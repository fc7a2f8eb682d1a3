import Reports
import StoreComparison

/// The differences between two stores as a page.
struct DifferencePage {
  private var changes = HTMLChanges()
  private var names = (older: "", newer: "")

  mutating func begin(older: String, newer: String, _ modelDifferences: [String]) {
    names = (older, newer)
    changes.addModel(modelDifferences)
  }

  mutating func begin(_ entity: EntityDifference, counts: String) {
    changes.begin(entity: entity.entity, counts: counts)
  }

  mutating func add(_ kind: ObjectDifference.Kind, _ name: String, _ differences: [HTMLChanges.Change]) {
    let title =
      switch kind {
      case .added: "Added"
      case .removed: "Removed"
      case .changed: "Changed"
      }
    changes.add(title, tone: kind.rawValue, name, differences)
  }

  mutating func write(_ entities: [EntityDifference], isSame: Bool, to sink: @escaping (String) throws -> Void) throws {
    let counts = entities.map { entity in
      HTMLChanges.Count(
        entity: entity.entity,
        before: entity.oldCount,
        now: entity.newCount,
        added: entity.added,
        removed: entity.removed,
        changed: entity.changed
      )
    }
    try changes.write(older: names.older, newer: names.newer, counts, isSame: isSame) {
      try sink(String(decoding: $0, as: UTF8.self))
    }
  }
}

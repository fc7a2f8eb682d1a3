internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel

/// Counts how well each attribute is filled while objects are made and changed, and draws histograms of small entities at the end.
///
/// Counts are kept as the import goes, because reading a large store once more would cost as much as a tenth of the import.
struct CompletenessProfile {
  private let model: ManagedObjectModel
  private var filled: [EntityDescription: [Int]] = [:]

  /// Entities with more objects get no histograms.
  static let mostObjectsForHistograms = 200_000

  init(model: ManagedObjectModel) {
    self.model = model
    for entity in model.entities where !entity.isAbstract {
      filled[entity] = Array(repeating: 0, count: entity.layout.attributes.count)
    }
  }

  /// Counts the objects that are in the store already.
  mutating func count(_ store: any PersistentStore) throws {
    for entity in model.entities where !entity.isAbstract {
      var fetch = StoreFetch(entity: entity)
      fetch.includesSubentities = false
      var counts = filled[entity] ?? []
      try store.forEachRow(for: fetch) { row in
        for slot in row.attributes.indices where !row.attributes[slot].isNull { counts[slot] += 1 }
        return true
      }
      filled[entity] = counts
    }
  }

  /// Adds what a source changed, by slot.
  mutating func add(_ changes: [Int], entity: EntityDescription) {
    for slot in changes.indices { filled[entity]?[slot] += changes[slot] }
  }

  /// The profiles, in the order of the model.
  ///
  /// - Parameter counts: How many objects each entity has, by its name.
  func finished(store: any PersistentStore, counts: [String: Int]) throws -> [AttributeProfile] {
    var profiles: [AttributeProfile] = []
    for entity in model.entities where !entity.isAbstract {
      let total = counts[entity.name] ?? 0
      let histograms = total <= Self.mostObjectsForHistograms ? try histograms(entity, store) : [:]
      profiles += AttributeProfile.all(
        of: entity,
        filled: filled[entity] ?? [],
        total: total,
        histogram: { histograms[$0]?.finished() }
      )
    }
    return profiles
  }

  private func histograms(_ entity: EntityDescription, _ store: any PersistentStore) throws -> [Int: HistogramBuilder] {
    var builders: [Int: HistogramBuilder] = [:]
    for (slot, attribute) in entity.layout.attributes.enumerated() where attribute.attributeType.isNumeric {
      builders[slot] = HistogramBuilder()
    }
    guard !builders.isEmpty else { return [:] }
    var fetch = StoreFetch(entity: entity)
    fetch.includesSubentities = false
    try store.forEachRow(for: fetch) { row in
      for slot in builders.keys {
        if let number = row.attributes[slot].number { builders[slot]?.add(number) }
      }
      return true
    }
    return builders
  }
}

extension AttributeProfile {
  /// The profiles of an entity's attributes, in the order of the model.
  ///
  /// - Parameters:
  ///   - filled: How many objects have a value, by slot.
  ///   - total: How many objects there are.
  static func all(
    of entity: EntityDescription,
    filled: [Int],
    total: Int,
    histogram: (Int) -> Histogram?
  ) -> [AttributeProfile] {
    entity.layout.attributes.enumerated().filter { !$0.element.isTransient }.map { slot, attribute in
      AttributeProfile(
        entity: entity.name,
        attribute: attribute.name,
        filled: filled.indices.contains(slot) ? filled[slot] : 0,
        total: total,
        histogram: histogram(slot)
      )
    }
  }
}

extension AttributeType {
  /// Whether the type's values are numbers.
  var isNumeric: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float: true
    default: false
    }
  }
}

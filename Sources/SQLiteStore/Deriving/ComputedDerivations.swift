internal import ManagedObjects
internal import ObjectModel

/// The derived attributes that a store works out itself, because no trigger of its file keeps them.
struct ComputedDerivations {
  /// For each entity of the schema, what follows from the object alone and from the time of its save: worked out before a row is written.
  let own: [[DerivedValue]]
  /// For each entity of the schema, what follows from related objects: worked out after all rows are written.
  let related: [[DerivedValue]]
  let hasRelated: Bool

  init(schema: StoreSchema) {
    var own: [[DerivedValue]] = []
    var related: [[DerivedValue]] = []
    for entity in schema.entities {
      let kept = Set(schema.keptDerivations(of: entity))
      let values = DerivedValue.all(of: entity.entity).filter { value in
        if case .column = entity.attributes[value.slot] { !kept.contains(value.slot) } else { false }
      }
      own.append(values.filter { $0.keyPaths == nil })
      related.append(values.filter { $0.keyPaths != nil })
    }
    self.own = own
    self.related = related
    hasRelated = related.contains { !$0.isEmpty }
  }
}

extension DerivedValue {
  /// The relationships that the value depends on; `nil` when it does not.
  var keyPaths: [[String]]? {
    if case .related(let keyPaths) = dependence { keyPaths } else { nil }
  }
}

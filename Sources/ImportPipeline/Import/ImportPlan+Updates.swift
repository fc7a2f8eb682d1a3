package import ObjectModel

/// Which objects records may change.
extension ImportPlan {
  /// The root entities whose objects a record may change after they were made.
  package var entitiesUpdated: [EntityDescription] {
    var roots: [EntityDescription] = []
    for source in sources where mayUpdate(source) && !roots.contains(where: { $0 === source.entity.rootEntity }) {
      roots.append(source.entity.rootEntity)
    }
    return roots
  }

  /// Whether a record of a source may change an object that is there.
  ///
  /// A source that updates or inserts changes nothing if nobody else has made objects before it: a second record about an object of its own is an error,
  /// unless the recipe has the source merge them.
  func mayUpdate(_ source: SourcePlan) -> Bool {
    switch source.recipe.mode {
    case .insert: return false
    case .update: return true
    case .upsert: break
    }
    if source.recipe.repeats == .merge { return true }
    let root = source.entity.rootEntity
    return sources.contains { other in
      other.number < source.number && other.entity.rootEntity === root
        || other.number <= source.number
          && other.relationships.contains { $0.missing == .create && $0.destination.rootEntity === root }
    }
  }

  /// Why a source that may change objects needs the objects themselves; `nil` if their values are enough.
  func needOfObjects(toUpdateBy source: SourcePlan) -> String? {
    let file = source.recipe.file.value
    let entities = model.entities.filter { $0.isKind(of: source.entity) }
    // A value that is not stored is there until the next save only.
    if entities.contains(where: { $0.layout.attributes.contains(where: \.isTransient) }) {
      return "records of \(file) may change objects with transient attributes"
    }
    let areSeenAlone = rules.allSatisfy { rule in
      rule.timing != .record || !rule.entity.isKind(of: source.entity)
        || BoundRule(plan: rule, layout: rule.entity.layout).isAboutAttributes
    }
    return areSeenAlone ? nil : "records of \(file) have to be seen together with the objects around them"
  }
}

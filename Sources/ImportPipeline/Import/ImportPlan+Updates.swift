package import ObjectModel

/// Which objects records may change.
extension ImportPlan {
  /// The root entities whose objects a record may change after they were made: those that it speaks of, and those that it relates to each other where the
  /// row of one says so that is not its own.
  package var entitiesUpdated: [EntityDescription] {
    var roots: [EntityDescription] = []
    func add(_ entity: EntityDescription) {
      if !roots.contains(where: { $0 === entity.rootEntity }) { roots.append(entity.rootEntity) }
    }
    for source in sources {
      if mayUpdate(source) { add(source.entity) }
      for plan in source.relationships where RowConnection(plan.relationship).changesOthers {
        add(source.entity)
        add(plan.destination)
      }
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
}

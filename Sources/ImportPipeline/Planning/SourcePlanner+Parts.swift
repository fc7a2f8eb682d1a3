internal import Findings
internal import ObjectModel

/// Which parts of a list the mappings of a source take together.
extension SourcePlanner {
  /// The parts that the source's mappings take of the list that `mapping` splits; `nil` if one of them takes the whole, or splits it another way.
  ///
  /// What one of them says about the rest counts for all.
  func takenParts(_ mapping: FieldMapping) -> ListParts.Taken? {
    guard mapping.splitIndex != nil else { return nil }
    let fields = Set(mapping.origin.fields.map(\.value))
    var taken = ListParts.Taken(indices: [], rest: .warning)
    for other in recipe.fieldMappings
    where !other.takesPresence && other.origin.fields.contains(where: { fields.contains($0.value) }) {
      guard let index = other.splitIndex, other.splitSeparators == mapping.splitSeparators else { return nil }
      taken.indices.append(index)
      if other.partsLeft != .warning, taken.rest != .skip { taken.rest = other.partsLeft }
    }
    return taken.rest == .skip || isTakenByName(fields) ? nil : taken
  }

  /// Whether an attribute that the recipe does not mention is filled by one of the fields.
  private func isTakenByName(_ fields: Set<String>) -> Bool {
    guard let entity, recipe.takesFieldsByName else { return false }
    let mentioned = Set(recipe.attributes.map(\.name.value))
    let names = Set(fields.map(Self.normalised))
    return entity.layout.attributes.contains {
      !mentioned.contains($0.name) && names.contains(Self.normalised($0.name))
    }
  }
}

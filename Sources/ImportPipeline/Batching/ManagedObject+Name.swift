internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

extension ManagedObject {
  /// What to call the object in a message: the values of its first uniqueness constraint, or its first text.
  var nameForPeople: String {
    let layout = entity.layout
    let names = entity.inheritedUniquenessConstraints.first ?? []
    let texts = names.compactMap { name -> String? in
      guard case .attribute(let slot)? = layout.slot(named: name) else { return nil }
      return attribute(slot: slot).text
    }
    if !texts.isEmpty { return "\(entity.name) \(texts.joined(separator: ", "))" }
    for slot in layout.attributes.indices {
      if case .string(let text) = attribute(slot: slot) { return "\(entity.name) \(text)" }
    }
    return "\(entity.name) \(objectID.reference)"
  }
}

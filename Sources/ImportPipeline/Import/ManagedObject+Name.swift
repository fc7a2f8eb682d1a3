internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

extension EntityDescription {
  /// What to call an object with these attributes in a message: the values of its first uniqueness constraint, or its first text; `nil` if it has neither.
  func nameForPeople(_ attributes: [AttributeValue]) -> String? {
    let names = inheritedUniquenessConstraints.first ?? []
    let texts = names.compactMap { name -> String? in
      guard case .attribute(let slot)? = layout.slot(named: name) else { return nil }
      return attributes[slot].text
    }
    if !texts.isEmpty { return "\(self.name) \(texts.joined(separator: ", "))" }
    for value in attributes {
      if case .string(let text) = value { return "\(self.name) \(text)" }
    }
    return nil
  }
}

extension ManagedObject {
  /// What to call the object in a message.
  var nameForPeople: String {
    let attributes = entity.layout.attributes.indices.map { attribute(slot: $0) }
    return entity.nameForPeople(attributes) ?? "\(entity.name) \(objectID.reference)"
  }
}

internal import AttributeValues
package import PredicateLanguage

// What constants are compared with, so that the text of a date in a predicate can be read as one.
extension EntityDescription {
  /// A predicate about objects of this entity, with every constant as a value of the attribute that it is compared with.
  ///
  /// - Throws: `PredicateConstantError` for a constant that can be read as no value of its attribute.
  package func typingConstants(in predicate: ObjectPredicate) throws(PredicateConstantError) -> ObjectPredicate {
    try predicate.typingConstants { self.kind(ofKeyPath: $0[...]) }
  }

  /// What a key path leads to; `nil` if the model does not say it, or has no such path.
  package func kind(ofKeyPath path: ArraySlice<String>) -> ComparedKind? {
    KeyPathPlace.entity(self).place(behind: path)?.kind
  }
}

extension ManagedObjectModel {
  /// A predicate whose key paths begin with entities' names, with every constant as a value of the attribute that it is compared with.
  ///
  /// - Throws: As for a predicate about objects of one entity.
  package func typingConstants(in predicate: ObjectPredicate) throws(PredicateConstantError) -> ObjectPredicate {
    let entities = entitiesByName
    return try predicate.typingConstants { path in
      path.first.flatMap { entities[$0] }?.kind(ofKeyPath: path.dropFirst())
    }
  }
}

extension AttributeDescription {
  /// A predicate about values of this attribute, which are its `SELF`, with its constants as such values where they can be read so.
  func typingConstants(in predicate: ObjectPredicate) -> ObjectPredicate {
    (try? predicate.typingConstants { KeyPathPlace(self).place(behind: $0[...])?.kind }) ?? predicate
  }
}

extension KeyPathPlace {
  /// The place that some keys lead to from here; `nil` if they lead nowhere.
  fileprivate func place(behind path: ArraySlice<String>) -> KeyPathPlace? {
    var place = self
    for key in path {
      guard case .success(let next) = place.step(key, of: Array(path)) else { return nil }
      place = next
    }
    return place
  }

  fileprivate var kind: ComparedKind? {
    switch self {
    case .entity(let entity): .object(entity: entity.name)
    case .scalar(let attribute): .type(attribute.attributeType)
    case .value(let type): .type(type)
    case .composite, .anything: nil
    }
  }
}

internal import AttributeValues
package import PredicateLanguage

// Which key paths the objects of an entity have. What lies behind a transformable attribute and behind a substituted value is known only
// when it is there, and counts as existing.
extension EntityDescription {
  /// The first key path of a predicate that objects of this entity do not have; `nil` if they have all.
  ///
  /// - Complexity: O(key paths); in a frozen model one look-up for a path of one key, without allocation.
  package func problem(in predicate: ObjectPredicate) -> KeyPathProblem? {
    Self.firstProblem(in: predicate) { problem(inKeyPath: $0) }
  }

  /// The first key path of an expression that objects of this entity do not have.
  package func problem(in expression: ObjectExpression) -> KeyPathProblem? {
    Self.firstProblem(in: expression) { problem(inKeyPath: $0) }
  }

  /// The first key path of a predicate that objects of this entity do not have, or, if they have all, that no store can look for, because it leads
  /// through a transient property.
  ///
  /// - Complexity: As `problem(in:)`.
  package func problem(inFetch predicate: ObjectPredicate) -> KeyPathProblem? {
    var transient: KeyPathProblem?
    let unknown = Self.firstProblem(in: predicate) { path in
      if path.count == 1, let property = propertiesByName[path[0]], !property.isTransient { return nil }
      if let problem = problem(inKeyPath: path) { return problem }
      transient = transient ?? transientProblem(inKeyPath: path)
      return nil
    }
    return unknown ?? transient
  }

  private func transientProblem(inKeyPath path: [String]) -> KeyPathProblem? {
    var entity: EntityDescription? = self
    for key in path {
      guard let property = entity?.propertiesByName[key] else { continue }
      if property.isTransient {
        return KeyPathProblem(.transientProperty(entity: entity?.name ?? ""), key: key, in: path)
      }
      entity = (property as? RelationshipDescription)?.destinationEntity
    }
    return nil
  }

  private static func firstProblem(
    in predicate: ObjectPredicate,
    _ problem: ([String]) -> KeyPathProblem?
  ) -> KeyPathProblem? {
    switch predicate.node {
    case .constant: return nil
    case .comparison(let comparison):
      return firstProblem(in: comparison.left, problem) ?? firstProblem(in: comparison.right, problem)
    case .not(let inner): return firstProblem(in: inner, problem)
    case .and(let parts), .or(let parts):
      for part in parts {
        if let found = firstProblem(in: part, problem) { return found }
      }
      return nil
    }
  }

  private static func firstProblem(
    in expression: ObjectExpression,
    _ problem: ([String]) -> KeyPathProblem?
  ) -> KeyPathProblem? {
    switch expression {
    case .constant, .evaluatedObject, .variable: return nil
    case .keyPath(let path, of: .evaluatedObject): return problem(path.components)
    default:
      for path in expression.keyPaths {
        if let found = problem(path.components) { return found }
      }
      return nil
    }
  }

  /// What is wrong with a key path; `nil` if objects of this entity have it.
  package func problem(inKeyPath path: [String]) -> KeyPathProblem? {
    if path.count == 1, propertiesByName[path[0]] != nil { return nil }
    var place = KeyPathPlace.entity(self)
    for key in path {
      switch place.step(key, of: path) {
      case .success(let next): place = next
      case .failure(let problem): return problem
      }
    }
    return nil
  }

  /// What is wrong with a key path by which objects of this entity are to be sorted; `nil` if it leads to one value.
  package func problem(inSortKeyPath path: [String]) -> KeyPathProblem? {
    if let problem = problem(inKeyPath: path) { return problem }
    var entity: EntityDescription? = self
    var toMany: KeyPathProblem?
    for key in path {
      switch CollectionOperator(rawValue: key) {
      case .count, .sum, .average, .minimum, .maximum: return nil
      default: break
      }
      guard let relationship = entity?.propertiesByName[key] as? RelationshipDescription else { continue }
      if relationship.isToMany, toMany == nil {
        toMany = KeyPathProblem(.toMany(entity: entity?.name ?? ""), key: key, in: path)
      }
      entity = relationship.destinationEntity
    }
    return toMany
  }

  /// The entities below this one that have a property of their own by this name.
  fileprivate func subentities(having key: String) -> [EntityDescription] {
    subentities.flatMap { $0.propertiesByName[key] == nil ? $0.subentities(having: key) : [$0] }
  }
}

/// What a key path has reached after some of its keys.
enum KeyPathPlace {
  case entity(EntityDescription)
  case composite(CompositeAttributeDescription)
  case scalar(AttributeDescription)
  /// What an operator or a key of a value gives; it is not looked into.
  case value(AttributeType)
  /// A value of which the model says nothing.
  case anything

  /// The place behind the next key.
  func step(_ key: String, of path: [String]) -> Result<KeyPathPlace, KeyPathProblem> {
    if key.utf8.first == UInt8(ascii: "@") {
      guard let operation = CollectionOperator(rawValue: key) else {
        return .failure(
          KeyPathProblem(.unknownOperator, key: key, in: path, candidates: CollectionOperator.allCases.map(\.rawValue))
        )
      }
      return .success(operation == .count ? .value(.integer64) : self)
    }
    if key == "self" || key == "SELF" { return .success(self) }
    switch self {
    case .anything, .value: return .success(.anything)
    case .entity(let entity): return Self.step(key, from: entity, of: path)
    case .composite(let attribute):
      guard let element = attribute.elements.first(where: { $0.name == key }) else {
        let names = attribute.elements.map(\.name)
        return .failure(
          KeyPathProblem(.unknownElement(attribute: attribute.name), key: key, in: path, candidates: names)
        )
      }
      return .success(Self(element))
    case .scalar(let attribute):
      if AttributeValue.scalarKeys.contains(key) {
        return .success(AttributeValue.type(ofScalarKey: key).map { .value($0) } ?? .anything)
      }
      return .failure(
        KeyPathProblem(
          .unknownElement(attribute: attribute.name),
          key: key,
          in: path,
          candidates: AttributeValue.scalarKeys
        )
      )
    }
  }

  private static func step(
    _ key: String,
    from entity: EntityDescription,
    of path: [String]
  ) -> Result<KeyPathPlace, KeyPathProblem> {
    switch entity.propertiesByName[key] {
    case let relationship as RelationshipDescription:
      return .success(relationship.destinationEntity.map { .entity($0) } ?? .anything)
    case let property as FetchedPropertyDescription:
      let fetched = entity.managedObjectModel?.entitiesByName[property.fetchRequest.entityName]
      return .success(fetched.map { .entity($0) } ?? .anything)
    case let attribute as AttributeDescription: return .success(Self(attribute))
    case .some: return .success(.anything)
    case nil:
      if key == "objectID" || key == "entity" { return .success(.anything) }
      let holders = entity.subentities(having: key).map(\.name)
      let reason: KeyPathProblem.Reason =
        holders.isEmpty
        ? .unknownProperty(entity: entity.name) : .propertyOfSubentities(entity: entity.name, subentities: holders)
      let candidates = holders.isEmpty ? Array(entity.propertiesByName.keys) : []
      return .failure(KeyPathProblem(reason, key: key, in: path, candidates: candidates))
    }
  }

  init(_ attribute: AttributeDescription) {
    if let composite = attribute as? CompositeAttributeDescription {
      self = .composite(composite)
    } else {
      switch attribute.attributeType {
      case .transformable, .undefined, .composite: self = .anything
      default: self = .scalar(attribute)
      }
    }
  }
}

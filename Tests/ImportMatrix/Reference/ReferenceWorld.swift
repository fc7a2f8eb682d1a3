package import AttributeValues

/// All objects of an import as plain arrays: copied whole before each record, and kept or dropped whole after it.
package struct ReferenceWorld: Sendable, Equatable {
  /// One object.
  package struct Object: Sendable, Equatable {
    package var entity: String
    package var values: [String: AttributeValue] = [:]
    /// The members of every relationship, by their places among all objects; at most one of a to-one relationship.
    package var links: [String: [Int]] = [:]
  }

  let model: MatrixModel
  package var objects: [Object] = []

  init(model: MatrixModel) { self.model = model }

  // MARK: Making and changing

  /// Makes an object with the model's defaults.
  mutating func make(_ entity: String) -> Int {
    var object = Object(entity: entity)
    for attribute in model.storedAttributes(of: entity) { object.values[attribute.name] = attribute.defaultValue }
    for relationship in model.relationships(of: entity) { object.links[relationship.name] = [] }
    objects.append(object)
    return objects.count - 1
  }

  /// Connects two objects through a relationship of the first, and keeps both sides as Core Data keeps them: a to-one relationship lets go of
  /// what it led to before, on either side.
  mutating func connect(_ object: Int, _ relationship: MatrixRelationship, to target: Int) {
    if links(object, relationship.name).contains(target) { return }
    let inverse = relationship.inverse.flatMap { model.relationship($0, of: objects[target].entity) }
    if !relationship.isToMany {
      for former in links(object, relationship.name) { disconnect(object, relationship, from: former) }
    }
    if let inverse, !inverse.isToMany {
      for former in links(target, inverse.name) { disconnect(former, relationship, from: target) }
    }
    if relationship.isToMany, relationship.inverse == nil {
      // A store keeps such a member's owner at the member, so it has one only.
      for former in objects.indices { disconnect(former, relationship, from: target) }
    }
    objects[object].links[relationship.name, default: []].append(target)
    if let inverse, !links(target, inverse.name).contains(object) {
      objects[target].links[inverse.name, default: []].append(object)
    }
  }

  private mutating func disconnect(_ object: Int, _ relationship: MatrixRelationship, from target: Int) {
    objects[object].links[relationship.name]?.removeAll { $0 == target }
    if let inverse = relationship.inverse { objects[target].links[inverse]?.removeAll { $0 == object } }
  }

  // MARK: Asking

  /// The members of a relationship.
  func links(_ object: Int, _ relationship: String) -> [Int] { objects[object].links[relationship] ?? [] }

  /// The value of an attribute, derived ones included.
  func value(_ object: Int, _ name: String) -> AttributeValue {
    guard let derivation = model.attribute(name, of: objects[object].entity)?.derivation else {
      return objects[object].values[name] ?? .null
    }
    switch derivation {
    case .count(let relationship): return .integer(Int64(links(object, relationship).count))
    case .canonical(let name):
      guard case .string(let text) = value(object, name) else { return .null }
      return .string(ReferenceValues.canonical(text))
    case .uppercase(let name):
      guard case .string(let text) = value(object, name) else { return .null }
      return .string(text.uppercased())
    }
  }

  /// The objects of an entity and its sub-entities whose attributes have these values.
  func find(_ entity: String, _ values: [(name: String, value: AttributeValue)], ignoringCase: Bool) -> [Int] {
    objects.indices.filter { object in
      model.isKind(objects[object].entity, of: entity)
        && values.allSatisfy { name, value in
          let own = objects[object].values[name] ?? .null
          return ignoringCase ? ReferenceValues.folded(own) == ReferenceValues.folded(value) : own == value
        }
    }
  }

  /// The constraints of an object that another object breaks with it.
  func brokenConstraints(of object: Int) -> [[String]] {
    model.constraints.filter { entity, names in
      guard model.isKind(objects[object].entity, of: entity), let own = uniqueValues(object, names) else {
        return false
      }
      return objects.indices.contains { other in
        other != object && model.isKind(objects[other].entity, of: entity) && uniqueValues(other, names) == own
      }
    }
    .map(\.names)
  }

  /// What an object has in a constraint; `nil` if anything is missing, which never conflicts.
  private func uniqueValues(_ object: Int, _ names: [String]) -> [AttributeValue]? {
    var values: [AttributeValue] = []
    for name in names {
      if model.relationship(name, of: objects[object].entity) != nil {
        guard let target = links(object, name).first else { return nil }
        values.append(.integer(Int64(target)))
      } else {
        let value = value(object, name)
        if value.isNull { return nil }
        values.append(value)
      }
    }
    return values
  }

  /// The required attributes and to-one relationships of an object that are empty.
  func missing(_ object: Int) -> [String] {
    let entity = objects[object].entity
    let attributes = model.requiredAttributes(of: entity).filter { value(object, $0.name).isNull }
    let relationships = model.relationships(of: entity).filter {
      !$0.isOptional && !$0.isToMany && links(object, $0.name).isEmpty
    }
    return attributes.map(\.name) + relationships.map(\.name)
  }

  /// Whether an object meets a rule's condition.
  func meets(_ object: Int, _ condition: MatrixRule.Condition) -> Bool {
    switch condition {
    case .atMost(let name, let limit):
      switch value(object, name) {
      case .integer(let number): number <= Int64(limit)
      case .double(let number): number <= Double(limit)
      default: true
      }
    case .present(let name):
      model.relationship(name, of: objects[object].entity) == nil
        ? !value(object, name).isNull : !links(object, name).isEmpty
    case .count(let name, let limit): links(object, name).count <= limit
    case .relatedCount(let name, let other, let limit):
      links(object, name).allSatisfy { links($0, other).count <= limit }
    case .relatedPresent(let name, let other): links(object, name).allSatisfy { !value($0, other).isNull }
    }
  }
}

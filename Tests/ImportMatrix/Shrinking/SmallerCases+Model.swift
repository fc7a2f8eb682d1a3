internal import AttributeValues

/// Parts of the model, and all that speaks of them.
extension SmallerCases {
  static func withoutEntity(_ matrix: MatrixCase, _ index: Int) -> MatrixCase? {
    guard matrix.model.entities.indices.contains(index) else { return nil }
    var copy = matrix
    let name = copy.model.entities.remove(at: index).name
    if copy.model.entities.contains(where: { $0.parent == name }) { return matrix }
    return copy.tidied()
  }

  static func withoutRelationship(_ matrix: MatrixCase, _ index: Int) -> MatrixCase? {
    changingEntity(matrix, index, \.relationships.count) { $0.relationships.remove(at: $1) }
  }

  static func withoutAttribute(_ matrix: MatrixCase, _ index: Int) -> MatrixCase? {
    changingEntity(matrix, index, \.attributes.count) { $0.attributes.remove(at: $1) }
  }

  static func withoutConstraint(_ matrix: MatrixCase, _ index: Int) -> MatrixCase? {
    changingEntity(matrix, index, \.constraints.count) { $0.constraints.remove(at: $1) }
  }

  static func plainAttribute(_ matrix: MatrixCase, _ index: Int) -> MatrixCase? {
    changingEntity(matrix, index, { $0.attributes.count * 3 }) { entity, index in
      let (attribute, part) = index.quotientAndRemainder(dividingBy: 3)
      switch part {
      case 0: entity.attributes[attribute].defaultValue = .null
      case 1:
        entity.attributes[attribute].minimum = nil
        entity.attributes[attribute].maximum = nil
        entity.attributes[attribute].pattern = nil
      default: entity.attributes[attribute].isOptional = true
      }
    }
  }

  static func plainRelationship(_ matrix: MatrixCase, _ index: Int) -> MatrixCase? {
    changingEntity(matrix, index, { $0.relationships.count * 4 }) { entity, index in
      let (relationship, part) = index.quotientAndRemainder(dividingBy: 4)
      switch part {
      case 0: entity.relationships[relationship].isOrdered = false
      case 1:
        entity.relationships[relationship].minCount = 0
        entity.relationships[relationship].maxCount = 0
      case 2: entity.relationships[relationship].deleteRule = .nullify
      default: entity.relationships[relationship].isOptional = true
      }
    }
  }

  static func plainEntity(_ matrix: MatrixCase, _ index: Int) -> MatrixCase? {
    changingEntity(matrix, index, { _ in 1 }) { entity, _ in entity.isAbstract = false }
  }

  /// Changes the part number `index` of all entities' parts, counted through.
  private static func changingEntity(
    _ matrix: MatrixCase,
    _ index: Int,
    _ count: (MatrixEntity) -> Int,
    _ change: (inout MatrixEntity, Int) -> Void
  ) -> MatrixCase? {
    var rest = index
    for place in matrix.model.entities.indices {
      let parts = count(matrix.model.entities[place])
      if rest < parts {
        var copy = matrix
        change(&copy.model.entities[place], rest)
        return copy.tidied()
      }
      rest -= parts
    }
    return nil
  }
}

extension MatrixCase {
  /// The case without what speaks of entities and properties that are not there any more.
  func tidied() -> MatrixCase {
    var copy = self
    var hasChanged = true
    while hasChanged {
      let before = copy.model
      copy.tidyModel()
      hasChanged = copy.model != before
    }
    let model = copy.model
    func isGone(_ source: MatrixSource) -> Bool {
      model.entity(source.entity) == nil
        || source.nesting.map { model.relationship($0.property, of: source.entity) == nil } ?? false
    }
    while let index = copy.sources.firstIndex(where: isGone) { copy.removeSource(index) }
    for index in copy.sources.indices {
      let entity = copy.sources[index].entity
      for place in copy.sources[index].columns.indices.reversed() {
        let column = copy.sources[index].columns[place]
        if let reference = column.reference {
          let relationship = model.relationship(column.property, of: entity)
          if let relationship, model.attribute(reference.matches, of: relationship.destination) != nil { continue }
        } else if model.attribute(column.property, of: entity) != nil {
          continue
        }
        copy.sources[index].removeColumn(place)
      }
    }
    copy.rules.removeAll { rule in
      guard model.entity(rule.entity) != nil else { return true }
      switch rule.condition {
      case .atMost(let name, _): return model.attribute(name, of: rule.entity) == nil
      case .present(let path), .count(let path, _):
        // The element of a composite attribute is behind a point.
        let name = path.prefix { $0 != "." }.description
        return model.attribute(name, of: rule.entity) == nil && model.relationship(name, of: rule.entity) == nil
      case .relatedCount(let name, let other, _):
        guard let relationship = model.relationship(name, of: rule.entity) else { return true }
        return model.relationship(other, of: relationship.destination) == nil
      case .relatedPresent(let name, let other):
        guard let relationship = model.relationship(name, of: rule.entity) else { return true }
        return model.attribute(other, of: relationship.destination) == nil
      }
    }
    return copy
  }

  private mutating func tidyModel() {
    let before = model
    for index in model.entities.indices {
      let name = model.entities[index].name
      model.entities[index].relationships = model.entities[index].relationships.compactMap { relationship in
        guard before.entity(relationship.destination) != nil else { return nil }
        var relationship = relationship
        if let inverse = relationship.inverse, before.relationship(inverse, of: relationship.destination) == nil {
          relationship.inverse = nil
        }
        return relationship
      }
      model.entities[index].constraints.removeAll { names in
        !names.allSatisfy { before.attribute($0, of: name) != nil || before.relationship($0, of: name) != nil }
      }
      model.entities[index].attributes.removeAll { attribute in
        guard let property = attribute.derivation?.property else { return false }
        return before.attribute(property, of: name) == nil && before.relationship(property, of: name) == nil
      }
    }
  }
}

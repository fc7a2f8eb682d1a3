internal import Findings
internal import ObjectModel
internal import PredicateLanguage

// Predicates and expressions that a model keeps as texts: whether they can be read, and whether the objects have the keys that they name.
extension ModelInspector {
  /// A text of the model and what it is about.
  private struct Place {
    var condition: ModelFinding.Condition
    var text: String
    var line: Int?
    var entity: String?
    var property: String?
  }

  mutating func inspectPredicates(of model: ManagedObjectModel) {
    let entities = model.entitiesByName
    for entity in model.entities {
      for property in entity.declaredProperties { inspectPredicate(of: property, in: entity, entities) }
      for index in entity.indexes {
        guard let text = index.partialIndexPredicateText else { continue }
        let place = Place(condition: .index(index.name), text: text, line: entity.sourceLine, entity: entity.name)
        guard let predicate = predicate(at: place) else { continue }
        noteUnknownKey(entity.problem(in: predicate), at: place)
        noteUnfittingConstant(of: predicate, about: entity, at: place)
      }
    }
    for (name, template) in model.fetchRequestTemplatesByName.sorted(by: { $0.key < $1.key }) {
      guard let text = template.predicateText else { continue }
      let line = template.sourceLine
      let place = Place(condition: .fetchRequest(name), text: text, line: line, entity: template.entityName)
      guard let predicate = predicate(at: place) else { continue }
      noteUnknownKey(entities[template.entityName]?.problem(in: predicate), at: place)
      noteUnfittingConstant(of: predicate, about: entities[template.entityName], at: place)
    }
  }

  private mutating func inspectPredicate(
    of property: PropertyDescription,
    in entity: EntityDescription,
    _ entities: [String: EntityDescription]
  ) {
    let name = "\(entity.name).\(property.name)"
    var place = Place(condition: .property(name), text: "", line: property.sourceLine, entity: entity.name)
    place.property = property.name
    switch property {
    case let attribute as DerivedAttributeDescription:
      guard !attribute.derivationExpressionText.isEmpty else { return }
      (place.condition, place.text) = (.derivation(of: name), attribute.derivationExpressionText)
      do {
        noteUnknownKey(entity.problem(in: try ObjectExpression(format: place.text)), at: place)
      } catch {
        noteUnusable(error.message, at: place)
      }
    case let fetched as FetchedPropertyDescription:
      guard let text = fetched.fetchRequest.predicateText else { return }
      place.text = text
      place.line = fetched.fetchRequest.sourceLine ?? place.line
      guard let predicate = predicate(at: place) else { return }
      let problem = entities[fetched.fetchRequest.entityName]?.problem(in: predicate)
      noteUnknownKey(problem ?? entity.problem(inSourceKeysOf: predicate), at: place)
      noteUnfittingConstant(of: predicate, about: entities[fetched.fetchRequest.entityName], at: place)
    default: return
    }
  }

  private mutating func predicate(at place: Place) -> ObjectPredicate? {
    do {
      return try ObjectPredicate(format: place.text)
    } catch {
      noteUnusable(error.message, at: place)
      return nil
    }
  }

  private mutating func noteUnusable(_ problem: String, at place: Place) {
    note(.unusable(place.condition, problem: problem), at: place)
  }

  private mutating func noteUnfittingConstant(
    of predicate: ObjectPredicate,
    about entity: EntityDescription?,
    at place: Place
  ) {
    do throws(PredicateConstantError) {
      _ = try entity?.typingConstants(in: predicate)
    } catch {
      noteUnusable("\(error)", at: place)
    }
  }

  private mutating func noteUnknownKey(_ problem: KeyPathProblem?, at place: Place) {
    guard let problem else { return }
    let kind = ModelFinding.unknownKey(problem.keyPath, in: place.condition, explanation: problem.explanation)
    note(kind, at: place, suggestion: problem.suggestion)
  }

  private mutating func note(_ kind: ModelFinding, at place: Place, suggestion: String? = nil) {
    findings.append(
      Finding(
        kind,
        severity: .warning,
        at: place.line.map { SourcePosition(file: file, line: $0) },
        entity: place.entity,
        attribute: place.property,
        value: place.text,
        suggestion: suggestion
      )
    )
  }
}

extension EntityDescription {
  /// The first key path of `$FETCH_SOURCE` that objects of this entity do not have.
  fileprivate func problem(inSourceKeysOf predicate: ObjectPredicate) -> KeyPathProblem? {
    var found: KeyPathProblem?
    predicate.visit { expression in
      guard found == nil, case .keyPath(let path, of: .variable("FETCH_SOURCE")) = expression else { return }
      found = problem(inKeyPath: path.components)
    }
    return found
  }
}

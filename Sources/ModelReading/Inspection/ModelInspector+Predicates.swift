internal import Findings
internal import ObjectModel
internal import PredicateLanguage

// Predicates and expressions that a model keeps as texts: whether they can be read, and whether the objects have the keys that they name.
extension ModelInspector {
  /// A text of the model and what it is about.
  private struct Place {
    var what: String
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
        let what = "The predicate of the index \(index.name)"
        let place = Place(what: what, text: text, line: entity.sourceLine, entity: entity.name)
        guard let predicate = predicate(at: place) else { continue }
        noteUnknownKey(entity.problem(in: predicate), at: place)
        noteUnfittingConstant(of: predicate, about: entity, at: place)
      }
    }
    for (name, template) in model.fetchRequestTemplatesByName.sorted(by: { $0.key < $1.key }) {
      guard let text = template.predicateText else { continue }
      let what = "The predicate of the fetch request \(name)"
      let place = Place(what: what, text: text, line: template.sourceLine, entity: template.entityName)
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
    var place = Place(what: "", text: "", line: property.sourceLine, entity: entity.name, property: property.name)
    switch property {
    case let attribute as DerivedAttributeDescription:
      guard !attribute.derivationExpressionText.isEmpty else { return }
      (place.what, place.text) = ("The derivation of \(name)", attribute.derivationExpressionText)
      do {
        noteUnknownKey(entity.problem(in: try ObjectExpression(format: place.text)), at: place)
      } catch {
        noteUnusable(error.message, at: place)
      }
    case let fetched as FetchedPropertyDescription:
      guard let text = fetched.fetchRequest.predicateText else { return }
      (place.what, place.text) = ("The predicate of \(name)", text)
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
    note(.modelPredicate, "\(place.what) cannot be used: \(problem)", at: place)
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
    note(
      .modelUnknownKey,
      "\(place.what) names \"\(problem.keyPath)\", but \(problem.explanation)",
      at: place,
      suggestion: problem.suggestion
    )
  }

  private mutating func note(_ rule: RuleCode, _ message: String, at place: Place, suggestion: String? = nil) {
    findings.append(
      Finding(
        rule,
        severity: .warning,
        message,
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

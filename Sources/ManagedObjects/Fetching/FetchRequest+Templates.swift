public import ObjectModel
public import PredicateLanguage

extension FetchRequest {
  /// Makes a request of a model's template with values for its `$VARIABLES`.
  ///
  /// - Throws: `PredicateSyntaxError` when the template's predicate is none; `PredicateEvaluationError` when a variable has no value.
  public init(_ template: FetchRequestTemplate, substitutions: [String: any PredicateArgument] = [:]) throws {
    try self.init(template, model: nil, substitutions: substitutions)
  }

  /// Makes a request of a template whose constants become values of the attributes that they are compared with.
  ///
  /// - Parameter model: The model that has the template's entity; without one, constants stay as they are written.
  /// - Throws: Also `PredicateConstantError` for a constant that can be read as no value of its attribute.
  init(
    _ template: FetchRequestTemplate,
    model: ManagedObjectModel?,
    substitutions: [String: any PredicateArgument]
  ) throws {
    self.init(entityName: template.entityName)
    if let text = template.predicateText {
      let written = try ObjectPredicate(format: text)
      let typed = try model?.entitiesByName[template.entityName]?.typingConstants(in: written) ?? written
      predicate = typed.withSubstitutionVariables(substitutions)
    }
    fetchLimit = template.fetchLimit
    fetchBatchSize = template.fetchBatchSize
    includesSubentities = template.includesSubentities
    includesPropertyValues = template.includesPropertyValues
    includesPendingChanges = template.includesPendingChanges
    returnsObjectsAsFaults = template.returnsObjectsAsFaults
    returnsDistinctResults = template.returnsDistinctResults
    sortDescriptors = template.sortKeys.map { SortKey($0.key, ascending: $0.ascending) }
  }
}

extension ManagedObjectModel {
  /// The request that the model keeps under `name`, with values for its `$VARIABLES`; `nil` if there is none.
  ///
  /// The predicate's constants become values of the attributes that they are compared with: `born > "2020-01-31"` compares dates.
  ///
  /// - Throws: As `FetchRequest.init(_:substitutions:)` does; `PredicateConstantError` for a constant that can be read as no such value.
  public func fetchRequestFromTemplate(
    withName name: String,
    substitutionVariables: [String: any PredicateArgument] = [:]
  ) throws -> FetchRequest<ManagedObject>? {
    try fetchRequestTemplatesByName[name].map {
      try FetchRequest<ManagedObject>($0, model: self, substitutions: substitutionVariables)
    }
  }
}

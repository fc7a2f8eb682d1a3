public import ObjectModel
public import PredicateLanguage

extension FetchRequest {
  /// Makes a request of a model's template with values for its `$VARIABLES`.
  ///
  /// - Throws: `PredicateSyntaxError` when the template's predicate is none; `PredicateEvaluationError` when a variable has no value.
  public init(_ template: FetchRequestTemplate, substitutions: [String: any PredicateArgument] = [:]) throws {
    self.init(entityName: template.entityName)
    if let text = template.predicateText {
      predicate = try ObjectPredicate(format: text).withSubstitutionVariables(substitutions)
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
  /// - Throws: As `FetchRequest.init(_:substitutions:)` does.
  public func fetchRequestFromTemplate(
    withName name: String,
    substitutionVariables: [String: any PredicateArgument] = [:]
  ) throws -> FetchRequest<ManagedObject>? {
    try fetchRequestTemplatesByName[name].map {
      try FetchRequest<ManagedObject>($0, substitutions: substitutionVariables)
    }
  }
}

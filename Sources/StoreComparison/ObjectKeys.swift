package import AttributeValues

/// What tells the objects of an entity apart, by the entity's name in the newer model.
package struct ObjectKeys {
  /// Keys that have to be used.
  package var told: [String: [String]]
  /// Keys that are used where both models have their properties, also for the entities that inherit from the one that is named.
  package var suggested: [String: [String]]
  /// The same, where an entity has no uniqueness constraint.
  package var matched: [String: [String]]
  /// What values of key attributes in the older store are called in the newer one: by entity and attribute.
  package var renamed: [String: [String: [AttributeValue: AttributeValue]]]

  package init(
    told: [String: [String]] = [:],
    suggested: [String: [String]] = [:],
    matched: [String: [String]] = [:],
    renamed: [String: [String: [AttributeValue: AttributeValue]]] = [:]
  ) {
    self.told = told
    self.suggested = suggested
    self.matched = matched
    self.renamed = renamed
  }
}

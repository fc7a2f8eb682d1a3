package import Findings

extension RuleCode {
  /// An entity or property without a name.
  package static let modelName: RuleCode = "model.name"
  /// Two entities, or two properties of one entity, with the same name.
  package static let modelDuplicate: RuleCode = "model.duplicate"
  /// A parent, destination, member or fetched entity that does not exist.
  package static let modelUnknownEntity: RuleCode = "model.unknown-entity"
  /// An inverse that does not exist.
  package static let modelUnknownInverse: RuleCode = "model.unknown-inverse"
  /// A property named by an index or a constraint that does not exist.
  package static let modelUnknownProperty: RuleCode = "model.unknown-property"
  /// An attribute type that does not exist.
  package static let modelUnknownType: RuleCode = "model.unknown-type"
  /// An entity that descends from itself.
  package static let modelParentCycle: RuleCode = "model.parent-cycle"
  /// A relationship without an inverse.
  package static let modelNoInverse: RuleCode = "model.no-inverse"
  /// Two relationships that are not each other's inverse.
  package static let modelInverse: RuleCode = "model.inverse"
  /// Limits that no value can meet, or that are none.
  package static let modelLimits: RuleCode = "model.limits"
  /// A default that is not a value of the attribute, or that the attribute does not allow.
  package static let modelDefault: RuleCode = "model.default"
  /// A regular expression that cannot be used.
  package static let modelPattern: RuleCode = "model.pattern"
  /// A delete rule that does not exist.
  package static let modelDeleteRule: RuleCode = "model.delete-rule"
  /// A derived attribute without an expression.
  package static let modelDerivation: RuleCode = "model.derivation"
  /// A predicate or expression that cannot be parsed.
  package static let modelPredicate: RuleCode = "model.predicate"
  /// A predicate or expression that names a key which the objects do not have.
  package static let modelUnknownKey: RuleCode = "model.unknown-key"
  /// A name that Xcode refuses, or that objects have already.
  package static let modelNaming: RuleCode = "model.naming"
  /// A relationship that leaves what it leads to dangling when its object is deleted.
  package static let modelNoAction: RuleCode = "model.no-action"
  /// A transformable attribute whose transformer is missing or not secure.
  package static let modelTransformer: RuleCode = "model.transformer"
  /// An abstract entity that no entity inherits from, so that it can have no objects.
  package static let modelAbstract: RuleCode = "model.abstract"
  /// A file of translations that cannot be read.
  package static let modelLocalisation: RuleCode = "model.localisation"
  /// A composite attribute without elements.
  package static let modelComposite: RuleCode = "model.composite"
}

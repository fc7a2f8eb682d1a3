internal import AttributeValues
internal import Findings
internal import ObjectModel
internal import PredicateLanguage

/// When a rule is checked.
enum RuleTiming: Sendable, Hashable {
  /// With each record that makes or changes an object.
  case record
  /// After the last source.
  case end
  /// With each record if one source alone fills all that the rule speaks of, else after the last.
  case automatic
}

/// A condition of the recipe, bound to an entity.
struct RulePlan: Sendable {
  let code: RuleCode
  let severity: Severity
  var timing: RuleTiming
  let entity: EntityDescription
  let predicate: ObjectPredicate
  let message: String
  /// The attributes that the condition speaks of, first mentioned first.
  let attributeNames: [String]
  /// Two attributes of which the first may not be above the second; the message then says both values.
  var pair: (low: String, high: String)?

  /// What to say about an object that does not meet the rule.
  ///
  /// - Parameters:
  ///   - layout: Of the object's entity.
  ///   - value: The object's value in a slot.
  func words(layout: EntityLayout, value: (Int) -> AttributeValue) -> (message: String, suggestion: String?) {
    guard let pair, case .attribute(let low)? = layout.slot(named: pair.low),
      case .attribute(let high)? = layout.slot(named: pair.high)
    else { return (message, nil) }
    let greatest = value(high).text
    return ("\(pair.low) (\(value(low).text)) is above \(pair.high) (\(greatest))", greatest)
  }
}

/// A condition on all objects together: its key paths begin with the names of entities.
struct WholeRulePlan: Sendable {
  let code: RuleCode
  let severity: Severity
  let predicate: ObjectPredicate
  let message: String
  /// Where the rule stands in the recipe.
  let position: SourcePosition
}

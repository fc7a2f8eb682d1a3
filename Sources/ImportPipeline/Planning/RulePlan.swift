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
  /// What to say about an object that does not meet it.
  let kind: any FindingKind
  let severity: Severity
  var timing: RuleTiming
  let entity: EntityDescription
  let predicate: ObjectPredicate
  /// The attributes that the condition speaks of, first mentioned first.
  let attributeNames: [String]
  /// Two attributes of which the first may not be above the second; the message then says both values.
  var pair: (low: String, high: String)?

  /// What to say about an object that does not meet the rule.
  ///
  /// - Parameters:
  ///   - layout: Of the object's entity.
  ///   - value: The object's value in a slot.
  func words(layout: EntityLayout, value: (Int) -> AttributeValue)
    -> (kind: any FindingKind, suggestion: String?)
  {
    guard let pair, case .attribute(let low)? = layout.slot(named: pair.low),
      case .attribute(let high)? = layout.slot(named: pair.high)
    else { return (kind, nil) }
    let greatest = value(high).text
    return (ValueFinding.swapped(low: pair.low, value(low).text, high: pair.high, greatest), greatest)
  }
}

/// A condition on all objects together: its key paths begin with the names of entities.
struct WholeRulePlan: Sendable {
  let kind: any FindingKind
  let severity: Severity
  let predicate: ObjectPredicate
  /// Where the rule stands in the recipe.
  let position: SourcePosition
}

internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage

/// A rule of the recipe as the importer evaluates it: the names that it speaks of are already slots.
struct BoundRule {
  let plan: RulePlan
  /// The slots of the attributes that the rule speaks of, first mentioned first.
  let slots: [Int]

  init(plan: RulePlan, layout: EntityLayout) {
    self.plan = plan
    slots = plan.attributeNames.compactMap { name in
      if case .attribute(let slot)? = layout.slot(named: name) { slot } else { nil }
    }
  }

  /// Whether an object meets the rule; one that the rule cannot be evaluated for does not.
  func isMet(by object: ManagedObject) -> Bool {
    (try? plan.predicate.evaluate(with: object)) ?? false
  }
}

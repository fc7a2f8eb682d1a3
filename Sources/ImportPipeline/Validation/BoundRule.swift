internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage

/// A rule of the recipe as the importer evaluates it: the names that it speaks of are already slots.
struct BoundRule: Sendable {
  let plan: RulePlan
  /// The slots of the attributes that the rule speaks of, first mentioned first.
  let slots: [Int]
  /// The rule without names; `nil` when it speaks of related objects, which have to be asked by name.
  let condition: BoundPredicate?

  init(plan: RulePlan, layout: EntityLayout) {
    func slot(_ name: String) -> Int? {
      if case .attribute(let slot)? = layout.slot(named: name) { slot } else { nil }
    }
    self.plan = plan
    slots = plan.attributeNames.compactMap(slot)
    condition = try? plan.predicate.bound { path in path.components.count == 1 ? slot(path.components[0]) : nil }
  }

  /// Whether the rule speaks of nothing but attributes, so that their values are enough to check it.
  var isAboutAttributes: Bool { condition != nil }

  /// Whether attributes meet the rule; those that the rule cannot be evaluated for do not.
  ///
  /// - Precondition: `isAboutAttributes`.
  func isMet(by attributes: some SlotSubject) -> Bool { (try? condition?.evaluate(on: attributes)) ?? false }

  /// Whether an object meets the rule; one that the rule cannot be evaluated for does not.
  ///
  /// - Complexity: some ten nanoseconds for a comparison of attributes.
  func isMet(by object: ManagedObject) -> Bool {
    if let condition { return (try? condition.evaluate(on: ObjectSlots(object: object))) ?? false }
    return (try? plan.predicate.evaluate(with: object)) ?? false
  }
}

/// An object's attributes by slot.
struct ObjectSlots: SlotSubject {
  let object: ManagedObject

  func slotValue(_ slot: Int) -> AttributeValue { object.attribute(slot: slot) }
}

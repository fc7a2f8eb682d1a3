internal import AttributeValues
internal import ObjectModel
internal import PredicateLanguage

/// A rule of the recipe with the names that it speaks of resolved for one entity.
struct BoundRule: Sendable {
  let plan: RulePlan
  /// The slots of the attributes that the rule speaks of, first mentioned first.
  let slots: [Int]
  /// The rule without names; `nil` when it speaks of related objects or of derived attributes, which have to be asked by name.
  let condition: BoundPredicate?

  init(plan: RulePlan, layout: EntityLayout) {
    func slot(_ name: String) -> Int? {
      if case .attribute(let slot)? = layout.slot(named: name) { slot } else { nil }
    }
    self.plan = plan
    slots = plan.attributeNames.compactMap(slot)
    let isOfDerived = slots.contains { layout.attributes[$0] is DerivedAttributeDescription }
    condition =
      isOfDerived
      ? nil : try? plan.predicate.bound { path in path.components.count == 1 ? slot(path.components[0]) : nil }
  }

  /// Whether the rule speaks of nothing but attributes, so that their values are enough to check it.
  var isAboutAttributes: Bool { condition != nil }

  /// Whether attributes meet the rule; those that the rule cannot be evaluated for do not.
  ///
  /// - Precondition: `isAboutAttributes`.
  /// - Complexity: some ten nanoseconds for a comparison.
  func isMet(by attributes: some SlotSubject) -> Bool { (try? condition?.evaluate(on: attributes)) ?? false }

  /// Whether an object meets the rule; one that the rule cannot be evaluated for does not.
  func isMet(by subject: any PredicateSubject) -> Bool { (try? plan.predicate.evaluate(with: subject)) ?? false }
}

/// An object's attributes by slot, without the object.
struct RowSlots: SlotSubject {
  let row: [AttributeValue]

  func slotValue(_ slot: Int) -> AttributeValue { row[slot] }
}

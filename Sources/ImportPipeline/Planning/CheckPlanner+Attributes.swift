internal import AttributeValues
internal import Findings
internal import ObjectModel

/// The checks of attributes.
extension CheckPlanner {
  mutating func plan(_ check: CheckRecipe, _ entity: EntityDescription, _ attribute: AttributeDescription, _ slot: Int)
  {
    let name = attribute.name
    func wording(_ rule: RuleCode) -> CheckWording? {
      guard !recipe.rulesOff.contains(rule) else { return nil }
      return CheckWording(rule: rule, severity: check.severity, message: check.message)
    }
    func add(_ check: ValueCheckPlan.Check) {
      plan.values.append(ValueCheckPlan(entity: entity, attributeName: name, check: check))
    }
    func addAtEnd(_ kind: EndCheckPlan.Kind, _ rule: RuleCode) {
      guard let wording = wording(rule) else { return }
      plan.atEnd.append(
        EndCheckPlan(
          entity: entity,
          slot: slot,
          attributeName: name,
          kind: kind,
          wording: wording,
          position: check.position
        )
      )
    }
    switch check.kind {
    case .oneOf(let allowed, let ignoresCase):
      guard let wording = wording(.valueOneOf) else { return }
      add(.ready(AllowedValuesCheck(wording: wording, attribute: name, allowed: allowed, ignoresCase: ignoresCase)))
    case .requiredWhen(let condition): planRequirement(check, entity, condition)
    case .between(let least, let greatest):
      guard let wording = wording(.valueWindow) else { return }
      add(
        .ready(
          WindowCheck(
            wording: wording,
            attribute: name,
            least: least.flatMap { end($0, attribute) },
            greatest: greatest.flatMap { end($0, attribute) }
          )
        )
      )
    case .shape(let shape):
      guard require([.string, .uri], attribute, check, "“shape” is about texts"), let wording = wording(shape.rule)
      else { return }
      add(.ready(ShapeCheck(wording: wording, shape: shape)))
    case .text(let rules):
      let left = rules.subtracting(recipe.rulesOff)
      guard require([.string], attribute, check, "“text” is about texts"), !left.isEmpty else { return }
      plan.values.append(
        ValueCheckPlan(
          entity: entity,
          attributeName: name,
          check: .text(left),
          severity: check.severity,
          message: check.message
        )
      )
    case .placeholders(let texts):
      guard requireNumber(attribute, check), let wording = wording(.valuePlaceholder) else { return }
      let numbers = texts.compactMap { text -> Double? in
        if let number = Double(text.value) { return number }
        problems.add(.recipeValue, "“placeholders” are numbers", at: text.position)
        return nil
      }
      add(.ready(PlaceholderNumberCheck(wording: wording, attribute: name, numbers: numbers)))
    case .notAbove(let other):
      guard case .attribute? = entity.layout.slot(named: other.value) else {
        problems.addUnknown(
          "attribute of \(entity.name)",
          other.value,
          known: entity.layout.attributes.map(\.name),
          at: other.position
        )
        return
      }
      addRule(
        check,
        entity,
        "\(name) == nil OR \(other.value) == nil OR \(name) <= \(other.value)",
        .valueSwapped,
        message: "\(name) is above \(other.value)",
        names: [name, other.value],
        timing: .automatic,
        pair: (name, other.value)
      )
    case .outliers(let peers): planPeers(check, peers, entity, attribute, slot)
    case .agree(let agreement):
      guard let wording = wording(.recordDisagreement) else { return }
      plan.agreements.append(
        AgreementPlan(entity: entity, slot: slot, attributeName: name, agreement: agreement, wording: wording)
      )
    case .sequence(.gapFree):
      guard require([.integer16, .integer32, .integer64], attribute, check, "“gap-free” is about whole numbers") else {
        return
      }
      addAtEnd(.gaps, .valueGap)
    case .sequence(let order):
      guard let wording = wording(.valueOrder) else { return }
      plan.orders.append(
        OrderPlan(entity: entity, attributeName: name, isRising: order == .rising, wording: wording)
      )
    case .distinct(let distinctness): addAtEnd(.distinct(distinctness), .recordRepeated)
    case .similar(let distance):
      guard require([.string], attribute, check, "“similar” is about texts") else { return }
      addAtEnd(.similar(distance), .recordSimilar)
    case .filled(let share, let text): addAtEnd(.completeness(share, text: text), .valueCompleteness)
    case .atLeast:
      problems.add(.recipeValue, "“atLeast” counts related objects, and “\(name)” is an attribute", at: check.position)
    }
  }

  mutating func planPeers(
    _ check: CheckRecipe,
    _ peers: PeerRecipe,
    _ entity: EntityDescription,
    _ attribute: AttributeDescription,
    _ slot: Int
  ) {
    guard requireNumber(attribute, check) else { return }
    var group = PeerPlan.Group.all
    if let name = peers.group {
      switch entity.layout.slot(named: name.value) {
      case .attribute(let slot): group = .attribute(slot)
      case .toOne(let slot): group = .toOne(slot)
      default:
        problems.addUnknown(
          "attribute or to-one relationship of \(entity.name)",
          name.value,
          known: entity.layout.attributes.map(\.name) + entity.layout.toOneRelationships.map(\.name),
          at: name.position
        )
      }
    }
    var unit: UnitConversion?
    if let text = peers.unit {
      do throws(UnitConversion.Problem) {
        unit = try UnitConversion(text.value)
      } catch {
        problems.add(unusable: error, in: text)
      }
    }
    func wording(_ rule: RuleCode) -> CheckWording? {
      guard !recipe.rulesOff.contains(rule) else { return nil }
      return CheckWording(rule: rule, severity: check.severity, message: check.message)
    }
    let outlierWording = wording(.valueOutlier)
    let unitWording = wording(.valueUnit)
    guard let words = outlierWording ?? unitWording else { return }
    plan.atEnd.append(
      EndCheckPlan(
        entity: entity,
        slot: slot,
        attributeName: attribute.name,
        kind: .peers(
          PeerPlan(group: group, limit: peers.limit, unit: unitWording == nil ? nil : unit, unitWording: unitWording)
        ),
        wording: words,
        position: check.position
      )
    )
  }
}

extension TextShape {
  fileprivate var rule: RuleCode {
    switch self {
    case .url: .valueURL
    case .email: .valueEmail
    case .languageTag: .valueLanguageTag
    }
  }
}

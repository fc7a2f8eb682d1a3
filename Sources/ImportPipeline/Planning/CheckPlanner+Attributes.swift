internal import AttributeValues
internal import Findings
internal import FoundationEssentials
internal import ObjectModel

/// The checks of attributes.
extension CheckPlanner {
  /// A check of the recipe, and an attribute that it is about.
  struct Subject {
    let check: CheckRecipe
    let entity: EntityDescription
    let attribute: AttributeDescription
    let slot: Int

    /// The plan of the check.
    func plan<Kind>(_ kind: Kind, _ wording: CheckMessage) -> AttributeCheckPlan<Kind> {
      AttributeCheckPlan(
        entity: entity,
        slot: slot,
        attributeName: attribute.name,
        kind: kind,
        wording: wording,
        position: check.position
      )
    }
  }

  mutating func plan(_ subject: Subject) {
    let (check, entity, attribute) = (subject.check, subject.entity, subject.attribute)
    let name = attribute.name
    switch check.kind {
    case .oneOf(let allowed, let ignoresCase):
      addValueCheck(.valueOneOf, subject) {
        AllowedValuesCheck(wording: $0, attribute: name, allowed: allowed, ignoresCase: ignoresCase)
      }
    case .requiredWhen(let condition): planRequirement(check, entity, condition)
    case .between(let least, let greatest):
      addValueCheck(.valueWindow, subject) { [self] wording in
        let least = least.flatMap { end($0, attribute) }
        let greatest = greatest.flatMap { end($0, attribute) }
        return WindowCheck(wording: wording, attribute: name, least: least, greatest: greatest)
      }
    case .shape(let shape):
      guard require([.string, .uri], .shape, subject) else { return }
      addValueCheck(ValueFinding.shape("", shape.kind).rule, subject) { ShapeCheck(wording: $0, shape: shape) }
    case .text(let rules):
      let left = rules.subtracting(recipe.rulesOff)
      guard require([.string], .text, subject), let first = left.first else { return }
      plan.values.append(subject.plan(.text(left), CheckMessage(first, of: check)))
    case .placeholders(let texts):
      guard requireNumber(subject) else { return }
      addValueCheck(.valuePlaceholder, subject) { [problems] wording in
        let numbers = texts.compactMap { text -> AttributeValue? in
          let number = AttributeValue(number: text.value)
          if number == nil { problems.add(.contradiction(.placeholders), at: text.position) }
          return number
        }
        return PlaceholderNumberCheck(wording: wording, attribute: name, numbers: numbers)
      }
    case .notAbove(let other): planPair(subject, other)
    case .outliers(let peers): planPeers(subject, peers)
    case .agree(let agreement):
      if let wording = wording(.recordDisagreement, check) { plan.agreements.append(subject.plan(agreement, wording)) }
    case .sequence(.gapFree):
      guard require([.integer16, .integer32, .integer64], .gapFree, subject) else { return }
      addAtEnd(.gaps, .valueGap, subject)
    case .sequence(let order):
      if let wording = wording(.valueOrder, check) { plan.orders.append(subject.plan(order, wording)) }
    case .distinct(let distinctness): addAtEnd(.distinct(distinctness), .recordRepeated, subject)
    case .similar(let distance):
      guard require([.string], .similar, subject) else { return }
      addAtEnd(.similar(distance), .recordSimilar, subject)
    case .filled(let share, let text):
      guard subject.attribute.isFilledByRecords else {
        return problems.add(.check(.filledDerivation, of: name), at: check.position)
      }
      addAtEnd(.completeness(share, text: text), .valueCompleteness, subject)
    case .image(let demands):
      guard require([.binaryData], .image, subject) else { return }
      let files = FileLoader(folder: "", problems: problems)
      let needsLibrary = demands.decodes || demands.similarity != nil
      let library = needsLibrary ? files.library(askedAt: check.position) : nil
      plan.values.append(subject.plan(.image(demands, library), CheckMessage(.imageType, of: check)))
      if let bits = demands.similarity, let library {
        addAtEnd(.similarPictures(bits, library), .imageSimilar, subject)
      }
    case .atLeast: problems.add(.check(.countOfAttribute, of: name), at: check.position)
    }
  }

  /// The words for a rule's findings; `nil` if the rule is turned off.
  private func wording(_ rule: RuleCode, _ check: CheckRecipe) -> CheckMessage? {
    recipe.rulesOff.contains(rule) ? nil : CheckMessage(rule, of: check)
  }

  private mutating func addValueCheck(_ rule: RuleCode, _ subject: Subject, _ make: (CheckMessage) -> any ValueCheck) {
    guard let wording = wording(rule, subject.check) else { return }
    plan.values.append(subject.plan(.ready(make(wording)), wording))
  }

  private mutating func addAtEnd(_ kind: EndCheckKind, _ rule: RuleCode, _ subject: Subject) {
    if let wording = wording(rule, subject.check) { plan.atEnd.append(subject.plan(kind, wording)) }
  }

  private mutating func planPair(_ subject: Subject, _ other: Located<String>) {
    let (name, entity) = (subject.attribute.name, subject.entity)
    guard case .attribute? = entity.layout.slot(named: other.value) else {
      let known = entity.layout.attributes.map(\.name)
      return problems.addUnknown("attribute of \(entity.name)", other, known: known)
    }
    addRule(
      subject.check,
      entity,
      "\(name) == nil OR \(other.value) == nil OR \(name) <= \(other.value)",
      ValueFinding.swapped(low: name, nil, high: other.value, nil),
      names: [name, other.value],
      timing: .automatic,
      pair: (name, other.value)
    )
  }

  private mutating func planPeers(_ subject: Subject, _ peers: PeerRecipe) {
    guard requireNumber(subject) else { return }
    var group: EntityLayout.Slot?
    if let name = peers.group {
      let layout = subject.entity.layout
      group = layout.slot(named: name.value)
      switch group {
      case .attribute, .toOne: break
      default:
        let known = layout.attributes.map(\.name) + layout.toOneRelationships.map(\.name)
        problems.addUnknown("attribute or to-one relationship of \(subject.entity.name)", name, known: known)
      }
    }
    let unit = peers.unit.flatMap(problems.conversion)
    let unitWording = wording(.valueUnit, subject.check)
    guard let words = wording(.valueOutlier, subject.check) ?? unitWording else { return }
    let plan = PeerPlan(
      group: group,
      limit: peers.limit,
      unit: unitWording == nil ? nil : unit,
      unitWording: unitWording
    )
    self.plan.atEnd.append(subject.plan(.peers(plan), words))
  }

  private func require(_ types: [AttributeType], _ demand: RecipeFinding.TypeDemand, _ subject: Subject) -> Bool {
    let (type, name) = (subject.attribute.attributeType, subject.attribute.name)
    if types.contains(type) { return true }
    problems.add(.type(demand, of: name, type: type.modelName), at: subject.check.position)
    return false
  }

  private func requireNumber(_ subject: Subject) -> Bool {
    require(AttributeType.numeric, .number, subject)
  }

  /// An end of a window.
  private func end(_ text: Located<String>, _ attribute: AttributeDescription) -> (value: AttributeValue, text: String)?
  {
    if attribute.attributeType.isNumeric, let number = AttributeValue(number: text.value) {
      return (number, text.value)
    }
    if attribute.attributeType == .date {
      if text.value == "today" {
        let day = (today.timeIntervalSinceReferenceDate / 86_400).rounded(.down)
        let name = Date(timeIntervalSinceReferenceDate: day * 86_400).formatted(.iso8601.year().month().day())
        return (.date(day * 86_400 + 86_399), name)
      }
      let seconds = text.value.withContiguousBytes { bytes in
        DatePattern.standard.lazy.compactMap { $0.seconds(bytes) }.first
      }
      if let seconds { return (.date(seconds), text.value) }
    }
    let type = attribute.attributeType.modelName
    problems.add(.windowEnd(text.value, of: attribute.name, type: type), at: text.position)
    return nil
  }
}

extension CheckMessage {
  /// The words that a check of the recipe has for the findings of a rule.
  fileprivate init(_ rule: RuleCode, of check: CheckRecipe) {
    self.init(rule: rule, severity: check.severity, message: check.message)
  }
}

extension TextShape {
  /// The shape as findings name it.
  var kind: ValueFinding.Shape {
    switch self {
    case .url: .url
    case .email: .email
    case .languageTag: .languageTag
    }
  }
}

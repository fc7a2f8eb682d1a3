internal import AttributeValues

/// What of a record cannot be validated any further, because it is wrong already. The rest is validated, so that an editor corrects a record once.
struct RecordProblems: Sendable {
  /// Whether the record's form is broken, so that no field can be trusted.
  var isBroken = false
  /// Whether another object has the record's key: that its other unique values are taken as well is no news then.
  var hasTakenKey = false
  /// Whether the record may be about an object that is there and has values where the record has none.
  var mayCompleteAnother = false
  /// The faulty attributes, by the plan's numbers.
  private(set) var attributes: [Int] = []
  /// The faulty relationships, by the plan's numbers.
  private(set) var relationships: [Int] = []
  /// The slots of required attributes that nothing fills.
  private var emptySlots: [Int] = []

  /// A part of a record that a finding is about.
  enum Part {
    case attribute(Int)
    case relationship(Int)
  }

  mutating func add(_ part: Part) {
    switch part {
    case .attribute(let index): if !attributes.contains(index) { attributes.append(index) }
    case .relationship(let index): if !relationships.contains(index) { relationships.append(index) }
    }
  }

  /// Adds a required attribute that nothing fills.
  mutating func addSlot(_ slot: Int) { if !emptySlots.contains(slot) { emptySlots.append(slot) } }

  /// Whether one of the key's attributes is faulty, so that nobody knows what the record speaks of.
  func hideKey(of plan: SourcePlan) -> Bool { plan.keyAttributes.contains { attributes.contains($0) } }

  /// The slots whose values nobody knows.
  func unknownSlots(_ row: [AttributeValue], _ plan: SourcePlan) -> [Int] {
    if attributes.isEmpty, emptySlots.isEmpty, !mayCompleteAnother { return [] }
    let faulty = attributes.map { plan.attributes[$0].slot } + emptySlots
    return mayCompleteAnother ? faulty + row.indices.filter { row[$0].isNull } : faulty
  }
}

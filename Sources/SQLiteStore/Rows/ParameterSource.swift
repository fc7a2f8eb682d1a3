/// Where a parameter of an entity's INSERT or UPDATE takes its value from. Trivial on purpose: a plan is an array of these, and reading
/// one costs no reference counting.
enum ParameterSource: Sendable, Hashable {
  /// An attribute; the value's own case says how it is bound.
  case attribute(slot: Int)
  /// An attribute with a byte in front that says where the value is kept.
  case externalBinary(slot: Int)
  /// A leaf of a composite attribute; `path` is an index among the plan's paths.
  case compositeLeaf(slot: Int, path: Int)
  /// The key of a to-one relationship's destination.
  case toOne(slot: Int)
  /// The entity number of a to-one relationship's destination.
  case toOneEntity(slot: Int)

  /// The slot of the attribute that the value is, or is a part of; `nil` for relationships.
  var attributeSlot: Int? {
    switch self {
    case .attribute(let slot), .externalBinary(let slot), .compositeLeaf(let slot, _): slot
    case .toOne, .toOneEntity: nil
    }
  }
}

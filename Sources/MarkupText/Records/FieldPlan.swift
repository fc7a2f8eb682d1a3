/// Field paths with the names in them resolved to slots, so that reading a record compares no texts.
final class FieldPlan {
  /// A path such as `sizes/height` or `page/@href`.
  struct Chain: BitwiseCopyable {
    var field: Int
    /// Its steps in `chainSlots`.
    var first: Int
    var count: Int
    /// The attribute at its end, or -1.
    var attribute: Int32
  }

  let fields: [FieldPath]
  /// The fields that are not `@name` or `name`, for which paths have to be followed.
  let generalFields: [Int]
  /// Fields that lead down by names alone, for which the steps are known as numbers.
  let chains: FlatBuffer<Chain>
  /// The steps of all chains, one after the other.
  let chainSlots: FlatBuffer<Int32>
  /// For each name of the document the field whose path is that attribute or child, or -1.
  private(set) var fieldOfName = FlatBuffer<Int32>(capacity: 64)
  /// Whether a name belongs to several fields, so that `fieldOfName` does not do.
  private(set) var isAmbiguous = false
  /// The slots of the fields that are in `fieldOfName`.
  private let plainSlots: [(slot: Int32, field: Int)]

  /// Whether every field is an attribute or a child of the record.
  let isPlain: Bool
  /// The slots of children of elements around the record that fields ask for.
  let keptChildren: [Int32]
  /// Whether a field leads to elements around the record.
  let goesUp: Bool

  /// The fields that libxml2 evaluates; `nil` if there are none.
  let expressions: ExpressionFields?
  /// Whether every child of an element around the record may be asked for.
  let keepsAllChildren: Bool

  /// - Parameters:
  ///   - slots: Takes the name tests of the fields.
  ///   - namespaces: What the prefixes in expressions stand for.
  init(fields: [FieldPath], slots: inout NameSlots, namespaces: [String: String] = [:]) {
    var fields = fields
    var keptChildren: [Int32] = []
    for field in fields.indices {
      for alternative in fields[field].alternatives.indices {
        var path = fields[field].alternatives[alternative]
        slots.resolve(&path.steps)
        if case .attribute(var test) = path.target {
          slots.resolve(&test)
          path.target = .attribute(test)
        }
        keptChildren += Self.firstStepsDown(path.steps)
        fields[field].alternatives[alternative] = path
      }
    }
    let expressions = fields.enumerated().compactMap { index, field in
      field.expression.map { (field: index, separator: field.separator, expression: $0) }
    }
    var (plainSlots, generalFields): ([(slot: Int32, field: Int)], [Int]) = ([], [])
    var chains = FlatBuffer<Chain>(capacity: 8)
    var chainSlots = FlatBuffer<Int32>(capacity: 16)
    for (index, field) in fields.enumerated() where field.expression == nil {
      if let slot = Self.plainSlot(of: field) {
        plainSlots.append((slot, index))
      } else if let (slots, attribute) = Self.chain(of: field) {
        chains.append(Chain(field: index, first: chainSlots.count, count: slots.count, attribute: attribute))
        for slot in slots { chainSlots.append(slot) }
      } else {
        generalFields.append(index)
      }
    }
    self.fields = fields
    self.keptChildren = keptChildren
    self.expressions = expressions.isEmpty ? nil : ExpressionFields(expressions, namespaces: namespaces)
    self.chains = chains
    self.chainSlots = chainSlots
    self.plainSlots = plainSlots
    self.generalFields = generalFields
    isPlain = !fields.isEmpty && plainSlots.count == fields.count
    goesUp = fields.contains { $0.goesUp }
    keepsAllChildren = expressions.contains(where: \.expression.goesUp)
  }

  private static func firstStepsDown(_ steps: [PathStep]) -> [Int32] {
    guard steps.first?.axis == .parent || steps.first?.axis == .ancestor,
      let down = steps.first(where: { $0.axis == .child || $0.axis == .descendant })
    else { return [] }
    return [down.test.slot]
  }

  /// The slot of the name that is the whole path, or `nil`.
  private static func plainSlot(of field: FieldPath) -> Int32? {
    guard field.alternatives.count == 1, let only = field.alternatives.first else { return nil }
    switch (only.steps.count, only.target) {
    case (0, .attribute(let test)) where test.local != nil: return test.slot
    case (1, .content) where only.steps[0].axis == .child && only.steps[0].predicates.isEmpty:
      return only.steps[0].test.slot
    default: return nil
    }
  }

  /// The slots of the steps of a path that leads down by names alone, with the attribute at its end; `nil` for any other.
  private static func chain(of field: FieldPath) -> (slots: [Int32], attribute: Int32)? {
    guard field.alternatives.count == 1, let only = field.alternatives.first, !only.steps.isEmpty,
      only.steps.allSatisfy({ $0.axis == .child && $0.predicates.isEmpty })
    else { return nil }
    let slots = only.steps.map(\.test.slot)
    switch only.target {
    case .text: return nil
    case .attribute(let test): return (slots, test.slot)
    case .content: return (slots, -1)
    }
  }

  /// Finds out which fields the names belong to that have come up since the last call.
  func learn(_ names: borrowing NameTable) {
    while fieldOfName.count < names.count {
      let name = Int32(fieldOfName.count)
      let found = plainSlots.filter { names.passes(name, $0.slot) }
      if found.count > 1 { isAmbiguous = true }
      fieldOfName.append(found.first.map { Int32($0.field) } ?? -1)
    }
  }
}

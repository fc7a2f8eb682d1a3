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

  private(set) var fields: [FieldPath]
  /// All name tests of the fields and of the record path.
  private(set) var tests: [NameTest] = []
  /// The fields that are not `@name` or `name`, for which paths have to be followed.
  private(set) var generalFields: [Int] = []
  /// Fields that lead down by names alone, for which the steps are known as numbers.
  private(set) var chains = FlatBuffer<Chain>(capacity: 8)
  /// The steps of all chains, one after the other.
  private(set) var chainSlots = FlatBuffer<Int32>(capacity: 16)
  /// For each name of the document the field whose path is that attribute or child, or -1.
  private(set) var fieldOfName = FlatBuffer<Int32>(capacity: 64)
  /// Whether a name belongs to several fields, so that `fieldOfName` does not do.
  private(set) var isAmbiguous = false
  /// The slots of the fields that are in `fieldOfName`.
  private var plainSlots: [(slot: Int32, field: Int)] = []

  /// The slots of children of elements around the record that fields ask for.
  private(set) var keptChildren: [Int32] = []
  /// Whether a field leads to elements around the record.
  let goesUp: Bool

  /// The fields that libxml2 evaluates; `nil` if there are none.
  private(set) var expressions: ExpressionFields?
  /// Whether every child of an element around the record may be asked for.
  private(set) var keepsAllChildren = false

  /// - Parameter namespaces: What the prefixes in expressions stand for.
  init(fields: [FieldPath], namespaces: [String: String] = [:]) {
    self.fields = fields
    goesUp = fields.contains { $0.goesUp }
    for field in fields.indices {
      for alternative in fields[field].alternatives.indices {
        var path = fields[field].alternatives[alternative]
        resolve(&path.steps)
        if case .attribute(var test) = path.target {
          resolve(&test)
          path.target = .attribute(test)
        }
        keptChildren += firstStepsDown(path.steps)
        self.fields[field].alternatives[alternative] = path
      }
    }
    let expressions = fields.enumerated().compactMap { index, field in
      field.expression.map { (field: index, separator: field.separator, expression: $0) }
    }
    if !expressions.isEmpty { self.expressions = ExpressionFields(expressions, namespaces: namespaces) }
    keepsAllChildren = expressions.contains(where: \.expression.goesUp)
    for (index, field) in self.fields.enumerated() where field.expression == nil {
      if let slot = Self.plainSlot(of: field) {
        plainSlots.append((slot, index))
      } else if !appendChain(field, index) {
        generalFields.append(index)
      }
    }
  }

  /// Gives the names in `steps` their slots.
  func resolve(_ steps: inout [PathStep]) {
    for index in steps.indices {
      resolve(&steps[index].test)
      steps[index].predicates = steps[index].predicates.map { resolved($0) }
    }
  }

  private func resolve(_ test: inout NameTest) {
    test.slot = -1
    if let known = tests.firstIndex(of: test) {
      test.slot = Int32(known)
    } else {
      tests.append(test)
      test.slot = Int32(tests.count - 1)
    }
  }

  private func resolved(_ predicate: PathPredicate) -> PathPredicate {
    switch predicate {
    case .exists(let operand): return .exists(resolved(operand))
    case .compare(let left, let comparison, let right): return .compare(resolved(left), comparison, resolved(right))
    case .contains(let whole, let part): return .contains(resolved(whole), resolved(part))
    case .startsWith(let whole, let part): return .startsWith(resolved(whole), resolved(part))
    case .not(let inner): return .not(resolved(inner))
    case .and(let left, let right): return .and(resolved(left), resolved(right))
    case .or(let left, let right): return .or(resolved(left), resolved(right))
    }
  }

  private func resolved(_ operand: PathOperand) -> PathOperand {
    switch operand {
    case .attribute(var test):
      resolve(&test)
      return .attribute(test)
    case .child(var test):
      resolve(&test)
      return .child(test)
    case .text, .position, .last, .literal, .number:
      return operand
    }
  }

  private func firstStepsDown(_ steps: [PathStep]) -> [Int32] {
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

  /// Makes a chain of the path of `field`.
  ///
  /// - Returns: `false` if it is none.
  private func appendChain(_ field: FieldPath, _ index: Int) -> Bool {
    guard field.alternatives.count == 1, let only = field.alternatives.first, !only.steps.isEmpty,
      only.steps.allSatisfy({ $0.axis == .child && $0.predicates.isEmpty })
    else { return false }
    var attribute: Int32 = -1
    switch only.target {
    case .text: return false
    case .attribute(let test): attribute = test.slot
    case .content: break
    }
    chains.append(Chain(field: index, first: chainSlots.count, count: only.steps.count, attribute: attribute))
    for step in only.steps { chainSlots.append(step.test.slot) }
    return true
  }

  /// Finds out which fields the names belong to that have come up since the last call.
  func learn(_ names: NameTable) {
    while fieldOfName.count < names.count {
      let name = Int32(fieldOfName.count)
      let found = plainSlots.filter { names.passes(name, $0.slot) }
      if found.count > 1 { isAmbiguous = true }
      fieldOfName.append(found.first.map { Int32($0.field) } ?? -1)
    }
  }

  deinit {
    fieldOfName.deallocate()
    chains.deallocate()
    chainSlots.deallocate()
  }
}

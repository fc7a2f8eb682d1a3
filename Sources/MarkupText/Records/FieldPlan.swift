/// Field paths with the names in them resolved to slots, so that reading a record compares no texts.
struct FieldPlan {
  private(set) var fields: [FieldPath]
  /// All name tests of the fields and of the record path.
  private(set) var tests: [NameTest] = []
  /// The fields that need no walk over a path.
  private(set) var shapes: [Shape] = []

  /// What a field is when it is one of the common kinds.
  enum Shape: Sendable {
    /// `@name`
    case attribute(Int32)
    /// `name`
    case child(Int32)
    /// `name/@attribute`
    case childAttribute(Int32, Int32)
    case general
  }

  /// The slots of children of elements around the record that fields ask for.
  private(set) var keptChildren: [Int32] = []
  /// Whether a field leads to elements around the record.
  let goesUp: Bool

  init(fields: [FieldPath]) {
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
    shapes = self.fields.map(Self.shape)
  }

  /// Gives the names in `steps` their slots.
  mutating func resolve(_ steps: inout [PathStep]) {
    for index in steps.indices {
      resolve(&steps[index].test)
      steps[index].predicates = steps[index].predicates.map { resolved($0) }
    }
  }

  private mutating func resolve(_ test: inout NameTest) {
    test.slot = -1
    if let known = tests.firstIndex(of: test) {
      test.slot = Int32(known)
    } else {
      tests.append(test)
      test.slot = Int32(tests.count - 1)
    }
  }

  private mutating func resolved(_ predicate: PathPredicate) -> PathPredicate {
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

  private mutating func resolved(_ operand: PathOperand) -> PathOperand {
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

  private static func shape(of field: FieldPath) -> Shape {
    guard field.alternatives.count == 1, let only = field.alternatives.first else { return .general }
    switch (only.steps.count, only.target) {
    case (0, .attribute(let test)) where test.local != nil: return .attribute(test.slot)
    case (1, .content) where isPlainChild(only.steps[0]): return .child(only.steps[0].test.slot)
    case (1, .attribute(let test)) where isPlainChild(only.steps[0]) && test.local != nil:
      return .childAttribute(only.steps[0].test.slot, test.slot)
    default: return .general
    }
  }

  private static func isPlainChild(_ step: PathStep) -> Bool { step.axis == .child && step.predicates.isEmpty }
}

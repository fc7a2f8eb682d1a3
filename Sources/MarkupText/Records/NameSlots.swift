/// The name tests of a record path and of its fields, each with a slot of its own, so that reading a record compares no texts.
struct NameSlots {
  /// The tests by their slots.
  private(set) var tests: [NameTest] = []

  /// Gives the names in `steps` their slots.
  mutating func resolve(_ steps: inout [PathStep]) {
    for index in steps.indices {
      resolve(&steps[index].test)
      steps[index].predicates = steps[index].predicates.map { resolved($0) }
    }
  }

  /// Gives a name test its slot.
  mutating func resolve(_ test: inout NameTest) {
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
    case .parent(var test, let conditions):
      resolve(&test)
      return .parent(test, conditions.map { resolved($0) })
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
}

internal import AttributeValues

/// A predicate made ready for many subjects of one shape: key paths are slot numbers, and logic is jumps.
///
/// ```swift
/// /// A row whose values have numbers instead of names, so that a million of them are asked without looking names up.
/// struct Row: SlotSubject {
///   static let names = ["name", "heightMax"]
///   var values: [AttributeValue]
///   func slotValue(_ slot: Int) -> AttributeValue { values[slot] }
///   /// - Throws: `PredicateBindingError` for a key path that no number stands for.
///   static func bind(_ predicate: ObjectPredicate) throws -> BoundPredicate {
///     try predicate.bound { names.firstIndex(of: $0.dotted) }
///   }
/// }
/// ```
///
/// The predicate becomes a list of tests, each with the test that follows if it holds and the one if it does not. Comparisons of slots with
/// each other or with constants take a short way; everything else goes through the evaluator that also serves objects.
public struct BoundPredicate: Sendable {
  /// One test.
  struct Step: Sendable {
    enum Test: Sendable {
      /// An order or equality of two slots.
      case slots(RelationTest, Int, Int)
      /// An order or equality of a slot and a constant.
      case constant(RelationTest, Int, AttributeValue)
      /// Another operator on a slot and a scalar, which is `.null` if the operator has prepared its right side.
      case operation(ValueComparison, Int, AttributeValue)
      case general(PredicateComparison)
    }

    var test: Test
    /// The step that follows, or one of the ends.
    var whenTrue: Int
    var whenFalse: Int
  }

  static let accepted = -1
  static let rejected = -2

  let steps: [Step]
  let entry: Int

  /// Whether the predicate holds for a subject.
  ///
  /// - Parameter now: What `now()` gives, in seconds since 2001-01-01 00:00:00 UTC; `nil` for the clock.
  /// - Parameter subject: Where the values of the slots are.
  /// - Throws: `PredicateEvaluationError` for operands that an operator does not take.
  /// - Complexity: O(*n*) in the tests that decide. Comparing slots or constants by `==`, `<` and the like does not allocate.
  public func evaluate<Subject: SlotSubject>(
    on subject: Subject,
    now: Double? = nil
  ) throws(PredicateEvaluationError) -> Bool {
    var index = entry
    while index >= 0 {
      let holds: Bool
      switch steps[index].test {
      case .slots(let test, let left, let right):
        holds = test.holds(subject.slotValue(left), subject.slotValue(right))
      case .constant(let test, let left, let right):
        holds = test.holds(subject.slotValue(left), right)
      case .operation(let comparison, let left, let right):
        holds = try comparison.holds(.value(subject.slotValue(left)), .value(right))
      case .general(let comparison):
        var evaluator = PredicateEvaluator(subject: .null, slots: subject, variables: [:], now: now)
        holds = try evaluator.holds(comparison)
      }
      index = holds ? steps[index].whenTrue : steps[index].whenFalse
    }
    return index == Self.accepted
  }
}

/// Which relations make `==`, `<` and the like hold.
struct RelationTest: Sendable {
  private let relations: UInt8
  /// Whether `nil` never passes.
  private let needsValues: Bool

  /// `nil` for operators that are not about equality or order.
  init?(_ operation: PredicateComparison.Operator) {
    let less: UInt8 = 1
    let same: UInt8 = 2
    let greater: UInt8 = 4
    let unrelated: UInt8 = 8
    switch operation {
    case .lessThan: relations = less
    case .lessThanOrEqual: relations = less | same
    case .greaterThan: relations = greater
    case .greaterThanOrEqual: relations = greater | same
    case .equal: relations = same
    case .notEqual: relations = less | greater | unrelated
    default: return nil
    }
    needsValues = operation != .equal && operation != .notEqual
  }

  func holds(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
    let relation = left.relation(to: right)
    // less is -1, so that the shift makes 1, 2, 4 and 8 of the four.
    guard relations & (1 << UInt8(truncatingIfNeeded: relation.rawValue + 1)) != 0 else { return false }
    return !(needsValues && relation == .same && left.isNull)
  }
}

/// One step of a path: where to go, what must stand there, and what else must hold.
struct PathStep: Sendable, Hashable {
  enum Axis: Sendable, Hashable {
    case child
    /// Elements at any depth below.
    case descendant
    case parent
    /// Elements at any height above, the nearest first.
    case ancestor
    case itself
  }

  var axis: Axis
  var test: NameTest
  var predicates: [PathPredicate] = []
}

/// What stands between `[` and `]`.
indirect enum PathPredicate: Sendable, Hashable {
  enum Comparison: String, CaseIterable, Sendable, Hashable {
    // In the order in which a parser has to try them: `<=` begins with `<`.
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case equal = "="
    case less = "<"
    case greater = ">"
  }

  case exists(PathOperand)
  case compare(PathOperand, Comparison, PathOperand)
  case contains(PathOperand, PathOperand)
  case startsWith(PathOperand, PathOperand)
  case not(PathPredicate)
  case and(PathPredicate, PathPredicate)
  case or(PathPredicate, PathPredicate)
  /// The element around has a name, and what is asked of its attributes and its own parent holds.
  case parent(NameTest, [PathPredicate])

  /// Whether the position among the siblings decides, so that they have to be counted.
  var isPositional: Bool {
    switch self {
    case .exists(let operand): operand.isPositional
    case .compare(let left, _, let right), .contains(let left, let right), .startsWith(let left, let right):
      left.isPositional || right.isPositional
    case .not(let inner): inner.isPositional
    case .and(let left, let right), .or(let left, let right): left.isPositional || right.isPositional
    case .parent: false
    }
  }

  /// Whether the element around decides.
  var looksAtParent: Bool {
    switch self {
    case .parent: true
    case .not(let inner): inner.looksAtParent
    case .and(let left, let right), .or(let left, let right): left.looksAtParent || right.looksAtParent
    case .exists, .compare, .contains, .startsWith: false
    }
  }

  /// The first operand for which `isWanted` holds.
  func firstOperand(where isWanted: (PathOperand) -> Bool) -> PathOperand? {
    switch self {
    case .exists(let operand): return isWanted(operand) ? operand : nil
    case .compare(let left, _, let right), .contains(let left, let right), .startsWith(let left, let right):
      return isWanted(left) ? left : isWanted(right) ? right : nil
    case .not(let inner): return inner.firstOperand(where: isWanted)
    case .and(let left, let right), .or(let left, let right):
      return left.firstOperand(where: isWanted) ?? right.firstOperand(where: isWanted)
    case .parent(_, let conditions): return conditions.firstOperand(where: isWanted)
    }
  }
}

extension [PathPredicate] {
  /// The first operand for which `isWanted` holds.
  func firstOperand(where isWanted: (PathOperand) -> Bool) -> PathOperand? {
    for predicate in self {
      if let found = predicate.firstOperand(where: isWanted) { return found }
    }
    return nil
  }
}

/// What a predicate compares.
enum PathOperand: Sendable, Hashable {
  case attribute(NameTest)
  /// The text of a child element.
  case child(NameTest)
  /// The element's own text with everything in it: `.` or `text()`.
  case text
  case position
  case last
  case literal([UInt8])
  case number(Double)

  var isPositional: Bool { self == .position || self == .last }
}

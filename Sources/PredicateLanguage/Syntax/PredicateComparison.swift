/// Two expressions and what must hold between them: Core Data's `NSComparisonPredicate`.
///
/// ```swift
/// let height = ObjectExpression.keyPath(ObjectKeyPath("heightMax"))
/// let limit = ObjectExpression.value(40.0)
/// let comparison = PredicateComparison(height, .lessThan, limit)
/// let predicate = ObjectPredicate.and([ObjectPredicate(comparison), try ObjectPredicate(format: "name != nil")])
/// ```
public struct PredicateComparison: Sendable {
  /// What must hold.
  public enum Operator: String, Sendable, Hashable, CaseIterable {
    case lessThan = "<"
    case lessThanOrEqual = "<="
    case greaterThan = ">"
    case greaterThanOrEqual = ">="
    case equal = "=="
    case notEqual = "!="
    /// The whole string matches a regular expression in ICU's syntax.
    case matches = "MATCHES"
    /// The whole string matches a pattern in which `?` is one character and `*` any number; `\` takes their meaning away.
    case like = "LIKE"
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    /// An element of the collection, or a part of the string, on the right.
    case `in` = "IN"
    /// `IN` with the sides exchanged.
    case contains = "CONTAINS"
    /// Not below the first and not above the second of two values.
    case between = "BETWEEN"
  }

  /// For which elements of the left side, a collection, the comparison must hold.
  public enum Modifier: String, Sendable, Hashable {
    /// The left side is compared as it is.
    case direct = ""
    /// For at least one element; spelled `ANY` or `SOME`. `NONE` is `NOT ANY`.
    case any = "ANY"
    /// For every element; true when there is none.
    case all = "ALL"
  }

  /// How strings are compared: the letters in brackets after an operator.
  public struct Options: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// `c`
    public static let caseInsensitive = Options(rawValue: 1)
    /// `d`
    public static let diacriticInsensitive = Options(rawValue: 2)
    /// `n`: the strings are normalised already and are compared as they are; overrules `c` and `d`.
    public static let normalized = Options(rawValue: 4)
    /// `l`: `<` and the like order strings as a reader would: by letters first, then by diacritics, then by case.
    public static let localized = Options(rawValue: 8)
  }

  /// What is compared.
  public let left: ObjectExpression
  /// How it is compared.
  public let operation: Operator
  /// What it is compared with.
  public let right: ObjectExpression
  /// For which elements of a collection on the left it has to hold.
  public let modifier: Modifier
  /// How strings are compared.
  public let options: Options
  /// What can be worked out once from a constant right side; follows from the rest and is no part of equality.
  let prepared: PreparedOperand

  /// Makes a comparison of two expressions.
  public init(
    _ left: ObjectExpression,
    _ operation: Operator,
    _ right: ObjectExpression,
    modifier: Modifier = .direct,
    options: Options = []
  ) {
    self.left = left
    self.operation = operation
    self.right = right
    self.modifier = modifier
    self.options = options
    prepared = PreparedOperand(of: right, for: operation, options: options)
  }

  /// The comparison with another left side.
  init(_ comparison: PredicateComparison, left: ObjectExpression) {
    self.left = left
    operation = comparison.operation
    right = comparison.right
    modifier = comparison.modifier
    options = comparison.options
    prepared = comparison.prepared
  }
}

extension PredicateComparison: Hashable {
  public static func == (left: PredicateComparison, right: PredicateComparison) -> Bool {
    left.operation == right.operation && left.modifier == right.modifier && left.options == right.options
      && left.left == right.left && left.right == right.right
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(operation)
    hasher.combine(modifier)
    hasher.combine(options)
    hasher.combine(left)
    hasher.combine(right)
  }
}

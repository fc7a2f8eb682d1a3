/// A predefined function; the raw value is Apple's selector, which also stands in compiled models.
///
/// ```swift
/// let weight = ObjectExpression.keyPath(ObjectKeyPath("weightMax"))
/// let rounded = ObjectExpression.function(PredicateFunction.round, [weight])
/// ```
///
/// Arithmetic operators are functions too: `a + b` and `add:to:(a, b)` are the same expression and print as `a + b`.
/// `distanceToLocation:fromLocation:`, which needs Core Location, and uniform type identifiers are left out.
///
/// `nil` in, `nil` out, except for statistics. Integers stay integers (`7 / 2` is 3) until they overflow or meet a floating-point number.
/// A division by zero, the root of a negative number and the like are `nil`, as in SQLite. Seconds can be added to a date and
/// subtracted from it, and dates from each other.
public enum PredicateFunction: String, Sendable, Hashable, CaseIterable {
  // Arithmetic
  case add = "add:to:"
  case subtract = "from:subtract:"
  case multiply = "multiply:by:"
  case divide = "divide:by:"
  case raise = "raise:toPower:"
  case modulus = "modulus:by:"
  /// The unary minus.
  case negate = "chs:"

  // Bits
  case bitwiseAnd = "bitwiseAnd:with:"
  case bitwiseOr = "bitwiseOr:with:"
  case bitwiseXor = "bitwiseXor:with:"
  case leftShift = "leftshift:by:"
  case rightShift = "rightshift:by:"
  case onesComplement = "onesComplement:"

  // One number
  case absolute = "abs:"
  case ceiling = "ceiling:"
  case floor = "floor:"
  case round = "round:"
  case truncate = "trunc:"
  case squareRoot = "sqrt:"
  /// The common logarithm.
  case logarithm = "log:"
  case naturalLogarithm = "ln:"
  case exponential = "exp:"

  // Statistics of a collection
  case average = "average:"
  case sum = "sum:"
  case count = "count:"
  case minimum = "min:"
  case maximum = "max:"
  case median = "median:"
  case mode = "mode:"
  /// The standard deviation of the whole population.
  case standardDeviation = "stddev:"

  // Strings
  case uppercase = "uppercase:"
  case lowercase = "lowercase:"
  /// Without case and diacritics.
  case canonical = "canonical:"
  /// The number of UTF-16 code units, as `NSString` counts.
  case length = "length:"

  // Others
  case now = "now"
  /// An integer from 0 to 2147483647, another one each time it is evaluated. A predicate with it cannot be bound, because what is bound,
  /// such as a recipe's rule, has to give the same answer each time.
  case random = "random"
  /// An integer from 0 up to but not including the argument; `nil` if that is not positive.
  case randomBelow = "random:"
  /// Its argument; tells a SQL store to use no index for it.
  case noIndex = "noindex:"
}

extension PredicateFunction {
  /// How many arguments the function takes.
  public var argumentCount: Int {
    var count = 0
    for byte in rawValue.utf8 where byte == UInt8(ascii: ":") { count += 1 }
    return count
  }

  /// The function with this name: Apple's selector, or for functions of one argument the selector without its colon. Case matters, as
  /// it does for selectors.
  public init?(name: String) {
    guard let function = PredicateFunction(rawValue: name) ?? PredicateFunction(rawValue: name + ":") else {
      return nil
    }
    self = function
  }

  /// Whether the function summarises a collection.
  public var isStatistic: Bool {
    switch self {
    case .average, .sum, .count, .minimum, .maximum, .median, .mode, .standardDeviation: true
    default: false
    }
  }

  /// The sign between two operands, for arithmetic functions that have one.
  package var infixSymbol: String? {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .raise: "**"
    default: nil
    }
  }
}

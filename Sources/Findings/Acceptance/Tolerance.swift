/// How many of something are tolerated.
///
/// ```swift
/// let budget = FindingBudget(rule: RulePattern("text.*"), most: Tolerance.share(0.01))
/// let isWithin = budget.most.allows(2, of: 277)  // 1 % of 277 records
/// ```
public enum Tolerance: Sendable, Hashable {
  case none
  /// At most this many.
  case records(Int)
  /// At most this share of the records read, between 0 and 1.
  case share(Double)

  /// Reads a number such as `5`, or a percentage such as `0.5%`; `nil` for any other text.
  public init?(_ text: String) {
    if let records = Int(text), records >= 0 {
      self = .records(records)
    } else if text.hasSuffix("%"), let percent = Double(text.dropLast()), (0...100).contains(percent) {
      self = .share(percent / 100)
    } else {
      return nil
    }
  }

  /// Whether `count` of `read` records are within the tolerance.
  public func allows(_ count: Int, of read: Int) -> Bool {
    switch self {
    case .none: count == 0
    case .records(let most): count <= most
    case .share(let share): Double(count) <= share * Double(read)
    }
  }
}

extension Tolerance: CustomStringConvertible {
  /// As it is written in a recipe: `5`, `0.5%`.
  public var description: String {
    switch self {
    case .none: "0"
    case .records(let most): "\(most)"
    case .share(let share):
      (share * 100).rounded() == share * 100 ? "\(Int(share * 100))%" : "\((share * 1_000_000).rounded() / 10_000)%"
    }
  }
}

internal import AttributeValues
internal import FoundationEssentials
internal import PredicateLanguage

/// The WHERE clause that Core Data makes of a partial index's predicate.
///
/// Columns stand for property names, `=` and `<>` for equality, `IS NULL` for nil; compound predicates stand in parentheses, the outermost
/// too, single comparisons bare. Real stores show comparisons with constants joined by AND and OR; how they spell `NOT`, `IN` and `BETWEEN`
/// is inferred.
struct PartialIndexCondition {
  /// The condition as SQL.
  private(set) var sql = ""
  /// Whether real stores show each of its parts.
  private(set) var isProven = true
  private let column: (String) -> String?

  /// `nil` if the predicate cannot be read, or says something for which there is no SQL without functions.
  init?(_ predicate: String, column: @escaping (String) -> String?) {
    self.column = column
    guard let parsed = try? ObjectPredicate(format: predicate), let sql = clause(for: parsed) else { return nil }
    self.sql = sql
  }

  private mutating func clause(for predicate: ObjectPredicate) -> String? {
    switch predicate.node {
    case .comparison(let comparison): return clause(for: comparison)
    case .and(let parts): return compound(parts, "AND")
    case .or(let parts): return compound(parts, "OR")
    case .not(let part):
      isProven = false
      return clause(for: part).map { "NOT (\($0))" }
    case .constant: return nil
    }
  }

  private mutating func compound(_ parts: [ObjectPredicate], _ word: String) -> String? {
    var clauses: [String] = []
    for part in parts {
      guard let clause = clause(for: part) else { return nil }
      clauses.append(clause)
    }
    return "(" + clauses.joined(separator: " \(word) ") + ")"
  }

  private mutating func clause(for comparison: PredicateComparison) -> String? {
    guard comparison.modifier == .direct, comparison.options.isEmpty, let left = operand(comparison.left) else {
      return nil
    }
    if let sign = Self.signs[comparison.operation] {
      guard let right = operand(comparison.right) else { return nil }
      guard left == Self.null || right == Self.null else { return "\(left) \(sign) \(right)" }
      let value = right == Self.null ? left : right
      switch comparison.operation {
      case .equal: return "\(value) IS NULL"
      case .notEqual: return "\(value) IS NOT NULL"
      default: return nil
      }
    }
    guard case .constant(.collection(let constants)) = comparison.right else { return nil }
    let list = constants.compactMap { $0.scalar.flatMap(Self.literal) }
    guard list.count == constants.count, !list.contains(Self.null) else { return nil }
    isProven = false
    switch comparison.operation {
    case .in: return "\(left) IN (\(list.joined(separator: ", ")))"
    case .between where list.count == 2: return "\(left) BETWEEN \(list[0]) AND \(list[1])"
    default: return nil
    }
  }

  private static let null = "NULL"

  private static let signs: [PredicateComparison.Operator: String] = [
    .equal: "=", .notEqual: "<>", .lessThan: "<", .greaterThan: ">", .lessThanOrEqual: "<=", .greaterThanOrEqual: ">=",
  ]

  private func operand(_ expression: ObjectExpression) -> String? {
    switch expression {
    case .constant(.value(let value)): Self.literal(value)
    case .keyPath(let path, .evaluatedObject): column(path.dotted).map(SQLIdentifier.spelled)
    default: nil
    }
  }

  private static func literal(_ value: AttributeValue) -> String? {
    switch value {
    case .null: null
    case .boolean(let value): value ? "1" : "0"
    case .integer(let value): String(value)
    case .double(let value), .date(let value): value.isFinite ? "\(value)" : nil
    case .float(let value): value.isFinite ? "\(value)" : nil
    case .decimal(let value): value.isNaN ? nil : value.description
    case .string(let value): SQLIdentifier.literal(value)
    case .binary, .uuid, .uri, .transformable, .composite: nil
    }
  }
}

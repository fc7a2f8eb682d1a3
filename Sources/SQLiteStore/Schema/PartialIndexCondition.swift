/// The WHERE clause that Core Data makes of a partial index's predicate.
///
/// Columns stand for property names, `=` and `<>` for equality, `IS NULL` for nil; compound predicates stand in parentheses, the outermost
/// too, single comparisons bare. The language is small on purpose: comparisons of a property and a constant, AND, OR and NOT.
struct PartialIndexCondition {
  private var tokens: [Substring]
  private var position = 0
  private let column: (String) -> String?

  /// The condition as SQL; `nil` if the predicate is out of reach.
  static func sql(for predicate: String, column: @escaping (String) -> String?) -> String? {
    guard let tokens = tokens(of: predicate) else { return nil }
    var parser = PartialIndexCondition(tokens: tokens, column: column)
    guard let sql = parser.disjunction(), parser.position == tokens.count else { return nil }
    return sql
  }

  private init(tokens: [Substring], column: @escaping (String) -> String?) {
    self.tokens = tokens
    self.column = column
  }

  // MARK: Grammar, loosest binding first

  private mutating func disjunction() -> String? { compound(["OR", "||"], joined: "OR") { $0.conjunction() } }

  private mutating func conjunction() -> String? { compound(["AND", "&&"], joined: "AND") { $0.term() } }

  private mutating func compound(
    _ words: Set<String>,
    joined word: String,
    _ part: (inout PartialIndexCondition) -> String?
  ) -> String? {
    guard let first = part(&self) else { return nil }
    var parts = [first]
    while let next = peek()?.uppercased(), words.contains(next) {
      position += 1
      guard let part = part(&self) else { return nil }
      parts.append(part)
    }
    return parts.count == 1 ? first : "(" + parts.joined(separator: " \(word) ") + ")"
  }

  private mutating func term() -> String? {
    guard let token = peek() else { return nil }
    if token == "(" {
      position += 1
      guard let inner = disjunction(), take() == ")" else { return nil }
      return inner
    }
    guard let left = operand(), let sign = take(), let name = Self.signs[String(sign)], let right = operand() else {
      return nil
    }
    guard right == "NULL" || left == "NULL" else { return "\(left) \(name) \(right)" }
    let value = right == "NULL" ? left : right
    switch name {
    case "=": return "\(value) IS NULL"
    case "<>": return "\(value) IS NOT NULL"
    default: return nil
    }
  }

  private static let signs = ["==": "=", "=": "=", "!=": "<>", "<>": "<>", "<": "<", ">": ">", "<=": "<=", ">=": ">="]

  private mutating func operand() -> String? {
    guard let token = take(), let first = token.utf8.first else { return nil }
    switch token.lowercased() {
    case "nil", "null": return "NULL"
    case "yes", "true": return "1"
    case "no", "false": return "0"
    default: break
    }
    if first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") {
      return SQLIdentifier.literal(String(token.dropFirst().dropLast()))
    }
    let isNumber = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) || first == UInt8(ascii: "-")
    if isNumber { return Double(token) == nil ? nil : String(token) }
    return column(String(token)).map(SQLIdentifier.spelled)
  }

  private func peek() -> Substring? { position < tokens.count ? tokens[position] : nil }

  private mutating func take() -> Substring? {
    defer { position += 1 }
    return peek()
  }

  // MARK: Words

  /// The predicate's words and signs; `nil` if it holds anything else.
  private static func tokens(of text: String) -> [Substring]? {
    var tokens: [Substring] = []
    var rest = text[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest = rest.dropFirst()
        continue
      }
      let token: Substring
      if first == "'" || first == "\"" {
        guard let end = rest.dropFirst().firstIndex(of: first) else { return nil }
        token = rest[...end]
        if token.contains("\\") { return nil }
      } else if first.isLetter || first.isNumber || first == "_" || first == "-" {
        token = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "-" }
      } else if let sign = ["==", "!=", "<>", "<=", ">=", "&&", "||", "=", "<", ">", "(", ")"].first(
        where: rest.hasPrefix
      ) {
        token = rest.prefix(sign.count)
      } else {
        return nil
      }
      tokens.append(token)
      rest = rest[token.endIndex...]
    }
    return tokens
  }
}

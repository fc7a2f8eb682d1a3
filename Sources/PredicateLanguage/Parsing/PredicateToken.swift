/// A piece of a predicate's text.
struct PredicateToken {
  enum Kind: Equatable {
    case end
    /// A word, which may be a keyword; case is kept.
    case word(String)
    /// A word after `#`, which is never a keyword.
    case escapedWord(String)
    /// A collection operator, with its `@`.
    case collectionOperator(String)
    /// A name with colons, such as `add:to:`.
    case selector(String)
    case variable(String)
    case string(String)
    /// An integer literal's magnitude.
    case integer(UInt64)
    case number(Double)
    case symbol(Symbol)
    /// `%@` and the like.
    case placeholder(Placeholder)
  }

  enum Symbol: String {
    case leftParenthesis = "("
    case rightParenthesis = ")"
    case leftBrace = "{"
    case rightBrace = "}"
    case leftBracket = "["
    case rightBracket = "]"
    case comma = ","
    case dot = "."
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case and = "&&"
    case or = "||"
    case not = "!"
    case plus = "+"
    case minus = "-"
    case star = "*"
    case slash = "/"
    case power = "**"
    case assign = ":="
  }

  enum Placeholder: Equatable {
    case object
    case keyPath
    case integer
    case floatingPoint
    case text
    case character
  }

  var kind: Kind
  /// Its place in the text, in bytes.
  var range: Range<Int>

  /// The keyword that this is, in capitals; empty for anything but a word.
  var keyword: String {
    guard case .word(let word) = kind else { return "" }
    return ReservedWord.capitals(word)
  }

  func isSymbol(_ symbol: Symbol) -> Bool { kind == .symbol(symbol) }
}

/// Words that have a meaning in Apple's grammar; a key of that name is written with `#` before it.
enum ReservedWord {
  static let all: Set<String> = [
    "ALL", "AND", "ANY", "ANYKEY", "BEGINSWITH", "BETWEEN", "CASEINSENSITIVE", "CAST", "CI", "CONTAINS", "ENDSWITH",
    "FALSE",
    "FALSEPREDICATE", "FETCH", "FIRST", "FUNCTION", "IN", "INTERSECT", "LAST", "LIKE", "MATCHES", "MINUS", "NIL", "NO",
    "NONE",
    "NOT", "NULL", "OR", "SELF", "SIZE", "SOME", "SUBQUERY", "TERNARY", "TRUE", "TRUEPREDICATE", "UNION", "YES",
  ]

  /// Those that cannot begin an expression, so that as a key they need the `#` when read, too.
  static let operators: Set<String> = [
    "AND", "BEGINSWITH", "BETWEEN", "CONTAINS", "ENDSWITH", "IN", "LIKE", "MATCHES", "OR",
  ]

  static func contains(_ word: String) -> Bool { all.contains(capitals(word)) }

  /// The word with its ASCII letters in capitals; others stay, for some capitals of theirs are ASCII letters.
  static func capitals(_ word: String) -> String {
    String(
      decoding: word.utf8.map { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") ? $0 & ~0x20 : $0 },
      as: UTF8.self
    )
  }
}

/// Reads CSS selectors.
struct CSSParser {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  private func fault(_ message: String) -> MarkupTextError {
    let whole = String(String.UnicodeScalarView(scalars))
    return MarkupTextError(
      .path,
      "\(message) in the selector:\n  \(whole)\n  \(String(repeating: " ", count: index))^"
    )
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  /// Whether there was any white space.
  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = index
    while let scalar = next, scalar.properties.isWhitespace { index += 1 }
    return index > start
  }

  mutating func group() throws(MarkupTextError) -> [CSSSelector.Chain] {
    let chains = try chains()
    guard next == nil else { throw fault("This is not understood") }
    return chains
  }

  /// Chains between commas.
  private mutating func chains() throws(MarkupTextError) -> [CSSSelector.Chain] {
    var chains: [CSSSelector.Chain] = []
    repeat {
      skipSpace()
      chains.append(try chain())
      skipSpace()
    } while take(",")
    return chains
  }

  /// The same, each perhaps with a combinator before it.
  private mutating func relatives() throws(MarkupTextError) -> [CSSSelector.Relative] {
    var relatives: [CSSSelector.Relative] = []
    repeat {
      skipSpace()
      var combinator = CSSSelector.Combinator.descendant
      if take(">") {
        combinator = .child
      } else if take("+") {
        combinator = .nextSibling
      } else if take("~") {
        combinator = .laterSibling
      }
      skipSpace()
      relatives.append(CSSSelector.Relative(combinator: combinator, chain: try chain()))
      skipSpace()
    } while take(",")
    return relatives
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws(MarkupTextError) {
    guard take(scalar) else { throw fault("'\(scalar)' is missing") }
  }

  private mutating func chain() throws(MarkupTextError) -> CSSSelector.Chain {
    var compounds = [try compound()]
    var combinators: [CSSSelector.Combinator] = []
    while true {
      let hasSpace = skipSpace()
      if take(">") {
        combinators.append(.child)
      } else if take("+") {
        combinators.append(.nextSibling)
      } else if take("~") {
        combinators.append(.laterSibling)
      } else if hasSpace, let scalar = next, scalar != ",", scalar != ")" {
        combinators.append(.descendant)
      } else {
        break
      }
      skipSpace()
      compounds.append(try compound())
    }
    let last = compounds.removeLast()
    return CSSSelector.Chain(last: last, before: zip(combinators, compounds).reversed().map { ($0, $1) })
  }

  private mutating func compound() throws(MarkupTextError) -> CSSSelector.Compound {
    var compound = CSSSelector.Compound()
    let start = index
    if !take("*") { compound.name = identifier()?.lowercased() }
    while true {
      if take("#") {
        compound.conditions.append(.id(try name()))
      } else if take(".") {
        compound.conditions.append(.class(try name()))
      } else if take("[") {
        compound.conditions.append(try attribute())
      } else if take(":") {
        compound.conditions.append(contentsOf: try pseudoClass())
      } else {
        break
      }
    }
    guard index > start else { throw fault(next == nil ? "Something is missing at the end" : "This is not understood") }
    return compound
  }

  private static func isName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-" || scalar == "_"
      || scalar.value >= 0x80
  }

  /// A name that does not begin with a digit, or `nil`.
  private mutating func identifier() -> String? {
    guard let first = next, first == "\\" || Self.isName(first), !("0"..."9").contains(first) else { return nil }
    var name = String.UnicodeScalarView()
    while let scalar = next {
      if scalar == "\\" {
        guard let escaped = escaped() else { break }
        name.append(escaped)
      } else if Self.isName(scalar) {
        name.append(scalar)
        index += 1
      } else {
        break
      }
    }
    return name.isEmpty ? nil : String(name)
  }

  /// The character that a backslash and what follows it stand for.
  private mutating func escaped() -> Unicode.Scalar? {
    guard take("\\") else { return nil }
    guard let first = next else {
      index -= 1
      return nil
    }
    var digits = ""
    while digits.count < 6, let scalar = next, scalar.isASCII, scalar.properties.isASCIIHexDigit {
      digits.unicodeScalars.append(scalar)
      index += 1
    }
    guard !digits.isEmpty else {
      index += 1
      return first
    }
    if let scalar = next, scalar.properties.isWhitespace { index += 1 }
    return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
  }

  private mutating func name() throws(MarkupTextError) -> String {
    guard let name = identifier() else { throw fault("A name is missing") }
    return name
  }

  private mutating func attribute() throws(MarkupTextError) -> CSSSelector.Condition {
    skipSpace()
    let name = try name().lowercased()
    skipSpace()
    if take("]") { return .attribute(name, .exists, ignoresCase: false) }
    var kind: Unicode.Scalar = "="
    if let scalar = next, "~|^$*".unicodeScalars.contains(scalar) {
      kind = scalar
      index += 1
    }
    guard take("=") else { throw fault("'=' is missing") }
    skipSpace()
    let value = try string()
    skipSpace()
    let ignoresCase = take("i") || take("I")
    if !ignoresCase { _ = take("s") || take("S") }
    skipSpace()
    try expect("]")
    let wanted = ignoresCase ? value.lowercased() : value
    let match: CSSSelector.AttributeMatch =
      switch kind {
      case "~": .hasWord(wanted)
      case "|": .hasLanguage(wanted)
      case "^": .startsWith(wanted)
      case "$": .endsWith(wanted)
      case "*": .contains(wanted)
      default: .equals(wanted)
      }
    return .attribute(name, match, ignoresCase: ignoresCase)
  }

  private mutating func string() throws(MarkupTextError) -> String {
    guard let quote = next, quote == "\"" || quote == "'" else {
      var value = String.UnicodeScalarView()
      while let scalar = next, Self.isName(scalar) {
        value.append(scalar)
        index += 1
      }
      guard !value.isEmpty else { throw fault("A value is missing") }
      return String(value)
    }
    index += 1
    var value = String.UnicodeScalarView()
    while let scalar = next, scalar != quote {
      value.append(scalar)
      index += 1
    }
    guard take(quote) else { throw fault("The quote is not closed") }
    return String(value)
  }

  private mutating func pseudoClass() throws(MarkupTextError) -> [CSSSelector.Condition] {
    let start = index
    let name = try name().lowercased()
    func position(_ step: Int, _ offset: Int, _ isFromEnd: Bool, _ isOfType: Bool) -> CSSSelector.Condition {
      .position(step: step, offset: offset, isFromEnd: isFromEnd, isOfType: isOfType)
    }
    let isOfType = name.hasSuffix("-of-type")
    switch name {
    case "first-child", "first-of-type": return [position(0, 1, false, isOfType)]
    case "last-child", "last-of-type": return [position(0, 1, true, isOfType)]
    case "only-child", "only-of-type": return [position(0, 1, false, isOfType), position(0, 1, true, isOfType)]
    case "nth-child", "nth-of-type", "nth-last-child", "nth-last-of-type":
      let (step, offset) = try formula()
      return [position(step, offset, name.hasPrefix("nth-last"), isOfType)]
    case "empty": return [.empty]
    case "root": return [.root]
    case "scope": return [.scope]
    case "not":
      let inner = try argument()
      return [.not(inner)]
    case "is", "where", "matches":
      return [.any(try argument())]
    case "has":
      try expect("(")
      let inner = try relatives()
      try expect(")")
      return [.has(inner)]
    default:
      index = start
      throw fault("The pseudo-class ':\(name)' is not known")
    }
  }

  /// A group of selectors in parentheses.
  private mutating func argument() throws(MarkupTextError) -> [CSSSelector.Chain] {
    try expect("(")
    let chains = try chains()
    try expect(")")
    return chains
  }

  /// `(odd)`, `(3)`, `(2n+1)`, `(-n+3)` …
  private mutating func formula() throws(MarkupTextError) -> (step: Int, offset: Int) {
    guard take("(") else { throw fault("'(' is missing") }
    var text = ""
    while let scalar = next, scalar != ")" {
      if !scalar.properties.isWhitespace { text.unicodeScalars.append(scalar) }
      index += 1
    }
    let found = Self.numbers(text.lowercased())
    guard let found else { throw fault("'\(text)' is no formula such as 2, odd or 2n+1") }
    guard take(")") else { throw fault("')' is missing") }
    return found
  }

  private static func numbers(_ text: String) -> (step: Int, offset: Int)? {
    if text == "odd" { return (2, 1) }
    if text == "even" { return (2, 0) }
    guard let n = text.firstIndex(of: "n") else { return bounded(text).map { (0, $0) } }
    let before = text[..<n]
    let after = text[text.index(after: n)...]
    let step = before.isEmpty || before == "+" ? 1 : before == "-" ? -1 : bounded(before)
    let offset = after.isEmpty ? 0 : bounded(after)
    guard let step, let offset else { return nil }
    return (step, offset)
  }

  private static func bounded(_ text: some StringProtocol) -> Int? {
    guard let number = Int(text), (-1_000_000...1_000_000).contains(number) else { return nil }
    return number
  }
}

/// A pattern's structure, as far as it is a regular language.
indirect enum PatternNode {
  case empty
  case set(ScalarSet)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  /// `maximum` is `nil` for no limit.
  case repetition(PatternNode, minimum: Int, maximum: Int?)
  /// `^` or `\A`, `$` or `\z`: they say nothing where a whole match begins or ends, and are not taken anywhere else.
  case start
  case end
}

/// Reads the part of ICU's regular expressions that a finite automaton can match: literals, classes, groups, alternatives, greedy and
/// lazy quantifiers, and anchors at the ends. `nil` for anything else, which the general engine gets.
struct PatternParser {
  /// Counted repetitions beyond this go to the general engine.
  static let largestCount = 1_000

  private let scalars: [Unicode.Scalar]
  private var place = 0
  private var depth = 0
  private var ignoresCase = false
  private var dotMatchesAll = false

  static func parse(_ text: String) -> PatternNode? {
    var parser = PatternParser(scalars: Array(text.unicodeScalars))
    guard parser.takeFlags(), let node = parser.alternatives(), parser.place == parser.scalars.count else { return nil }
    return node.hasAnchorsAtEndsOnly ? node : nil
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    place += 1
    return true
  }

  private mutating func take(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard scalars[place...].starts(with: wanted) else { return false }
    place += wanted.count
    return true
  }

  /// Takes `(?i)` and `(?s)` at the start of the pattern.
  private mutating func takeFlags() -> Bool {
    guard scalars.count > 3, scalars[0] == "(", scalars[1] == "?",
      let end = scalars.firstIndex(of: ")"), end > 2, scalars[2..<end].allSatisfy({ $0 == "i" || $0 == "s" })
    else { return true }
    ignoresCase = scalars[2..<end].contains("i")
    dotMatchesAll = scalars[2..<end].contains("s")
    place = end + 1
    return true
  }

  private mutating func alternatives() -> PatternNode? {
    depth += 1
    defer { depth -= 1 }
    guard depth < 64 else { return nil }
    var branches: [PatternNode] = []
    repeat {
      guard let branch = sequence() else { return nil }
      branches.append(branch)
    } while take("|")
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func sequence() -> PatternNode? {
    var parts: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      guard let atom = atom(), let quantified = quantified(atom) else { return nil }
      parts.append(quantified)
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func atom() -> PatternNode? {
    guard let scalar = next else { return nil }
    place += 1
    switch scalar {
    case "^": return .start
    case "$": return .end
    case ".":
      return .set(ScalarSet(ranges: dotMatchesAll ? [] : ScalarSet.lineTerminators, isNegated: true))
    case "(": return group()
    case "[": return bracketed()
    case "\\": return escaped()
    case "*", "+", "?", "{", "}", "]", ")": return nil
    default: return literal(scalar)
    }
  }

  private mutating func group() -> PatternNode? {
    if next == "?" {
      if take("?<"), let first = next, first.properties.isAlphabetic {
        while let scalar = next, scalar != ">" {
          guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else { return nil }
          place += 1
        }
        guard take(">") else { return nil }
      } else if !take("?:") {
        return nil
      }
    }
    guard let node = alternatives(), take(")") else { return nil }
    return node
  }

  private mutating func quantified(_ atom: PatternNode) -> PatternNode? {
    var minimum = 1
    var maximum: Int? = 1
    if take("*") {
      (minimum, maximum) = (0, nil)
    } else if take("+") {
      (minimum, maximum) = (1, nil)
    } else if take("?") {
      (minimum, maximum) = (0, 1)
    } else if take("{") {
      guard let least = number() else { return nil }
      (minimum, maximum) = (least, least)
      if take(",") {
        maximum = nil
        if next != "}" {
          guard let most = number(), most >= least else { return nil }
          maximum = most
        }
      }
      guard take("}") else { return nil }
    } else {
      return atom
    }
    // Lazy quantifiers match the same texts when all of it has to match; possessive ones do not.
    _ = take("?")
    if let scalar = next, scalar == "+" || scalar == "*" || scalar == "?" || scalar == "{" { return nil }
    return .repetition(atom, minimum: minimum, maximum: maximum)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let scalar = next, ("0"..."9").contains(scalar) {
      place += 1
      value = (value ?? 0) * 10 + Int(scalar.value) - 0x30
      guard let value, value <= Self.largestCount else { return nil }
    }
    return value
  }

  private func literal(_ scalar: Unicode.Scalar) -> PatternNode? {
    set(ScalarSet(ranges: [scalar.value...scalar.value]))
  }

  private func set(_ set: ScalarSet) -> PatternNode? {
    var set = set
    guard !ignoresCase || set.ignoreCase() else { return nil }
    // Properties such as \p{Lu} would have to ignore case too.
    if ignoresCase,
      (set.properties + set.excludedProperties).contains(where: { $0 != .digit && $0 != .word && $0 != .space })
    {
      return nil
    }
    return .set(set)
  }

  private mutating func escaped() -> PatternNode? {
    switch next {
    case "A": place += 1; return .start
    case "z", "Z": place += 1; return .end
    default:
      var set = ScalarSet()
      guard takeEscape(into: &set) else { return nil }
      return self.set(set)
    }
  }

  /// Reads what follows a backslash and adds its scalars to `set`.
  private mutating func takeEscape(into set: inout ScalarSet) -> Bool {
    guard let scalar = next else { return false }
    place += 1
    switch scalar {
    case "d": set.properties.append(.digit)
    case "D": set.excludedProperties.append(.digit)
    case "w": set.properties.append(.word)
    case "W": set.excludedProperties.append(.word)
    case "s": set.properties.append(.space)
    case "S": set.excludedProperties.append(.space)
    case "p", "P":
      guard let property = category() else { return false }
      if scalar == "p" { set.properties.append(property) } else { set.excludedProperties.append(property) }
    default:
      guard let value = escapedScalar(scalar) else { return false }
      set.ranges.append(value...value)
    }
    return true
  }

  private mutating func category() -> ScalarSet.Property? {
    guard take("{") else { return nil }
    var name = ""
    while let scalar = next, scalar != "}" {
      name.unicodeScalars.append(scalar)
      place += 1
    }
    guard take("}") else { return nil }
    guard name.unicodeScalars.count <= 2, !name.isEmpty, !name.hasPrefix("C") else { return nil }
    return CategoryMask(name).map { .categories($0) }
  }

  private mutating func escapedScalar(_ scalar: Unicode.Scalar) -> UInt32? {
    switch scalar {
    case "n": return 0x0a
    case "t": return 0x09
    case "r": return 0x0d
    case "f": return 0x0c
    case "a": return 0x07
    case "e": return 0x1b
    case "x":
      if take("{") {
        guard let value = hexadecimal(1...6), take("}") else { return nil }
        return value
      }
      return hexadecimal(2...2)
    case "u": return hexadecimal(4...4)
    case "U": return hexadecimal(8...8)
    default:
      // Letters and digits have, or may get, a meaning of their own.
      let isPlain = scalar.value < 0x80 && !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
      return isPlain ? scalar.value : nil
    }
  }

  private mutating func hexadecimal(_ digits: ClosedRange<Int>) -> UInt32? {
    var value: UInt32 = 0
    var count = 0
    while count < digits.upperBound, let scalar = next, let digit = Character(scalar).hexDigitValue, scalar.value < 0x80
    {
      value = value << 4 | UInt32(digit)
      place += 1
      count += 1
    }
    return digits.contains(count) && value <= 0x10ffff ? value : nil
  }

  /// A class such as `[A-Za-z\d_-]`; nested classes and set operations are left to the general engine.
  private mutating func bracketed() -> PatternNode? {
    var set = ScalarSet()
    set.isNegated = take("^")
    var isFirst = true
    while let scalar = next, scalar != "]" || isFirst {
      isFirst = false
      guard scalar != "[", scalar != "]", !(scalar == "&" && follows("&")) else { return nil }
      place += 1
      var lower: UInt32?
      if scalar == "\\" {
        var escape = ScalarSet()
        guard takeEscape(into: &escape) else { return nil }
        lower = escape.ranges.first?.lowerBound
        if lower == nil {
          set.properties += escape.properties
          set.excludedProperties += escape.excludedProperties
        }
      } else {
        if scalar == "-", follows(nil), next == "-" { return nil }
        lower = scalar.value
      }
      guard let lower else { continue }
      guard let upper = rangeEnd(after: lower) else { return nil }
      set.ranges.append(lower...upper)
    }
    guard take("]"), !set.ranges.isEmpty || !set.properties.isEmpty || !set.excludedProperties.isEmpty else {
      return nil
    }
    return self.set(set)
  }

  /// Whether the scalar after the next one is `scalar`, or with `nil` whether there is one.
  private func follows(_ scalar: Unicode.Scalar?) -> Bool {
    guard place + 1 < scalars.count else { return false }
    return scalar == nil || scalars[place + 1] == scalar
  }

  /// The upper end of a range that starts with `lower`; `lower` itself when none follows, `nil` for a range that cannot be.
  private mutating func rangeEnd(after lower: UInt32) -> UInt32? {
    guard next == "-", place + 1 < scalars.count, scalars[place + 1] != "]" else { return lower }
    place += 1
    guard let scalar = next, scalar != "[", scalar != "-" else { return nil }
    place += 1
    var upper = scalar.value
    if scalar == "\\" {
      var escape = ScalarSet()
      guard takeEscape(into: &escape), let value = escape.ranges.first?.lowerBound else { return nil }
      upper = value
    }
    return upper >= lower ? upper : nil
  }
}

extension PatternNode {
  /// Whether `^` stands only where a match begins and `$` only where it ends; there they say nothing when all of a text has to match.
  fileprivate var hasAnchorsAtEndsOnly: Bool { isAnchoredProperly(mayStart: true, mayEnd: true) }

  private func isAnchoredProperly(mayStart: Bool, mayEnd: Bool) -> Bool {
    switch self {
    case .empty, .set: true
    case .start: mayStart
    case .end: mayEnd
    case .alternatives(let branches):
      branches.allSatisfy { $0.isAnchoredProperly(mayStart: mayStart, mayEnd: mayEnd) }
    case .sequence(let parts):
      parts.indices.allSatisfy { index in
        parts[index].isAnchoredProperly(
          mayStart: mayStart && parts[..<index].allSatisfy(\.isStart),
          mayEnd: mayEnd && parts[(index + 1)...].allSatisfy(\.isEnd)
        )
      }
    case .repetition(let node, _, _): node.isAnchoredProperly(mayStart: false, mayEnd: false)
    }
  }

  private var isStart: Bool { if case .start = self { true } else { false } }
  private var isEnd: Bool { if case .end = self { true } else { false } }
}

/// A regular expression as a tree, without what does not matter to whether the whole text matches.
indirect enum PatternSyntax {
  case empty
  /// One scalar of a set.
  case scalar(ScalarSet)
  case sequence([PatternSyntax])
  case alternatives([PatternSyntax])
  /// At least `minimum` and at most `maximum` times; `nil` for any number.
  case repetition(PatternSyntax, minimum: Int, maximum: Int?)

  /// Parses the part of ICU's syntax that an automaton can decide; `nil` for everything else, be it valid or not.
  ///
  /// Left to ICU: look-around, back references, flags other than `(?i)` at the beginning, possessive and atomic groups, word borders, nested sets, most properties.
  static func parse(_ pattern: String, ignoringCase: Bool) -> PatternSyntax? {
    var parser = PatternSyntaxParser(pattern, ignoringCase: ignoringCase)
    return parser.whole()
  }
}

private struct PatternSyntaxParser {
  private let scalars: [UnicodeScalar]
  private var position = 0
  private var ignoresCase: Bool
  private var depth = 0

  private static let mostRepetitions = 200
  private static let mostDepth = 50

  init(_ pattern: String, ignoringCase: Bool) {
    scalars = Array(pattern.unicodeScalars)
    ignoresCase = ignoringCase
  }

  mutating func whole() -> PatternSyntax? {
    let flag = "(?i)".unicodeScalars
    if scalars.starts(with: flag) {
      ignoresCase = true
      position = flag.count
    }
    guard let result = alternatives(), position == scalars.count else { return nil }
    return result
  }

  private var peek: UnicodeScalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func take(_ scalar: UnicodeScalar) -> Bool {
    guard peek == scalar else { return false }
    position += 1
    return true
  }

  private mutating func alternatives() -> PatternSyntax? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostDepth else { return nil }
    var parts: [PatternSyntax] = []
    repeat {
      guard let part = sequence() else { return nil }
      parts.append(part)
    } while take("|")
    return parts.count == 1 ? parts[0] : .alternatives(parts)
  }

  private mutating func sequence() -> PatternSyntax? {
    var parts: [PatternSyntax] = []
    // The whole text has to match, so anchors at the outer ends say nothing new.
    if depth == 1 { position += anchorLength(["^"], ["\\", "A"]) }
    while let next = peek, next != "|", next != ")" {
      if depth == 1, next == "$" || next == "\\" {
        let length = anchorLength(["$"], ["\\", "z"], ["\\", "Z"])
        if length > 0, position + length == scalars.count || scalars[position + length] == "|" {
          position += length
          break
        }
      }
      guard let item = item(), let repeated = repeated(item) else { return nil }
      parts.append(repeated)
    }
    return parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts)
  }

  /// How long the one of these anchors is that stands here; 0 if none does.
  private func anchorLength(_ anchors: [UnicodeScalar]...) -> Int {
    anchors.first { scalars[position...].starts(with: $0) }?.count ?? 0
  }

  private mutating func repeated(_ item: PatternSyntax) -> PatternSyntax? {
    let bounds: (minimum: Int, maximum: Int?)
    switch peek {
    case "*": bounds = (0, nil)
    case "+": bounds = (1, nil)
    case "?": bounds = (0, 1)
    case "{":
      guard let found = interval() else { return nil }
      bounds = found
    default: return item
    }
    position += 1
    // Reluctance changes what matches first, not whether the whole text matches.
    if peek == "?" { position += 1 }
    if let next = peek, "*+?{".unicodeScalars.contains(next) { return nil }
    return .repetition(item, minimum: bounds.minimum, maximum: bounds.maximum)
  }

  /// `{n}`, `{n,}` or `{n,m}`, up to the closing brace.
  private mutating func interval() -> (minimum: Int, maximum: Int?)? {
    position += 1
    guard let minimum = integer() else { return nil }
    var maximum: Int? = minimum
    if take(",") {
      maximum = nil
      if peek != "}" {
        guard let found = integer(), found >= minimum else { return nil }
        maximum = found
      }
    }
    guard peek == "}" else { return nil }
    return (minimum, maximum)
  }

  private mutating func integer() -> Int? {
    var value: Int?
    while let digit = peek, digit >= "0", digit <= "9" {
      value = (value ?? 0) * 10 + Int(digit.value - 0x30)
      if value ?? 0 > Self.mostRepetitions { return nil }
      position += 1
    }
    return value
  }

  private mutating func item() -> PatternSyntax? {
    guard let scalar = peek else { return nil }
    position += 1
    switch scalar {
    case "(":
      if take("?"), !take(":") { return nil }
      guard let inner = alternatives(), take(")") else { return nil }
      return inner
    case "[": return bracketed().map { .scalar($0) }
    case ".": return .scalar(ScalarSet.lineEnds.inverted)
    case "\\":
      guard let set = escaped() else { return nil }
      return cased(set).map { .scalar($0) }
    case "^", "$", "*", "+", "?", "{", "}", "]", ")", "|": return nil
    default: return cased(Self.single(scalar)).map { .scalar($0) }
    }
  }

  private static func single(_ scalar: UnicodeScalar) -> ScalarSet { ScalarSet([scalar.value...scalar.value]) }

  private func cased(_ set: ScalarSet) -> ScalarSet? {
    guard ignoresCase, !set.isKnownForASCIIOnly else { return set }
    return set.ignoringCase
  }

  /// What an escape stands for.
  private mutating func escaped() -> ScalarSet? {
    guard let scalar = peek else { return nil }
    position += 1
    switch scalar {
    case "d": return .digits
    case "D": return ScalarSet.digits.inverted
    case "w": return .wordCharacters
    case "W": return ScalarSet.wordCharacters.inverted
    case "s": return .whiteSpace
    case "S": return ScalarSet.whiteSpace.inverted
    case "t": return Self.single("\t")
    case "n": return Self.single("\n")
    case "r": return Self.single("\r")
    case "p": return ignoresCase ? nil : property()
    default:
      let isPunctuation = scalar.isASCII && scalar.value > 0x20 && !ScalarSet.wordCharacters.contains(scalar.value)
      return isPunctuation || scalar == "_" || scalar == " " ? Self.single(scalar) : nil
    }
  }

  /// `{L}` and the like after `\p`.
  private mutating func property() -> ScalarSet? {
    let sets: [String: ScalarSet] = [
      "L": .letters, "Lu": .capitals, "Ll": .smallLetters, "N": .digits, "Nd": .digits, "Alphabetic": .letters,
    ]
    guard take("{"), let end = scalars[position...].firstIndex(of: "}") else { return nil }
    var name = String.UnicodeScalarView()
    name.append(contentsOf: scalars[position..<end])
    position = end + 1
    return sets[String(name)]
  }

  /// A set in brackets, from after the opening one on.
  private mutating func bracketed() -> ScalarSet? {
    let isNegated = take("^")
    if isNegated && ignoresCase { return nil }
    var set = ScalarSet()
    var isFirst = true
    while let scalar = peek, scalar != "]" {
      guard let member = member(isFirst: isFirst) else { return nil }
      isFirst = false
      set = set.union(member)
    }
    guard !isFirst, take("]") else { return nil }
    return isNegated ? set.inverted : set
  }

  /// A scalar, a range or an escape in brackets.
  private mutating func member(isFirst: Bool) -> ScalarSet? {
    guard let first = memberScalar(isFirst: isFirst) else { return nil }
    guard peek == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else { return cased(first) }
    position += 1
    guard let last = memberScalar(isFirst: false), let low = first.singleScalar, let high = last.singleScalar,
      low <= high
    else {
      return nil
    }
    return cased(ScalarSet([low...high]))
  }

  private mutating func memberScalar(isFirst: Bool) -> ScalarSet? {
    guard let scalar = peek else { return nil }
    position += 1
    switch scalar {
    case "\\": return escaped()
    case "-": return isFirst || peek == "]" ? Self.single(scalar) : nil
    // Nested sets, set operations and what might become one.
    case "[", "&", "{", "}", ":": return nil
    default: return Self.single(scalar)
    }
  }
}

extension ScalarSet {
  /// The only scalar of the set.
  fileprivate var singleScalar: UInt32? {
    guard ranges.count == 1, ranges[0].count == 1, !isKnownForASCIIOnly else { return nil }
    return ranges[0].lowerBound
  }
}

/// One letter, or one run of digits, of a string that is being compared as file managers do.
struct CollationElement {
  /// What comes first among different kinds of characters.
  enum Kind: Int {
    case space
    case punctuation
    case symbol
    case number
    case letter
  }

  var kind: Kind
  /// The base letter in lower case.
  var base: Unicode.Scalar
  var accents: [Unicode.Scalar] = []
  var isUppercase = false
  /// The digits of a number without leading zeros; empty for other kinds.
  var digits: [UInt8] = []

  /// Splits a string into letters with their accents and numbers.
  static func elements(of text: String) -> [CollationElement] {
    var elements: [CollationElement] = []
    elements.reserveCapacity(text.utf8.count)
    for scalar in decomposed(text) {
      if let digit = scalar.digitValue {
        if let last = elements.last, last.kind == .number {
          if last.digits == [0] { elements[elements.count - 1].digits.removeLast() }
          elements[elements.count - 1].digits.append(digit)
        } else {
          elements.append(CollationElement(kind: .number, base: "0", digits: [digit]))
        }
        continue
      }
      let properties = scalar.properties
      if properties.canonicalCombiningClass != .notReordered, !elements.isEmpty {
        elements[elements.count - 1].accents.append(scalar)
        continue
      }
      elements.append(CollationElement(scalar))
    }
    return elements
  }

  /// The scalars of the string with composed letters taken apart into base and accents.
  private static func decomposed(_ text: String) -> [Unicode.Scalar] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return Array(text.unicodeScalars) }
    return text.flatMap { character in decompositions[character] ?? Array(character.unicodeScalars) }
  }

  /// The accented Latin letters, taken apart. `Character` compares by canonical equivalence, so a composed letter finds the sequence of
  /// base and accents that it was entered under.
  private static let decompositions: [Character: [Unicode.Scalar]] = {
    var table: [Character: [Unicode.Scalar]] = [:]
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".unicodeScalars
    let accents = (0x300...0x328).compactMap(Unicode.Scalar.init)
    for letter in letters {
      for accent in accents {
        var sequence = String.UnicodeScalarView([letter, accent])
        table[Character(String(sequence))] = [letter, accent]
        // Vietnamese puts a tone on a letter that has an accent of its own.
        for tone in [0x300, 0x301, 0x303, 0x309, 0x323].compactMap(Unicode.Scalar.init)
        where [0x302, 0x306, 0x31B].contains(accent.value) {
          sequence = String.UnicodeScalarView([letter, accent, tone])
          table[Character(String(sequence))] = [letter, accent, tone]
        }
      }
    }
    return table
  }()

  private init(_ scalar: Unicode.Scalar) {
    let properties = scalar.properties
    kind =
      switch properties.generalCategory {
      case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control: .space
      case .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
        .connectorPunctuation, .otherPunctuation:
        .punctuation
      case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: .symbol
      default: .letter
      }
    isUppercase = properties.isUppercase
    let lower = properties.lowercaseMapping.unicodeScalars
    base = lower.count == 1 ? lower[lower.startIndex] : scalar
  }

  private init(kind: Kind, base: Unicode.Scalar, digits: [UInt8]) {
    self.kind = kind
    self.base = base
    self.digits = digits
  }

  /// How two elements compare without regard to case and accents.
  func primaryOrder(_ other: CollationElement) -> ValueOrder {
    guard kind == other.kind else { return ValueOrder(kind.rawValue, other.kind.rawValue) }
    if kind == .number {
      let length = ValueOrder(digits.count, other.digits.count)
      if length != .equal { return length }
      return digits == other.digits ? .equal : digits.lexicographicallyPrecedes(other.digits) ? .less : .greater
    }
    return ValueOrder(base.value, other.base.value)
  }
}

extension Unicode.Scalar {
  fileprivate var digitValue: UInt8? {
    value >= 0x30 && value <= 0x39 ? UInt8(value - 0x30) : nil
  }
}

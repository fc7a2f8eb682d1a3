/// A set of Unicode scalars, as one place of a pattern may match them.
struct ScalarSet: Hashable, Sendable {
  /// A property of scalars that is looked up rather than listed.
  enum Property: Hashable, Sendable {
    /// `\d`: decimal digits of every script.
    case digit
    /// `\w`: letters, marks, decimal digits, connecting punctuation and the two joiners.
    case word
    /// `\s`: white space.
    case space
    /// `\p{…}`: a general category, by its one or two letters.
    case category(String)
  }

  var ranges: [ClosedRange<UInt32>] = []
  var properties: [Property] = []
  var excludedProperties: [Property] = []
  var isNegated = false

  /// The scalars that end a line for `.`.
  static let lineTerminators: [ClosedRange<UInt32>] = [0x0a...0x0d, 0x85...0x85, 0x2028...0x2029]

  func contains(_ scalar: Unicode.Scalar) -> Bool { isMember(scalar) != isNegated }

  private func isMember(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) }
      || properties.contains { Self.has(scalar, $0) }
      || excludedProperties.contains { !Self.has(scalar, $0) }
  }

  private static func has(_ scalar: Unicode.Scalar, _ property: Property) -> Bool {
    switch property {
    case .digit: return scalar.properties.generalCategory == .decimalNumber
    case .space:
      if scalar.value <= 0x20 {
        return (0x09...0x0a).contains(scalar.value) || (0x0c...0x0d).contains(scalar.value) || scalar.value == 0x20
      }
      return category(of: scalar).hasPrefix("Z")
    case .word:
      let category = category(of: scalar)
      return scalar.properties.isAlphabetic || category.hasPrefix("M") || category == "Nd" || category == "Pc"
        || scalar.value == 0x200c || scalar.value == 0x200d
    case .category(let name): return category(of: scalar).hasPrefix(name)
    }
  }

  /// The two letters of a scalar's general category.
  private static func category(of scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .format: "Cf"
    case .surrogate: "Cs"
    case .privateUse: "Co"
    case .unassigned: "Cn"
    @unknown default: "Cn"
    }
  }

  /// Adds the other case of every ASCII letter, with the two letters outside ASCII that fold to one.
  ///
  /// - Returns: `false` when the set lists scalars outside ASCII, whose folding is left to the general engine.
  mutating func ignoreCase() -> Bool {
    guard ranges.allSatisfy({ $0.upperBound < 0x80 }) else { return false }
    for range in ranges {
      for value in range {
        switch value {
        case 0x41...0x5a: ranges.append(value + 0x20...value + 0x20)
        case 0x61...0x7a: ranges.append(value - 0x20...value - 0x20)
        default: continue
        }
        if value | 0x20 == 0x6b { ranges.append(0x212a...0x212a) }
        if value | 0x20 == 0x73 { ranges.append(0x17f...0x17f) }
      }
    }
    return true
  }
}

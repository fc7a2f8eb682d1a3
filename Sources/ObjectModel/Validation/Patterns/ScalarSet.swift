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
    /// `\p{…}`: general categories.
    case categories(CategoryMask)
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
    case .digit: return CategoryMask.decimalNumbers.contains(scalar)
    case .space:
      if scalar.value < 0x80 { return scalar.value == 0x20 || [0x09, 0x0a, 0x0c, 0x0d].contains(scalar.value) }
      return CategoryMask.separators.contains(scalar)
    case .word:
      return scalar.properties.isAlphabetic || CategoryMask.wordParts.contains(scalar)
        || scalar.value == 0x200c || scalar.value == 0x200d
    case .categories(let mask): return mask.contains(scalar)
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

/// A set of Unicode general categories.
struct CategoryMask: Hashable, Sendable {
  private let bits: UInt32

  /// The categories whose names begin with one of `prefixes`; `nil` if there are none.
  init?(_ prefixes: String...) {
    var bits: UInt32 = 0
    for (index, name) in Self.names.enumerated() where prefixes.contains(where: { name.hasPrefix($0) }) {
      bits |= 1 << UInt32(index)
    }
    guard bits != 0 else { return nil }
    self.bits = bits
  }

  private init(bits: UInt32) { self.bits = bits }

  private static func mask(_ indices: Int...) -> CategoryMask {
    CategoryMask(bits: indices.reduce(0) { $0 | 1 << UInt32($1) })
  }

  /// `Nd`, `Z` and what words have besides letters: marks, decimal digits and connecting punctuation.
  static let decimalNumbers = mask(8)
  static let separators = mask(22, 23, 24)
  static let wordParts = mask(5, 6, 7, 8, 11)

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    bits & 1 << UInt32(Self.index(of: scalar.properties.generalCategory)) != 0
  }

  private static let names = [
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm",
    "Sc",
    "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn",
  ]

  private static func index(of category: Unicode.GeneralCategory) -> Int {
    switch category {
    case .uppercaseLetter: 0
    case .lowercaseLetter: 1
    case .titlecaseLetter: 2
    case .modifierLetter: 3
    case .otherLetter: 4
    case .nonspacingMark: 5
    case .spacingMark: 6
    case .enclosingMark: 7
    case .decimalNumber: 8
    case .letterNumber: 9
    case .otherNumber: 10
    case .connectorPunctuation: 11
    case .dashPunctuation: 12
    case .openPunctuation: 13
    case .closePunctuation: 14
    case .initialPunctuation: 15
    case .finalPunctuation: 16
    case .otherPunctuation: 17
    case .mathSymbol: 18
    case .currencySymbol: 19
    case .modifierSymbol: 20
    case .otherSymbol: 21
    case .spaceSeparator: 22
    case .lineSeparator: 23
    case .paragraphSeparator: 24
    case .control: 25
    case .format: 26
    case .surrogate: 27
    case .privateUse: 28
    case .unassigned: 29
    @unknown default: 29
    }
  }
}

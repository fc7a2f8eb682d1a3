import Foundation
internal import TextInput

/// How well an encoding of one byte a character explains the bytes beyond ASCII of a text, as words of one language.
///
/// A naive Bayes guess: each byte speaks with the frequency of its letter in the language, and with how it stands among its neighbours. The
/// sum is in bits, against bytes that mean nothing.
struct SingleByteGuess {
  var encoding: String
  var language: String
  /// What all bytes beyond ASCII that were looked at say for it, in bits.
  var evidence: Double
  /// How many of them there are.
  var count: Int
  /// The evidence, less what a seldom encoding needs.
  var bits: Double { evidence - Alphabet.rarity(of: encoding) }

  /// So many bytes beyond ASCII are looked at.
  private static let mostBytes = 4_000
  /// Fewer different bytes are no words of a script of its own: two bytes FF are not Cyrillic.
  private static let fewestBytes = 3
  /// Signs that people write in texts of any language.
  private static let usualSigns = Set("“”‘’„–—…«»°€£\u{A0}№®©™§²³½¼¾×´".unicodeScalars)
  private static let apostrophes: Set<Unicode.Scalar> = ["’", "´"]
  private static let fractions: Set<Unicode.Scalar> = ["½", "¼", "¾"]

  /// The best guess for each encoding, the best first.
  static func all(_ sample: [UInt8]) -> [SingleByteGuess] {
    var best: [String: SingleByteGuess] = [:]
    let isOfFewBytes = Set(sample.lazy.filter { $0 >= 0x80 }).count < fewestBytes
    for alphabet in Alphabet.all where alphabet.isLatin || !isOfFewBytes {
      let weights = alphabet.bits
      for encoding in alphabet.encodings {
        guard let table = CharacterTable.all[encoding] else { continue }
        let (bits, count) = evidence(sample, table, weights, isLatin: alphabet.isLatin)
        let guess = SingleByteGuess(encoding: encoding, language: alphabet.language, evidence: bits, count: count)
        if guess.bits > best[encoding]?.bits ?? -.infinity { best[encoding] = guess }
      }
    }
    return best.values.sorted { ($0.bits, $1.encoding) > ($1.bits, $0.encoding) }
  }

  /// What the bytes of the sample say for an encoding and a language.
  private static func evidence(
    _ sample: [UInt8],
    _ table: CharacterTable,
    _ weights: [Unicode.Scalar: Double],
    isLatin: Bool
  ) -> (bits: Double, count: Int) {
    var sum = 0.0
    var count = 0
    for index in sample.indices where sample[index] >= 0x80 {
      let before = index > 0 ? table.classes[Int(sample[index - 1])] : .other
      let earlier = index > 1 ? table.classes[Int(sample[index - 2])] : .other
      let after = index + 1 < sample.count ? table.classes[Int(sample[index + 1])] : .other
      let character = table.classes[Int(sample[index])]
      guard let scalar = table.scalars[Int(sample[index])], character != .control else {
        sum -= 10
        count += 1
        continue
      }
      count += 1
      if character == .other {
        sum += signBits(scalar, sample, index, before: before, after: after)
      } else {
        sum += weights[scalar] ?? weights[table.small[Int(sample[index])] ?? scalar] ?? -3
        sum += caseBits(character, earlier: earlier, before: before, after: after)
        sum +=
          isLatin
          ? latinBits(sample, index, before: before, after: after)
          : otherScriptBits(sample, index, before: before, after: after)
      }
      if count == mostBytes { break }
    }
    return (sum, count)
  }

  /// Signs stand between words and beside numbers, seldom in words; the parts of frames never stand at letters.
  private static func signBits(
    _ sign: Unicode.Scalar,
    _ sample: [UInt8],
    _ index: Int,
    before: CharacterTable.Class,
    after: CharacterTable.Class
  ) -> Double {
    var sum = usualSigns.contains(sign) ? 0.0 : -4
    if before.isLetter && after.isLetter { sum += apostrophes.contains(sign) ? 2 : -6 }
    if (0x2500...0x259F).contains(sign.value) && (before.isLetter || after.isLetter) { sum -= 6 }
    if sign == "€" && (isDigit(sample, index, at: -1) || isDigit(sample, index, at: 1)) { sum += 3 }
    if fractions.contains(sign) && !before.isLetter {
      sum += !after.isLetter || isDigit(sample, index, at: -1) ? 3 : 1.5
    }
    return sum
  }

  /// Whether a digit stands beside a sign, perhaps behind a space.
  private static func isDigit(_ sample: [UInt8], _ index: Int, at step: Int) -> Bool {
    var place = index + step
    if sample.indices.contains(place), sample[place] == 0x20 { place += step }
    return sample.indices.contains(place) && (0x30...0x39).contains(sample[place])
  }

  /// Capitals begin words or stand among capitals.
  private static func caseBits(
    _ character: CharacterTable.Class,
    earlier: CharacterTable.Class,
    before: CharacterTable.Class,
    after: CharacterTable.Class
  ) -> Double {
    switch (character, before) {
    case (.capital, .small): -10
    case (.capital, .capital), (.capital, _): -2
    case (.small, .capital) where earlier == .capital || after == .capital: -4
    default: 0
    }
  }

  /// Letters beyond ASCII stand between ASCII letters, seldom beside each other or alone.
  private static func latinBits(
    _ sample: [UInt8],
    _ index: Int,
    before: CharacterTable.Class,
    after: CharacterTable.Class
  ) -> Double {
    if !before.isLetter && !after.isLetter {
      return index + 1 < sample.count && (0x30...0x39).contains(sample[index + 1]) ? -5 : -2
    }
    guard before.isLetter, sample[index - 1] >= 0x80 else { return 0 }
    return index > 1 && sample[index - 2] >= 0x80 ? -6 : -3
  }

  /// Words of other scripts have no ASCII letters.
  private static func otherScriptBits(
    _ sample: [UInt8],
    _ index: Int,
    before: CharacterTable.Class,
    after: CharacterTable.Class
  ) -> Double {
    if !before.isLetter && !after.isLetter { return -2 }
    let isMixed = before.isLetter && sample[index - 1] < 0x80 || after.isLetter && sample[index + 1] < 0x80
    return isMixed ? -6 : 0
  }
}

extension Alphabet {
  /// What each letter says for the language, in bits against one of 128 bytes that are equally frequent.
  ///
  /// The frequencies are Zipf's: a letter is about as frequent as its rank is low.
  fileprivate var bits: [Unicode.Scalar: Double] {
    let shares = letters.indices.map { 1 / (Double($0) + 2) }
    let whole = shares.reduce(0, +)
    return Dictionary(
      zip(letters, shares.map { log2(0.9 * $0 / whole * 128) }),
      uniquingKeysWith: { first, _ in first }
    )
  }
}

/// The characters of an encoding of one byte a character.
private struct CharacterTable {
  enum Class {
    case small, capital, other, control
    /// Whether it is a letter, small, capital, or of a script that knows no difference.
    var isLetter: Bool { self == .small || self == .capital }
  }

  /// The tables of the alphabets' encodings, as far as the system has them.
  static let all: [String: CharacterTable] = {
    var tables: [String: CharacterTable] = [:]
    for encoding in Set(Alphabet.all.flatMap(\.encodings)) { tables[encoding] = CharacterTable(encoding) }
    return tables
  }()

  private(set) var scalars: [Unicode.Scalar?] = []
  private(set) var classes: [Class] = []
  /// The small letters of capitals.
  private(set) var small: [Unicode.Scalar?] = []

  /// `nil` if the system has no such encoding.
  init?(_ encoding: String) {
    guard let handle = UnicodeConverter(from: encoding) else { return nil }
    for byte in UInt8.min...UInt8.max {
      let text =
        byte < 0x80 ? [byte] : withUnsafeBytes(of: byte) { handle.character($0.assumingMemoryBound(to: UInt8.self)) }
      let scalar = text.flatMap { String(decoding: $0, as: UTF8.self).unicodeScalars.first }
      scalars.append(scalar)
      guard let scalar else {
        classes.append(.control)
        small.append(nil)
        continue
      }
      let properties = scalar.properties
      switch properties.generalCategory {
      case .uppercaseLetter, .titlecaseLetter: classes.append(.capital)
      case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: classes.append(.small)
      case .control, .unassigned, .privateUse, .surrogate: classes.append(byte < 0x80 ? .other : .control)
      default: classes.append(.other)
      }
      small.append(properties.lowercaseMapping.unicodeScalars.first)
    }
  }
}

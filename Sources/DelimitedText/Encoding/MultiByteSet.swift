internal import TextInput

/// A character set of several bytes a character, and where in it the characters of a language stand.
struct MultiByteSet {
  /// The name that `iconv` knows.
  let encoding: String
  let language: String
  private let frequentCharacters: Set<Character>
  /// How many bytes a character has that begins with a byte beyond ASCII; 0 if none can.
  private let lengthOf: @Sendable (_ lead: UInt8, _ trail: UInt8) -> Int
  /// What a character that is not among the frequent ones says, in bits.
  private let otherBits: @Sendable (_ lead: UInt8, _ trail: UInt8) -> Double

  /// The sets that are tried.
  static let all: [MultiByteSet] = [
    MultiByteSet(
      encoding: "CP932",
      language: "Japanese",
      frequentCharacters: FrequentCharacters.japanese,
      lengthOf: { lead, trail in
        if (0xA1...0xDF).contains(lead) { return 1 }
        guard (0x81...0x9F).contains(lead) || (0xE0...0xFC).contains(lead) else { return 0 }
        return (0x40...0xFC).contains(trail) && trail != 0x7F ? 2 : 0
      },
      otherBits: { lead, trail in
        switch lead {
        case 0x81: Self.isPunctuation(trail, from: 0x40) || trail == 0x5B ? punctuation : -4
        case 0x82, 0x83: kana
        case 0x88...0x97: -0.3
        case 0xA1...0xDF: -3  // half-width kana
        default: -5
        }
      }
    ),
    MultiByteSet(
      encoding: "EUC-JP",
      language: "Japanese",
      frequentCharacters: FrequentCharacters.japanese,
      lengthOf: { lead, trail in
        switch lead {
        case 0x8E: (0xA1...0xDF).contains(trail) ? 2 : 0
        case 0x8F: trail >= 0xA1 ? 3 : 0
        case 0xA1...0xFE: (0xA1...0xFE).contains(trail) ? 2 : 0
        default: 0
        }
      },
      otherBits: { lead, trail in
        switch lead {
        case 0xA1: Self.isPunctuation(trail, from: 0xA1) || trail == 0xBC ? punctuation : -4
        case 0xA4, 0xA5: kana
        case 0xB0...0xCF: -0.3
        default: -5
        }
      }
    ),
    MultiByteSet(
      encoding: "GB18030",
      language: "simplified Chinese",
      frequentCharacters: FrequentCharacters.simplifiedChinese,
      lengthOf: { lead, trail in
        guard (0x81...0xFE).contains(lead) else { return 0 }
        if (0x30...0x39).contains(trail) { return 4 }
        return (0x40...0xFE).contains(trail) && trail != 0x7F ? 2 : 0
      },
      otherBits: { lead, trail in
        guard trail >= 0xA1 else { return -8 }
        return switch lead {
        case 0xA1, 0xA3: Self.isPunctuation(trail, from: 0xA1) ? punctuation : -3
        case 0xB0...0xD7: 0.25
        case 0xD8...0xF7: -2.6
        default: -8
        }
      }
    ),
    MultiByteSet(
      encoding: "BIG5",
      language: "traditional Chinese",
      frequentCharacters: FrequentCharacters.traditionalChinese,
      lengthOf: { lead, trail in
        guard (0xA1...0xF9).contains(lead) else { return 0 }
        return (0x40...0x7E).contains(trail) || (0xA1...0xFE).contains(trail) ? 2 : 0
      },
      otherBits: { lead, trail in
        switch lead {
        case 0xA1: Self.isPunctuation(trail, from: 0x40) ? punctuation : -3
        case 0xA4...0xC6: 0
        default: -4
        }
      }
    ),
    MultiByteSet(
      encoding: "CP949",
      language: "Korean",
      frequentCharacters: FrequentCharacters.korean,
      lengthOf: { lead, trail in
        guard (0x81...0xFD).contains(lead) else { return 0 }
        let isLetter = (0x41...0x5A).contains(trail) || (0x61...0x7A).contains(trail)
        return isLetter || (0x81...0xFE).contains(trail) ? 2 : 0
      },
      otherBits: { lead, trail in
        guard lead >= 0xA1, trail >= 0xA1 else { return -6 }
        return switch lead {
        case 0xA1: -2
        case 0xB0...0xC8: 0.6
        default: -5
        }
      }
    ),
  ]

  private static let punctuation = 3.0
  private static let kana = 5.0

  /// Whether a byte is among the first of a row of signs, where commas, full stops and brackets stand.
  private static func isPunctuation(_ trail: UInt8, from first: UInt8) -> Bool {
    (first..<first + 0x1F).contains(trail)
  }

  /// How many bytes the character has that begins `bytes`; 0 if none does.
  func length(_ bytes: ArraySlice<UInt8>) -> Int {
    guard let lead = bytes.first else { return 0 }
    guard let trail = bytes.dropFirst().first else { return lengthOf(lead, 0xA1) == 1 ? 1 : 2 }
    return lengthOf(lead, trail)
  }

  /// What a character says for this set.
  func weight(of bytes: ArraySlice<UInt8>, _ handle: UnicodeConverter) -> (bits: Double, isFrequent: Bool) {
    let text = bytes.withUnsafeBufferPointer { handle.character($0) }
    guard let character = text.flatMap({ String(decoding: $0, as: UTF8.self).first }) else { return (-10, false) }
    if frequentCharacters.contains(character) { return (5, true) }
    return (bytes.count > 2 ? -6 : otherBits(bytes[bytes.startIndex], bytes[bytes.endIndex - 1]), false)
  }
}

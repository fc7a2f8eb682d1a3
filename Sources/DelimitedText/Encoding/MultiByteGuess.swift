internal import TextInput

/// How well an encoding of several bytes a character explains the bytes beyond ASCII of a text.
///
/// As for single bytes, each character speaks with how frequent it is in the language, in bits against bytes that mean nothing, so that the
/// two kinds of guesses can be compared.
struct MultiByteGuess {
  var encoding: String
  var language: String
  /// What all characters that were looked at say for it, in bits.
  private(set) var bits = 0.0
  /// How many characters of several bytes there are.
  private(set) var count = 0
  /// How many of them are frequent ones.
  private(set) var frequent = 0
  /// How many bytes begin no character.
  private var broken = 0

  /// So many characters are looked at.
  private static let mostCharacters = 2_000

  /// Whether there are some characters, and hardly anything else beyond ASCII.
  var isClean: Bool { (count >= 3 || count == 2 && frequent == 2) && broken * 20 <= count }

  /// A guess for each encoding, the best first.
  static func all(_ sample: [UInt8]) -> [MultiByteGuess] {
    MultiByteSet.all.compactMap { MultiByteGuess(sample, $0) }.sorted { $0.bits > $1.bits }
  }

  /// `nil` if the system has no such encoding.
  private init?(_ sample: [UInt8], _ set: MultiByteSet) {
    guard let handle = UnicodeConverter(from: set.encoding) else { return nil }
    (encoding, language) = (set.encoding, set.language)
    var known: [ArraySlice<UInt8>: (bits: Double, isFrequent: Bool)] = [:]
    var index = 0
    while index < sample.count, count < Self.mostCharacters {
      guard sample[index] >= 0x80 else {
        index += 1
        continue
      }
      let length = set.length(sample[index...])
      // What the sample's end cuts says nothing.
      if index + length > sample.count { break }
      guard length > 0 else {
        broken += 1
        bits -= 10
        index += 1
        continue
      }
      let bytes = sample[index..<index + length]
      let character = known[bytes] ?? set.weight(of: bytes, handle)
      known[bytes] = character
      if length > 1 { count += 1 }
      if character.isFrequent { frequent += 1 }
      bits += character.bits
      index += length
    }
  }
}

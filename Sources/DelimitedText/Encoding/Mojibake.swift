internal import TextInput

/// Text that was UTF-8, was read as Windows-1252 or Mac Roman and written as UTF-8 again, perhaps more than once: “é” has become “Ã©” or “√©”.
package enum Mojibake {
  /// The text as it was, or `nil` if nothing in it looks decoded twice. What was decoded wrongly several times is repaired as often.
  ///
  /// - Complexity: O(*n*); allocates only when two characters in a row make it look closer.
  package static func repair(_ text: String) -> String? {
    var text = text
    guard text.withUTF8({ mayBeDecodedTwice($0) }) else { return nil }
    var repaired: String?
    for _ in 0..<4 {
      guard let next = repairWindows1252(repaired ?? text) ?? repairMacRoman(repaired ?? text) else { break }
      repaired = next
    }
    return repaired
  }

  /// The text as it was before it was read as Windows-1252; `nil` if nothing in it looks so.
  ///
  /// Only sequences that hardly occur in honest text are repaired: “Ã©” in a word is, “MANHÃ” before a closing quote is not.
  ///
  private static func repairWindows1252(_ text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    let bytes = scalars.map(windows1252Byte)
    var repaired = String.UnicodeScalarView()
    var found = false
    var index = 0
    while index < scalars.count {
      guard let run = Run(scalars, bytes, from: index) else {
        repaired.append(scalars[index])
        index += 1
        continue
      }
      if run.isMojibake(scalars) {
        repaired.append(contentsOf: run.decoded)
        found = true
      } else {
        repaired.append(contentsOf: scalars[run.range])
      }
      index = run.range.upperBound
    }
    return found ? String(repaired) : nil
  }

  /// Whether there may be something to say about a text of these bytes of UTF-8; `false` is certain.
  ///
  /// - Complexity: O(*n*), without allocation.
  package static func mayStand(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    mayBeDecodedTwice(bytes) || holdsReplacement(bytes)
  }

  /// Whether there is something to say about a text: that it was decoded twice, or that something was lost.
  package static func isSuspicious(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { holdsReplacement($0) } || repair(text) != nil
  }

  /// Whether the text holds U+FFFD, which programs write for what they cannot decode.
  ///
  /// - Complexity: O(*n*), without allocation.
  package static func holdsReplacement(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count >= 3 else { return false }
    for index in 0..<bytes.count - 2
    where bytes[index] == 0xEF && bytes[index + 1] == 0xBF && bytes[index + 2] == 0xBD {
      return true
    }
    return false
  }

  /// Whether a character from “Â” to “ô” is followed by another beyond ASCII, or one of those that Mac Roman makes of such.
  private static func mayBeDecodedTwice(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count >= 4 else { return false }
    for index in 0..<bytes.count - 3
    where bytes[index] == 0xC3 && bytes[index + 2] >= 0xC2 && (0x82...0xB4).contains(bytes[index + 1]) {
      return true
    }
    return mayHoldMacRoman(bytes)
  }

  /// The byte that Windows-1252 has for a character beyond ASCII.
  private static func windows1252Byte(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    case 0x80...0xFF: UInt8(scalar.value)
    case 0x100...0xFFFF: upperHalf[UInt16(scalar.value)]
    default: nil
    }
  }

  /// What stands at 0x80 to 0x9F: <https://encoding.spec.whatwg.org/index-windows-1252.txt>.
  private static let upperHalf: [UInt16: UInt8] = [
    0x20AC: 0x80, 0x201A: 0x82, 0x0192: 0x83, 0x201E: 0x84, 0x2026: 0x85, 0x2020: 0x86, 0x2021: 0x87, 0x02C6: 0x88,
    0x2030: 0x89, 0x0160: 0x8A, 0x2039: 0x8B, 0x0152: 0x8C, 0x017D: 0x8E, 0x2018: 0x91, 0x2019: 0x92, 0x201C: 0x93,
    0x201D: 0x94, 0x2022: 0x95, 0x2013: 0x96, 0x2014: 0x97, 0x02DC: 0x98, 0x2122: 0x99, 0x0161: 0x9A, 0x203A: 0x9B,
    0x0153: 0x9C, 0x017E: 0x9E, 0x0178: 0x9F,
  ]

  /// Characters in a row whose bytes are UTF-8 sequences.
  private struct Run {
    private(set) var range: Range<Int>
    private(set) var decoded: [Unicode.Scalar] = []
    private let leads: [UInt8]
    private let second: UInt8

    /// `nil` if no sequence starts at `start`.
    init?(_ scalars: [Unicode.Scalar], _ bytes: [UInt8?], from start: Int) {
      var offset = start
      var leads: [UInt8] = []
      while offset < bytes.count, let lead = bytes[offset], lead >= 0xC2, scalars[offset].value <= 0xFF {
        var sequence: [UInt8] = []
        while sequence.count < 4, offset + sequence.count < bytes.count, let byte = bytes[offset + sequence.count] {
          sequence.append(byte)
        }
        let length = sequence.withUnsafeBufferPointer { buffer in
          buffer.baseAddress.map { UTF8Check.sequenceLength($0, at: 0, end: buffer.count) } ?? -1
        }
        guard length > 1 else { break }
        decoded.append(contentsOf: String(decoding: sequence[..<length], as: UTF8.self).unicodeScalars)
        leads.append(lead)
        offset += length
      }
      guard !leads.isEmpty, let second = bytes[start + 1] else { return nil }
      self.leads = leads
      self.second = second
      range = start..<offset
    }

    func isMojibake(_ scalars: [Unicode.Scalar]) -> Bool {
      // C1 control characters are nothing that anyone writes.
      if scalars[range].contains(where: { (0x80...0x9F).contains($0.value) }) { return true }
      if leads.count > 1 { return true }
      let before = range.lowerBound > 0 ? scalars[range.lowerBound - 1] : nil
      let after = range.upperBound < scalars.count ? scalars[range.upperBound] : nil
      let standsInWord = before?.properties.isLowercase == true || after?.properties.isAlphabetic == true
      switch leads[0] {
      case 0xC2:
        // “Â” before a sign; before a quotation mark or dash it may be the end of a word in capitals.
        return standsInWord || before?.properties.isAlphabetic != true
      case 0xC3, 0xC4, 0xC5:
        return standsInWord || (before?.properties.isAlphabetic != true && after?.properties.isAlphabetic != true)
      case 0xC6...0xD4:
        return standsInWord
      case 0xE2:
        // “â€” begins the quotation marks and dashes.
        return second == 0x80 || second == 0x82 || second == 0x84 || second == 0x86 || second == 0x9C
      case 0xF0:
        return second == 0x9F
      default:
        return false
      }
    }
  }
}

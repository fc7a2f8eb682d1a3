internal import Foundation

/// Texts as people compare names: without case, accents, width, spaces and punctuation.
enum FoldedText {
  /// The letters and digits of a text, folded.
  ///
  /// - Complexity: O(*n*); texts in ASCII take a short way.
  static func fold(_ text: String) -> String {
    var folded: [UInt8] = []
    var isASCII = true
    text.withContiguousBytes { bytes in
      folded.reserveCapacity(bytes.count)
      for byte in bytes {
        if byte >= 0x80 {
          isASCII = false
          return
        }
        if byte &- 65 < 26 { folded.append(byte | 0x20) } else if byte.isASCIILetterOrDigit { folded.append(byte) }
      }
    }
    if isASCII { return String(decoding: folded, as: UTF8.self) }
    let plain = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    var view = String.UnicodeScalarView()
    for scalar in plain.unicodeScalars
    where scalar.properties.isAlphabetic || scalar.properties.numericType != nil { view.append(scalar) }
    return String(view)
  }
}

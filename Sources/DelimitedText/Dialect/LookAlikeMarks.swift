/// Marks that people and programs write instead of those of a dialect.
enum LookAlikeMarks {
  private static let quotes: Set<Unicode.Scalar> = ["“", "”", "„", "‟", "«", "»", "＂", "″"]
  private static let delimiters: [Unicode.Scalar: UInt8] = [
    "，": 0x2C, "、": 0x2C, "،": 0x2C, "；": 0x3B, "\u{37E}": 0x3B, "｜": 0x7C, "￨": 0x7C, "∣": 0x7C, "│": 0x7C,
  ]

  /// The record with plain marks in place of those that look like them; `nil` if there are none.
  ///
  /// Quotes count where a field begins or ends only: within texts they are what they should be.
  static func replaced(_ text: String, delimiter: [UInt8]) -> String? {
    guard delimiter.count == 1, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let plain = Unicode.Scalar(delimiter[0])
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var hasChanged = false
    func isBorder(_ index: Int) -> Bool {
      !scalars.indices.contains(index) || scalars[index] == plain || delimiters[scalars[index]] == delimiter[0]
    }
    for (index, scalar) in scalars.enumerated() {
      if delimiters[scalar] == delimiter[0] {
        result.append(plain)
        hasChanged = true
      } else if quotes.contains(scalar), isBorder(index - 1) || isBorder(index + 1) {
        result.append("\"")
        hasChanged = true
      } else {
        result.append(scalar)
      }
    }
    return hasChanged ? String(result) : nil
  }
}

internal import TextInput

/// Texts of JSON, between their quotes.
struct JSONFieldEditor: FieldEditor {
  var encoding: TextEncoding { .utf8 }

  func edited(_ raw: [UInt8], isAttribute: Bool, _ correct: (String) throws -> String) throws -> [UInt8] {
    guard let written = encoding.decode(raw), !raw.contains(0) else {
      throw FixObstacle(reason: "the file is not in UTF-8")
    }
    guard written.count >= 2, written.first == "\"", written.last == "\"" else {
      throw FixObstacle(reason: "it is no text in quotes")
    }
    let text = String(written.dropFirst().dropLast())
    guard !text.contains("\\") else { throw FixObstacle(reason: "it is written with escapes") }
    let corrected = try correct(text)
    guard !corrected.unicodeScalars.contains(where: { $0 == "\"" || $0 == "\\" || $0.value < 0x20 }) else {
      throw FixObstacle(reason: "it would have to be written with escapes")
    }
    return Array("\"\(corrected)\"".utf8)
  }
}

internal import DelimitedText
internal import TextInput

/// What shows that a file is no text of any format: the mark of another format, or bytes that no text has.
package struct BinaryContents: Sendable, Hashable, CustomStringConvertible {
  /// What the file is, and what shows it: “a PDF document”.
  package let description: String

  private static let marks: [(bytes: [UInt8], kind: String)] = [
    (Array("%PDF-".utf8), "a PDF document"), ([0x89, 0x50, 0x4E, 0x47], "a picture (PNG)"),
    ([0xFF, 0xD8, 0xFF], "a picture (JPEG)"), (Array("GIF8".utf8), "a picture (GIF)"),
    (
      [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
      "an Office document of the older form, such as .xls; save it as .xlsx"
    ),
    ([0x50, 0x4B, 0x03, 0x04], "an Office document, such as .xlsx"),
    (Array("SQLite format 3\0".utf8), "an SQLite database"),
    ([0x7F, 0x45, 0x4C, 0x46], "a program"), (Array("PAR1".utf8), "a Parquet file"),
    (Array("bplist00".utf8), "a binary property list"),
  ]

  /// Looks at the first bytes of a file.
  ///
  /// - Parameter isSaidToBeText: Whether its name or a recipe says that the file is a text. Then a NUL byte among letters is damage, not proof.
  /// - Returns: `nil` for a text, also in UTF-16 and UTF-32, which have NUL bytes in their places.
  package init?(_ bytes: [UInt8], isSaidToBeText: Bool) {
    if let mark = Self.marks.first(where: { bytes.starts(with: $0.bytes) }) {
      description = mark.kind
      return
    }
    guard let first = bytes.firstIndex(of: 0), !Self.isWide(bytes) else { return nil }
    if isSaidToBeText {
      let controls = bytes.count { (0x01...0x08).contains($0) || (0x0E...0x1A).contains($0) }
      let zeros = bytes.count { $0 == 0 }
      guard zeros == bytes.count || controls > 0 && (zeros + controls) * 20 >= bytes.count else { return nil }
    }
    description = "binary, no text of any format that is known here: its byte \(first + 1) is NUL"
  }

  /// Whether the NUL bytes are halves of characters.
  private static func isWide(_ bytes: [UInt8]) -> Bool {
    let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF], [0, 0, 0xFE, 0xFF]]
    if marks.contains(where: bytes.starts) { return true }
    return TextEncoding.isWide(bytes)
  }
}

internal import MarkupText

/// The texts that cells refer to by number.
struct SharedStrings {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// - Parameter limit: How many bytes they may have together.
  init(_ part: String?, _ parts: PartReader, limit: Int) throws {
    guard let part else { return }
    // Runs of rich text are joined; how the text is pronounced (rPh) is left out.
    try parts.forEachRecord(of: part, at: "/sst/si", fields: ["t | r/t"]) { record in
      record.withFieldBytes(0) { text in
        if let text { EscapedCellText.append(text, to: &bytes) }
      }
      ends.append(bytes.count)
      // Empty texts take room too.
      guard bytes.count + ends.count * MemoryLayout<Int>.stride <= limit else {
        throw WorksheetError(.limit, "its texts need more than \(limit) bytes", file: parts.file)
      }
    }
  }

  /// The text of a number; `nil` if there is none.
  func text(_ number: Int) -> ArraySlice<UInt8>? {
    guard ends.indices.contains(number) else { return nil }
    return bytes[(number == 0 ? 0 : ends[number - 1])..<ends[number]]
  }
}

/// Texts as cells hold them.
enum EscapedCellText {
  /// Appends a text; `_x000D_` and the like stand for characters that XML cannot hold (ECMA-376, part 1, 22.9.2.19).
  static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout some RangeReplaceableCollection<UInt8>) {
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "_"), let (scalar, length) = escape(text, at: index) {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        index += length
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
  }

  private static func unit(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32? {
    guard index + 7 <= text.count, text[index] == UInt8(ascii: "_"), text[index + 1] == UInt8(ascii: "x"),
      text[index + 6] == UInt8(ascii: "_")
    else { return nil }
    var value: UInt32 = 0
    for byte in text[index + 2..<index + 6] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private static func escape(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> (Unicode.Scalar, Int)? {
    guard let first = unit(text, at: index) else { return nil }
    if let scalar = Unicode.Scalar(first) { return (scalar, 7) }
    guard first & 0xFC00 == 0xD800, let second = unit(text, at: index + 7), second & 0xFC00 == 0xDC00,
      let scalar = Unicode.Scalar(0x10000 + ((first & 0x3FF) << 10) + (second & 0x3FF))
    else { return ("\u{FFFD}", 7) }
    return (scalar, 14)
  }
}

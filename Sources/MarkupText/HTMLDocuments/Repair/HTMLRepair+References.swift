/// Numeric references to what is no character, which libxml2 leaves out.
///
/// `&#0;`, `&#xD800;` and `&#x110000;` are U+FFFD to browsers, and `&#;` is text.
/// See https://html.spec.whatwg.org/#numeric-character-reference-end-state
extension HTMLRepair {
  private static let replacement = Array("\u{FFFD}".utf8)

  mutating func repairReferences() {
    var start = 0
    var script = scripts[...]
    while let mark = place(of: UInt8(ascii: "&"), from: start) {
      start = mark + 1
      guard start < page.count, page[start] == UInt8(ascii: "#") else { continue }
      while let first = script.first, first.upperBound <= mark { script.removeFirst() }
      if script.first?.contains(mark) == true { continue }
      // What is part of a comment by now, or hidden, is not touched.
      guard text.isEmpty || text[mark] == UInt8(ascii: "&") else { continue }
      repairReference(at: mark)
    }
  }

  private mutating func repairReference(at mark: Int) {
    guard let reference = Self.numericReference(at: mark, in: page) else {
      hideMark(mark)
      changesReferences = true
      return
    }
    if reference.value == 0 || Unicode.Scalar(reference.value) == nil {
      fill(mark..<reference.end, Self.filler)
      for (offset, byte) in Self.replacement.enumerated() { set(mark + offset, byte) }
      changesReferences = true
    }
  }

  /// The number of the reference whose ampersand stands at `mark`, and where it ends; `nil` if no digits follow. Numbers beyond the last character are one.
  static func numericReference(
    at mark: Int,
    in text: UnsafeBufferPointer<UInt8>
  ) -> (value: UInt32, end: Int)? {
    guard mark + 1 < text.count, text[mark + 1] == UInt8(ascii: "#") else { return nil }
    var end = mark + 2
    let isHexadecimal = end < text.count && text[end] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { end += 1 }
    let digits = end
    var value: UInt32 = 0
    while end < text.count, let digit = digit(text[end], isHexadecimal) {
      value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
      end += 1
    }
    if end == digits { return nil }
    if end < text.count, text[end] == UInt8(ascii: ";") { end += 1 }
    return (value, end)
  }

  private static func digit(_ byte: UInt8, _ isHexadecimal: Bool) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46 where isHexadecimal: UInt32(byte - 0x41 + 10)
    case 0x61...0x66 where isHexadecimal: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }
}

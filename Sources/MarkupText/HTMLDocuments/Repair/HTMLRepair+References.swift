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
    var end = mark + 2
    let isHexadecimal = end < page.count && page[end] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { end += 1 }
    let digits = end
    var value: UInt32 = 0
    while end < page.count, let digit = Self.digit(page[end], isHexadecimal) {
      value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
      end += 1
    }
    if end == digits {
      hideMark(mark)
      changesReferences = true
    } else if value == 0 || Unicode.Scalar(value) == nil {
      if end < page.count, page[end] == UInt8(ascii: ";") { end += 1 }
      fill(mark..<end, Self.filler)
      for (offset, byte) in Self.replacement.enumerated() { set(mark + offset, byte) }
      changesReferences = true
    }
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

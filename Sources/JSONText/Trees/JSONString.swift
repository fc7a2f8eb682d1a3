/// What strings mean.
enum JSONString {
  /// Appends the value of a string, given with its quotes, to `value`. Lone surrogates and bytes that are no text become U+FFFD.
  static func decode(_ string: UnsafeBufferPointer<UInt8>, to value: inout [UInt8]) {
    var index = 1
    let end = string.count - 1
    while index < end {
      let byte = string[index]
      if byte == UInt8(ascii: "\\") {
        index = decodeEscape(string, at: index, to: &value)
      } else {
        let start = index
        while index < end, string[index] != UInt8(ascii: "\\") { index += 1 }
        let piece = UnsafeBufferPointer(rebasing: string[start..<index])
        if piece.allSatisfy({ $0 < 0x80 }) {
          value.append(contentsOf: piece)
        } else {
          value.append(contentsOf: String(decoding: piece, as: UTF8.self).utf8)
        }
      }
    }
  }

  private static func decodeEscape(_ string: UnsafeBufferPointer<UInt8>, at index: Int, to value: inout [UInt8]) -> Int
  {
    switch string[index + 1] {
    case UInt8(ascii: "b"): value.append(0x08)
    case UInt8(ascii: "f"): value.append(0x0C)
    case UInt8(ascii: "n"): value.append(0x0A)
    case UInt8(ascii: "r"): value.append(0x0D)
    case UInt8(ascii: "t"): value.append(0x09)
    case UInt8(ascii: "u"):
      let unit = unit(string, at: index)
      let next =
        unit & 0xFC00 == 0xD800 && index + 12 < string.count && string[index + 6] == UInt8(ascii: "\\")
          && string[index + 7] == UInt8(ascii: "u") ? self.unit(string, at: index + 6) : 0
      if next & 0xFC00 == 0xDC00 {
        append(0x10000 + (unit & 0x3FF) << 10 + (next & 0x3FF), to: &value)
        return index + 12
      }
      append(unit, to: &value)
      return index + 6
    case let other: value.append(other)
    }
    return index + 2
  }

  private static func append(_ scalar: UInt32, to value: inout [UInt8]) {
    value.append(contentsOf: UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
  }

  private static func unit(_ string: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32 {
    var value: UInt32 = 0
    for byte in string[index + 2..<index + 6] {
      value = value << 4 | UInt32(byte & 0x0F) &+ (byte >= 0x41 ? 9 : 0)
    }
    return value
  }
}

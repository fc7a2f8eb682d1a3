internal import Glibc

extension XMLScanner {
  /// Reads text up to the next markup, or one thing in it that does not stand for itself.
  @inline(__always)
  mutating func characters(
    _ text: UnsafePointer<UInt8>,
    _ start: Int,
    _ end: Int,
    _ collector: UnsafeMutablePointer<XMLCollector>
  ) -> Int {
    let index = plainEnd(text, start, end)
    if index > start {
      if open.count == 0, !isSpace(text, start, index) { return Step.unknown }
      collector.pointee.append(text + start, index &- start)
      return index
    }
    return special(text, start, end, collector)
  }

  /// The end of the text at `start` that stands for itself, found eight bytes at a time.
  @inline(__always)
  private func plainEnd(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = Self.plainWordsEnd(text, start, end)
    while index < end, isClass(text[index], .text) { index &+= 1 }
    return index
  }

  /// The same; fewer than eight bytes before `end` are not looked at.
  @inline(__always)
  static func plainWordsEnd(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index &+ 8 <= end {
      let word = UnsafeRawPointer(text + index).loadUnaligned(as: UInt64.self)
      let special =
        bytes(of: word, equalTo: 0x3C3C_3C3C_3C3C_3C3C) | bytes(of: word, equalTo: 0x2626_2626_2626_2626)
        | bytes(of: word, equalTo: 0x5D5D_5D5D_5D5D_5D5D) | bytes(of: word, equalTo: 0x0D0D_0D0D_0D0D_0D0D)
      if special != 0 { return index &+ special.trailingZeroBitCount / 8 }
      index &+= 8
    }
    return index
  }

  /// The highest bit of the first byte that is the one in `pattern`; bits above that one may be wrong.
  @inline(__always)
  private static func bytes(of word: UInt64, equalTo pattern: UInt64) -> UInt64 {
    let difference = word ^ pattern
    return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
  }

  private func isSpace(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    (start..<end).allSatisfy { isClass(text[$0], .space) }
  }

  /// Reads a reference, the end of a line or a bracket.
  @inline(never)
  private mutating func special(
    _ text: UnsafePointer<UInt8>,
    _ start: Int,
    _ end: Int,
    _ collector: UnsafeMutablePointer<XMLCollector>
  ) -> Int {
    switch text[start] {
    case UInt8(ascii: "\r"):
      guard start + 1 < end else { return Step.incomplete }
      if text[start + 1] != UInt8(ascii: "\n") { appendByte(UInt8(ascii: "\n"), collector) }
      return start + 1
    case UInt8(ascii: "]"):
      guard open.count > 0 else { return Step.unknown }
      guard start + 2 < end else { return Step.incomplete }
      // `]]>` may stand in a section only.
      if text[start + 1] == UInt8(ascii: "]"), text[start + 2] == UInt8(ascii: ">") { return Step.unknown }
      collector.pointee.append(text + start, 1)
      return start + 1
    case UInt8(ascii: "&"):
      guard open.count > 0 else { return Step.unknown }
      resolved.removeLast(downTo: 0)
      let next = reference(text, start, end)
      if next > 0 { collector.pointee.append(UnsafePointer(resolved.base), resolved.count) }
      return next
    default: return Step.unknown
    }
  }

  private func appendByte(_ byte: UInt8, _ collector: UnsafeMutablePointer<XMLCollector>) {
    withUnsafePointer(to: byte) { collector.pointee.append($0, 1) }
  }

  /// Appends to `resolved` what the reference at `start` stands for.
  mutating func reference(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    let limit = min(end, start + 12)
    guard let close = (start..<limit).first(where: { text[$0] == UInt8(ascii: ";") }) else {
      return limit == end ? Step.incomplete : Step.unknown
    }
    let name = UnsafeBufferPointer(start: text + start + 1, count: close - start - 1)
    guard let scalar = Self.scalar(String(decoding: name, as: UTF8.self)) else { return Step.unknown }
    for byte in scalar.utf8 { resolved.append(byte) }
    return close + 1
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.hasPrefix("#x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard digits.allSatisfy(\.isHexDigit), let code = UInt32(digits, radix: isHexadecimal ? 16 : 10) else { return nil }
    switch code {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: return Unicode.Scalar(code)
    default: return nil
    }
  }

  // MARK: Comments and sections

  /// Reads on in a comment; what is at its very end waits for what follows.
  mutating func comment(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, let dash = memchr(text + index, 0x2D, end - index) {
      index = UnsafeRawPointer(dash) - UnsafeRawPointer(text)
      guard index + 2 < end else { return index > start ? index : Step.incomplete }
      if text[index + 1] == 0x2D {
        guard text[index + 2] == UInt8(ascii: ">") else { return Step.unknown }
        mode = .content
        return index + 3
      }
      index += 1
    }
    return end
  }

  /// Reads on in a section.
  mutating func section(
    _ text: UnsafePointer<UInt8>,
    _ start: Int,
    _ end: Int,
    _ collector: UnsafeMutablePointer<XMLCollector>
  ) -> Int {
    var index = start
    while index < end, text[index] != UInt8(ascii: "]"), text[index] != UInt8(ascii: "\r") { index &+= 1 }
    if index > start {
      collector.pointee.append(text + start, index - start)
      return index
    }
    if text[start] == UInt8(ascii: "\r") {
      guard start + 1 < end else { return Step.incomplete }
      if text[start + 1] != UInt8(ascii: "\n") { appendByte(UInt8(ascii: "\n"), collector) }
      return start + 1
    }
    guard start + 2 < end else { return Step.incomplete }
    if text[start + 1] == UInt8(ascii: "]"), text[start + 2] == UInt8(ascii: ">") {
      mode = .content
      return start + 3
    }
    collector.pointee.append(text + start, 1)
    return start + 1
  }
}

/// Reads numbers from UTF-8 text, without allocating for the common shapes.
package enum NumberText {
  /// The whole number that `bytes` spell: an optional sign and decimal digits, nothing else.
  ///
  /// - Returns: `nil` if the text is something else or does not fit 64 bits.
  /// - Complexity: O(*n*); does not allocate.
  package static func integer(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    let (isNegative, length) = bytes.sign
    var index = length
    guard index < bytes.count else { return nil }
    var magnitude: UInt64 = 0
    while index < bytes.count {
      let digit = bytes[index] &- 48
      guard digit < 10 else { return nil }
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      if overflow || carry { return nil }
      magnitude = sum
      index += 1
    }
    if isNegative {
      return magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
    }
    return magnitude <= UInt64(Int64.max) ? Int64(magnitude) : nil
  }

  /// The number that `bytes` spell: sign, digits, an optional point with digits, an optional exponent.
  ///
  /// Up to 15 digits with a small exponent are converted by exact arithmetic; all else goes through the standard library, with the same,
  /// correctly rounded result. Hexadecimal, `inf` and `nan` are refused: no source means them.
  ///
  /// - Complexity: O(*n*); allocates only for long numbers.
  package static func double(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    let (isNegative, length) = bytes.sign
    var index = length
    var mantissa: UInt64 = 0
    var digits = 0
    var significant = 0
    var decimals = 0
    var seenPoint = false
    while index < bytes.count {
      let byte = bytes[index]
      let digit = byte &- 48
      if digit < 10 {
        digits += 1
        if significant > 0 || digit > 0 { significant += 1 }
        mantissa = mantissa &* 10 &+ UInt64(digit)
        if seenPoint { decimals += 1 }
      } else if byte == UInt8(ascii: "."), !seenPoint {
        seenPoint = true
      } else {
        break
      }
      index += 1
    }
    guard digits > 0 else { return nil }
    if index == bytes.count, significant <= 15, decimals <= 22 {
      let value = Double(mantissa) / powersOfTen[decimals]
      return isNegative ? -value : value
    }
    // Only an exponent may follow.
    if index < bytes.count {
      guard bytes[index] | 0x20 == UInt8(ascii: "e") else { return nil }
      let exponent = UnsafeBufferPointer(rebasing: bytes[(index + 1)...])
      guard integer(exponent) != nil else { return nil }
    }
    guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else { return nil }
    return value
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}

extension String {
  /// Calls `body` with the text's UTF-8 bytes.
  func withContiguousBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    var copy = self
    return try copy.withUTF8(body)
  }
}

extension String {
  /// The text without white space at both ends, no-break spaces included.
  package var trimmed: String { withContiguousBytes { String(decoding: $0.trimmed, as: UTF8.self) } }
}

extension UnsafeBufferPointer<UInt8> {
  /// The sign that a number begins with, and how many bytes it takes: none or one.
  var sign: (isNegative: Bool, length: Int) {
    switch first {
    case UInt8(ascii: "-"): (true, 1)
    case UInt8(ascii: "+"): (false, 1)
    default: (false, 0)
    }
  }

  /// The bytes without white space at both ends: what Unicode calls so, no-break spaces included.
  ///
  /// - Complexity: O(*n*) in the white space.
  package var trimmed: UnsafeBufferPointer<UInt8> {
    var start = 0
    var end = count
    while start < end, let length = lengthOfSpace(at: start, before: end) { start += length }
    while end > start, let length = lengthOfSpace(from: start, upTo: end) { end -= length }
    return UnsafeBufferPointer(rebasing: self[start..<end])
  }

  /// How many bytes the white space at `index` takes; `nil` if there is none.
  ///
  /// Beyond ASCII these are U+0085, U+00A0, U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F and U+3000 (`White_Space` of Unicode's PropList).
  private func lengthOfSpace(at index: Int, before end: Int) -> Int? {
    let first = self[index]
    if first < 0x80 { return first.isSpace ? 1 : nil }
    guard index + 1 < end else { return nil }
    if first == 0xC2 { return self[index + 1] == 0x85 || self[index + 1] == 0xA0 ? 2 : nil }
    guard index + 2 < end else { return nil }
    let isSpace =
      switch (first, self[index + 1], self[index + 2]) {
      case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF),
        (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
        true
      default: false
      }
    return isSpace ? 3 : nil
  }

  /// How many bytes the white space takes that ends at `end`; `nil` if there is none.
  private func lengthOfSpace(from start: Int, upTo end: Int) -> Int? {
    if self[end - 1] < 0x80 { return self[end - 1].isSpace ? 1 : nil }
    for length in 2...3 where end - length >= start && lengthOfSpace(at: end - length, before: end) == length {
      return length
    }
    return nil
  }
}

extension UInt8 {
  /// Whether this is an ASCII space, tab or line break.
  var isSpace: Bool { self == 32 || (self >= 9 && self <= 13) }
}

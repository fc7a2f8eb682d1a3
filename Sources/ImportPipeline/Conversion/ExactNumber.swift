package import FoundationEssentials

/// A number as its text spells it: a whole number times a power of ten, without floating point.
///
/// It holds up to 38 significant digits exactly; further ones are cut off, and `isExact` tells.
package struct ExactNumber: Sendable, Hashable {
  package private(set) var isNegative: Bool
  /// The significant digits as a whole number without zeros at its end; at most 38 digits.
  private var magnitude: UInt128
  private var exponent: Int
  /// Whether no digit was cut off, by a text that is too long or a division that does not come out even.
  package private(set) var isExact: Bool

  /// The first number that has too many digits, and the last to which a digit can be added without a look.
  private static let limit = power(38)
  private static let room = power(37)

  private init(isNegative: Bool, magnitude: UInt128, exponent: Int, isExact: Bool) {
    self.isNegative = isNegative
    self.magnitude = magnitude
    self.exponent = exponent
    self.isExact = isExact
    shorten()
  }

  /// The number with digits beyond the 38th cut off, and zeros at its end put into the exponent.
  private mutating func shorten() {
    while magnitude >= Self.limit {
      let (quotient, rest) = magnitude.quotientAndRemainder(dividingBy: 10)
      if rest != 0 { isExact = false }
      magnitude = quotient
      exponent += 1
    }
    guard magnitude != 0 else {
      (isNegative, exponent) = (false, 0)
      return
    }
    while true {
      let (quotient, rest) = magnitude.quotientAndRemainder(dividingBy: 10)
      guard rest == 0 else { return }
      magnitude = quotient
      exponent += 1
    }
  }

  /// The number that `bytes` spell: an optional sign, digits, an optional point with digits, an optional exponent.
  ///
  /// - Complexity: O(*n*); does not allocate.
  package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    let (isNegative, length) = bytes.sign
    var index = length
    var magnitude: UInt128 = 0
    var exponent = 0
    var hasDigits = false
    var seenPoint = false
    var isExact = true
    while index < bytes.count {
      let digit = bytes[index] &- 48
      if digit < 10 {
        hasDigits = true
        if magnitude < Self.room {
          magnitude = magnitude * 10 + UInt128(digit)
          if seenPoint { exponent -= 1 }
        } else {
          if digit != 0 { isExact = false }
          if !seenPoint { exponent += 1 }
        }
      } else if bytes[index] == UInt8(ascii: "."), !seenPoint {
        seenPoint = true
      } else {
        break
      }
      index += 1
    }
    guard hasDigits else { return nil }
    if index < bytes.count {
      guard bytes[index] | 0x20 == UInt8(ascii: "e"),
        let written = NumberText.integer(UnsafeBufferPointer(rebasing: bytes[(index + 1)...]))
      else { return nil }
      // No number of any type comes near; the limit keeps sums of exponents from running over.
      exponent += Int(min(max(written, -1_000_000), 1_000_000))
    }
    self.init(isNegative: isNegative, magnitude: magnitude, exponent: exponent, isExact: isExact)
  }

  /// The number that a text spells; for constants and tests.
  package init?(_ text: String) {
    guard let number = text.withContiguousBytes({ ExactNumber($0) }) else { return nil }
    self = number
  }

  /// Ten to the power of `exponent`, from 0 to 38.
  private static func power(_ exponent: Int) -> UInt128 {
    (0..<exponent).reduce(UInt128(1)) { power, _ in power * 10 }
  }
}

extension ExactNumber {
  /// The number times a fraction of whole numbers, which are greater than 0. A division that does not come out even is cut off after 37 digits or more.
  package func multiplied(by numerator: UInt64, over denominator: UInt64) -> ExactNumber {
    var number = self
    var (product, overflow) = number.magnitude.multipliedReportingOverflow(by: UInt128(numerator))
    while overflow {
      // Beyond the digits that any type keeps.
      if number.magnitude % 10 != 0 { number.isExact = false }
      number.magnitude /= 10
      number.exponent += 1
      (product, overflow) = number.magnitude.multipliedReportingOverflow(by: UInt128(numerator))
    }
    let divisor = UInt128(denominator)
    var (quotient, rest) = product.quotientAndRemainder(dividingBy: divisor)
    while rest != 0, quotient < Self.room {
      quotient = quotient * 10 + rest * 10 / divisor
      rest = rest * 10 % divisor
      number.exponent -= 1
    }
    return ExactNumber(
      isNegative: isNegative,
      magnitude: quotient,
      exponent: number.exponent,
      isExact: number.isExact && rest == 0
    )
  }

  package static func + (left: ExactNumber, right: ExactNumber) -> ExactNumber {
    if left.magnitude == 0 { return right }
    if right.magnitude == 0 { return left }
    var (large, small) = left.exponent >= right.exponent ? (left, right) : (right, left)
    // Both get the same exponent: the one with the greater exponent gets zeros as long as there is room, the other loses digits.
    while large.exponent > small.exponent, large.magnitude < Self.room {
      large.magnitude *= 10
      large.exponent -= 1
    }
    var isExact = left.isExact && right.isExact
    while small.exponent < large.exponent, small.magnitude != 0 {
      if small.magnitude % 10 != 0 { isExact = false }
      small.magnitude /= 10
      small.exponent += 1
    }
    let exponent = large.exponent
    if large.isNegative == small.isNegative {
      let sum = large.magnitude + small.magnitude
      return ExactNumber(isNegative: large.isNegative, magnitude: sum, exponent: exponent, isExact: isExact)
    }
    let isLarger = large.magnitude >= small.magnitude
    return ExactNumber(
      isNegative: isLarger ? large.isNegative : small.isNegative,
      magnitude: isLarger ? large.magnitude - small.magnitude : small.magnitude - large.magnitude,
      exponent: exponent,
      isExact: isExact
    )
  }

  package static prefix func - (number: ExactNumber) -> ExactNumber {
    var number = number
    if number.magnitude != 0 { number.isNegative.toggle() }
    return number
  }

  /// The number with at most so many decimals; halves are rounded away from zero.
  package func rounded(decimals: Int) -> ExactNumber {
    let surplus = -decimals - exponent
    guard surplus > 0 else { return self }
    guard surplus <= 38 else { return ExactNumber(isNegative: false, magnitude: 0, exponent: 0, isExact: true) }
    let divisor = Self.power(surplus)
    let (quotient, rest) = magnitude.quotientAndRemainder(dividingBy: divisor)
    return ExactNumber(
      isNegative: isNegative,
      magnitude: quotient + (rest >= divisor - rest ? 1 : 0),
      exponent: -decimals,
      isExact: true
    )
  }

  /// The number with at most so many significant digits.
  func rounded(significant count: Int) -> ExactNumber {
    let digits = String(magnitude).utf8.count
    return digits <= count ? self : rounded(decimals: count - digits - exponent)
  }

  /// Whether there is no fraction.
  package var isWhole: Bool { exponent >= 0 && isExact }

  /// The number as a whole one; `nil` if it has a fraction or does not fit 64 bits.
  package var integer: Int64? {
    guard isWhole, exponent <= 19 else { return nil }
    let (value, overflow) = magnitude.multipliedReportingOverflow(by: Self.power(exponent))
    if overflow { return nil }
    if isNegative { return value <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- value) : nil }
    return Int64(exactly: value)
  }

  /// The nearest floating-point number; infinite if the number is beyond all of them.
  package var double: Double { nearest(exactBits: 53, exactPower: 22) }

  /// The nearest floating-point number of single precision; infinite if the number is beyond all of them.
  package var float: Float { nearest(exactBits: 24, exactPower: 10) }

  /// - Parameters:
  ///   - exactBits: How many bits of a whole number the type holds.
  ///   - exactPower: The greatest power of ten that the type holds exactly.
  private func nearest<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    exactBits: Int,
    exactPower: Int
  ) -> Number {
    guard magnitude < 1 << exactBits, abs(exponent) <= exactPower else {
      return Number(description) ?? (isNegative ? -.infinity : .infinity)
    }
    let power = Number(Self.power(abs(exponent)))
    let value = exponent < 0 ? Number(magnitude) / power : Number(magnitude) * power
    return isNegative ? -value : value
  }

  /// The number as a decimal; `nil` if its exponent is beyond that type, -128 to 127.
  package var decimal: Decimal? {
    var number = self
    while number.exponent > 127, number.magnitude < Self.room {
      number.magnitude *= 10
      number.exponent -= 1
    }
    guard (-128...127).contains(number.exponent), let decimal = Decimal(string: number.description), !decimal.isNaN
    else { return nil }
    return decimal
  }
}

extension ExactNumber: CustomStringConvertible {
  /// The digits with their exponent, which is how standard conversions read them.
  package var description: String {
    "\(isNegative ? "-" : "")\(magnitude)\(exponent == 0 ? "" : "e\(exponent)")"
  }
}

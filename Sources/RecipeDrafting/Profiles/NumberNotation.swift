/// How numbers are written: what stands between thousands, and what before the decimals.
struct NumberNotation: Sendable, Hashable {
  var thousands: String?
  var decimal: String

  /// The formats that are looked for, the likelier first. Where values fit several, the first one counts.
  static let all: [NumberNotation] = [
    NumberNotation(thousands: nil, decimal: "."),
    NumberNotation(thousands: ",", decimal: "."),
    NumberNotation(thousands: ".", decimal: ","),
    NumberNotation(thousands: " ", decimal: ","),
    NumberNotation(thousands: "\u{A0}", decimal: ","),
    NumberNotation(thousands: "\u{202F}", decimal: ","),
    NumberNotation(thousands: "'", decimal: "."),
    NumberNotation(thousands: "’", decimal: "."),
    NumberNotation(thousands: " ", decimal: "."),
    NumberNotation(thousands: nil, decimal: ","),
  ]

  /// All formats as bits.
  static let any = UInt16((1 << all.count) - 1)
}

/// What numbers have in common.
struct NumberRange {
  var count = 0
  var least = Double.infinity
  var greatest = -Double.infinity
  var mostDecimals = 0
  /// Whether a number is too great for 64 bits.
  var exceedsIntegers = false

  init() {}

  /// The range of a single fraction.
  init(fraction value: Double, decimals: Int) {
    (count, least, greatest, mostDecimals) = (1, value, value, decimals)
  }

  /// The range of a single whole number; `number` is `nil` if it is too great for 64 bits.
  init(whole value: Double, _ number: Int64?) {
    (count, least, greatest, exceedsIntegers) = (1, value, value, number == nil)
  }

  mutating func add(_ other: NumberRange) {
    count += other.count
    least = min(least, other.least)
    greatest = max(greatest, other.greatest)
    mostDecimals = max(mostDecimals, other.mostDecimals)
    exceedsIntegers = exceedsIntegers || other.exceedsIntegers
  }
}

/// The numbers of a field, in all formats in which all of them can be read.
struct NumberProfile {
  private(set) var count = 0
  /// The formats that all numbers have, as bits.
  private(set) var formats = NumberNotation.any
  private(set) var mostDigits = 0
  /// Whether a number begins with a zero that would be lost.
  private(set) var hasLeadingZero = false
  /// Whether a number has an exponent, which decimal numbers cannot have.
  private(set) var hasExponent = false
  private var wholes = NumberRange()
  private var fractions = NumberRange()
  /// What is a fraction in some formats and whole in others, by its mark.
  private var ambiguous: [UInt8: (fraction: NumberRange, whole: NumberRange)] = [:]

  /// Takes a number.
  ///
  /// - Returns: `false` if it does not fit the format of those before it.
  mutating func add(_ number: NumberReading) -> Bool {
    guard formats & number.formats != 0 else { return false }
    count += 1
    formats &= number.formats
    mostDigits = max(mostDigits, number.digits)
    if number.hasLeadingZero { hasLeadingZero = true }
    if number.hasExponent { hasExponent = true }
    if let mark = number.ambiguousMark, let fraction = number.fraction, let whole = number.whole {
      ambiguous[mark, default: (NumberRange(), NumberRange())].fraction.add(fraction)
      ambiguous[mark]?.whole.add(whole)
    } else if let whole = number.whole {
      wholes.add(whole)
    } else if let fraction = number.fraction {
      fractions.add(fraction)
    }
    return true
  }

  /// The likeliest format.
  var format: NumberNotation {
    NumberNotation.all.indices.first { formats & (1 << UInt16($0)) != 0 }.map { NumberNotation.all[$0] }
      ?? NumberNotation.all[0]
  }

  /// Whether the format is known only because it is the likelier one of several in which the numbers are not the same.
  var isAmbiguous: Bool {
    guard !ambiguous.isEmpty else { return false }
    let possible = NumberNotation.all.indices.filter { formats & (1 << UInt16($0)) != 0 }.map { NumberNotation.all[$0] }
    return possible.contains { other in
      ambiguous.keys.contains { (other.decimal.utf8.first == $0) != (format.decimal.utf8.first == $0) }
    }
  }

  /// The fractions and the whole numbers in the likeliest format.
  var ranges: (fractions: NumberRange, wholes: NumberRange) {
    var result = (fractions: fractions, wholes: wholes)
    for (mark, ranges) in ambiguous {
      if format.decimal.utf8.first == mark {
        result.fractions.add(ranges.fraction)
      } else {
        result.wholes.add(ranges.whole)
      }
    }
    return result
  }
}

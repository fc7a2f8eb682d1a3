internal import FoundationEssentials
internal import PropertyLists

/// Decimal numbers as Foundation archives them: a mantissa of up to eight 16-bit digits and a power of ten.
enum ArchivedDecimal {
  static func decimal(from object: ArchivedObject) -> Decimal? {
    guard let bytes = object.value("NS.mantissa")?.data,
      let exponent = object.integer("NS.exponent").flatMap({ Int(exactly: $0) }),
      let length = object.integer("NS.length"), (0...8).contains(length), bytes.count >= 2 * Int(length),
      (-128...127).contains(exponent)
    else { return nil }
    let isNegative = object.boolean("NS.negative")
    if length == 0, isNegative { return .nan }
    let isLittleEndian = object.integer("NS.mantissa.bo") ?? 1 == 1
    var mantissa = Decimal(0)
    for digit in (0..<Int(length)).reversed() {
      let (first, second) = (bytes[2 * digit], bytes[2 * digit + 1])
      let value = isLittleEndian ? UInt16(second) << 8 | UInt16(first) : UInt16(first) << 8 | UInt16(second)
      mantissa = mantissa * 65_536 + Decimal(Int(value))
    }
    let scaled = Decimal(sign: .plus, exponent: exponent, significand: mantissa)
    return isNegative ? -scaled : scaled
  }

  /// A default value as model compilers write it: of the class that makes numbers of texts, a zero with the exponent of its text.
  static func object(forDefault decimal: Decimal) -> ArchivableObject {
    let object = ArchivableObject(
      "NSDecimalNumberPlaceholder",
      ancestors: ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"]
    )
    set(decimal, in: object, zeroExponent: decimal.isNaN ? 0 : decimal.exponent)
    return object
  }

  static func object(for decimal: Decimal) -> ArchivableObject {
    let object = ArchivableObject("NSDecimalNumber", ancestors: ["NSNumber", "NSValue", "NSObject"])
    set(decimal, in: object, zeroExponent: nil)
    return object
  }

  /// - Parameter zeroExponent: The exponent of a zero, which is not compact then.
  private static func set(_ decimal: Decimal, in object: ArchivableObject, zeroExponent: Int?) {
    var (mantissa, exponent, isNegative) = parts(of: decimal)
    var digits: [UInt16] = []
    while mantissa > 0 {
      digits.append(UInt16(truncatingIfNeeded: mantissa))
      mantissa >>= 16
    }
    if digits.isEmpty { exponent = zeroExponent ?? 0 }
    if decimal.isNaN { isNegative = true }
    let padded = digits + Array(repeating: 0, count: max(8 - digits.count, 0))
    object.set("NS.mantissa", .inline(.data(padded.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })))
    object.set("NS.mantissa.bo", 1)
    object.set("NS.exponent", exponent)
    object.set("NS.length", digits.count)
    object.set("NS.negative", isNegative)
    object.set("NS.compact", !(digits.isEmpty && zeroExponent != nil))
  }

  /// The parts of a number whose mantissa has no zeros at its end, read from its text.
  private static func parts(of decimal: Decimal) -> (mantissa: UInt128, exponent: Int, isNegative: Bool) {
    var mantissa: UInt128 = 0
    var exponent = 0
    var isNegative = false
    var hasPoint = false
    for byte in decimal.description.utf8 {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): hasPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let (shifted, overflow) = mantissa.multipliedReportingOverflow(by: 10)
        if overflow {
          if !hasPoint { exponent += 1 }
          continue
        }
        mantissa = shifted + UInt128(byte - 0x30)
        if hasPoint { exponent -= 1 }
      default: continue
      }
    }
    while mantissa > 0, mantissa % 10 == 0 {
      mantissa /= 10
      exponent += 1
    }
    return (mantissa, exponent, isNegative)
  }
}

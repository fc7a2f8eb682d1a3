internal import FoundationEssentials

/// The texts of numbers, dates and data in the XML form.
enum XMLPropertyListText {
  static let entities: [String: Unicode.Scalar] = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d }

  /// A decimal number, or a hexadecimal one after `0x`.
  static func integer(_ text: String) -> PropertyListValue? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    guard let magnitude = UInt64(isHexadecimal ? digits.dropFirst(2) : digits, radix: isHexadecimal ? 16 : 10) else {
      return nil
    }
    if isNegative {
      if magnitude == UInt64(Int64.max) + 1 { return .integer(.min) }
      return Int64(exactly: magnitude).map { .integer(-$0) }
    }
    return Int64(exactly: magnitude).map { .integer($0) } ?? .largeInteger(magnitude)
  }

  /// `2026-11-21T09:30:00Z`, in seconds since 2001-01-01 00:00:00 UTC.
  static func date(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard bytes.count == 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T"),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"), bytes[19] == UInt8(ascii: "Z")
    else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int(byte) - 0x30
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19), (1...12).contains(month), (1...31).contains(day),
      hour < 24, minute < 60, second < 61
    else { return nil }
    // Days since 0000-03-01, so that the leap day ends the year; 2001-01-01 is day 730791.
    let shiftedYear = month > 2 ? year : year - 1
    let shiftedMonth = (month + 9) % 12
    let century = shiftedYear >= 0 ? shiftedYear / 100 : -1
    let days =
      365 * shiftedYear + (shiftedYear >= 0 ? shiftedYear / 4 : -1) - century + (century >= 0 ? century / 4 : -1)
      + (153 * shiftedMonth + 2) / 5 + day - 1
    return Double((days - 730_791) * 86_400 + hour * 3_600 + minute * 60 + second)
  }

  /// The date in whole seconds, as `date(_:)` reads it.
  static func text(ofDate seconds: Double) -> String {
    // The form has four digits for the year.
    let bounded = min(max(seconds.isNaN ? 0 : seconds.rounded(.down), -63_113_904_000), 252_423_993_599)
    let total = Int(bounded)
    let (days, rest) = (
      total >= 0 ? total / 86_400 : -((86_399 - total) / 86_400), ((total % 86_400) + 86_400) % 86_400
    )
    // Days since 0000-03-01, as in `date(_:)`, counted in eras of 400 years.
    let shifted = days + 730_791
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }
    return "\(padded(year, 4))-\(padded(month))-\(padded(day))T"
      + "\(padded(rest / 3_600)):\(padded(rest / 60 % 60)):\(padded(rest % 60))Z"
  }

  /// The bytes in base64, with padding.
  static func text(ofData bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// The bytes of a base64 text with white space in it.
  static func data(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in text.utf8 where !isSpace(byte) && byte != UInt8(ascii: "=") {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      default: return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmed: String {
    let bytes = utf8
    guard let first = bytes.firstIndex(where: { !XMLPropertyListText.isSpace($0) }),
      let last = bytes.lastIndex(where: { !XMLPropertyListText.isSpace($0) })
    else { return "" }
    return String(self[first...last])
  }
}

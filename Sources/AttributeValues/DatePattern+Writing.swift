extension DatePattern {
  /// A date as the pattern writes it, in UTC; `nil` for patterns with weekdays or years of one digit, and for years that they cannot write.
  ///
  /// - Parameter seconds: Since 2001-01-01 00:00:00 UTC.
  package func text(_ seconds: Double) -> String? {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
    let whole = Int(seconds.rounded(.down))
    let (days, second) = (whole - Self.remainder(whole), Self.remainder(whole))
    let date = Self.day(days / 86_400 + 11_323)
    guard (1...9999).contains(date.year) else { return nil }
    let hour = second / 3600
    var text = ""
    for part in parts {
      switch part {
      case .year(2):
        guard (1950..<2050).contains(date.year) else { return nil }
        text += Self.padded(date.year % 100, 2)
      case .year(let length):
        guard length == 4 else { return nil }
        text += Self.padded(date.year, 4)
      case .month(let exact): text += Self.padded(date.month, exact ? 2 : 1)
      case .monthName(let length):
        let name = Self.monthNames[date.month - 1]
        text += length == 3 ? String(name.prefix(3)) : name
      case .day(let exact): text += Self.padded(date.day, exact ? 2 : 1)
      case .weekday: return nil
      case .hour(let exact): text += Self.padded(hour, exact ? 2 : 1)
      case .halfDayHour(let exact): text += Self.padded((hour + 11) % 12 + 1, exact ? 2 : 1)
      case .halfDay: text += hour < 12 ? "AM" : "PM"
      case .minute(let exact): text += Self.padded(second / 60 % 60, exact ? 2 : 1)
      case .second(let exact): text += Self.padded(second % 60, exact ? 2 : 1)
      case .fraction: text += Self.padded(Int((seconds - Double(whole)) * 1000), 3)
      case .zone: text += "Z"
      case .literal(let byte): text.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return text
  }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  private static func remainder(_ seconds: Int) -> Int { ((seconds % 86_400) + 86_400) % 86_400 }

  private static func padded(_ number: Int, _ length: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, length - digits.count)) + digits
  }

  /// The day of the proleptic Gregorian calendar that is so many days after 1970-01-01.
  private static func day(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

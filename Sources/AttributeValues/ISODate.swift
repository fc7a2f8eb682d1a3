/// Dates as ISO 8601 texts in UTC, such as `2024-05-01T12:00:00Z`: in the Gregorian calendar for all years, as dates of sources are read.
package enum ISODate {
  /// The text for seconds since 2001-01-01 00:00:00 UTC.
  ///
  /// Whole seconds have no fraction; others have milliseconds, or microseconds where milliseconds do not give the same number. Years outside 0…9999 have a sign
  /// and at least six digits, as the standard's expanded form. A date that no calendar reaches is given as its bare number of seconds.
  ///
  /// - Complexity: O(1).
  package static func text(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e15 else { return String(seconds) }
    var whole = seconds.rounded(.down)
    let millis = ((seconds - whole) * 1e3).rounded()
    // Far from 2001 a number of seconds has fewer digits than microseconds would tell.
    var micros = whole + millis / 1e3 == seconds ? Int(millis) * 1_000 : Int(((seconds - whole) * 1e6).rounded())
    if micros == 1_000_000 {
      whole += 1
      micros = 0
    }
    // 2001-01-01 is day 730,791 of the calendar below, whose day 0 is 0000-03-01.
    let total = Int(whole)
    var days = total / 86_400
    var rest = total % 86_400
    if rest < 0 {
      rest += 86_400
      days -= 1
    }
    let (year, month, day) = civilDate(days: days + 730_791)
    var text = year >= 0 && year <= 9_999 ? padded(year, 4) : (year < 0 ? "-" : "+") + padded(abs(year), 6)
    text += "-\(padded(month, 2))-\(padded(day, 2))T"
    text += "\(padded(rest / 3_600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
    if micros != 0 { text += "." + (micros % 1_000 == 0 ? padded(micros / 1_000, 3) : padded(micros, 6)) }
    return text + "Z"
  }

  /// The date of a day counted from 0000-03-01 in the Gregorian calendar, extended to all years: years that begin in March put the
  /// leap day at their end, and 400 of them have 146,097 days.
  private static func civilDate(days: Int) -> (year: Int, month: Int, day: Int) {
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

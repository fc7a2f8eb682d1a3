/// Days and times as spreadsheets count them: days since the end of 1899 or the beginning of 1904, with the time as a fraction.
enum SerialDate {
  /// A number as ISO 8601: `2024-05-01`, `2024-05-01T13:30:00`, `13:30:00`, and `27:30:00` for a duration.
  ///
  /// Times are rounded to milliseconds, which is less than a double at this distance can tell.
  ///
  /// - Parameter from1904: Which of the two calendars counts.
  /// - Returns: `nil` for a number that is no day, and for day 60 of the first calendar, the 29th of February 1900, which never was.
  static func text(_ serial: Double, _ format: CellNumberFormat, from1904: Bool) -> String? {
    guard serial.isFinite, serial >= 0, serial < 2_958_466 else { return nil }
    let milliseconds = Int((serial * 86_400_000).rounded())
    let (days, time) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    switch format {
    case .number: return nil
    case .duration: return clock(milliseconds)
    case .time: return clock(days == 0 ? time : milliseconds % 86_400_000)
    case .date, .dateAndTime:
      guard let day = day(days, from1904) else { return nil }
      return time == 0 && format == .date ? day : "\(day)T\(clock(time))"
    }
  }

  private static func clock(_ milliseconds: Int) -> String {
    let seconds = milliseconds / 1_000
    let fraction = milliseconds % 1_000
    let text = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map(twoDigits).joined(separator: ":")
    return fraction == 0 ? text : text + "." + String(String(fraction + 1_000).dropFirst())
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func day(_ serial: Int, _ from1904: Bool) -> String? {
    // Days since 1970: 1904 begins 24,107 days before it, and 1900 25,567.
    let days: Int
    if from1904 {
      days = serial - 24_107
    } else {
      // Day 0 has no date. Every day after the one that never was is one too late.
      guard serial != 60, serial > 0 else { return nil }
      days = serial - 25_568 - (serial > 60 ? 1 : 0)
    }
    let (year, month, day) = civil(days)
    return "\(year)-\(twoDigits(month))-\(twoDigits(day))"
  }

  /// The day of the Gregorian calendar that is `days` after the beginning of 1970.
  ///
  /// In eras of 400 years, each of 146,097 days, with years that begin in March, so that the leap day is the last.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }
}

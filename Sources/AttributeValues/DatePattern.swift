/// A date pattern in the letters of Unicode TR 35, compiled once and matched against UTF-8 text without allocating.
///
/// Supported: `yyyy yy MMMM MMM MM M dd d EEEE EEE HH H hh h a mm m ss s SSS XXX X Z`, quoted text and literal punctuation. A double
/// letter takes exactly two digits, a single one takes one or two; month and day names are English. Times without a zone are UTC.
package struct DatePattern: Sendable {
  enum Part: Sendable {
    case year(Int)
    case month(exact: Bool)
    case monthName(Int)
    case day(exact: Bool)
    case weekday
    case hour(exact: Bool)
    case halfDayHour(exact: Bool)
    case halfDay
    case minute(exact: Bool)
    case second(exact: Bool)
    case fraction
    case zone
    case literal(UInt8)
  }

  /// The pattern as it was written.
  package let text: String
  let parts: [Part]

  /// Compiles `text`.
  ///
  /// - Returns: `nil` if it has a letter that is not supported.
  package init?(_ text: String) {
    var parts: [Part] = []
    for run in DatePatternRun.runs(of: text) {
      switch run {
      case .literal(let bytes): parts += bytes.map(Part.literal)
      case .field(let letter, let length):
        guard let part = DatePattern.part(letter, length) else { return nil }
        parts.append(part)
      }
    }
    guard !parts.isEmpty else { return nil }
    self.text = text
    self.parts = parts
  }

  private static func part(_ letter: UInt8, _ length: Int) -> Part? {
    switch (Character(UnicodeScalar(letter)), length) {
    case ("y", 1...4): .year(length)
    case ("M", 1...2): .month(exact: length == 2)
    case ("M", 3...4): .monthName(length)
    case ("d", 1...2): .day(exact: length == 2)
    case ("E", 1...4): .weekday
    case ("H", 1...2): .hour(exact: length == 2)
    case ("h", 1...2): .halfDayHour(exact: length == 2)
    case ("a", 1): .halfDay
    case ("m", 1...2): .minute(exact: length == 2)
    case ("s", 1...2): .second(exact: length == 2)
    case ("S", 1...9): .fraction
    case ("X", 1...3), ("Z", 1...5): .zone
    default: nil
    }
  }

  /// The date that `bytes` spell, in seconds since 2001-01-01 00:00:00 UTC, or `nil` if they do not fit or there is no such day.
  ///
  /// - Complexity: O(*n*); does not allocate.
  package func seconds(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    var scanner = DateScanner(bytes: bytes)
    for part in parts {
      let isMatch =
        switch part {
        case .year(let length): scanner.year(length)
        case .month(let exact): scanner.number(\.month, exact: exact)
        case .monthName: scanner.monthName()
        case .day(let exact): scanner.number(\.day, exact: exact)
        case .weekday: scanner.word()
        case .hour(let exact): scanner.number(\.hour, exact: exact)
        case .halfDayHour(let exact): scanner.number(\.hour, exact: exact) && scanner.takesHalfDay()
        case .halfDay: scanner.halfDay()
        case .minute(let exact): scanner.number(\.minute, exact: exact)
        case .second(let exact): scanner.number(\.second, exact: exact)
        case .fraction: scanner.fractionOfSecond()
        case .zone: scanner.zone()
        case .literal(let byte): scanner.literal(byte)
        }
      guard isMatch else { return nil }
    }
    return scanner.isAtEnd ? scanner.seconds : nil
  }

  /// The date that a whole text spells, as for bytes.
  package func seconds(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { seconds($0) }
  }

  /// What is tried when nobody names a pattern: ISO 8601 dates and times.
  package static let standard: [DatePattern] = [
    "yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm:ssXXX", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
    "yyyy-MM-dd'T'HH:mm:ss.SSS", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm:ss.SSS", "yyyy-MM-dd'T'HH:mm",
    "yyyy-MM-dd HH:mm",
  ]
  .compactMap(DatePattern.init)
}

/// The state of one match.
private struct DateScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0
  var yearValue = 2001
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  var second = 0
  var fraction = 0.0
  var zoneOffset = 0
  var usesHalfDays = false
  var isAfternoon = false

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { index == bytes.count }

  mutating func literal(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func digits(_ range: ClosedRange<Int>) -> Int? {
    var value = 0
    var count = 0
    while count < range.upperBound, index < bytes.count, bytes[index] &- 48 < 10 {
      value = value * 10 + Int(bytes[index] &- 48)
      index += 1
      count += 1
    }
    return count >= range.lowerBound ? value : nil
  }

  mutating func year(_ length: Int) -> Bool {
    guard let value = digits(length == 1 ? 1...4 : length...length) else { return false }
    // Two digits mean the years 1950 to 2049, as spreadsheets read them.
    yearValue = length == 2 ? (value < 50 ? 2000 + value : 1900 + value) : value
    return true
  }

  mutating func number(_ target: WritableKeyPath<DateScanner, Int>, exact: Bool) -> Bool {
    guard let value = digits(exact ? 2...2 : 1...2) else { return false }
    self[keyPath: target] = value
    return true
  }

  mutating func takesHalfDay() -> Bool {
    usesHalfDays = true
    return (1...12).contains(hour)
  }

  mutating func halfDay() -> Bool {
    guard index + 1 < bytes.count, bytes[index + 1] | 0x20 == UInt8(ascii: "m") else { return false }
    switch bytes[index] | 0x20 {
    case UInt8(ascii: "a"): isAfternoon = false
    case UInt8(ascii: "p"): isAfternoon = true
    default: return false
    }
    index += 2
    return true
  }

  mutating func word() -> Bool {
    let start = index
    while index < bytes.count, bytes[index].isLetter { index += 1 }
    return index > start
  }

  private static let monthNames: [StaticString] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  mutating func monthName() -> Bool {
    let start = index
    guard word() else { return false }
    let length = index - start
    for (number, name) in Self.monthNames.enumerated() where length == 3 || length == name.utf8CodeUnitCount {
      var matches = true
      for offset in 0..<length where bytes[start + offset] | 0x20 != name.utf8Start[offset] {
        matches = false
        break
      }
      if matches {
        month = number + 1
        return true
      }
    }
    return false
  }

  mutating func fractionOfSecond() -> Bool {
    var value = 0
    var scale = 1
    let start = index
    while index < bytes.count, bytes[index] &- 48 < 10 {
      // A date has no more digits than these.
      if index - start < 15 {
        value = value * 10 + Int(bytes[index] &- 48)
        scale *= 10
      }
      index += 1
    }
    fraction = Double(value) / Double(scale)
    return index > start
  }

  mutating func zone() -> Bool {
    guard index < bytes.count else { return false }
    if bytes[index] | 0x20 == UInt8(ascii: "z") {
      index += 1
      return true
    }
    let isWest = bytes[index] == UInt8(ascii: "-")
    guard isWest || bytes[index] == UInt8(ascii: "+") else { return false }
    index += 1
    guard let hours = digits(2...2), hours <= 18 else { return false }
    let hasColon = index < bytes.count && bytes[index] == UInt8(ascii: ":")
    if hasColon { index += 1 }
    let minutes = hasColon || index < bytes.count ? digits(2...2) : 0
    guard let minutes, minutes < 60 else { return false }
    zoneOffset = (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
    return true
  }

  /// The scanned date, or `nil` if the calendar has no such moment.
  var seconds: Double? {
    var hour = hour
    if usesHalfDays { hour = hour % 12 + (isAfternoon ? 12 : 0) }
    guard (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, year: yearValue),
      hour < 24 || (hour == 24 && minute == 0 && second == 0 && fraction == 0), minute < 60
    else { return nil }
    let minuteOfDay = hour * 3600 + minute * 60 - zoneOffset
    // A leap second ends a day of UTC.
    guard second < 60 || second == 60 && (minuteOfDay + 60) % 86_400 == 0 else { return nil }
    let days = Self.days(year: yearValue, month: month, day: day) - 11_323
    return Double(days * 86_400 + minuteOfDay + second) + fraction
  }

  static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01 in the proleptic Gregorian calendar, counted in years that begin in March so that the leap day comes last.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

extension UInt8 {
  var isLetter: Bool { (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "z") }
}

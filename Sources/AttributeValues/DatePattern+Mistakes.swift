/// A stretch of a date pattern: letters of one kind, or text that stands for itself.
enum DatePatternRun: Equatable {
  case field(letter: UInt8, length: Int)
  case literal([UInt8])

  /// The stretches of a pattern, in order. Text in single quotes stands for itself; two of them are one apostrophe.
  static func runs(of pattern: String) -> [DatePatternRun] {
    let bytes = Array(pattern.utf8)
    let quote = UInt8(ascii: "'")
    var runs: [DatePatternRun] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == quote {
        if index + 1 < bytes.count, bytes[index + 1] == quote {
          runs.append(.literal([quote]))
          index += 2
          continue
        }
        var text: [UInt8] = []
        index += 1
        while index < bytes.count {
          let isQuote = bytes[index] == quote
          if isQuote, index + 1 >= bytes.count || bytes[index + 1] != quote { break }
          text.append(bytes[index])
          index += isQuote ? 2 : 1
        }
        runs.append(.literal(text))
        index += 1
      } else if byte.isLetter {
        var length = 1
        while index + length < bytes.count, bytes[index + length] == byte { length += 1 }
        runs.append(.field(letter: byte, length: length))
        index += length
      } else {
        runs.append(.literal([byte]))
        index += 1
      }
    }
    return runs
  }

  /// The stretch as it is written in a pattern.
  var text: String {
    switch self {
    case .field(let letter, let length): String(repeating: Character(UnicodeScalar(letter)), count: length)
    case .literal(let bytes):
      bytes.contains { $0.isLetter || $0 == UInt8(ascii: "'") }
        ? "'" + String(decoding: bytes, as: UTF8.self).replacing("'", with: "''") + "'"
        : String(decoding: bytes, as: UTF8.self)
    }
  }
}

extension DatePattern {
  /// What is wrong with a pattern, and the pattern that was probably meant.
  package struct Mistake: Equatable {
    package let reason: String
    package let suggestion: String?
  }

  /// Letters that mean something else than they seem to: months and minutes confused, the day of the year, the year of weeks, hours of half a day
  /// without AM and PM. `nil` for a pattern that says what it means.
  package static func mistake(in pattern: String) -> Mistake? {
    var runs = DatePatternRun.runs(of: pattern)
    var reasons: [String] = []
    func letters(_ letter: Character) -> [Int] {
      runs.indices.filter { index in
        if case .field(letter.asciiValue, _)? = Optional(runs[index]) { true } else { false }
      }
    }
    func replace(_ indices: [Int], by letter: Character, because reason: String) {
      guard !indices.isEmpty, let byte = letter.asciiValue else { return }
      for index in indices {
        if case .field(_, let length) = runs[index] { runs[index] = .field(letter: byte, length: min(length, 4)) }
      }
      reasons.append(reason)
    }
    replace(letters("Y"), by: "y", because: "“Y” is the year that a week belongs to; “y” is the year")
    replace(letters("D"), by: "d", because: "“D” is the day of the year; “d” is the day of the month")
    let hasHours = !letters("H").isEmpty || !letters("h").isEmpty
    let strayMinutes = letters("m").filter { index in
      let (before, after) = neighbours(of: index, in: runs)
      if !hasHours { return after != UInt8(ascii: "s") }
      return !isHour(before) && (isDay(before) || isDay(after))
    }
    replace(strayMinutes, by: "M", because: "“m” is the minute; “M” is the month")
    let strayMonths = letters("M").filter { index in
      let (before, after) = neighbours(of: index, in: runs)
      return isHour(before) && !isDay(after)
    }
    replace(strayMonths, by: "m", because: "“M” is the month; “m” is the minute")
    if letters("a").isEmpty {
      replace(letters("h"), by: "H", because: "“h” counts to 12 and needs “a” for AM or PM; “H” counts to 24")
    } else if letters("h").isEmpty {
      replace(letters("H"), by: "h", because: "“H” counts to 24; with “a” for AM or PM the hour is “h”")
    }
    for (letter, name) in [("y", "year"), ("M", "month"), ("d", "day"), ("m", "minute")] as [(Character, String)]
    where letters(letter).count > 1 {
      return Mistake(reason: "“\(pattern)” has the \(name) twice", suggestion: nil)
    }
    guard !reasons.isEmpty else { return nil }
    let meant = runs.map(\.text).joined()
    return Mistake(
      reason: "“\(pattern)” does not say what it seems to: " + reasons.joined(separator: "; "),
      suggestion: DatePattern(meant) == nil ? nil : meant
    )
  }

  /// The letters of the fields before and after one.
  private static func neighbours(of index: Int, in runs: [DatePatternRun]) -> (before: UInt8?, after: UInt8?) {
    func letter(_ run: DatePatternRun) -> UInt8? { if case .field(let letter, _) = run { letter } else { nil } }
    let before = runs[..<index].reversed().lazy.compactMap(letter).first
    let after = runs[(index + 1)...].lazy.compactMap(letter).first
    return (before, after)
  }

  private static func isHour(_ letter: UInt8?) -> Bool { letter.map { "Hh".utf8.contains($0) } ?? false }

  private static func isDay(_ letter: UInt8?) -> Bool { letter.map { "dyDY".utf8.contains($0) } ?? false }
}

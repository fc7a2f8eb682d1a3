package import AttributeValues
internal import Foundation

extension AttributeValue {
  /// The value as a source spells it.
  package var sourceText: String {
    switch self {
    case .null: ""
    case .integer(let value): String(value)
    case .boolean(let value): value ? "true" : "false"
    case .double(let value): String(value)
    case .float(let value): String(value)
    case .decimal(let value): value.description
    case .string(let value): value
    case .date(let seconds): Self.day(seconds)
    case .binary(let value): value.base64EncodedString()
    case .uuid(let value): value.uuidString
    case .uri(let value): value.absoluteString
    case .transformable, .composite: "?"
    }
  }

  /// The day of a date at midnight, by counting days.
  private static func day(_ seconds: Double) -> String {
    var days = Int(seconds / 86_400)
    var year = 2001
    func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    while days < 0 {
      year -= 1
      days += isLeap(year) ? 366 : 365
    }
    while days >= (isLeap(year) ? 366 : 365) {
      days -= isLeap(year) ? 366 : 365
      year += 1
    }
    let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var month = 0
    while days >= lengths[month] {
      days -= lengths[month]
      month += 1
    }
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(padded(month + 1))-\(padded(days + 1))"
  }
}

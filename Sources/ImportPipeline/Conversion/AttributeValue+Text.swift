internal import AttributeValues
internal import Findings
internal import FoundationEssentials

extension AttributeValue {
  /// The value as a text for messages.
  var text: String {
    switch self {
    case .null: ""
    case .integer(let value): String(value)
    case .boolean(let value): value ? "true" : "false"
    case .double(let value): String(value)
    case .float(let value): String(value)
    case .decimal(let value): value.description
    case .string(let value): value
    case .date(let seconds): ISODate.text(seconds)
    case .binary(let data): "\(data.count) bytes"
    case .uuid(let value): value.uuidString
    case .uri(let value): value.absoluteString
    case .transformable(let value): "\(value.bytes.count) bytes"
    case .composite: "a composite value"
    }
  }

  /// The value as a number, if it is one.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .float(let value): Double(value)
    case .decimal(let value): Double(value.description)
    default: nil
    }
  }

  /// The number that a text of the recipe spells, as exactly as a value can hold it; `nil` if it spells none.
  init?(number text: String) {
    if let number = ExactNumber(text) {
      if let integer = number.integer {
        self = .integer(integer)
        return
      }
      if number.isExact, let decimal = number.decimal {
        self = .decimal(decimal)
        return
      }
    }
    guard let number = Double(text) else { return nil }
    self = .double(number)
  }

  /// Whether a text, a date or a number is less than another, exactly where neither is a binary fraction; `nil` if they cannot be compared.
  func isLess(than other: AttributeValue) -> Bool? {
    switch (self, other) {
    case (.string(let left), .string(let right)): left < right
    case (.date(let left), .date(let right)): left < right
    case (.integer(let left), .integer(let right)): left < right
    case (.integer(let left), .decimal(let right)): Decimal(left) < right
    case (.decimal(let left), .integer(let right)): left < Decimal(right)
    case (.decimal(let left), .decimal(let right)): left < right
    default: number.flatMap { left in other.number.map { left < $0 } }
    }
  }

  /// The value as a text for people, if that is not what `source` says already; `nil` if it is, and for values that no text stands for.
  func textBeside(_ source: String) -> String? {
    switch self {
    case .string(let text): text == source ? nil : "“\(text)”"
    case .integer(let value): ExactNumber(source)?.integer == value ? nil : text
    case .double(let value): ExactNumber(source)?.double == value ? nil : value.plainText
    case .float(let value): ExactNumber(source)?.float == value ? nil : "\(value)"
    case .decimal(let value): ExactNumber(source)?.decimal == value ? nil : value.description
    case .date:
      source.prefix(10) == text.prefix(10) ? nil : text.hasSuffix("T00:00:00Z") ? String(text.dropLast(10)) : text
    case .null, .boolean, .binary, .uuid, .uri, .transformable, .composite: nil
    }
  }

  /// Another number of the same kind; `nil` if the value is none.
  func with(_ number: Double) -> AttributeValue? {
    switch self {
    case .integer: abs(number) < 9e15 ? .integer(Int64(number.rounded())) : nil
    case .double: .double(number)
    case .float: .float(Float(number))
    case .decimal: .decimal(Decimal(number))
    default: nil
    }
  }
}

internal import AttributeValues
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
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601)
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

extension Double {
  /// The number as people write it: whole ones without a fraction.
  var plainText: String { self == rounded() && abs(self) < 1e15 ? String(Int64(self)) : String(self) }
}

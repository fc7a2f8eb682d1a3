package import AttributeValues
internal import Findings
internal import FoundationEssentials

extension AttributeValue {
  var isDate: Bool { if case .date = self { true } else { false } }

  /// The value as a message shows it.
  package var textForPeople: String {
    switch self {
    case .null: "nothing"
    case .integer(let value): String(value)
    case .boolean(let value): value ? "true" : "false"
    case .double(let value): value.plainText
    case .float(let value): value == value.rounded() && value.magnitude < 1e7 ? String(Int(value)) : String(value)
    case .decimal(let value): value.description
    case .string(let value): value
    case .date(let value): Self.dateText(value)
    case .binary(let value): "\(value.count) bytes"
    case .uuid(let value): value.uuidString
    case .uri(let value): value.absoluteString
    case .transformable(let value): "\(value.bytes.count) archived bytes"
    case .composite(let elements): "\(elements.count) elements"
    }
  }

  /// The day, with the time when it is not midnight, in UTC.
  private static func dateText(_ seconds: Double) -> String {
    guard seconds.magnitude < 1e12 else { return "\(seconds) seconds after 2001-01-01" }
    let text = ISODate.text(seconds)
    return text.hasSuffix("T00:00:00Z") ? String(text.dropLast(10)) : text
  }
}

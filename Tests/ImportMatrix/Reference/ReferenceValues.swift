internal import AttributeValues
internal import Foundation

/// What the model and the derivations say of single values, written down once more, plainly.
enum ReferenceValues {
  /// The rules that a value breaks.
  static func faults(of value: AttributeValue, _ attribute: MatrixAttribute) -> [String] {
    if value.isNull { return [] }
    var faults: [String] = []
    if case .string(let text) = value {
      let length = text.utf16.count
      if case .integer(let minimum)? = attribute.minimum, length < minimum { faults.append("value.length") }
      if case .integer(let maximum)? = attribute.maximum, length > maximum { faults.append("value.length") }
      if let pattern = attribute.pattern, !matches(text, pattern) { faults.append("value.pattern") }
      return faults
    }
    if let minimum = attribute.minimum, isLess(value, minimum) { faults.append("value.range") }
    if let maximum = attribute.maximum, isLess(maximum, value) { faults.append("value.range") }
    return faults
  }

  /// Whether a text is of the only form that patterns here have: letters of ASCII, one to so many.
  static func matches(_ text: String, _ pattern: String) -> Bool {
    let most = pattern.last { $0.isNumber }.flatMap { Int(String($0)) } ?? 0
    return (1...max(1, most)).contains(text.count) && text.allSatisfy { $0.isASCII && $0.isLetter }
  }

  /// Whether one value is below another of the same type.
  static func isLess(_ one: AttributeValue, _ other: AttributeValue) -> Bool {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): one < other
    case (.double(let one), .double(let other)): one < other
    case (.float(let one), .float(let other)): one < other
    case (.decimal(let one), .decimal(let other)): one < other
    case (.date(let one), .date(let other)): one < other
    default: false
    }
  }

  /// Whether a value is one of an attribute's type.
  static func isOfType(_ value: AttributeValue, _ type: AttributeType) -> Bool {
    switch (value, type) {
    case (.string, .string), (.double, .double), (.float, .float), (.decimal, .decimal), (.boolean, .boolean),
      (.date, .date), (.uuid, .uuid), (.uri, .uri), (.binary, .binaryData), (.integer, .integer16),
      (.integer, .integer32), (.integer, .integer64):
      true
    default: false
    }
  }

  /// What becomes of a value of a source whose text is read as a type: a text without spaces can be an address.
  static func kept(_ value: AttributeValue, as type: AttributeType) -> AttributeValue {
    guard case .string(let text) = value, type == .uri, !text.contains(" ") else { return value }
    return URL(string: text).map { .uri($0) } ?? value
  }

  /// The value without case, as `ignoreCase` compares it.
  static func folded(_ value: AttributeValue) -> AttributeValue {
    if case .string(let text) = value { .string(text.lowercased()) } else { value }
  }

  /// What `canonical:` makes of a text; `é` is the only accent of the matrix.
  static func canonical(_ text: String) -> String { text.lowercased().replacing("é", with: "e") }
}

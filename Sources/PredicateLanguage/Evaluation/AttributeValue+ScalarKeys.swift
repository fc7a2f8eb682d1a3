package import AttributeValues
internal import FoundationEssentials

extension AttributeValue {
  /// The keys that values of some type have, composite values' elements apart.
  package static let scalarKeys: Set<String> = [
    "self", "description", "stringValue", "length", "uppercaseString", "lowercaseString",
    "timeIntervalSinceReferenceDate",
    "timeIntervalSince1970", "absoluteString", "host", "path", "scheme", "UUIDString", "intValue", "integerValue",
    "longValue", "longLongValue", "doubleValue", "floatValue", "decimalValue", "boolValue",
  ]

  /// The type of what a key of `scalarKeys` gives; `nil` for the value itself.
  package static func type(ofScalarKey key: String) -> AttributeType? {
    switch key {
    case "self": nil
    case "description", "stringValue", "uppercaseString", "lowercaseString", "absoluteString", "host", "path", "scheme",
      "UUIDString":
      .string
    case "boolValue": .boolean
    default: .double
    }
  }

  /// The value of a key that Foundation's classes for scalars have, such as `length` of a string; `nil` if there is no such key.
  func value(forScalarKey key: String) -> AttributeValue? {
    switch (key, self) {
    case ("self", _): return self
    case ("description", _), ("stringValue", _): return CastType.string.cast(self)
    case ("length", .string(let text)): return .integer(Int64(text.utf16.count))
    case ("length", .binary(let data)): return .integer(Int64(data.count))
    case ("uppercaseString", .string(let text)): return .string(text.uppercased())
    case ("lowercaseString", .string(let text)): return .string(text.lowercased())
    case ("timeIntervalSinceReferenceDate", .date(let time)): return .double(time)
    case ("timeIntervalSince1970", .date(let time)): return .double(time + Date.timeIntervalBetween1970AndReferenceDate)
    case ("absoluteString", .uri(let uri)): return .string(uri.absoluteString)
    case ("host", .uri(let uri)): return uri.host().map { .string($0) } ?? .null
    case ("path", .uri(let uri)): return .string(uri.path())
    case ("scheme", .uri(let uri)): return uri.scheme.map { .string($0) } ?? .null
    case ("UUIDString", .uuid(let uuid)): return .string(uuid.uuidString)
    // A composite value lacks the elements that have no value.
    case (_, .composite(let elements)): return elements[key] ?? .null
    default: return value(forNumericKey: key)
    }
  }

  private func value(forNumericKey key: String) -> AttributeValue? {
    let number: NumericValue
    if case .string(let text) = self {
      number = CastType.leadingNumber(text)
    } else if let own = self.number {
      number = own
    } else {
      return nil
    }
    switch key {
    case "intValue", "integerValue", "longValue", "longLongValue": return .integer(number.integerValue ?? 0)
    case "doubleValue": return .double(number.doubleValue)
    case "floatValue": return .float(Float(number.doubleValue))
    case "decimalValue":
      if case .double(let value) = number {
        return AttributeValue.nearestDecimal(to: value).map { .decimal($0) } ?? .null
      }
      if case .integer(let value) = number { return .decimal(Decimal(value)) }
      return number.attributeValue
    case "boolValue": return .boolean(number.doubleValue != 0)
    default: return nil
    }
  }
}

extension CastType {
  /// The value as this type; `.null` where it cannot be.
  package func cast(_ value: AttributeValue) -> AttributeValue {
    switch self {
    case .number:
      if case .date(let time) = value { return .double(time) }
      if case .string(let text) = value { return Self.number(text)?.attributeValue ?? .null }
      return value.number == nil ? .null : value
    case .float:
      return Self.number.cast(value).number.map { .float(Float($0.doubleValue)) } ?? .null
    case .decimal:
      switch value {
      case .string(let text): return Decimal(string: text).map { .decimal($0) } ?? .null
      case .integer(let integer): return .decimal(Decimal(integer))
      case .decimal: return value
      default:
        return value.number.flatMap { AttributeValue.nearestDecimal(to: $0.doubleValue) }.map { .decimal($0) } ?? .null
      }
    case .string: return Self.text(value).map { .string($0) } ?? .null
    case .date:
      if case .date = value { return value }
      if case .string(let text) = value {
        return DatePattern.standard.lazy.compactMap { $0.seconds(text) }.first.map { .date($0) } ?? .null
      }
      return value.number.map { .date($0.doubleValue) } ?? .null
    case .uuid:
      if case .uuid = value { return value }
      return value.text.flatMap { UUID(uuidString: $0) }.map { .uuid($0) } ?? .null
    case .uri:
      if case .uri = value { return value }
      return value.text.flatMap { URL(string: $0) }.map { .uri($0) } ?? .null
    case .data:
      if case .binary = value { return value }
      return value.text.flatMap { Data(base64Encoded: $0) }.map { .binary($0) } ?? .null
    case .transformable:
      if case .transformable = value { return value }
      return value.text.flatMap { Data(base64Encoded: $0) }.map { .transformable(TransformableValue(bytes: $0)) }
        ?? .null
    }
  }

  /// The value as text, as Foundation would write it; data in Base64.
  private static func text(_ value: AttributeValue) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let value): String(value)
    case .boolean(let value): value ? "1" : "0"
    case .double(let value): text(value)
    case .float(let value): text(value)
    case .decimal(let value): value.description
    case .date(let time): Date(timeIntervalSinceReferenceDate: time).ISO8601Format()
    case .binary(let data): data.base64EncodedString()
    case .transformable(let value): value.bytes.base64EncodedString()
    case .uuid(let uuid): uuid.uuidString
    case .uri(let uri): uri.absoluteString
    case .null, .composite: nil
    }
  }

  /// Without the `.0` of a whole number.
  private static func text(_ value: some BinaryFloatingPoint & LosslessStringConvertible) -> String {
    let text = String(value)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func number(_ text: String) -> NumericValue? {
    if let integer = Int64(text) { return .integer(integer) }
    return Double(text).map { .double($0) }
  }

  /// The number that a string begins with; 0 if it begins with none, as `NSString` has it.
  static func leadingNumber(_ text: String) -> NumericValue {
    let trimmed = text.drop { $0 == " " || $0 == "\t" || $0 == "\n" }
    var end = trimmed.startIndex
    var hasDigit = false
    for (offset, byte) in trimmed.utf8.enumerated() {
      if PredicateScanner.isDigit(byte) {
        hasDigit = true
      } else if !(offset == 0 && (byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"))) && byte != UInt8(ascii: ".")
      {
        break
      }
      end = trimmed.utf8.index(after: end)
    }
    guard hasDigit else { return .integer(0) }
    return number(String(trimmed[..<end])) ?? .integer(0)
  }
}

internal import FoundationEssentials

/// The form of encoded values: `null` for no value; otherwise an object with one key, the name of the value's kind.
///
/// `{"integer": 3}`, `{"boolean": true}`, `{"double": 38.1}`, `{"float": 0.5}`, `{"decimal": "12.50"}`, `{"string": "Beagle"}`, `{"date": 86400}` (seconds
/// since 2001-01-01 00:00:00 UTC), `{"binary": "AQI="}` (Base64 in JSON), `{"uuid": "…"}`, `{"uri": "https://…"}`, `{"transformable": "AQI="}`,
/// `{"composite": {"city": {"string": "Bath"}}}`. Fractions that are no number are texts: `"nan"`, `"inf"`, `"-inf"`.
extension AttributeValue: Codable {
  private enum Kind: String, CodingKey {
    case integer, boolean, double, float, decimal, string, date, binary, uuid, uri, transformable, composite
  }

  public func encode(to encoder: any Encoder) throws {
    if case .null = self {
      var container = encoder.singleValueContainer()
      return try container.encodeNil()
    }
    var container = encoder.container(keyedBy: Kind.self)
    switch self {
    case .null: break
    case .integer(let number): try container.encode(number, forKey: .integer)
    case .boolean(let truth): try container.encode(truth, forKey: .boolean)
    case .double(let number): try container.encode(fraction: number, forKey: .double)
    case .float(let number):
      if number.isFinite {
        try container.encode(number, forKey: .float)
      } else {
        try container.encode(fraction: Double(number), forKey: .float)
      }
    case .decimal(let number): try container.encode(number.description, forKey: .decimal)
    case .string(let text): try container.encode(text, forKey: .string)
    case .date(let seconds): try container.encode(fraction: seconds, forKey: .date)
    case .binary(let data): try container.encode(data, forKey: .binary)
    case .uuid(let uuid): try container.encode(uuid.uuidString, forKey: .uuid)
    case .uri(let url): try container.encode(url.absoluteString, forKey: .uri)
    case .transformable(let value): try container.encode(value.bytes, forKey: .transformable)
    case .composite(let elements): try container.encode(elements, forKey: .composite)
    }
  }

  /// - Throws: `DecodingError` for an object of none or several keys, and for a value that is not of its kind.
  public init(from decoder: any Decoder) throws {
    if let single = try? decoder.singleValueContainer(), single.decodeNil() {
      self = .null
      return
    }
    let container = try decoder.container(keyedBy: Kind.self)
    guard let kind = container.allKeys.first, container.allKeys.count == 1 else {
      let reason = "A value is null, or has one key that names its kind."
      throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: reason))
    }
    switch kind {
    case .integer: self = .integer(try container.decode(Int64.self, forKey: kind))
    case .boolean: self = .boolean(try container.decode(Bool.self, forKey: kind))
    case .double: self = .double(try container.decodeFraction(forKey: kind))
    case .float:
      self = .float(
        try (try? container.decode(Float.self, forKey: kind)) ?? Float(container.decodeFraction(forKey: kind))
      )
    case .decimal: self = .decimal(try container.decode(kind) { $0 == "NaN" ? .nan : Decimal(string: $0) })
    case .string: self = .string(try container.decode(String.self, forKey: kind))
    case .date: self = .date(try container.decodeFraction(forKey: kind))
    case .binary: self = .binary(try container.decode(Data.self, forKey: kind))
    case .uuid: self = .uuid(try container.decode(kind) { UUID(uuidString: $0) })
    case .uri: self = .uri(try container.decode(kind) { URL(string: $0) })
    case .transformable: self = .transformable(TransformableValue(bytes: try container.decode(Data.self, forKey: kind)))
    case .composite: self = .composite(try container.decode([String: AttributeValue].self, forKey: kind))
    }
  }
}

extension KeyedEncodingContainer {
  /// Encodes a number, or what stands for one that JSON does not have.
  fileprivate mutating func encode(fraction: Double, forKey key: Key) throws {
    if fraction.isFinite { try encode(fraction, forKey: key) } else { try encode("\(fraction)", forKey: key) }
  }
}

extension KeyedDecodingContainer {
  fileprivate func decodeFraction(forKey key: Key) throws -> Double {
    if let number = try? decode(Double.self, forKey: key) { return number }
    return try decode(key) { ["nan", "inf", "-inf"].contains($0) ? Double($0) : nil }
  }

  /// Decodes a text that `make` makes a value of.
  fileprivate func decode<Value>(_ key: Key, _ make: (String) -> Value?) throws -> Value {
    let text = try decode(String.self, forKey: key)
    guard let value = make(text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key,
        in: self,
        debugDescription: "\"\(text)\" is no \(key.stringValue)."
      )
    }
    return value
  }
}

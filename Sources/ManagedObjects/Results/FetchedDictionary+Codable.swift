internal import AttributeValues

/// A value is encoded as `AttributeValue` is; an ID is `{"objectID": "x-coredata://…"}`.
extension FetchedValue: Codable {
  private enum CodingKeys: String, CodingKey {
    case objectID
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .value(let value): try value.encode(to: encoder)
    case .objectID(let identifier):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(identifier, forKey: .objectID)
    }
  }

  /// - Throws: `DecodingError` as `AttributeValue` and `ManagedObjectID` do.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: CodingKeys.self), container.contains(.objectID) {
      self = .objectID(try container.decode(ManagedObjectID.self, forKey: .objectID))
    } else {
      self = .value(try AttributeValue(from: decoder))
    }
  }
}

/// A row is encoded as an object with a key for each name; a decoded row has its names in alphabetical order.
extension FetchedDictionary: Codable {
  public func encode(to encoder: any Encoder) throws { try dictionary.encode(to: encoder) }

  /// - Throws: `DecodingError` as `FetchedValue` does.
  public init(from decoder: any Decoder) throws {
    let values = try [String: FetchedValue](from: decoder).sorted { $0.key < $1.key }
    self.init(values.map(\.value), FetchedDictionaryLayout(names: values.map(\.key)))
  }
}

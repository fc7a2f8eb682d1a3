/// A value of a property list.
public indirect enum PropertyListValue: Sendable, Hashable {
  case string(String)
  case integer(Int64)
  /// A number above the greatest `Int64`; smaller ones are `integer`.
  case largeInteger(UInt64)
  case real(Double)
  case boolean(Bool)
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  case data([UInt8])
  case array([PropertyListValue])
  case dictionary(PropertyListDictionary)
  /// A reference of a keyed archive to one of its objects.
  case uid(UInt64)
  /// The null object of the binary form.
  case null
}

extension PropertyListValue {
  /// The text, if this is a string.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The number, if this is an integer or a Boolean.
  public var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .boolean(let value): value ? 1 : 0
    default: nil
    }
  }
  /// The number, if this is a number of any kind.
  public var number: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    case .largeInteger(let value): Double(value)
    default: nil
    }
  }
  /// The truth value, if this is a Boolean or an integer.
  public var boolean: Bool? {
    switch self {
    case .boolean(let value): value
    case .integer(let value): value != 0
    default: nil
    }
  }
  /// The bytes, if this is data.
  public var data: [UInt8]? { if case .data(let value) = self { value } else { nil } }
  /// The elements, if this is an array.
  public var array: [PropertyListValue]? { if case .array(let value) = self { value } else { nil } }
  /// The entries, if this is a dictionary.
  public var dictionary: PropertyListDictionary? { if case .dictionary(let value) = self { value } else { nil } }
  /// The object number, if this is a reference of a keyed archive.
  public var uid: UInt64? { if case .uid(let value) = self { value } else { nil } }
}

/// The entries of a property list's dictionary, in the order in which they were written or added.
///
/// Two dictionaries are equal when they have the same entries, in whatever order.
public struct PropertyListDictionary: Sendable {
  /// The keys in order.
  public private(set) var keys: [String] = []
  private var values: [String: PropertyListValue] = [:]

  /// Makes an empty dictionary.
  public init() {}

  /// How many entries there are.
  public var count: Int { keys.count }

  /// The value for `key`; assigning `nil` removes the entry.
  ///
  /// - Complexity: O(1), O(*n*) to remove.
  public subscript(key: String) -> PropertyListValue? {
    get { values[key] }
    set {
      if let newValue {
        if values.updateValue(newValue, forKey: key) == nil { keys.append(key) }
      } else if values.removeValue(forKey: key) != nil {
        keys.removeAll { $0 == key }
      }
    }
  }
}

extension PropertyListDictionary: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.values == right.values }
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
  /// Makes a dictionary of entries in this order; of two with the same key the later value counts.
  public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}

extension PropertyListDictionary: Sequence {
  /// The entries in order.
  public func makeIterator() -> some IteratorProtocol<(key: String, value: PropertyListValue)> {
    keys.lazy.map { key in (key: key, value: values[key] ?? .null) }.makeIterator()
  }
}

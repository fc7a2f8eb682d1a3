/// A value of a property list.
package indirect enum PropertyListValue: Sendable, Hashable {
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
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The number, if this is an integer or a Boolean.
  package var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .boolean(let value): value ? 1 : 0
    default: nil
    }
  }
  /// The number, if this is a number of any kind.
  package var number: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    case .largeInteger(let value): Double(value)
    default: nil
    }
  }
  /// The truth value, if this is a Boolean or an integer.
  package var boolean: Bool? {
    switch self {
    case .boolean(let value): value
    case .integer(let value): value != 0
    default: nil
    }
  }
  /// The bytes, if this is data.
  package var data: [UInt8]? { if case .data(let value) = self { value } else { nil } }
  /// The elements, if this is an array.
  package var array: [PropertyListValue]? { if case .array(let value) = self { value } else { nil } }
  /// The entries, if this is a dictionary.
  package var dictionary: PropertyListDictionary? { if case .dictionary(let value) = self { value } else { nil } }
  /// The object number, if this is a reference of a keyed archive.
  package var uid: UInt64? { if case .uid(let value) = self { value } else { nil } }
}

/// The entries of a property list's dictionary, in the order in which they were written or added.
///
/// Two dictionaries are equal when they have the same entries, in whatever order.
package struct PropertyListDictionary: Sendable {
  /// The keys in order.
  package private(set) var keys: [String] = []
  private var values: [String: PropertyListValue] = [:]

  /// Makes an empty dictionary.
  package init() {}

  /// How many entries there are.
  package var count: Int { keys.count }

  /// The value for `key`; assigning `nil` removes the entry.
  ///
  /// - Complexity: O(1), O(*n*) to remove.
  package subscript(key: String) -> PropertyListValue? {
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
  package static func == (left: Self, right: Self) -> Bool { left.values == right.values }
  package func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
  /// Makes a dictionary of entries in this order; of two with the same key the later value counts.
  package init(dictionaryLiteral elements: (String, PropertyListValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}

extension PropertyListDictionary: Sequence {
  /// The entries in order.
  package func makeIterator() -> some IteratorProtocol<(key: String, value: PropertyListValue)> {
    keys.lazy.map { key in (key: key, value: values[key] ?? .null) }.makeIterator()
  }
}

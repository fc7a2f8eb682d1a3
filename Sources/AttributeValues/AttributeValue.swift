public import FoundationEssentials

/// A value of a managed object's attribute, as one closed type.
///
/// ```swift
/// switch beagle.attributeValue(forKey: "heightMax") ?? AttributeValue.null {
/// case .double(let centimetres): print("up to \(centimetres) cm")
/// case .null: print("not known")
/// default: print("no number")
/// }
/// ```
///
/// The rest of Studbook passes these instead of `Any`: an enum `switch` costs a couple of nanoseconds where a cast from
/// `Any` costs forty. `Any` appears only at the border of the Core Data-like API (`value(forKey:)`).
public enum AttributeValue: Sendable, Hashable {
  /// No value: Core Data's `nil`, SQL's NULL.
  case null
  /// Integer 16, 32 and 64; the attribute's type says which range is allowed.
  case integer(Int64)
  case boolean(Bool)
  case double(Double)
  case float(Float)
  /// Boxed: a `Decimal` would make every other value as large as itself.
  indirect case decimal(Decimal)
  case string(String)
  /// Seconds since 2001-01-01 00:00:00 UTC, the reference date of Foundation and of Core Data's store.
  case date(Double)
  case binary(Data)
  indirect case uuid(UUID)
  indirect case uri(URL)
  case transformable(TransformableValue)
  /// Values of a composite attribute's elements, by element name.
  case composite([String: AttributeValue])
}

extension AttributeValue {
  /// Whether this is `.null`.
  @inlinable public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// Whether a store keeps both values in the same bytes. `==` does not tell of texts: it takes canonical equivalents, such as an “é” of one scalar and one of two,
  /// for the same.
  package func isIdentical(to other: AttributeValue) -> Bool {
    switch (self, other) {
    case (.string(let text), .string(let otherText)): text.utf8.elementsEqual(otherText.utf8)
    case (.composite(let elements), .composite(let others)):
      elements.count == others.count && elements.allSatisfy { others[$0]?.isIdentical(to: $1) ?? false }
    default: self == other
    }
  }
}

/// The value of a transformable attribute: the archived bytes, which are carried along unchanged when no transformer is registered.
///
/// ```swift
/// if case .transformable(let value)? = beagle.attributeValue(forKey: "temperament") {
///   let stored: TransformableValue = value
///   bytes = stored.bytes  // what the attribute's transformer made of the value
/// }
/// ```
public struct TransformableValue: Sendable, Hashable {
  /// The bytes that the value transformer made, as they stand in a store.
  public var bytes: Data

  /// Makes a value of archived bytes.
  public init(bytes: Data) { self.bytes = bytes }
}

extension AttributeValue {
  /// The decimal nearest to a binary fraction; `nil` for what no decimal stands for: infinities, NaN, magnitudes from 1e100 on, and those too small.
  ///
  /// Foundation's own conversion ends the program over an infinity, and makes NaN of what is out of its range.
  package static func nearestDecimal(to value: Double) -> Decimal? {
    guard value.magnitude < 1e100 else { return nil }
    let decimal = Decimal(value)
    return decimal.isNaN ? nil : decimal
  }
}

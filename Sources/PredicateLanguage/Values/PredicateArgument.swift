public import AttributeValues
public import FoundationEssentials

/// A value that can be substituted for `%@`, `%K`, `%d` and the like in a format, or for a `$VARIABLE`.
///
/// ```swift
/// enum Size: String, PredicateArgument {
///   case small, large
///   var predicateConstant: PredicateConstant { .value(.string(rawValue)) }
/// }
/// func predicate(for size: Size) throws -> ObjectPredicate { try ObjectPredicate(format: "size == %@", size) }
/// ```
public protocol PredicateArgument: PredicateValueConvertible {
  var predicateConstant: PredicateConstant { get }
}

extension PredicateConstant: PredicateArgument {
  public var predicateConstant: PredicateConstant { self }
}

extension AttributeValue: PredicateArgument {
  public var predicateConstant: PredicateConstant { .value(self) }
}

extension ObjectIdentity: PredicateArgument {
  public var predicateConstant: PredicateConstant { .object(self) }
}

extension String: PredicateArgument {
  public var predicateConstant: PredicateConstant { .value(.string(self)) }
}

extension Substring: PredicateArgument {
  public var predicateConstant: PredicateConstant { .value(.string(String(self))) }
}

extension Bool: PredicateArgument {
  public var predicateConstant: PredicateConstant { .value(.boolean(self)) }
}

extension Double: PredicateArgument {
  public var predicateConstant: PredicateConstant { .value(.double(self)) }
}

extension Float: PredicateArgument {
  public var predicateConstant: PredicateConstant { .value(.float(self)) }
}

extension Decimal: PredicateArgument {
  public var predicateConstant: PredicateConstant { .value(.decimal(self)) }
}

extension Date: PredicateArgument {
  public var predicateConstant: PredicateConstant { .value(.date(timeIntervalSinceReferenceDate)) }
}

extension Data: PredicateArgument {
  public var predicateConstant: PredicateConstant { .value(.binary(self)) }
}

extension UUID: PredicateArgument {
  public var predicateConstant: PredicateConstant { .value(.uuid(self)) }
}

extension URL: PredicateArgument {
  public var predicateConstant: PredicateConstant { .value(.uri(self)) }
}

extension PredicateArgument where Self: BinaryInteger {
  /// The integer; one beyond the range of `Int64` becomes a decimal.
  public var predicateConstant: PredicateConstant {
    if let integer = Int64(exactly: self) { return .value(.integer(integer)) }
    return .value(.decimal(Decimal(string: String(self)) ?? .nan))
  }
}

extension Int: PredicateArgument {}
extension Int8: PredicateArgument {}
extension Int16: PredicateArgument {}
extension Int32: PredicateArgument {}
extension Int64: PredicateArgument {}
extension UInt: PredicateArgument {}
extension UInt8: PredicateArgument {}
extension UInt16: PredicateArgument {}
extension UInt32: PredicateArgument {}
extension UInt64: PredicateArgument {}

extension Optional: PredicateArgument, PredicateValueConvertible where Wrapped: PredicateArgument {
  public var predicateConstant: PredicateConstant { self?.predicateConstant ?? .null }
}

extension Array: PredicateArgument, PredicateValueConvertible where Element: PredicateArgument {
  public var predicateConstant: PredicateConstant { .collection(map(\.predicateConstant)) }
}

extension Set: PredicateArgument, PredicateValueConvertible where Element: PredicateArgument {
  /// The elements ordered by how they print, so that equal sets make equal predicates.
  public var predicateConstant: PredicateConstant {
    let constants = map { (constant: $0.predicateConstant, text: $0.predicateConstant.description) }
    return .collection(constants.sorted { $0.text < $1.text }.map(\.constant))
  }
}

extension ClosedRange: PredicateArgument, PredicateValueConvertible where Bound: PredicateArgument {
  /// The two bounds, as `BETWEEN` takes them.
  public var predicateConstant: PredicateConstant {
    .collection([lowerBound.predicateConstant, upperBound.predicateConstant])
  }
}

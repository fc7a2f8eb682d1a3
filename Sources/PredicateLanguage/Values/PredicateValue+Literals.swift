internal import AttributeValues

extension PredicateValue: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = .value(.string(value)) }
}

extension PredicateValue: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int64) { self = .value(.integer(value)) }
}

extension PredicateValue: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self = .value(.double(value)) }
}

extension PredicateValue: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .value(.boolean(value)) }
}

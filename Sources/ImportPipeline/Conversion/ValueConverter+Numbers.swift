internal import AttributeValues
internal import Findings
internal import FoundationEssentials

/// Numbers: what needs no more than its digits takes a short way, all else goes through exact decimal arithmetic.
extension ValueConverter {
  func integer(_ bytes: UnsafeBufferPointer<UInt8>) throws(ConversionFailure) -> AttributeValue {
    if numbers.isPlain, let value = NumberText.integer(bytes) { return .integer(value) }
    guard let number = numbers.number(bytes), number.isWhole else { throw .type(.wholeNumber) }
    guard let value = number.integer else {
      let range = type.integerRange ?? Int64.min...Int64.max
      throw beyond(number.isNegative, least: "\(range.lowerBound)", most: "\(range.upperBound)")
    }
    return .integer(value)
  }

  func double(_ bytes: UnsafeBufferPointer<UInt8>) throws(ConversionFailure) -> Double {
    if numbers.isPlain, numbers.decimals == nil, let value = NumberText.double(bytes) { return value }
    return try real(bytes, \.double)
  }

  func float(_ bytes: UnsafeBufferPointer<UInt8>) throws(ConversionFailure) -> Float { try real(bytes, \.float) }

  private func real<Number: BinaryFloatingPoint>(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ convert: (ExactNumber) -> Number
  ) throws(ConversionFailure) -> Number {
    guard let number = numbers.number(bytes) else { throw .type(.number(hasUnit: numbers.conversion != nil)) }
    let value = convert(number)
    guard value.isFinite else {
      let most = "\(Number.greatestFiniteMagnitude)"
      throw beyond(number.isNegative, least: "-\(most)", most: most)
    }
    return value
  }

  func decimal(_ bytes: UnsafeBufferPointer<UInt8>) throws(ConversionFailure) -> Decimal {
    guard let number = numbers.number(bytes) else { throw .type(.decimal(hasUnit: numbers.conversion != nil)) }
    guard let value = number.decimal else { throw .range(.exponent) }
    return value
  }

  private func beyond(_ isNegative: Bool, least: String, most: String) -> ConversionFailure {
    .range(isNegative ? .least(least, type: type.modelName) : .most(most, type: type.modelName))
  }
}

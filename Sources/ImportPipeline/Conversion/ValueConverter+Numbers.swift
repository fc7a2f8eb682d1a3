internal import AttributeValues
internal import FoundationEssentials

/// Numbers: what needs no more than its digits takes a short way, all else goes through exact decimal arithmetic.
extension ValueConverter {
  func integer(_ bytes: UnsafeBufferPointer<UInt8>) throws(ConversionFailure) -> AttributeValue {
    if numbers.isPlain, let value = NumberText.integer(bytes) { return .integer(value) }
    guard let number = numbers.number(bytes), number.isWhole else { throw .type(expected: "a whole number") }
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
    guard let number = numbers.number(bytes) else { throw .type(expected: "a number" + unitWords) }
    let value = convert(number)
    guard value.isFinite else {
      let most = "\(Number.greatestFiniteMagnitude)"
      throw beyond(number.isNegative, least: "-\(most)", most: most)
    }
    return value
  }

  func decimal(_ bytes: UnsafeBufferPointer<UInt8>) throws(ConversionFailure) -> Decimal {
    guard let number = numbers.number(bytes) else { throw .type(expected: "a decimal number" + unitWords) }
    guard let value = number.decimal else {
      throw .range(limit: "has an exponent that no Decimal has; they reach from -128 to 127")
    }
    return value
  }

  private var unitWords: String { numbers.conversion == nil ? "" : ", with or without its unit" }

  private func beyond(_ isNegative: Bool, least: String, most: String) -> ConversionFailure {
    let article = type.modelName.hasPrefix("I") ? "an" : "a"
    return .range(
      limit: isNegative
        ? "is less than \(least), the least that \(article) \(type.modelName) holds"
        : "is greater than \(most), the most that \(article) \(type.modelName) holds"
    )
  }
}

internal import AttributeValues
internal import FoundationEssentials
internal import ObjectModel

/// Why a text became no value.
enum ConversionFailure: Error {
  /// It is not of the attribute's type; `expected` says what was, such as "a whole number".
  case type(expected: String)
  /// The lookup table does not have it.
  case lookup(table: String, text: String, suggestion: String?, policy: MissingPolicy)
  /// The lookup table has several translations where one is needed.
  case severalTranslations(table: String, text: String)
}

/// Turns a field's text into an attribute's value, by the steps that a mapping asks for: trim, collapse, no-value texts, list, lookup, case,
/// then the attribute's type with its number format, unit and rounding.
final class ValueConverter: Sendable {
  let type: AttributeType
  let steps: TextSteps
  private let conversion: UnitConversion?
  private let roundingFactor: Double?
  private let thousandsSeparator: [UInt8]
  private let decimalSeparator: [UInt8]
  private let isPlainNumber: Bool
  private let datePatterns: [DatePattern]
  private let trueTexts: Set<String>
  private let falseTexts: Set<String>
  private let takesPresence: Bool

  /// - Parameters:
  ///   - conversion: The unit conversion that the mapping names, already checked.
  ///   - datePatterns: The mapping's patterns, already compiled; ISO 8601 when empty.
  init(
    type: AttributeType,
    mapping: FieldMapping,
    steps: TextSteps,
    conversion: UnitConversion?,
    datePatterns: [DatePattern]
  ) {
    self.type = type
    self.steps = steps
    self.conversion = conversion
    roundingFactor = mapping.roundDigits.map { digits in (0..<digits).reduce(1.0) { factor, _ in factor * 10 } }
    thousandsSeparator = Array((mapping.thousandsSeparator ?? "").utf8)
    decimalSeparator = Array(mapping.decimalSeparator.utf8)
    isPlainNumber = conversion == nil && mapping.thousandsSeparator == nil && mapping.decimalSeparator == "."
    self.datePatterns = datePatterns.isEmpty ? DatePattern.standard : datePatterns
    trueTexts = Set(mapping.trueTexts.map { $0.lowercased() })
    falseTexts = Set(mapping.falseTexts.map { $0.lowercased() })
    takesPresence = mapping.takesPresence
  }

  /// Whether a text needs no more than trimming to become the value.
  var takesTextAsItStands: Bool { !takesPresence && steps.isPlain }

  /// The value of a field's bytes, which are valid UTF-8; `.null` for a missing field or a text that stands for no value.
  ///
  /// - Complexity: O(*n*); for a plain mapping, allocates only what the value itself needs.
  func value(_ bytes: UnsafeBufferPointer<UInt8>?) throws(ConversionFailure) -> AttributeValue {
    if takesPresence {
      let text = bytes?.trimmed
      return .boolean(text.map { !$0.isEmpty && !steps.isNull($0) } ?? false)
    }
    guard let bytes else { return .null }
    guard steps.isPlain else {
      guard let text = try steps.text(bytes) else { return .null }
      return try typed(text)
    }
    let text = steps.trims ? bytes.trimmed : bytes
    if text.isEmpty || steps.isNull(text) { return .null }
    return try typed(text)
  }

  private func typed(_ text: String) throws(ConversionFailure) -> AttributeValue {
    var result: Result<AttributeValue, ConversionFailure> = .success(.null)
    text.withContiguousBytes { bytes in
      do throws(ConversionFailure) {
        result = .success(try typed(bytes))
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  private func typed(_ bytes: UnsafeBufferPointer<UInt8>) throws(ConversionFailure) -> AttributeValue {
    switch type {
    case .string, .undefined:
      return .string(String(decoding: bytes, as: UTF8.self))
    case .integer16, .integer32, .integer64:
      return try integer(bytes)
    case .double:
      return .double(try number(bytes))
    case .float:
      return .float(Float(try number(bytes)))
    case .decimal:
      guard let decimal = decimal(bytes) else { throw .type(expected: "a decimal number") }
      return .decimal(decimal)
    case .boolean:
      return .boolean(try boolean(bytes))
    case .date:
      for pattern in datePatterns {
        if let seconds = pattern.seconds(bytes) { return .date(seconds) }
      }
      throw .type(expected: "a date of the form \(datePatterns.prefix(3).map(\.text).joined(separator: " or "))")
    case .uuid:
      guard let uuid = UUID(uuidString: String(decoding: bytes, as: UTF8.self)) else {
        throw .type(expected: "a UUID such as 123E4567-E89B-12D3-A456-426614174000")
      }
      return .uuid(uuid)
    case .uri:
      let text = String(decoding: bytes, as: UTF8.self)
      guard !bytes.contains(where: \.isSpace), let url = URL(string: text) else { throw .type(expected: "a URI") }
      return .uri(url)
    case .binaryData:
      guard let data = Data(base64Encoded: String(decoding: bytes, as: UTF8.self)) else {
        throw .type(expected: "binary data in Base64")
      }
      return .binary(data)
    case .transformable, .composite:
      throw .type(expected: "a value that sources cannot give (\(type.modelName))")
    }
  }

  private func integer(_ bytes: UnsafeBufferPointer<UInt8>) throws(ConversionFailure) -> AttributeValue {
    if isPlainNumber, let value = NumberText.integer(bytes) { return .integer(value) }
    guard let value = plainNumber(bytes) else { throw .type(expected: "a whole number") }
    let rounded = roundingFactor == nil ? value : value.rounded()
    guard rounded == rounded.rounded(), abs(rounded) < 9e15 else { throw .type(expected: "a whole number") }
    return .integer(Int64(rounded))
  }

  private func number(_ bytes: UnsafeBufferPointer<UInt8>) throws(ConversionFailure) -> Double {
    let parsed = isPlainNumber ? NumberText.double(bytes) : plainNumber(bytes)
    guard let value = parsed else {
      throw .type(expected: conversion == nil ? "a number" : "a number, with or without its unit")
    }
    guard let roundingFactor else { return value }
    return (value * roundingFactor).rounded() / roundingFactor
  }

  /// Reads a number with separators and a unit.
  private func plainNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let (digits, rest) = normalised(bytes) else { return nil }
    guard let value = digits.withUnsafeBufferPointer(NumberText.double) else { return nil }
    guard let conversion else { return rest.isEmpty ? value : nil }
    if rest.isEmpty { return conversion.source.convert(value, to: conversion.target) }
    guard let unit = MeasurementUnit(named: rest), unit.dimension == conversion.target.dimension else { return nil }
    return unit.convert(value, to: conversion.target)
  }

  private func decimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Decimal? {
    guard conversion == nil else { return plainNumber(bytes).map { Decimal($0) } }
    guard let (digits, rest) = normalised(bytes), rest.isEmpty else { return nil }
    return NumberText.decimal(String(decoding: digits, as: UTF8.self))
  }

  /// The number's bytes with a point as decimal mark and without thousands separators, and the text after it.
  ///
  /// Separators have to stand between groups of three digits, so that "1,5" is not read as fifteen.
  private func normalised(_ bytes: UnsafeBufferPointer<UInt8>) -> (digits: [UInt8], rest: String)? {
    var digits: [UInt8] = []
    var index = 0
    var groupLength = -1
    var seenPoint = false
    func stands(_ separator: [UInt8], at place: Int) -> Bool {
      !separator.isEmpty && place + separator.count <= bytes.count
        && separator.indices.allSatisfy { bytes[place + $0] == separator[$0] }
    }
    if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      digits.append(first)
      index = 1
    }
    while index < bytes.count {
      if bytes[index] &- 48 < 10 {
        digits.append(bytes[index])
        if groupLength >= 0, !seenPoint { groupLength += 1 }
        index += 1
      } else if stands(decimalSeparator, at: index), !seenPoint {
        if groupLength >= 0, groupLength != 3 { return nil }
        digits.append(UInt8(ascii: "."))
        seenPoint = true
        index += decimalSeparator.count
      } else if stands(thousandsSeparator, at: index), !seenPoint, digits.last.map({ $0 &- 48 < 10 }) == true,
        groupLength == -1 || groupLength == 3
      {
        groupLength = 0
        index += thousandsSeparator.count
      } else {
        break
      }
    }
    if groupLength >= 0, groupLength != 3, !seenPoint { return nil }
    let rest = UnsafeBufferPointer(rebasing: bytes[index...]).trimmed
    return (digits, String(decoding: rest, as: UTF8.self))
  }

  private func boolean(_ bytes: UnsafeBufferPointer<UInt8>) throws(ConversionFailure) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    if trueTexts.contains(text) { return true }
    if falseTexts.contains(text) { return false }
    switch text {
    case "true", "yes", "1", "y", "t", "on": return true
    case "false", "no", "0", "n", "f", "off": return false
    default: throw .type(expected: "yes or no")
    }
  }
}

extension ValueConverter {
  /// The value of a text that stands in the recipe itself.
  func plainValue(_ text: String) throws(ConversionFailure) -> AttributeValue {
    try typed(text)
  }
}

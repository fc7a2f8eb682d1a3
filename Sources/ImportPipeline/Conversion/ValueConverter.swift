internal import AttributeValues
internal import Findings
internal import FoundationEssentials
internal import ObjectModel

/// Why a text became no value.
enum ConversionFailure: LocalizedError {
  /// It is not of the attribute's type.
  case type(ValueFinding.Expected)
  /// It is a number, but not one that the attribute's type has.
  case range(ValueFinding.Limit)
  /// The list has no such part, or parts that nobody takes while the taken one is empty.
  case part(any FindingKind, policy: MissingPolicy)
  /// The lookup table does not have it.
  case lookup(table: String, text: String, suggestion: String?, policy: MissingPolicy)
  /// The lookup table has several translations where one is needed.
  case severalTranslations(table: String, text: String)
  /// The file that it names is not there, or nothing can be made of it.
  case file(FileFinding, suggestion: String? = nil)
}

/// Turns a field's text into an attribute's value, by the steps that a mapping asks for: trim, collapse, no-value texts, list, lookup, case,
/// then the attribute's type with its number format, unit and rounding.
final class ValueConverter: Sendable {
  let type: AttributeType
  let steps: TextSteps
  let numbers: NumberFormat
  let datePatterns: [DatePattern]
  /// Whether the mapping names patterns; those of ISO 8601 do not contradict each other.
  private let takesOwnPatterns: Bool
  let trueTexts: Set<String>
  let falseTexts: Set<String>
  let takesPresence: Bool
  /// What the bytes are that a text stands for; also for texts that name files.
  let files: FileConversion
  /// What converts fields that the source's format itself says to be numbers, where texts have marks of their own; `nil` where that is the same.
  let ofNumbers: ValueConverter?

  /// - Parameters:
  ///   - files: What the mapping does with bytes, already opened.
  ///   - conversion: The unit conversion that the mapping names, already checked.
  ///   - datePatterns: The mapping's patterns, already compiled; ISO 8601 when empty.
  init(
    type: AttributeType,
    mapping: FieldMapping,
    steps: TextSteps,
    conversion: UnitConversion?,
    datePatterns: [DatePattern],
    files: FileConversion = .base64,
    ofNumbers: ValueConverter? = nil
  ) {
    self.type = type
    self.ofNumbers = ofNumbers
    self.files = files
    self.steps = steps
    numbers = NumberFormat(mapping, conversion: conversion, isWhole: type.integerRange != nil)
    takesOwnPatterns = !datePatterns.isEmpty
    self.datePatterns = datePatterns.isEmpty ? DatePattern.standard : datePatterns
    trueTexts = Set(mapping.trueTexts.map { $0.lowercased() })
    falseTexts = Set(mapping.falseTexts.map { $0.lowercased() })
    takesPresence = mapping.takesPresence
  }

  /// Whether a text needs no more than trimming to become the value.
  var takesTextAsItStands: Bool { !takesPresence && steps.isPlain && files.files == nil }

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
      return try plainValue(text)
    }
    let text = steps.trims ? bytes.trimmed : bytes
    if text.isEmpty || steps.isNull(text) { return .null }
    return try typed(text)
  }

  /// The text of a field after its steps; `nil` where there is none.
  func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    // What a lookup table does not have is a finding of a build.
    guard !steps.isPlain else {
      let text = steps.trims ? bytes.trimmed : bytes
      return text.isEmpty || steps.isNull(text) ? nil : String(decoding: text, as: UTF8.self)
    }
    return try? steps.text(bytes)
  }

  /// The bytes that a field's text stands for, before anything is made of them; `nil` where there is no value, or none can be had.
  func originalBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    // What cannot be had is reported as a conversion that fails.
    text(bytes)?.withContiguousBytes { try? files.original($0).bytes }
  }

  /// The value of a text that has gone through the steps, or stands in the recipe itself.
  func plainValue(_ text: String) throws(ConversionFailure) -> AttributeValue {
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
      try files.files?.require(String(decoding: bytes, as: UTF8.self))
      return .string(String(decoding: bytes, as: UTF8.self))
    case .integer16, .integer32, .integer64:
      return try integer(bytes)
    case .double:
      return .double(try double(bytes))
    case .float:
      return .float(try float(bytes))
    case .decimal:
      return .decimal(try decimal(bytes))
    case .boolean:
      return .boolean(try boolean(bytes))
    case .date:
      for pattern in datePatterns {
        if let seconds = pattern.seconds(bytes) { return .date(seconds) }
      }
      throw .type(.date(patterns: datePatterns.map(\.text)))
    case .uuid:
      guard let uuid = UUID(uuidString: String(decoding: bytes, as: UTF8.self)) else {
        throw .type(.uuid)
      }
      return .uuid(uuid)
    case .uri:
      let text = String(decoding: bytes, as: UTF8.self)
      guard !bytes.contains(where: \.isSpace), let url = URL(string: text) else { throw .type(.uri) }
      return .uri(url)
    case .binaryData:
      return .binary(try files.data(bytes))
    case .transformable, .composite:
      throw .type(.nothing(type: type.modelName))
    }
  }

  private func boolean(_ bytes: UnsafeBufferPointer<UInt8>) throws(ConversionFailure) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    if trueTexts.contains(text) { return true }
    if falseTexts.contains(text) { return false }
    switch text {
    case "true", "yes", "1", "y", "t", "on": return true
    case "false", "no", "0", "n", "f", "off": return false
    default: throw .type(.boolean)
    }
  }

  /// What is asked of every text that is converted so, beyond that it can be.
  var checks: [any ValueCheck] {
    var checks: [any ValueCheck] = []
    if steps.takesParts { checks.append(PartsCheck(steps: steps)) }
    if type == .date, datePatterns.count > 1, takesOwnPatterns {
      checks.append(DateOrderCheck(steps: steps, patterns: datePatterns))
    }
    return checks
  }
}

extension ConversionFailure {
  var errorDescription: String? {
    switch self {
    case .type: "The text is no value of the attribute's type."
    case .range: "The number is out of the range of the attribute's type."
    case .part: "The list has no such part, or others that nobody takes."
    case .lookup(let table, let text, _, _): "The lookup table \(table) does not have \"\(text)\"."
    case .severalTranslations(let table, let text): "The lookup table \(table) has several translations of \"\(text)\"."
    case .file(let finding, _): finding.message + "."
    }
  }
}

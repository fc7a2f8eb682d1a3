internal import AttributeValues
internal import DelimitedText
internal import Findings
internal import ObjectModel

/// Proves from a field's bytes that an attribute's value has nothing wrong with it; most texts are never made for that.
///
/// In doubt the answer is doubt: the record is then looked at by `RecordMapper`, which says what is wrong, if anything.
final class FieldPrecheck: Sendable {
  /// What is known of a field.
  enum Verdict {
    /// There is no value.
    case empty
    case good
    case doubtful
  }

  let field: Int
  let slot: Int
  /// Whether the value itself is asked for: by rules, histograms, suggestions or rows.
  private let keepsValue: Bool
  /// Whether a row is packed of the record, for which the bytes of a text do.
  private let keepsText: Bool
  /// Whether keys are made of the value.
  private let keepsFingerprint: Bool
  /// Whether the bytes may tell: a text that is taken as it stands.
  private let isPlainText: Bool
  private let checksMojibake: Bool
  // Of the plan, but held here: each look through the plan would count references to it.
  private let limits: AttributeChecks
  private let converter: ValueConverter
  private let steps: TextSteps
  private let checks: [any ValueCheck]

  /// `nil` for attributes that are not filled from one field.
  init?(
    _ plan: AttributePlan,
    keepsValue: Bool,
    keepsText: Bool,
    keepsFingerprint: Bool,
    rulesOff: Set<RuleCode>
  ) {
    guard case .field(let field) = plan.input, plan.converter.ofNumbers == nil else { return nil }
    self.field = field
    limits = plan.attribute.frozenChecks ?? AttributeChecks(plan.attribute)
    converter = plan.converter
    self.keepsValue = keepsValue
    self.keepsText = keepsText
    self.keepsFingerprint = keepsFingerprint
    slot = plan.slot
    isPlainText = plan.converter.takesTextAsItStands && plan.attribute.attributeType == .string
    checksMojibake = !rulesOff.contains(.valueMojibake)
    steps = plan.converter.steps
    checks = plan.checks
  }

  /// Looks at a field; the value and its fingerprint are in `record` afterwards, as far as they are kept.
  ///
  /// - Parameter areLasting: Whether the bytes are still there when the record has been looked at.
  /// - Complexity: O(*n*); allocates for texts that are kept, and for those that need a closer look.
  func inspect(_ bytes: UnsafeBufferPointer<UInt8>?, areLasting: Bool, _ record: PrecheckedRecord) -> Verdict {
    guard isPlainText, let bytes else { return inspectValue(bytes, record) }
    let text = steps.trims ? bytes.trimmed : bytes
    if text.isEmpty || steps.isNull(text) { return .empty }
    let isASCII = text.isASCII
    guard limits.surelyAccepts(text), passesChecks(bytes),
      isASCII || !checksMojibake || !Mojibake.mayStand(in: text)
    else { return inspectValue(bytes, record) }
    if keepsFingerprint {
      record.fingerprints[slot] =
        isASCII ? Fingerprint(ascii: text) : record.fingerprint(of: String(decoding: text, as: UTF8.self))
    }
    if keepsText { record.texts[slot] = areLasting ? UnsafeRawBufferPointer(text) : PrecheckedRecord.noText }
    if keepsValue || keepsText && !areLasting { record.row[slot] = .string(String(decoding: text, as: UTF8.self)) }
    return .good
  }

  private func passesChecks(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for check in checks where !check.passes(bytes) { return false }
    return true
  }

  /// Looks at the value.
  private func inspectValue(_ bytes: UnsafeBufferPointer<UInt8>?, _ record: PrecheckedRecord) -> Verdict {
    let value: AttributeValue
    do throws(ConversionFailure) {
      value = try converter.value(bytes)
    } catch {
      return .doubtful
    }
    if value.isNull { return .empty }
    guard limits.accepts(value) else { return .doubtful }
    if checksMojibake, case .string(let text) = value, Mojibake.isSuspicious(text) { return .doubtful }
    if case .decimal(let number) = value, !number.isKeptByDouble { return .doubtful }
    if let bytes {
      var problems: [CheckProblem] = []
      for check in checks { check.inspect(value, bytes, into: &problems) }
      if !problems.isEmpty { return .doubtful }
    }
    if keepsFingerprint {
      if case .string(let text) = value {
        record.fingerprints[slot] = record.fingerprint(of: text)
      } else {
        record.fingerprints[slot] = Fingerprint(value)
      }
    }
    if keepsText {
      record.texts[slot] = PrecheckedRecord.noText
      record.row[slot] = value
    } else if keepsValue {
      record.row[slot] = value
    }
    return .good
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether every byte is ASCII.
  var isASCII: Bool {
    var all: UInt8 = 0
    for byte in self { all |= byte }
    return all < 0x80
  }
}

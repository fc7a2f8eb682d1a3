internal import AttributeValues
internal import DelimitedText
internal import Findings
internal import ObjectModel

/// Tells from a field's bytes whether an attribute's value has nothing wrong with it; most texts are never made for that.
///
/// In doubt the answer is doubt: the record is then looked at by `RecordMapper`, which says what is wrong, if anything.
final class FieldScreen {
  /// What is known of a field.
  enum Verdict {
    /// There is no value.
    case empty
    case good
    case doubtful
  }

  let plan: AttributePlan
  let field: Int
  /// Whether the value itself is asked for: by rules, histograms or suggestions.
  var keepsValue = false
  /// Whether keys are made of the value.
  let keepsPrint: Bool
  private(set) var value = AttributeValue.null
  private(set) var print: KeyPrint?
  /// Whether the bytes may tell: a text that is taken as it stands.
  private let isPlainText: Bool
  private let checksMojibake: Bool
  private let steps: TextSteps
  private let checks: [any ValueCheck]
  private var problems: [CheckProblem] = []

  /// `nil` for attributes that are not filled from one field.
  init?(_ plan: AttributePlan, keepsPrint: Bool, rulesOff: Set<RuleCode>) {
    guard case .field(let field) = plan.input else { return nil }
    self.plan = plan
    self.field = field
    self.keepsPrint = keepsPrint
    isPlainText = plan.converter.takesTextAsItStands && plan.attribute.attributeType == .string
    checksMojibake = !rulesOff.contains(.valueMojibake)
    steps = plan.converter.steps
    checks = plan.checks
  }

  /// Judges a field; `value` and `print` are the value's afterwards, as far as they are kept.
  ///
  /// - Complexity: O(*n*); allocates for texts beyond ASCII, and for those that are kept.
  func judge(_ bytes: UnsafeBufferPointer<UInt8>?) -> Verdict {
    guard isPlainText, let bytes else { return judgeValue(bytes) }
    let text = steps.trims ? bytes.trimmed : bytes
    if text.isEmpty || steps.isNull(text) { return .empty }
    guard text.isASCII, plan.attribute.acceptsASCII(text), passesChecks(bytes) else { return judgeValue(bytes) }
    if keepsPrint { print = KeyPrint(ascii: text) }
    if keepsValue { value = .string(String(decoding: text, as: UTF8.self)) }
    return .good
  }

  private func passesChecks(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for check in checks where !check.passes(bytes) { return false }
    return true
  }

  /// Judges by the value.
  private func judgeValue(_ bytes: UnsafeBufferPointer<UInt8>?) -> Verdict {
    let value: AttributeValue
    do throws(ConversionFailure) {
      value = try plan.converter.value(bytes)
    } catch {
      return .doubtful
    }
    if value.isNull { return .empty }
    guard plan.attribute.validate(value).isEmpty else { return .doubtful }
    if checksMojibake, case .string(let text) = value, !text.isASCII, Mojibake.repair(text) != nil { return .doubtful }
    if let bytes {
      for check in checks { check.inspect(value, bytes, into: &problems) }
      if !problems.isEmpty {
        problems.removeAll(keepingCapacity: true)
        return .doubtful
      }
    }
    if keepsPrint { print = KeyPrint(value) }
    if keepsValue { self.value = value }
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

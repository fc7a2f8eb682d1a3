internal import AttributeValues
internal import Findings

/// A check of single values, made while records are read.
protocol ValueCheck: Sendable {
  /// Adds what is wrong with a value to `problems`.
  ///
  /// - Parameters:
  ///   - value: The converted value; never `.null`.
  ///   - text: The field's text as UTF-8, with the spaces around it.
  /// - Complexity: O(*n*) in the text; allocates only when there is a problem.
  func inspect(_ value: AttributeValue, _ text: UnsafeBufferPointer<UInt8>, into problems: inout [CheckProblem])

  /// Whether the field's text alone shows that there is no problem; a text of ASCII that is a value as it stands.
  ///
  /// - Complexity: O(*n*), without allocation.
  func passes(_ text: UnsafeBufferPointer<UInt8>) -> Bool
}

extension ValueCheck {
  /// The text alone shows nothing.
  func passes(_ text: UnsafeBufferPointer<UInt8>) -> Bool { false }
}

extension [any ValueCheck] {
  /// What is wrong with a value by which a record refers to an object.
  func problems(_ value: AttributeValue) -> [CheckProblem] {
    if isEmpty { return [] }
    var problems: [CheckProblem] = []
    value.text.withContiguousBytes { text in
      for check in self { check.inspect(value, text, into: &problems) }
    }
    return problems
  }
}

/// What a check has found wrong with a value.
struct CheckProblem: Sendable {
  var kind: any FindingKind
  var severity: Severity?
  var suggestion: String?
}

extension FindingKind {
  /// The same rule in the recipe's own words, if it has some.
  func saying(_ words: String?) -> any FindingKind { words.map { GivenWords(rule, $0) } ?? self }
}

/// What a check's recipe says about its findings.
struct CheckMessage: Sendable {
  /// The rule; of a check that has several, any of them.
  let rule: RuleCode
  let severity: Severity?
  let message: String?

  /// The kind, in the recipe's own words if it has some.
  func kind(_ kind: any FindingKind) -> any FindingKind { kind.saying(message) }

  func problem(_ kind: any FindingKind, suggestion: String? = nil) -> CheckProblem {
    CheckProblem(kind: self.kind(kind), severity: severity, suggestion: suggestion)
  }
}

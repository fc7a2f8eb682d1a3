package import AttributeValues
internal import FoundationEssentials
internal import PredicateLanguage

/// What an attribute allows, prepared for a look at every value: limits of the type and of the model in one, the pattern compiled.
///
/// A good value is accepted without allocation. A bad one is looked at again to say what is wrong.
package final class AttributeChecks: Sendable {
  private let name: String
  private let type: AttributeType
  private let isOptional: Bool
  private let integers: ClosedRange<Int64>
  /// Infinite where nothing is limited; `hasRealLimits` says whether a number that is none is refused.
  private let reals: ClosedRange<Double>
  private let hasRealLimits: Bool
  private let decimalMinimum: Decimal?
  private let decimalMaximum: Decimal?
  private let lengths: ClosedRange<Int>
  private let pattern: TextPattern?
  /// Whether the model's regular expression is none; then no text is allowed.
  private let hasUnusablePattern: Bool
  private let constraints: AttributeConstraints
  private let rules: [ValidationRule]
  private let elements: [(name: String, checks: AttributeChecks)]

  package init(_ attribute: AttributeDescription) {
    name = attribute.name
    type = attribute.attributeType
    isOptional = attribute.isOptional
    constraints = attribute.constraints
    rules = attribute.validationRules.map { rule in
      ValidationRule(predicate: attribute.typingConstants(in: rule.predicate), warning: rule.warning)
    }
    let typeRange = type.integerRange ?? Int64.min...Int64.max
    let least = Self.integer(constraints.minimum, rounding: .up) ?? .min
    let greatest = Self.integer(constraints.maximum, rounding: .down) ?? .max
    let range = (max(least, typeRange.lowerBound), min(greatest, typeRange.upperBound))
    // A range that nothing can meet: the checks still say which limit a value breaks.
    integers = range.0 <= range.1 ? range.0...range.1 : range.0...range.0
    // A limit that is no number limits nothing.
    let real = (
      Self.real(constraints.minimum, type).flatMap { $0.isNaN ? nil : $0 } ?? -.infinity,
      Self.real(constraints.maximum, type).flatMap { $0.isNaN ? nil : $0 } ?? .infinity
    )
    reals = real.0 <= real.1 ? real.0...real.1 : real.0...real.0
    hasRealLimits = constraints.minimum != nil || constraints.maximum != nil
    decimalMinimum = Self.decimal(constraints.minimum)
    decimalMaximum = Self.decimal(constraints.maximum)
    let length = (max(constraints.minimumLength ?? 0, 0), constraints.maximumLength ?? .max)
    lengths = length.0 <= length.1 ? length.0...length.1 : length.0...length.0
    pattern = attribute.pattern
    hasUnusablePattern = pattern == nil && constraints.regularExpression != nil
    elements = (attribute as? CompositeAttributeDescription)?.elements.map { ($0.name, AttributeChecks($0)) } ?? []
  }

  /// Whether the value is allowed.
  ///
  /// - Complexity: O(1) for scalars; O(*n*) for texts with a pattern, or near a limit of length.
  package func accepts(_ value: AttributeValue) -> Bool {
    switch value {
    case .null: return isOptional
    case .integer(let number):
      switch type {
      case .integer16, .integer32, .integer64: guard integers.contains(number) else { return false }
      default: guard type == .undefined else { return false }
      }
    case .boolean: guard type == .boolean || type == .undefined else { return false }
    case .double(let number): guard type == .double, accepts(number) || type == .undefined else { return false }
    case .float(let number): guard type == .float, accepts(Double(number)) || type == .undefined else { return false }
    case .date(let seconds): guard type == .date, accepts(seconds) || type == .undefined else { return false }
    case .decimal(let number):
      guard type == .decimal || type == .undefined else { return false }
      if let decimalMinimum, number < decimalMinimum { return false }
      if let decimalMaximum, number > decimalMaximum { return false }
    case .string(let text):
      guard type == .string || type == .undefined else { return false }
      guard accepts(lengthOf: text) else { return false }
      guard matchesPattern(text) else { return false }
    case .binary: guard type == .binaryData || type == .undefined else { return false }
    case .uuid: guard type == .uuid || type == .undefined else { return false }
    case .uri: guard type == .uri || type == .undefined else { return false }
    case .transformable: guard type == .transformable || type == .undefined else { return false }
    case .composite(let values):
      guard type == .composite else { return false }
      for (name, checks) in elements where !checks.accepts(values[name] ?? .null) { return false }
    }
    return rules.isEmpty || rules.allSatisfy { $0.holds(for: value) }
  }

  /// Whether bytes of UTF-8 are surely an allowed text; `false` also where only the text itself can tell.
  ///
  /// - Complexity: O(1) without a pattern, else O(*n*); does not allocate.
  package func surelyAccepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // A UTF-16 unit takes one to three bytes.
    guard type == .string, rules.isEmpty, text.count <= lengths.upperBound, (text.count + 2) / 3 >= lengths.lowerBound
    else { return false }
    return pattern?.surelyMatches(text) ?? !hasUnusablePattern
  }

  @inline(__always) private func accepts(_ number: Double) -> Bool { !hasRealLimits || reals.contains(number) }

  /// Whether the whole text matches the regular expression, if there is one.
  @inline(__always) private func matchesPattern(_ text: String) -> Bool {
    pattern?.matches(text) ?? !hasUnusablePattern
  }

  /// Counts UTF-16 units only where the number of bytes leaves the answer open: a unit takes one to three bytes of UTF-8.
  private func accepts(lengthOf text: String) -> Bool {
    let bytes = text.utf8.count
    if bytes <= lengths.upperBound, (bytes + 2) / 3 >= lengths.lowerBound { return true }
    if bytes < lengths.lowerBound { return false }
    return lengths.contains(Self.length(text))
  }

  /// The number of UTF-16 units, without the index that `utf16.count` builds for long texts.
  static func length(_ text: String) -> Int {
    let bytes = text.utf8.span
    var count = 0
    for index in bytes.indices {
      let byte = bytes[index]
      // Every scalar has one byte that is no continuation; those of four bytes take two units.
      if byte & 0xc0 != 0x80 { count &+= byte >= 0xf0 ? 2 : 1 }
    }
    return count
  }

  /// Everything that is wrong with a value; empty for an allowed one.
  func failures(of value: AttributeValue) -> [ValidationFailure] {
    guard !accepts(value) else { return [] }
    if case .null = value { return [ValidationFailure(.missing, of: name)] }
    guard hasRightType(value) else { return [ValidationFailure(.type(expected: type), of: name)] }
    var failures: [ValidationFailure] = []
    switch value {
    case .integer(let number):
      if number < integers.lowerBound { failures.append(tooSmall(.integer(integers.lowerBound))) }
      if number > integers.upperBound { failures.append(tooLarge(.integer(integers.upperBound))) }
    case .double(let number): appendFailures(of: number, to: &failures)
    case .float(let number): appendFailures(of: Double(number), to: &failures)
    case .date(let seconds): appendFailures(of: seconds, to: &failures)
    case .decimal(let number):
      if let decimalMinimum, number < decimalMinimum { failures.append(tooSmall(.decimal(decimalMinimum))) }
      if let decimalMaximum, number > decimalMaximum { failures.append(tooLarge(.decimal(decimalMaximum))) }
    case .string(let text):
      let length = Self.length(text)
      if length < lengths.lowerBound {
        failures.append(ValidationFailure(.tooShort(minimum: lengths.lowerBound), of: name))
      }
      if length > lengths.upperBound {
        failures.append(ValidationFailure(.tooLong(maximum: lengths.upperBound), of: name))
      }
      if !matchesPattern(text) {
        failures.append(ValidationFailure(.pattern(constraints.regularExpression ?? ""), of: name))
      }
    case .composite(let values):
      for (element, checks) in elements {
        failures += checks.failures(of: values[element] ?? .null).map {
          ValidationFailure($0.kind, of: "\(name).\($0.propertyName)")
        }
      }
    default: break
    }
    for rule in rules where !rule.holds(for: value) {
      failures.append(ValidationFailure(.predicate(warning: rule.warning), of: name))
    }
    return failures
  }

  private func appendFailures(of number: Double, to failures: inout [ValidationFailure]) {
    guard hasRealLimits else { return }
    if let minimum = constraints.minimum, !(number >= reals.lowerBound) { failures.append(tooSmall(minimum)) }
    if let maximum = constraints.maximum, !(number <= reals.upperBound) { failures.append(tooLarge(maximum)) }
  }

  private func tooSmall(_ minimum: AttributeValue) -> ValidationFailure {
    ValidationFailure(.tooSmall(minimum: minimum), of: name)
  }

  private func tooLarge(_ maximum: AttributeValue) -> ValidationFailure {
    ValidationFailure(.tooLarge(maximum: maximum), of: name)
  }

  private func hasRightType(_ value: AttributeValue) -> Bool {
    switch (value, type) {
    case (.integer, .integer16), (.integer, .integer32), (.integer, .integer64), (.boolean, .boolean),
      (.double, .double), (.float, .float), (.date, .date), (.decimal, .decimal), (.string, .string),
      (.binary, .binaryData), (.uuid, .uuid), (.uri, .uri), (.transformable, .transformable), (.composite, .composite):
      true
    default: type == .undefined
    }
  }
}

extension AttributeChecks {
  /// The limit as an integer, moved inwards when it has a fraction.
  private static func integer(_ limit: AttributeValue?, rounding: FloatingPointRoundingRule) -> Int64? {
    switch limit {
    case .integer(let value): value
    case .double(let value): Int64(exactly: value.rounded(rounding))
    case .float(let value): Int64(exactly: value.rounded(rounding))
    default: nil
    }
  }

  /// The limit as a real number; for a `Float` attribute as near to it as its values can come.
  private static func real(_ limit: AttributeValue?, _ type: AttributeType) -> Double? {
    let value: Double? =
      switch limit {
      case .integer(let value): Double(value)
      case .double(let value), .date(let value): value
      case .float(let value): Double(value)
      default: nil
      }
    return type == .float ? value.map { Double(Float($0)) } : value
  }

  private static func decimal(_ limit: AttributeValue?) -> Decimal? {
    switch limit {
    case .decimal(let value): value
    case .integer(let value): Decimal(value)
    case .double(let value): AttributeValue.nearestDecimal(to: value)
    default: nil
    }
  }
}

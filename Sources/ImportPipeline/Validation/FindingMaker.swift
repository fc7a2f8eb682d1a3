internal import AttributeValues
internal import Findings
internal import ObjectModel

/// What a finding is about: a record, or what a field of it gives to a property.
struct FindingSubject {
  /// The record's number in its source, from 1.
  let record: Int
  let place: any PlacedRecord
  /// The field to point at; `nil` for the record itself.
  var field: Int?
  var property: String?
  var value: String?
}

/// Makes findings about the records of one source, with their places and the recipe's severities.
struct FindingMaker: Sendable {
  let plan: SourcePlan
  let severities: [RuleCode: Severity]
  /// Rules whose findings are not made.
  let rulesOff: Set<RuleCode>

  /// - Parameter rulesOff: Rules that no source is checked for.
  init(_ plan: SourcePlan, of recipe: Recipe, rulesOff: Set<RuleCode>) {
    self.plan = plan
    severities = recipe.severities.merging(plan.recipe.severities) { $1 }
    self.rulesOff = rulesOff.union(plan.recipe.rulesOff)
  }

  /// A finding about a record, or a part of it.
  func finding(
    _ kind: any FindingKind,
    severity: Severity? = nil,
    about subject: FindingSubject,
    suggestion: String? = nil,
    related: [RelatedPlace] = []
  ) -> Finding {
    let located = subject.place.located(subject.field)
    return Finding(
      kind,
      severity: severities[kind.rule] ?? severity,
      at: located.position,
      record: subject.record,
      field: subject.field.map { plan.fieldNames[$0] },
      entity: plan.entity.name,
      attribute: subject.property,
      value: subject.value,
      suggestion: suggestion,
      excerpt: located.excerpt,
      related: related
    )
  }

  /// Applies the recipe's severities to a finding of a reader.
  func adjusted(_ finding: Finding) -> Finding {
    var finding = finding
    if let severity = severities[finding.rule] { finding.severity = severity }
    if finding.entity == nil { finding.entity = plan.entity.name }
    return finding
  }

  /// What to say about the subject's text, which could not be converted.
  func finding(
    for failure: ConversionFailure,
    about subject: FindingSubject,
    suggestion: @autoclosure () -> String?
  ) -> Finding {
    let text = subject.value ?? ""
    switch failure {
    case .type(let expected):
      let isPlaceholder = !text.isEmpty && PlaceholderTexts.contains(text)
      let kind = ValueFinding.type(text, expected, isPlaceholder: isPlaceholder)
      return finding(kind, about: subject, suggestion: isPlaceholder ? nil : suggestion())
    case .range(let limit): return finding(ValueFinding.range(text, limit), about: subject)
    case .part(let kind, let policy): return finding(kind, severity: policy == .error ? .error : nil, about: subject)
    case .lookup(let table, let part, let suggestion, let policy):
      return finding(
        ValueFinding.lookup(part, table: table),
        severity: policy == .warning ? .warning : .error,
        about: subject,
        suggestion: suggestion.flatMap { FindingMaker.replacing(part, with: $0, in: text) }
      )
    case .file(let kind, let suggested):
      let replacing = suggested.flatMap { FindingMaker.replacing(kind.fileName ?? text, with: $0, in: text) }
      return finding(kind, about: subject, suggestion: replacing)
    case .severalTranslations(let table, let part):
      return finding(ValueFinding.severalTranslations(part, table: table), about: subject)
    }
  }

  /// The field's whole text with another part of its list, so that a suggestion can be put in its place; `nil` if the part stands there twice.
  private static func replacing(_ part: String, with suggestion: String, in text: String) -> String? {
    if text == part { return suggestion }
    let pieces = text.split(separator: part, omittingEmptySubsequences: false)
    return pieces.count == 2 ? pieces.joined(separator: suggestion) : nil
  }
}

internal import AttributeValues
internal import Findings
internal import ObjectModel

/// Makes findings about the records of one source: the one place where the pipeline's messages are worded.
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

  /// A finding at a field of a record, or at the record itself when `field` is `nil`.
  func finding(
    _ rule: RuleCode,
    severity: Severity? = nil,
    _ message: String,
    record: Int,
    field: Int?,
    place: RecordPlace,
    attribute: String? = nil,
    value: String? = nil,
    suggestion: String? = nil,
    related: [RelatedPlace] = []
  ) -> Finding {
    let located = place.located(field)
    return Finding(
      rule,
      severity: severities[rule] ?? severity,
      message,
      at: located.position,
      record: record,
      field: field.map { plan.fieldNames[$0] },
      entity: plan.entity.name,
      attribute: attribute,
      value: value,
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

  /// What to say about a text that could not be converted.
  func finding(
    for failure: ConversionFailure,
    text: String,
    record: Int,
    field: Int?,
    place: RecordPlace,
    attribute: String,
    suggestion: @autoclosure () -> String?
  ) -> Finding {
    let shown = Finding.shortened(text)
    switch failure {
    case .type(let expected):
      let isPlaceholder = !text.isEmpty && PlaceholderWords.contains(text)
      return finding(
        .valueType,
        "“\(shown)” is not \(expected)" + (isPlaceholder ? "; if it means no value, add it to the recipe's nulls" : ""),
        record: record,
        field: field,
        place: place,
        attribute: attribute,
        value: text,
        suggestion: isPlaceholder ? nil : suggestion()
      )
    case .range(let limit):
      return finding(
        .valueRange,
        "“\(shown)” \(limit)",
        record: record,
        field: field,
        place: place,
        attribute: attribute,
        value: text
      )
    case .part(let message, let policy):
      return finding(
        .valuePart,
        severity: policy == .error ? .error : nil,
        message,
        record: record,
        field: field,
        place: place,
        attribute: attribute,
        value: text
      )
    case .lookup(let table, let part, let suggestion, let policy):
      return finding(
        .valueLookup,
        severity: policy == .warning ? .warning : .error,
        "The lookup table “\(table)” does not have “\(Finding.shortened(part))”",
        record: record,
        field: field,
        place: place,
        attribute: attribute,
        value: text,
        suggestion: suggestion.flatMap { FindingMaker.replacing(part, with: $0, in: text) }
      )
    case .severalTranslations(let table, let part):
      return finding(
        .valueLookup,
        "The lookup table “\(table)” has several entries for “\(Finding.shortened(part))”",
        record: record,
        field: field,
        place: place,
        attribute: attribute,
        value: text
      )
    }
  }
  /// The field's whole text with another part of its list, so that a suggestion can be put in its place; `nil` if the part stands there twice.
  private static func replacing(_ part: String, with suggestion: String, in text: String) -> String? {
    if text == part { return suggestion }
    let pieces = text.split(separator: part, omittingEmptySubsequences: false)
    return pieces.count == 2 ? pieces.joined(separator: suggestion) : nil
  }
}

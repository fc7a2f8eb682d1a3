public import Findings

extension Finding {
  /// Makes a finding in words of a test.
  public init(
    _ rule: RuleCode,
    severity: Severity? = nil,
    _ message: String,
    at position: SourcePosition? = nil,
    record: Int? = nil,
    field: String? = nil,
    entity: String? = nil,
    attribute: String? = nil,
    value: String? = nil,
    suggestion: String? = nil,
    excerpt: SourceExcerpt? = nil,
    related: [RelatedPlace] = [],
    table: String? = nil
  ) {
    self.init(
      GivenWords(rule, message),
      severity: severity,
      at: position,
      record: record,
      field: field,
      entity: entity,
      attribute: attribute,
      value: value,
      suggestion: suggestion,
      excerpt: excerpt,
      related: related,
      table: table
    )
  }
}

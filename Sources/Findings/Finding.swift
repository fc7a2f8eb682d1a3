/// Something wrong, or noteworthy, in a source: what it is, where it stands and what to do about it.
public struct Finding: Sendable, Hashable, Codable {
  /// The rule that was broken.
  public var rule: RuleCode
  /// How much it weighs; a recipe may change a rule's severity.
  public var severity: Severity
  /// What is wrong, as one sentence without a full stop at its end.
  public var message: String
  /// Where it stands; `nil` for a finding about the run as a whole.
  public var position: SourcePosition?
  /// The number of the record in its source, from 1, header not counted.
  public var record: Int?
  /// The field's name in the source.
  public var field: String?
  /// The table of the store in which a row with the key `record` is wrong; `nil` for findings about sources.
  public var table: String?
  /// The entity that the record was to become.
  public var entity: String?
  /// The attribute or relationship that the field was to fill.
  public var attribute: String?
  /// The offending value, shortened to at most `Finding.longestValue` characters.
  public var value: String?
  /// A text to put in its place, when one is likely.
  public var suggestion: String?
  /// The source text around the place, for people.
  public var excerpt: SourceExcerpt?
  /// Other places that have to do with it, such as the first holder of a duplicate key.
  public var related: [RelatedPlace]
  /// Why the finding does not count against the run; `nil` when it does.
  public var acceptance: FindingAcceptance?

  /// Values are cut after this many characters in a finding.
  public static let longestValue = 120

  /// Makes a finding of `rule`'s default severity unless another is given.
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
    self.rule = rule
    self.severity = severity ?? rule.defaultSeverity
    self.message = message
    self.position = position
    self.record = record
    self.field = field
    self.entity = entity
    self.attribute = attribute
    self.value = value.map(Finding.shortened)
    self.suggestion = suggestion
    self.excerpt = excerpt
    self.related = related
    self.table = table
  }

  /// Cuts `text` to `longestValue` characters, marking the cut with an ellipsis.
  public static func shortened(_ text: String) -> String {
    guard text.utf8.count > longestValue, text.count > longestValue else { return text }
    return String(text.prefix(longestValue - 1)) + "…"
  }
}

/// Another place that belongs to a finding, with what it has to do with it.
public struct RelatedPlace: Sendable, Hashable, Codable {
  /// Where it is.
  public var position: SourcePosition
  /// What it has to do with the finding, such as "first used here".
  public var message: String

  public init(_ message: String, at position: SourcePosition) {
    self.position = position
    self.message = message
  }
}

/// The line of source text on which a finding stands, and the part of it to mark.
public struct SourceExcerpt: Sendable, Hashable, Codable {
  /// The physical line's text without its line break; long lines are cut around the mark.
  public var text: String
  /// The line's number, from 1.
  public var line: Int
  /// The first marked character in `text`, counted from 0 in Unicode scalars.
  public var markStart: Int
  /// How many characters are marked; at least 1.
  public var markLength: Int
  /// Whether characters were cut off before `text`.
  public var isCutAtStart: Bool
  /// Whether characters were cut off after `text`.
  public var isCutAtEnd: Bool

  public init(
    text: String,
    line: Int,
    markStart: Int,
    markLength: Int,
    isCutAtStart: Bool = false,
    isCutAtEnd: Bool = false
  ) {
    self.text = text
    self.line = line
    self.markStart = markStart
    self.markLength = markLength
    self.isCutAtStart = isCutAtStart
    self.isCutAtEnd = isCutAtEnd
  }
}

/// Something wrong, or noteworthy, in a source: what it is, where it stands and what to do about it.
///
/// ```swift
/// var finding = Finding(
///   GivenWords(.recordDuplicate, "There is a Beagle already"),
///   at: SourcePosition(file: "akc-breeds.csv", line: 12, column: 1),
///   excerpt: SourceExcerpt(text: "Beagle,Hound Group", line: 12, markStart: 0, markLength: 6)
/// )
/// finding.related = [RelatedPlace("the first one", at: SourcePosition(file: "akc-breeds.csv", line: 3))]
/// let place = finding.position?.description  // akc-breeds.csv:12:1
/// ```
public struct Finding: Sendable, Hashable {
  /// What is wrong.
  public var kind: any FindingKind {
    get { wording.kind }
    set { wording.kind = newValue }
  }
  private var wording: Wording
  /// How much it weighs; a recipe may change a rule's severity.
  public var severity: Severity
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

  /// Makes a finding of its rule's default severity unless another is given.
  public init(
    _ kind: any FindingKind,
    severity: Severity? = nil,
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
    wording = Wording(kind: kind)
    self.severity = severity ?? kind.rule.defaultSeverity
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

  /// The rule that was broken.
  public var rule: RuleCode { kind.rule }

  /// What is wrong, as one sentence without a full stop at its end. Its words are made anew each time.
  public var message: String { kind.message }

  /// Cuts `text` to `longestValue` characters, marking the cut with an ellipsis.
  public static func shortened(_ text: String) -> String {
    guard text.utf8.count > longestValue, text.count > longestValue else { return text }
    return String(text.prefix(longestValue - 1)) + "…"
  }
}

/// A kind that equals another if both say the same of the same rule, as one that was read from a report does.
private struct Wording: Sendable, Hashable {
  var kind: any FindingKind

  static func == (left: Wording, right: Wording) -> Bool {
    left.kind.rule == right.kind.rule && left.kind.message == right.kind.message
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind.rule)
    hasher.combine(kind.message)
  }
}

extension Finding: Decodable {
  private enum CodingKeys: CodingKey {
    case rule, severity, message, position, record, field, table, entity, attribute, value, suggestion, excerpt, related
    case acceptance
  }

  /// Reads a finding of a report.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String? { try values.decodeIfPresent(String.self, forKey: key) }
    let rule = try values.decode(RuleCode.self, forKey: .rule)
    severity = try values.decode(Severity.self, forKey: .severity)
    wording = Wording(kind: GivenWords(rule, try values.decode(String.self, forKey: .message)))
    position = try values.decodeIfPresent(SourcePosition.self, forKey: .position)
    record = try values.decodeIfPresent(Int.self, forKey: .record)
    field = try text(.field)
    table = try text(.table)
    entity = try text(.entity)
    attribute = try text(.attribute)
    value = try text(.value)
    suggestion = try text(.suggestion)
    excerpt = try values.decodeIfPresent(SourceExcerpt.self, forKey: .excerpt)
    related = try values.decode([RelatedPlace].self, forKey: .related)
    acceptance = try values.decodeIfPresent(FindingAcceptance.self, forKey: .acceptance)
  }
}

/// The line of source text on which a finding stands, and the part of it to mark.
///
/// ```swift
/// var finding = Finding(
///   GivenWords(.recordDuplicate, "There is a Beagle already"),
///   at: SourcePosition(file: "akc-breeds.csv", line: 12, column: 1),
///   excerpt: SourceExcerpt(text: "Beagle,Hound Group", line: 12, markStart: 0, markLength: 6)
/// )
/// finding.related = [RelatedPlace("the first one", at: SourcePosition(file: "akc-breeds.csv", line: 3))]
/// let place = finding.position?.description  // akc-breeds.csv:12:1
/// ```
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

  /// Makes an excerpt with a part of it marked.
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

#if canImport(Glibc)
  internal import Glibc
#endif

/// A decision that certain findings are not to count, with its reason and, perhaps, its end.
///
/// ```swift
/// let suppression = FindingSuppression(
///   rule: RulePattern("value.*"),
///   file: "akc-breeds.csv",
///   reason: "The kennel club measures again in spring",
///   until: CalendarDay("2027-04-01")
/// )
/// let isCovered = suppression.matches(finding)
/// ```
public struct FindingSuppression: Sendable, Hashable {
  /// The rules whose findings are meant.
  public var rule: RulePattern
  /// The source, as the recipe names it; `nil` for all.
  public var file: String?
  /// The field of the source, or the attribute of the model; `nil` for all.
  public var field: String?
  /// The offending value; `nil` for all.
  public var value: String?
  /// Why the findings are in order.
  public var reason: String
  /// The last day on which the suppression holds; `nil` for no end.
  public var until: CalendarDay?
  /// Where the suppression itself stands.
  public var position: SourcePosition?

  /// Makes a suppression.
  public init(
    rule: RulePattern,
    file: String? = nil,
    field: String? = nil,
    value: String? = nil,
    reason: String,
    until: CalendarDay? = nil,
    position: SourcePosition? = nil
  ) {
    self.rule = rule
    self.file = file
    self.field = field
    self.value = value
    self.reason = reason
    self.until = until
    self.position = position
  }

  /// Whether `finding` is one of those that are meant, on any day.
  public func matches(_ finding: Finding) -> Bool {
    guard rule.matches(finding.rule) else { return false }
    if let file, !finding.isAbout(source: file) { return false }
    if let field, finding.field != field, finding.attribute != field { return false }
    if let value, finding.value != Finding.shortened(value) { return false }
    return true
  }
}

/// How many findings of some rules are allowed before they count.
///
/// ```swift
/// let budget = FindingBudget(rule: RulePattern("text.*"), most: Tolerance.share(0.01))
/// let isWithin = budget.most.allows(2, of: 277)  // 1 % of 277 records
/// ```
public struct FindingBudget: Sendable, Hashable {
  /// The rules whose findings are meant.
  public var rule: RulePattern
  /// The source, as the recipe names it; `nil` for all together.
  public var file: String?
  /// How many findings there may be; a share is one of the records read from the source, or from all.
  public var most: Tolerance
  /// Where the budget itself stands.
  public var position: SourcePosition?

  /// Makes a budget.
  public init(rule: RulePattern, file: String? = nil, most: Tolerance, position: SourcePosition? = nil) {
    self.rule = rule
    self.file = file
    self.most = most
    self.position = position
  }

  /// Whether `finding` is one of those that are meant.
  public func matches(_ finding: Finding) -> Bool {
    rule.matches(finding.rule) && (file.map(finding.isAbout) ?? true)
  }
}

extension Finding {
  /// Whether it is about a source: its file, or one of its files, members or sheets, as in `dogs.zip/dogs.csv` for `dogs.zip`.
  ///
  /// - Parameter name: What the recipe calls the source: a file, a folder or a pattern.
  fileprivate func isAbout(source name: String) -> Bool {
    guard let file = position?.file else { return false }
    let parts = name.split(separator: "/")
    let beginning = file.split(separator: "/").prefix(parts.count).joined(separator: "/")
    let source = parts.joined(separator: "/")
    return beginning == source || fnmatch(source, beginning, FNM_PATHNAME) == 0
  }
}

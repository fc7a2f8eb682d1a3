internal import RulePages
internal import Synchronization

/// Every rule that Studbook itself knows. What they are about, for people, stands in their pages, `docs/rules`, which are part of the program.
///
/// ```swift
/// let code = RuleCode.valueRange
/// let rule: RuleDescription? = RuleCatalogue.rule(code)
/// let advice = rule?.advice  // what to do
/// let example: RuleExample? = rule?.example  // a source, a recipe, and what the tool reports of them
/// ```
public enum RuleCatalogue {
  /// A rule as the program needs it, without its page.
  struct Entry {
    let code: RuleCode
    let severity: Severity
    let canBeOff: Bool

    /// - Parameter canBeOff: Whether a recipe can turn the rule off, because an object can be made of a record that breaks it.
    init(_ code: RuleCode, _ severity: Severity, canBeOff: Bool = false) {
      self.code = code
      self.severity = severity
      self.canBeOff = canBeOff
    }
  }

  /// All rules with the severities that they have unless a recipe or a reader says otherwise, in the order of the parts that report them.
  static let entries: [Entry] = [
    Entry("source.missing", .error),
    Entry("source.encoding", .error),
    Entry("source.nul-byte", .error),
    Entry("source.binary", .error),
    Entry("source.header", .error, canBeOff: true),
    Entry("source.malformed", .error),
    Entry("source.no-records", .warning, canBeOff: true),
    Entry("source.table-missing", .error),
    Entry("source.left-out", .note),
    Entry("source.limit", .error),
    Entry("source.unsafe", .error),
    Entry("json.syntax", .error),
    Entry("json.extension", .warning, canBeOff: true),
    Entry("json.duplicate-name", .error),
    Entry("json.surrogate", .error),
    Entry("json.kind", .error),
    Entry("sheet.error", .error, canBeOff: true),
    Entry("sheet.formula", .error, canBeOff: true),
    Entry("sheet.date", .error),
    Entry("sheet.hidden", .note, canBeOff: true),
    Entry("record.field-count", .error),
    Entry("record.quoting", .error),
    Entry("record.duplicate", .error),
    Entry("record.unmatched", .error),
    Entry("record.repeated", .warning, canBeOff: true),
    Entry("record.similar", .warning, canBeOff: true),
    Entry("record.disagreement", .warning, canBeOff: true),
    Entry("value.required", .error),
    Entry("value.type", .error),
    Entry("value.range", .error),
    Entry("value.precision", .warning),
    Entry("value.length", .error),
    Entry("value.pattern", .error),
    Entry("value.lookup", .error),
    Entry("value.part", .warning, canBeOff: true),
    Entry("value.date-order", .warning, canBeOff: true),
    Entry("value.mojibake", .warning, canBeOff: true),
    Entry("value.predicate", .error),
    Entry("value.one-of", .error, canBeOff: true),
    Entry("value.required-when", .error, canBeOff: true),
    Entry("value.window", .error, canBeOff: true),
    Entry("value.url", .warning, canBeOff: true),
    Entry("value.email", .warning, canBeOff: true),
    Entry("value.language-tag", .warning, canBeOff: true),
    Entry("value.placeholder", .warning, canBeOff: true),
    Entry("value.swapped", .error, canBeOff: true),
    Entry("value.order", .warning, canBeOff: true),
    Entry("value.gap", .warning, canBeOff: true),
    Entry("value.outlier", .warning, canBeOff: true),
    Entry("value.unit", .warning, canBeOff: true),
    Entry("value.completeness", .warning, canBeOff: true),
    Entry("text.spaces", .warning, canBeOff: true),
    Entry("text.invisible", .warning, canBeOff: true),
    Entry("text.scripts", .warning, canBeOff: true),
    Entry("text.punctuation", .warning, canBeOff: true),
    Entry("text.placeholder", .warning, canBeOff: true),
    Entry("text.capitals", .warning, canBeOff: true),
    Entry("file.missing", .error),
    Entry("file.outside", .error),
    Entry("file.limit", .error),
    Entry("file.unused", .warning, canBeOff: true),
    Entry("image.type", .error, canBeOff: true),
    Entry("image.damaged", .error),
    Entry("image.size", .error, canBeOff: true),
    Entry("image.colour", .warning, canBeOff: true),
    Entry("image.orientation", .warning, canBeOff: true),
    Entry("image.alpha", .warning, canBeOff: true),
    Entry("image.animated", .warning, canBeOff: true),
    Entry("image.metadata", .warning, canBeOff: true),
    Entry("image.unsafe", .error),
    Entry("image.similar", .warning, canBeOff: true),
    Entry("reference.unknown", .error),
    Entry("reference.ambiguous", .error),
    Entry("reference.taken", .error),
    Entry("reference.count", .error),
    Entry("reference.unused", .warning, canBeOff: true),
    Entry("rule.predicate", .error, canBeOff: true),
    Entry("recipe.missing", .error),
    Entry("recipe.syntax", .error),
    Entry("recipe.unknown-name", .error),
    Entry("recipe.value", .error),
    Entry("recipe.no-value", .warning),
    Entry("recipe.unlisted", .note),
    Entry("model.name", .error),
    Entry("model.duplicate", .error),
    Entry("model.unknown-entity", .error),
    Entry("model.unknown-inverse", .error),
    Entry("model.unknown-property", .error),
    Entry("model.unknown-type", .error),
    Entry("model.parent-cycle", .error),
    Entry("model.no-inverse", .warning),
    Entry("model.inverse", .warning),
    Entry("model.ordered-inverse", .warning),
    Entry("model.limits", .error),
    Entry("model.default", .warning),
    Entry("model.pattern", .error),
    Entry("model.delete-rule", .error),
    Entry("model.derivation", .error),
    Entry("model.predicate", .warning),
    Entry("model.unknown-key", .warning),
    Entry("model.composite", .error),
    Entry("model.naming", .warning),
    Entry("model.no-action", .warning),
    Entry("model.transformer", .note),
    Entry("model.abstract", .note),
    Entry("model.localisation", .warning),
    Entry("model.source", .error),
    Entry("model.open-hash", .error),
    Entry("release.missing", .error),
    Entry("release.digest", .error),
    Entry("release.interrupted", .error),
    Entry("release.writable", .warning),
    Entry("release.unsealed", .error),
    Entry("release.count", .error),
    Entry("release.hash", .error),
    Entry("release.change", .error),
    Entry("release.signature", .error),
    Entry("store.integrity", .error),
    Entry("store.schema", .error),
    Entry("store.version-hash", .error),
    Entry("store.primary-key", .error),
    Entry("store.unproven", .warning),
    Entry("store.more", .note),
    Entry("store.entity-number", .error),
    Entry("store.dangling-reference", .error),
    Entry("store.wrong-destination", .error),
    Entry("store.inverse", .warning),
    Entry("store.required", .error),
    Entry("store.validation", .error),
    Entry("store.uniqueness", .error),
    Entry("store.storage-class", .error),
    Entry("store.external-data", .error),
    Entry("store.metadata", .error),
    Entry("store.orphan-file", .warning),
    Entry("store.order", .error),
    Entry("store.derivation", .error),
    Entry("store.precision", .warning),
    Entry("store.text", .error),
    Entry("acceptance.budget", .error),
    Entry("acceptance.expired", .warning),
    Entry("acceptance.unused", .note),
    Entry("acceptance.stale", .note),
  ]

  /// The codes of all rules, in the order of the parts that report them.
  public static let codes: [RuleCode] = entries.map(\.code)

  /// The rules that a recipe can turn off, because an object can be made of a record that breaks them.
  public static let optionalRules = Set(entries.filter(\.canBeOff).map(\.code))

  static let severities = Dictionary(uniqueKeysWithValues: entries.map { ($0.code, $0.severity) })

  /// Whether `code` is that of a rule in the catalogue.
  ///
  /// - Complexity: O(1).
  public static func contains(_ code: RuleCode) -> Bool { severities[code] != nil }

  /// The description of `code`, or `nil` if the catalogue has none.
  ///
  /// - Complexity: O(1), but for the first call of a rule, which reads its page.
  public static func rule(_ code: RuleCode) -> RuleDescription? {
    descriptions.withLock { descriptions in
      if let description = descriptions[code] { return description }
      let description = pages[code].flatMap(RuleDescription.init)
      descriptions[code] = description
      return description
    }
  }

  /// The descriptions of all rules, in the order of `codes`.
  public static var all: [RuleDescription] { codes.compactMap(rule) }

  /// Those that somebody has asked for: a run needs few of them.
  private static let descriptions = Mutex<[RuleCode: RuleDescription]>([:])

  private static let pages: [RuleCode: String] = {
    var pages: [RuleCode: String] = [:]
    guard var page = studbook_rule_pages() else { return pages }
    while page.pointee != 0 {
      let text = String(cString: page)
      if let code = RuleDescription.code(ofPage: text) { pages[code] = text }
      page += text.utf8.count + 1
    }
    return pages
  }()

  /// The rules whose codes are most like `text`, the likeliest first: those that begin with it or contain it, then those with the
  /// fewest letters different.
  public static func rules(like text: String) -> [RuleDescription] {
    let wanted = text.lowercased()
    let ranked = all.compactMap { rule -> (rule: RuleDescription, rank: Int)? in
      let code = rule.code.rawValue
      if code.hasPrefix(wanted) || code.hasSuffix("." + wanted) { return (rule, 0) }
      if code.contains(wanted) { return (rule, 1) }
      let distance = EditDistance.distance(from: wanted, to: code, atMost: max(2, code.utf8.count / 4))
      return distance.map { (rule, $0 + 1) }
    }
    return ranked.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(
      \.element.rule
    )
  }
}

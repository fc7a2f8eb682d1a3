/// Every rule that Studbook itself knows, in the order of the parts that report them.
public enum RuleCatalogue {
  /// The description of `code`, or `nil` if the catalogue has none.
  ///
  /// - Complexity: O(1).
  public static func rule(_ code: RuleCode) -> RuleDescription? { byCode[code] }

  private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

  /// All rules.
  public static let all =
    sourceRules + jsonRules + sheetRules + recordRules + recordCheckRules + valueRules + valueCheckRules + textRules
    + referenceRules
    + referenceCheckRules + predicateRules + recipeRules + modelRules + modelHabits + releaseRules + storeRules
    + acceptanceRules

  /// The rules that a recipe can turn off, because an object can be made of a record that breaks them.
  public static let optionalRules: Set<RuleCode> = {
    let checks = recordCheckRules + valueCheckRules + textRules + referenceCheckRules + predicateRules
    return Set(checks.map(\.code)).union([
      .valueMojibake, .valuePart, .valueDateOrder, .sourceHeader, .sourceNoRecords, .jsonExtension, .sheetError,
      .sheetFormula,
      .sheetHidden,
    ])
  }()

  /// The rules whose codes are most like `text`, the likeliest first: those that begin with it or contain it, then those with the
  /// fewest letters different.
  public static func rules(like text: String) -> [RuleDescription] {
    let wanted = text.lowercased()
    let ranked = all.compactMap { rule -> (rule: RuleDescription, rank: Int)? in
      let code = rule.code.rawValue
      if code.hasPrefix(wanted) || code.hasSuffix("." + wanted) { return (rule, 0) }
      if code.contains(wanted) { return (rule, 1) }
      let distance = EditDistance.distance(from: wanted, to: code)
      return distance <= max(2, code.utf8.count / 4) ? (rule, distance + 1) : nil
    }
    return ranked.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(
      \.element.rule
    )
  }
}

extension RuleCode {
  public static let sourceMissing: RuleCode = "source.missing"
  public static let sourceEncoding: RuleCode = "source.encoding"
  public static let sourceNulByte: RuleCode = "source.nul-byte"
  public static let sourceBinary: RuleCode = "source.binary"
  public static let sourceHeader: RuleCode = "source.header"
  public static let sourceMalformed: RuleCode = "source.malformed"
  public static let sourceNoRecords: RuleCode = "source.no-records"
  public static let sourceTableMissing: RuleCode = "source.table-missing"
  public static let sourceLeftOut: RuleCode = "source.left-out"
  public static let sourceLimit: RuleCode = "source.limit"
  public static let sourceUnsafe: RuleCode = "source.unsafe"
  public static let jsonSyntax: RuleCode = "json.syntax"
  public static let jsonExtension: RuleCode = "json.extension"
  public static let jsonDuplicateName: RuleCode = "json.duplicate-name"
  public static let jsonSurrogate: RuleCode = "json.surrogate"
  public static let jsonKind: RuleCode = "json.kind"
  public static let sheetError: RuleCode = "sheet.error"
  public static let sheetFormula: RuleCode = "sheet.formula"
  public static let sheetDate: RuleCode = "sheet.date"
  public static let sheetHidden: RuleCode = "sheet.hidden"
  public static let recordFieldCount: RuleCode = "record.field-count"
  public static let recordQuoting: RuleCode = "record.quoting"
  public static let recordDuplicate: RuleCode = "record.duplicate"
  public static let recordUnmatched: RuleCode = "record.unmatched"
  public static let valueRequired: RuleCode = "value.required"
  public static let valueType: RuleCode = "value.type"
  public static let valueRange: RuleCode = "value.range"
  public static let valuePrecision: RuleCode = "value.precision"
  public static let valueLength: RuleCode = "value.length"
  public static let valuePattern: RuleCode = "value.pattern"
  public static let valueLookup: RuleCode = "value.lookup"
  public static let valuePart: RuleCode = "value.part"
  public static let valueDateOrder: RuleCode = "value.date-order"
  public static let valueMojibake: RuleCode = "value.mojibake"
  public static let valuePredicate: RuleCode = "value.predicate"
  public static let referenceUnknown: RuleCode = "reference.unknown"
  public static let referenceAmbiguous: RuleCode = "reference.ambiguous"
  public static let referenceTaken: RuleCode = "reference.taken"
  public static let referenceCount: RuleCode = "reference.count"
  public static let rulePredicate: RuleCode = "rule.predicate"
  public static let modelOpenHash: RuleCode = "model.open-hash"
  public static let acceptanceExpired: RuleCode = "acceptance.expired"
  public static let acceptanceUnused: RuleCode = "acceptance.unused"
  public static let acceptanceBudget: RuleCode = "acceptance.budget"
  public static let acceptanceStale: RuleCode = "acceptance.stale"
}

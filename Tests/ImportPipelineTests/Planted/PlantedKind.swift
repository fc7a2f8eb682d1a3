import Findings

/// One way in which a record can be wrong: which field, what stands in it, and what has to be found there.
struct PlantedKind: Sendable {
  /// The source formats that errors are planted in.
  enum Format: String, Sendable, CaseIterable { case csv, xml, html, json, jsonlines }

  let name: String
  let rule: RuleCode
  /// The field that is marked.
  let field: String
  /// The fields whose text differs from a clean record's.
  let texts: [String: String]
  let suggestion: String?
  let formats: [Format]

  init(
    _ name: String,
    _ rule: RuleCode,
    _ field: String,
    _ text: String,
    with others: [String: String] = [:],
    suggestion: String? = nil,
    in formats: [Format] = Format.allCases
  ) {
    self.name = name
    self.rule = rule
    self.field = field
    self.texts = others.merging([field: text]) { $1 }
    self.suggestion = suggestion
    self.formats = formats
  }
}

extension PlantedKind {
  /// Every kind that is planted in the same way whatever the format; what only one format can have wrong stands in `PlantedFault`.
  static let all = values + numbers + days + shapes + texts + placeholders + references + peers
}

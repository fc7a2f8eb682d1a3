internal import Findings

extension Finding {
  /// What tells a warning about the form of a file from others of the same run; `nil` for all other findings, which belong to a source of the recipe alone.
  ///
  /// Errors are no such thing: a record that cannot be read is rejected by each of the sources.
  var formWarning: Int? {
    guard severity != .error, attribute == nil, let position, Self.formRules.contains(rule) || isOfFormat else {
      return nil
    }
    var hasher = Hasher()
    hasher.combine(rule)
    hasher.combine(message)
    hasher.combine(position)
    hasher.combine(field)
    return hasher.finalize()
  }

  private static let formRules: Set<RuleCode> = [
    .sourceEncoding, .sourceNulByte, .sourceHeader, .sourceMalformed, .sourceLimit, .sourceUnsafe, .sourceLeftOut,
    .recordFieldCount, .recordQuoting,
  ]

  /// Whether its rule is one about JSON or worksheets.
  private var isOfFormat: Bool { rule.rawValue.hasPrefix("json.") || rule.rawValue.hasPrefix("sheet.") }
}

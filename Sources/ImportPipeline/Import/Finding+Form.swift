internal import Findings

extension Finding {
  /// What tells a warning about the form of a file from others of the same run; `nil` for all other findings, which belong to a source of the recipe alone.
  ///
  /// Errors are no such thing: a record that cannot be read is rejected by each of the sources.
  var formWarning: Int? {
    let isOfFormat = rule.rawValue.hasPrefix("json.") || rule.rawValue.hasPrefix("sheet.")
    guard severity != .error, attribute == nil, let position, isOfFormat || Self.formRules.contains(rule) else {
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
}

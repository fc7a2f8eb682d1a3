internal import Findings
internal import ObjectModel

extension ValidationFailure {
  /// The rule of the catalogue that the failure breaks.
  var ruleCode: RuleCode {
    switch kind {
    case .missing: .valueRequired
    case .type: .valueType
    case .tooSmall, .tooLarge: .valueRange
    case .tooShort, .tooLong: .valueLength
    case .pattern: .valuePattern
    case .predicate: .valuePredicate
    case .tooFewRelated, .tooManyRelated: .referenceCount
    }
  }
}

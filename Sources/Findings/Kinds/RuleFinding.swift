/// A rule of a recipe that has no words of its own.
public enum RuleFinding: FindingKind {
  case object(of: String, condition: String, RuleCode)
  case all(condition: String, RuleCode)

  public var rule: RuleCode {
    switch self {
    case .object(_, _, let rule), .all(_, let rule): rule
    }
  }

  public var message: String {
    switch self {
    case .object(let entity, let condition, _): "\(entity) has to meet “\(condition)”"
    case .all(let condition, _): "The objects together have to meet “\(condition)”"
    }
  }
}

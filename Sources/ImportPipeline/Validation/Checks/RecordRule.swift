public import AttributeValues
public import Findings
internal import ObjectModel

/// A rule of one's own, written in Swift: it looks at each record of an entity after its fields have been converted, and says what is wrong.
///
/// ```swift
/// struct PalindromeRule: RecordRule {
///   let code = RuleCode("own.palindrome")
///   let severity = Severity.warning
///   let entityName = "Breed"
///   func violations(of record: RuleRecord) -> [RuleViolation] {
///     guard case .string(let name)? = record["name"], name == String(name.reversed()) else { return [] }
///     return [RuleViolation("“\(name)” reads the same backwards", attribute: "name")]
///   }
/// }
/// static func plan(_ recipe: Recipe, model: ManagedObjectModel, folder: String) throws -> ImportPlan {
///   try ImportPlanner.plan(recipe, model: model, folder: folder, rules: [PalindromeRule()])
/// }
/// ```
///
/// Rules are called on the thread that reads, one record after the other, also for records that are rejected for another reason. A recipe can
/// change the severity under `severities`, by the rule's code, and turn the rule off.
public protocol RecordRule: Sendable {
  /// The code of the rule's findings; a family and a name, such as `own.palindrome`.
  var code: RuleCode { get }
  /// How much a violation weighs; with `error`, the record is rejected.
  var severity: Severity { get }
  /// The entity whose records are looked at, and those of its sub-entities.
  var entityName: String { get }

  /// What is wrong with a record; empty if nothing is.
  func violations(of record: RuleRecord) -> [RuleViolation]
}

/// A record as a rule of one's own sees it.
///
/// ```swift
/// struct PalindromeRule: RecordRule {
///   let code = RuleCode("own.palindrome")
///   let severity = Severity.warning
///   let entityName = "Breed"
///   func violations(of record: RuleRecord) -> [RuleViolation] {
///     guard case .string(let name)? = record["name"], name == String(name.reversed()) else { return [] }
///     return [RuleViolation("“\(name)” reads the same backwards", attribute: "name")]
///   }
/// }
/// static func plan(_ recipe: Recipe, model: ManagedObjectModel, folder: String) throws -> ImportPlan {
///   try ImportPlanner.plan(recipe, model: model, folder: folder, rules: [PalindromeRule()])
/// }
/// ```
public struct RuleRecord {
  /// The record's number in its source, from 1.
  public let number: Int
  /// The source as the recipe names it.
  public let source: String
  let plan: SourcePlan
  let values: [AttributeValue]

  /// The converted value of an attribute; `.null` if the field is empty, `nil` if the source does not fill the attribute.
  ///
  /// - Complexity: O(*n*) in the attributes that the source fills.
  public subscript(attribute: String) -> AttributeValue? {
    plan.attributes.firstIndex { $0.attribute.name == attribute }.map { values[$0] }
  }
}

/// What a rule of one's own found wrong.
///
/// ```swift
/// struct PalindromeRule: RecordRule {
///   let code = RuleCode("own.palindrome")
///   let severity = Severity.warning
///   let entityName = "Breed"
///   func violations(of record: RuleRecord) -> [RuleViolation] {
///     guard case .string(let name)? = record["name"], name == String(name.reversed()) else { return [] }
///     return [RuleViolation("“\(name)” reads the same backwards", attribute: "name")]
///   }
/// }
/// static func plan(_ recipe: Recipe, model: ManagedObjectModel, folder: String) throws -> ImportPlan {
///   try ImportPlanner.plan(recipe, model: model, folder: folder, rules: [PalindromeRule()])
/// }
/// ```
public struct RuleViolation: Sendable, Hashable {
  /// What is wrong, as one sentence without a full stop at its end.
  public var message: String
  /// The attribute to point at; `nil` for the record.
  public var attribute: String?
  /// A text to put in the field's place, if one is likely.
  public var suggestion: String?

  /// Makes a violation.
  public init(_ message: String, attribute: String? = nil, suggestion: String? = nil) {
    self.message = message
    self.attribute = attribute
    self.suggestion = suggestion
  }
}

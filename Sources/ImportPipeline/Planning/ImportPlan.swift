package import AttributeValues
package import Findings
public import ObjectModel
internal import PredicateLanguage

/// A recipe whose names have all been found: every field is a number and every attribute a slot, so that nothing is looked up by name once records flow.
///
/// ```swift
/// let recipe = try RecipeReader.read(path: path)
/// let plan: ImportPlan = try ImportPlanner.plan(recipe, model: model, folder: folder.path)
/// let files = plan.sourceFiles.map { (file: SourceFile) in file.name }
/// ```
public struct ImportPlan: Sendable {
  /// The recipe that is followed.
  public let recipe: Recipe
  /// The model that the objects belong to, frozen.
  public let model: ManagedObjectModel
  /// The folder that the recipe's paths are relative to.
  public let folder: String
  let sources: [SourcePlan]
  /// The files of all sources, in the order in which they are read; standard input is not among them.
  public var sourceFiles: [SourceFile] { sources.flatMap(\.files).filter { $0.name != "-" } }
  let rules: [RulePlan]
  /// Conditions on all objects of the store together.
  let wholeRules: [WholeRulePlan]
  let checks: CheckPlan
  /// What is to be said of the files of lookup tables, which are read once, for the plan.
  let lookupNotices: [Finding]
  /// The folders and archives whose files fields name, in the order in which the recipe names them first.
  let fileValues: [FileValues]
  /// What values of key attributes in the release before are called now, by entity and attribute.
  package let renamed: [String: [String: [AttributeValue: AttributeValue]]]

  /// The severity that the recipe gives a rule, for findings about a source's records or, with `nil`, about none's; `nil` for the rule's own.
  package func severity(of rule: RuleCode, inSource source: Int?) -> Severity? {
    source.flatMap { sources[$0].recipe.severities[rule] } ?? recipe.severities[rule]
  }

  /// What is to be said of the files of lookup tables, with the severities of the recipe.
  var lookupFindings: [Finding] {
    lookupNotices.map { notice in
      var finding = notice
      finding.severity = severity(of: notice.rule, inSource: nil) ?? notice.severity
      return finding
    }
  }
}

/// How one source's records become objects.
final class SourcePlan: Sendable {
  /// The source's place in the recipe, from 0.
  let number: Int
  let recipe: SourceRecipe
  /// The files, in the order in which they are read; at least one.
  let files: [SourceFile]
  /// Whether that is not the recipe's own file, but one in its place.
  let isStandIn: Bool
  let entity: EntityDescription
  /// The fields that the plan reads, by number; what a source that is opened for the plan delivers.
  let fieldNames: [String]
  let attributes: [AttributePlan]
  let relationships: [RelationshipPlan]
  /// The places in `attributes` of the key's attributes, in the key's order.
  let keyAttributes: [Int]
  /// The values of a new object before any field is looked at.
  let defaults: [AttributeValue]
  /// The slots of attributes that have to have a value, fields or not.
  let requiredSlots: [Int]
  /// What is to be said of columns that fill nothing, because they have the names of relationships that the recipe does not list.
  let unlisted: [Finding]
  /// The source as the planner has opened it, where that was worth keeping.
  let opened: OpenedSource?

  /// Whether a record's key goes through steps that may give several.
  var takesSeveralKeys: Bool { keyAttributes.count == 1 && !attributes[keyAttributes[0]].converter.steps.isPlain }

  /// Where a part of a record comes from, and what it fills.
  func origin(of part: RecordProblems.Part) -> (input: InputPlan, property: String) {
    switch part {
    case .attribute(let index): (attributes[index].input, attributes[index].attribute.name)
    case .relationship(let index): (relationships[index].input, relationships[index].relationship.name)
    }
  }

  /// The path of the only file, or of the first one.
  var path: String { files[0].path }

  /// Whether the source is one file as it stands in the folder: not packed, not several files, not standard input.
  ///
  let isPlain: Bool

  /// The plan of the source that a planner has found and opened.
  init(
    _ planner: SourcePlanner,
    _ entity: EntityDescription,
    _ attributes: [AttributePlan],
    _ relationships: [RelationshipPlan],
    _ opened: OpenedSource?
  ) throws {
    isPlain = try planner.files.count == 1 && planner.files[0].obstacle(planner.recipe) == nil
    self.opened = opened
    number = planner.number
    recipe = planner.recipe
    files = planner.files
    isStandIn = planner.standIn != nil
    fieldNames = planner.fieldNames
    let layout = entity.layout
    self.entity = entity
    self.attributes = attributes
    self.relationships = relationships
    keyAttributes = planner.keyAttributes(attributes, entity: entity)
    var defaults = layout.defaultValues
    for plan in attributes where !plan.defaultValue.isNull { defaults[plan.slot] = plan.defaultValue }
    self.defaults = defaults
    requiredSlots = layout.attributes.indices.filter { layout.attributes[$0].needsValue }
    unlisted = planner.unlistedRelationships(layout: layout, attributes)
  }
}

/// How one attribute gets its value.
///
/// A class, because plans are walked for every record: a structure of so many parts would be copied part by part.
final class AttributePlan: Sendable {
  let attribute: AttributeDescription
  let slot: Int
  let input: InputPlan
  let converter: ValueConverter
  /// What a field without value gives; `.null` leaves the model's default.
  let defaultValue: AttributeValue
  /// What the recipe asks of the values.
  let checks: [any ValueCheck]
  /// What the recipe asks of the values where the object is of a sub-entity.
  let subentityChecks: [SubentityCheck]
  /// The conversion that values are suspected to lack.
  let suspectedUnit: UnitConversion?

  init(_ planner: SourcePlanner, _ slot: Int, of entity: EntityDescription, _ input: InputPlan, _ mapping: FieldMapping)
  {
    attribute = entity.layout.attributes[slot]
    self.slot = slot
    self.input = input
    converter = planner.converter(for: attribute, mapping: mapping)
    let ownChecks = planner.checks.valueChecks(of: attribute, in: entity, planner.recipe, mapping, converter)
    defaultValue = planner.defaultValue(of: attribute, converter, mapping, ownChecks)
    checks = converter.checks + ownChecks
    subentityChecks = planner.checks.subentityChecks(
      of: attribute,
      in: entity,
      planner.recipe,
      mapping,
      converter
    )
    suspectedUnit = planner.checks.suspectedUnit(of: attribute, in: entity)
  }
}

/// Which fields a value is made from, by number.
enum InputPlan: Sendable {
  case field(Int)
  case joined(FieldGroup, separator: String)
  case firstNonEmpty(FieldGroup)
  case constant(String)

  /// The field to point at in a finding.
  var mainField: Int? {
    switch self {
    case .field(let field): field
    case .joined(let group, _), .firstNonEmpty(let group): group.fields.first
    case .constant: nil
    }
  }
}

/// Fields of which a value is made together, by number.
struct FieldGroup: Sendable {
  let fields: [Int]
  /// The texts that stand for no value in them.
  private let nulls: NullTexts

  init(_ fields: [Int], nulls: [String]) {
    self.fields = fields
    self.nulls = NullTexts(nulls)
  }

  /// Whether a field's text says anything.
  func isFilled(_ text: UnsafeBufferPointer<UInt8>?) -> Bool {
    guard let text = text?.trimmed else { return false }
    return !text.isEmpty && !nulls.contains(text)
  }

  /// Whether a field's text says anything.
  func isFilled(_ text: String?) -> Bool { text?.withContiguousBytes { isFilled($0) } ?? false }
}

/// How one relationship finds its objects. A class for the same reason as `AttributePlan`.
final class RelationshipPlan: Sendable {
  let relationship: RelationshipDescription
  /// The slot among the to-one or the to-many relationships.
  let slot: Int
  let input: InputPlan
  /// The attribute of the destination that is compared, and how texts become its values.
  let matches: AttributeDescription
  let matchSlot: Int
  let converter: ValueConverter
  /// What the recipe asks of the value of an object that is made because it is referred to.
  let checks: [any ValueCheck]
  /// What names the object of a new object's relationship where the field has no value; `.null` if nothing does.
  let defaultValue: AttributeValue
  let destination: EntityDescription
  let missing: ReferencePolicy
  /// How texts that name objects are compared.
  let folding: KeyFolding
  /// Whether a partner that another object has is taken from it.
  let replacesPartner: Bool
  /// Whether it leads to the object of the record around this one.
  let isToParent: Bool

  init(
    _ planner: SourcePlanner,
    _ relationship: RelationshipDescription,
    slot: Int,
    input: InputPlan,
    destination: EntityDescription,
    matchSlot: Int,
    mapping: RelationshipMapping
  ) {
    self.relationship = relationship
    self.slot = slot
    self.input = input
    self.destination = destination
    self.matchSlot = matchSlot
    matches = destination.layout.attributes[matchSlot]
    converter = planner.converter(for: matches, mapping: mapping.field)
    defaultValue = planner.defaultValue(of: matches, converter, mapping.field)
    missing = mapping.missing
    checks =
      missing == .create
      ? planner.checks.valueChecks(of: matches, in: destination, planner.recipe, mapping.field, converter) : []
    folding = mapping.folding
    replacesPartner = mapping.taken == .replace
    isToParent = mapping.isToParent
  }
}

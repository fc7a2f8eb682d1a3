public import Findings

/// What a recipe file says: which sources make which entities, by which fields, under which rules.
///
/// ```swift
/// let recipe: Recipe = try RecipeReader.read(path: path)
/// let model: Located<String> = recipe.model  // its value, and where it stands in the recipe
/// for source: SourceRecipe in recipe.sources {
///   print(source.file.value, source.entity.value, source.mode == ImportMode.insert, source.format == SourceFormat.csv)
/// }
/// ```
///
/// These are plain values with names still unresolved; `ImportPlan` resolves them against the model and the sources.
public struct Recipe: Sendable {
  /// The recipe's own path, as given.
  public var path: String
  /// The model's path, relative to the recipe's folder.
  public var model: Located<String>
  /// The reference file's name, relative to the output folder.
  public var output: Located<String>
  /// The sources in the order in which they are read.
  public var sources: [SourceRecipe] = []
  /// Tables that translate values, by name.
  package var lookups: [String: LookupRecipe] = [:]
  /// Conditions that objects have to meet.
  package var rules: [RuleRecipe] = []
  /// How many rejected records a run may have and still count as done.
  public var tolerance = Tolerance.none
  /// How many objects are saved at a time.
  public var batchSize = 1000
  /// Files that hold version hashes computed by Apple's tools, for entities whose hash is not established.
  public var hashesFrom: Located<String>?
  /// What is asked of attributes and relationships beyond the model.
  package var checks: [CheckRecipe] = []
  /// Severities that replace the rules' own.
  public var severities: [RuleCode: Severity] = [:]
  /// A file of accepted findings.
  public var baseline: Located<String>?
  /// Findings that are not to count, each with a reason.
  public var suppressions: [FindingSuppression] = []
  /// How many findings of some rules may occur before they count.
  public var budgets: [FindingBudget] = []
  /// Rules that are not checked.
  public var rulesOff: Set<RuleCode> = []

  /// Whose the recipe and its model are.
  package var provenance = Provenance()

  /// The release before, what of it lasts, and how much may change.
  package var succession = SuccessionRecipe()

  /// Whether a store is published that Core Data will not open, because version hashes are not known.
  public var allowsOpenHashes = false
}

/// A value with the place in the recipe where it stands.
///
/// ```swift
/// let recipe: Recipe = try RecipeReader.read(path: path)
/// let model: Located<String> = recipe.model  // its value, and where it stands in the recipe
/// for source: SourceRecipe in recipe.sources {
///   print(source.file.value, source.entity.value, source.mode == ImportMode.insert, source.format == SourceFormat.csv)
/// }
/// ```
public struct Located<Value: Sendable>: Sendable {
  /// What stands there.
  public var value: Value
  /// Where it stands.
  public var position: SourcePosition

  init(_ value: Value, at position: SourcePosition) {
    self.value = value
    self.position = position
  }
}

/// One source of a recipe.
///
/// ```swift
/// let recipe: Recipe = try RecipeReader.read(path: path)
/// let model: Located<String> = recipe.model  // its value, and where it stands in the recipe
/// for source: SourceRecipe in recipe.sources {
///   print(source.file.value, source.entity.value, source.mode == ImportMode.insert, source.format == SourceFormat.csv)
/// }
/// ```
public struct SourceRecipe: Sendable {
  /// The file, relative to the recipe's folder; a folder or a pattern such as `data/*.csv` for several; `-` for standard input.
  public var file: Located<String>
  /// Which file of an archive is read: its path, its name or a pattern.
  public var member: Located<String>?
  /// How the file is read; by its name's ending unless the recipe says.
  public var format: SourceFormat
  /// The entity that the records become.
  public var entity: Located<String>
  /// The attributes that together find an object; empty when records are only inserted.
  public var key: [Located<String>] = []
  /// What a record does to the objects.
  public var mode: ImportMode = .insert
  /// What to do with a record that matches no object in update mode.
  package var unmatched: MissingPolicy = .error
  /// Mappings by attribute name, in the recipe's order.
  package var attributes: [(name: Located<String>, mapping: FieldMapping)] = []
  /// Mappings by relationship name, in the recipe's order.
  package var relationships: [(name: Located<String>, mapping: RelationshipMapping)] = []
  /// Whether fields fill attributes of the same name without being mentioned; in XML, elements and attributes right in the record.
  public var mapsByName = true
  /// Texts that stand for no value in every field of the source.
  public var nulls: [String] = []
  /// What to do with a record whose object an earlier record of the same source has already made or changed.
  package var repeats: RepetitionPolicy = .error
  /// How the texts of keys are compared.
  package var folding = KeyFolding.none
  /// Severities that replace the rules' own and the recipe's, for findings about this source.
  public var severities: [RuleCode: Severity] = [:]
  /// Rules that are not checked in this source, besides those that are checked in none.
  public var rulesOff: Set<RuleCode> = []
  package var delimited = DelimitedRecipe()
  package var markup = MarkupRecipe()
  package var json = JSONRecipe()
  package var worksheet = WorksheetRecipe()
  /// Whose the source is.
  package var provenance = Provenance()
  /// For records that stand inside those of another source: how they belong to these.
  package var parent: ParentLink?

  /// The mappings of all fields.
  var fieldMappings: [FieldMapping] { attributes.map(\.mapping) + relationships.map(\.mapping.field) }

  /// The fields that the recipe speaks of.
  var mappedFields: [Located<String>] { fieldMappings.flatMap(\.origin.fields) }

  /// Whether fields fill attributes by their names, which may be known only from records.
  var takesFieldsByName: Bool { mapsByName && (!locatesFields || hasNamesInRecords) }

  /// Whether the recipe says for each field where it stands, because the source gives it no name.
  public var locatesFields: Bool { format == .xml || (format == .html && markup.records != nil) || format.isJSON }

  /// Whether the records themselves say how their fields are called, so that some of them tell the names.
  var hasNamesInRecords: Bool { format.isJSON || format == .xml }
}

/// What a record does to the objects.
public enum ImportMode: String, Sendable, CaseIterable {
  /// Makes a new object; a taken key is a finding.
  case insert
  /// Changes the object with the record's key; an unknown key is a finding.
  case update
  /// Changes the object with the record's key, or makes it.
  case upsert
}

/// What to do when several records of a source speak of the same object.
package enum RepetitionPolicy: String, Sendable, CaseIterable {
  /// A finding of error severity; the record is rejected.
  case error
  /// The record adds its values to the object.
  case merge
}

/// What to do when something that is looked up is not there.
package enum MissingPolicy: String, Sendable, CaseIterable {
  /// A finding of error severity; the record is rejected.
  case error
  /// A finding of warning severity; the value stays empty, or the record is skipped.
  case warning
  /// Nothing is said; the value stays empty, or the record is skipped.
  case skip
  /// Lookups only: the text itself is used.
  case keep
}

/// A table that translates texts, kept in a delimited file or in the recipe.
package struct LookupRecipe: Sendable {
  package var position: SourcePosition
  /// The file, relative to the recipe's folder; `nil` when `entries` are given.
  package var file: Located<String>?
  /// The column to look in.
  package var from: Located<String>?
  /// The column to take.
  package var to: Located<String>?
  /// Which rows count, as a predicate over the columns.
  package var condition: Located<String>?
  /// The table itself in the recipe's order, when it stands there.
  package var entries: [(text: String, target: String)] = []
  package var ignoresCase = false
  /// Whose the table is.
  package var provenance = Provenance()
}

/// A condition that an entity's objects have to meet, or all objects together.
package struct RuleRecipe: Sendable {
  /// The entity whose objects are looked at one by one; `nil` for a condition on the whole store.
  package var entity: Located<String>?
  package var require: Located<String>
  package var severity: Severity = .error
  package var code: RuleCode = .rulePredicate
  package var message: String?
  /// Whether it is checked after the last source rather than with each record.
  package var isCheckedAtEnd = false
}

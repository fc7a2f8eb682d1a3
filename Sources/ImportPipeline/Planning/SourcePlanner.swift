internal import AttributeValues
internal import Findings
internal import FoundationEssentials
package import ObjectModel
internal import PredicateLanguage

/// Makes the plan of one source.
final class SourcePlanner {
  let number: Int
  var recipe: SourceRecipe
  let model: ManagedObjectModel
  let folder: String
  /// The file to read in the source's place.
  let standIn: String?
  let lookups: [String: LookupTable]
  let fileLoader: FileLoader
  let checks: CheckPlan
  let problems: RecipeProblems
  var entity: EntityDescription?
  var fieldNumbers: [String: Int] = [:]
  var fieldNames: [String] = []
  /// The files, once they have been found.
  var files: [SourceFile] = []
  /// The source as it was opened for its field names.
  var opened: (any RecordSource)?

  init(
    number: Int,
    recipe: SourceRecipe,
    model: ManagedObjectModel,
    folder: String,
    standIn: String?,
    lookups: [String: LookupTable],
    fileLoader: FileLoader,
    checks: CheckPlan,
    problems: RecipeProblems
  ) {
    self.number = number
    self.recipe = recipe.relatedToParent(in: model, problems: problems)
    self.model = model
    self.folder = folder
    self.standIn = standIn
    self.lookups = lookups
    self.fileLoader = fileLoader
    self.checks = checks
    self.problems = problems
  }

  /// The plan, or `nil` if something is so wrong that it cannot be made; what is wrong is among the problems.
  ///
  /// - Parameter bytesToKeep: How large files may be whose source stays open for the run, if opening it has read it whole; what is taken of it goes off.
  func plan(keepingOpened bytesToKeep: inout Int) throws -> SourcePlan? {
    guard let entity = problems.entity(recipe.entity, in: model) else { return nil }
    if entity.isAbstract {
      problems.add(.abstract(entity: entity.name), at: recipe.entity.position)
      return nil
    }
    guard try standIn != nil || staysInFolder(recipe.file.value) else { return nil }
    var files = try SourceFiles.find(recipe.file.value, in: folder)
    // A folder and a pattern stand for files that may be links themselves.
    guard try standIn != nil || !files.contains(where: { try !staysInFolder($0.name) }) else { return nil }
    if let standIn { files = [SourceFile(name: files.count == 1 ? files[0].name : recipe.file.value, path: standIn)] }
    guard !files.isEmpty else {
      try reportMissingFile()
      return nil
    }
    self.files = files
    let state = files.count == 1 ? try FileState(ofFile: files[0].path) : nil
    guard try describe(files), try openFields(files) else { return nil }
    defer { opened = nil }
    let layout = entity.layout
    self.entity = entity
    var attributes = explicitAttributes(of: entity)
    if recipe.takesFieldsByName { attributes += attributesByName(of: entity) }
    let relationships = explicitRelationships(layout: layout)
    var kept: OpenedSource?
    if let opened, let state, recipe.isReadWholeWhenOpened, opened.fieldNames == fieldNames, state.size <= bytesToKeep {
      kept = OpenedSource(opened, path: files[0].path, state: state)
      bytesToKeep -= state.size
    }
    let plan = try SourcePlan(self, entity, attributes, relationships, kept)
    if recipe.mode != .update { reportUnfilled(plan) }
    if attributes.isEmpty, relationships.isEmpty, !fieldNames.isEmpty, problems.findings.isEmpty {
      let kind = RecipeFinding.nothingFilled(entity: entity.name, file: recipe.file.value, fields: fieldNames)
      problems.add(kind, at: recipe.file.position)
    }
    return plan
  }
}

extension SourceRecipe {
  /// Whether opening the source reads all of it.
  fileprivate var isReadWholeWhenOpened: Bool { format == .html || format == .xlsx }
}

extension EntityDescription {
  /// The entity's own uniqueness constraints and its parents'.
  var inheritedUniquenessConstraints: [[String]] {
    (superentity?.inheritedUniquenessConstraints ?? []) + uniquenessConstraints
  }

  /// The attribute of the first uniqueness constraint over one alone that records may give.
  package var nameOfOneUniqueAttribute: String? {
    inheritedUniquenessConstraints.first { $0.count == 1 && attributesByName[$0[0]]?.isFilledByRecords == true }?.first
  }
}

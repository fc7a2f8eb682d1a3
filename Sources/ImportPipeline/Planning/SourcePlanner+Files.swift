internal import Findings
internal import ObjectModel
internal import FoundationEssentials
internal import SystemErrors

/// The source's files: which they are, how they are written, and what their fields are called.
extension SourcePlanner {
  /// Whether a file lies in the recipe's folder; reports one that does not.
  func staysInFolder(_ name: String) throws -> Bool {
    if try name == "-" || RecipeFolder(folder).path(of: name) != nil { return true }
    let leadsOut = name == recipe.file.value ? nil : name
    problems.add(.outsideFolder("A source", leadsOut: leadsOut), at: recipe.file.position, value: name)
    return false
  }

  func reportMissingFile() throws {
    let isPattern = SourceFiles.hasPattern(recipe.file.value)
    let neighbours = try Files.names(in: folder) ?? []
    problems.add(
      SourceFinding.noFile(recipe.file.value, isPattern: isPattern),
      at: recipe.file.position,
      value: recipe.file.value,
      suggestion: isPattern ? nil : EditDistance.suggestion(for: recipe.file.value, among: neighbours)
    )
  }

  /// Finds the file that describes a delimited source, if there is one.
  func describe(_ files: [SourceFile]) throws -> Bool {
    guard recipe.format == .csv else { return true }
    if let file = recipe.delimited.dialectFile {
      guard let described = try RecipeFolder(folder).path(of: file.value) else {
        problems.add(.outsideFolder("A description", leadsOut: nil), at: file.position)
        return false
      }
      do {
        recipe.delimited.description = try DialectDescription.read(described, for: recipe.file.value)
      } catch let error as DialectDescription.Problem {
        problems.add(.description(problem: "\(error)"), at: file.position)
        return false
      }
    } else {
      let described = standIn == nil ? files[0].name : recipe.file.value
      let stem = described.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      for name in DialectDescription.names(beside: try describedPath(files)) {
        let file = (stem + [name[...]]).joined(separator: "/")
        guard try described == "-" || RecipeFolder(folder).path(of: file) != nil else {
          let kind = RecipeFinding.outsideFolder("The description “\(file)”", leadsOut: nil)
          problems.add(kind, at: recipe.file.position, value: file)
          return false
        }
      }
      recipe.delimited.description = try DialectDescription.beside(describedPath(files))
    }
    recipe.nulls += recipe.delimited.description?.nulls ?? []
    return true
  }

  /// The path that a description stands beside: that of the source's own file, also when another is read in its place.
  func describedPath(_ files: [SourceFile]) throws -> String {
    try standIn.flatMap { _ in try RecipeFolder(folder).path(of: recipe.file.value) } ?? files[0].path
  }

  /// Learns the source's field names; where fields have none they are the paths that the recipe mentions.
  func openFields(_ files: [SourceFile]) throws -> Bool {
    if recipe.locatesFields {
      for field in recipe.mappedFields { addField(field.value) }
    }
    do {
      if recipe.hasNamesInRecords, recipe.mapsByName { try addSampledFields(files) }
      let source = try SourceOpener(recipe: recipe, files: files, fields: fieldNames).open()
      for name in source.fieldNames { addField(name) }
      opened = source
    } catch let error as SourceOpeningProblem {
      report(error)
      return false
    }
    return true
  }

  /// Reports why the source cannot be opened: a mistake of its file there, one of the recipe in the recipe.
  private func report(_ problem: SourceOpeningProblem) {
    let asked = problem.position ?? recipe.file.position
    guard let place = problem.place else {
      return problems.add(problem.kind, at: asked, suggestion: problem.suggestion)
    }
    problems.add(
      Finding(
        problem.kind,
        severity: .error,
        at: place.position,
        entity: recipe.entity.value,
        value: problem.value,
        suggestion: problem.suggestion,
        excerpt: place.excerpt,
        related: [RelatedPlace(.expectation, at: asked)]
      )
    )
  }

  /// Adds the fields of JSON or XML that have the names of attributes; where there is no record, nobody can say that any of them is missing.
  private func addSampledFields(_ files: [SourceFile]) throws {
    let mentioned = Set(recipe.attributes.map(\.name.value))
    let attributes = model.entitiesByName[recipe.entity.value]?.layout.attributes.map(\.name) ?? []
    let left = attributes.filter { !mentioned.contains($0) }
    let wanted = Set(left.map(Self.normalised))
    guard !wanted.isEmpty else { return }
    for name in try SourceOpener(recipe: recipe, files: files, fields: []).sampledNames() ?? left
    where wanted.contains(Self.normalised(name)) { addField(name) }
  }

  func addField(_ name: String) {
    if fieldNumbers[name] == nil {
      fieldNumbers[name] = fieldNames.count
      fieldNames.append(name)
    }
  }
}

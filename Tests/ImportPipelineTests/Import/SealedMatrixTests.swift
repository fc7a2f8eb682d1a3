import ImportMatrix
import ImportPipeline
import ModelReading
import TestSupport
import Testing

/// Random cases of the import matrix: written page by page, they say the same as in every other way.
@Suite struct SealedMatrixTests {
  /// What a record does to relationships, by where the store keeps it.
  private enum Filling: String, CaseIterable {
    case reference, orderedReference, partner, members, orderedMembers, links, orderedLinks, ownLinks

    init?(_ relationship: MatrixRelationship, in model: MatrixModel) {
      guard let name = relationship.inverse, let inverse = model.relationship(name, of: relationship.destination) else {
        return nil
      }
      switch (relationship.isToMany, inverse.isToMany) {
      case (false, true): self = inverse.isOrdered ? .orderedReference : .reference
      case (false, false): self = .partner
      case (true, false): self = relationship.isOrdered ? .orderedMembers : .members
      case (true, true) where name == relationship.name: self = .ownLinks
      case (true, true): self = relationship.isOrdered || inverse.isOrdered ? .orderedLinks : .links
      }
    }
  }

  @Test(arguments: [false, true]) func writesTheSameObjectsPageByPage(changesObjects: Bool) throws {
    var sealed = 0
    var fillings: [Filling: Int] = [:]
    for seed in Seeds.range(1...90) {
      let folder = try TemporaryFolder()
      let matrix = Self.needingNoObjects(RandomCase.draw(seed), changesObjects: changesObjects)
      try matrix.write(to: folder.path)
      let model = try ModelReader.read(folder.file("Case.xcdatamodeld"))
      let recipe = try RecipeReader.read(path: folder.file(MatrixCase.recipeName))
      // Without some of its relationships a source may lack what its entity needs.
      guard let plan = try? ImportPlanner.plan(recipe, model: model, folder: folder.path), plan.needOfObjects == nil
      else { continue }
      sealed += 1
      for filling in Self.fillings(of: matrix) { fillings[filling, default: 0] += 1 }
      let comparison = ImportComparison(plan: plan, model: model)
      let outcome = try comparison.run(.memory, in: folder.path)
      try comparison.compare(outcome, in: folder.path, seed: seed, location: #_sourceLocation)
    }
    #expect(sealed >= 30)
    for filling in Filling.allCases { #expect(fillings[filling, default: 0] >= 3, "\(filling)") }
  }

  /// What the sources of a case fill that has records in each.
  private static func fillings(of matrix: MatrixCase) -> Set<Filling> {
    var fillings: Set<Filling> = []
    for source in matrix.sources {
      let filled = source.columns.indices.filter { column in
        source.columns[column].reference != nil && source.records.contains { !$0.cells[column].values.isEmpty }
      }
      for name in filled.map({ source.columns[$0].property }) + [source.nesting?.property].compactMap({ $0 }) {
        guard let relationship = matrix.model.relationship(name, of: source.entity) else { continue }
        if let filling = Filling(relationship, in: matrix.model) { fillings.insert(filling) }
      }
    }
    return fillings
  }

  /// A case without what makes a plan need objects: to-many relationships without inverse, rules and derived attributes that look at related objects.
  ///
  /// - Parameter changesObjects: Whether sources may change objects; if not, all of them make new ones.
  private static func needingNoObjects(_ drawn: MatrixCase, changesObjects: Bool) -> MatrixCase {
    var matrix = drawn
    matrix.rules.removeAll { !$0.isCheckedAtEnd }
    if matrix.model.entities.contains(where: { $0.attributes.contains { $0.derivation != nil } }) {
      matrix.rules = []
      for index in matrix.model.entities.indices {
        matrix.model.entities[index].attributes.removeAll { $0.derivation != nil }
      }
    }
    for index in matrix.sources.indices {
      if !changesObjects { matrix.sources[index].mode = .insert }
      let columns = matrix.sources[index].columns
      let kept = columns.indices.filter { column in
        guard columns[column].reference != nil,
          let relationship = matrix.model.relationship(columns[column].property, of: matrix.sources[index].entity)
        else { return true }
        return !relationship.isToMany || relationship.inverse != nil
      }
      matrix.sources[index].columns = kept.map { columns[$0] }
      for record in matrix.sources[index].records.indices {
        let cells = matrix.sources[index].records[record].cells
        matrix.sources[index].records[record].cells = kept.filter(cells.indices.contains).map { cells[$0] }
      }
    }
    return matrix
  }
}

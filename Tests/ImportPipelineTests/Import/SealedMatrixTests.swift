import ImportMatrix
import ImportPipeline
import ModelReading
import TestSupport
import Testing

/// Random cases of the import matrix: written page by page, they say the same as in every other way.
@Suite struct SealedMatrixTests {
  @Test(arguments: [false, true]) func writesTheSameObjectsPageByPage(changesObjects: Bool) throws {
    var sealed = 0
    for seed in Seeds.range(1...60) {
      let folder = try TemporaryFolder()
      let matrix = Self.settingNoToManyRelationships(RandomCase.draw(seed), changesObjects: changesObjects)
      try matrix.write(to: folder.path)
      let model = try ModelReader.read(folder.file("Case.xcdatamodeld"))
      let recipe = try RecipeReader.read(path: folder.file(MatrixCase.recipeName))
      // Without its to-many relationships a source may lack what its entity needs.
      guard let plan = try? ImportPlanner.plan(recipe, model: model, folder: folder.path), plan.needOfObjects == nil,
        plan.entitiesUpdated.isEmpty != changesObjects
      else { continue }
      sealed += 1
      let comparison = ImportComparison(plan: plan, model: model)
      try comparison.compare(try comparison.run(.memory, in: folder.path), in: folder.path, location: #_sourceLocation)
    }
    #expect(sealed >= 10)
  }

  /// A case which sets no to-many relationships and derives nothing, and whose sources make new objects unless they may change some.
  private static func settingNoToManyRelationships(_ drawn: MatrixCase, changesObjects: Bool) -> MatrixCase {
    var matrix = drawn
    if matrix.model.entities.contains(where: { $0.attributes.contains { $0.derivation != nil } }) {
      matrix.rules = []
      for index in matrix.model.entities.indices {
        matrix.model.entities[index].attributes.removeAll { $0.derivation != nil }
      }
    }
    let toMany = Set(matrix.model.entities.flatMap(\.relationships).filter(\.isToMany).map(\.name))
    let toOneBack = Set(
      matrix.model.entities.flatMap(\.relationships).filter { !$0.isToMany }.compactMap(\.inverse)
    )
    for index in matrix.sources.indices {
      if !changesObjects { matrix.sources[index].mode = .insert }
      let columns = matrix.sources[index].columns
      let kept = columns.indices.filter { column in
        columns[column].reference == nil
          || !toMany.contains(columns[column].property) && !toOneBack.contains(columns[column].property)
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

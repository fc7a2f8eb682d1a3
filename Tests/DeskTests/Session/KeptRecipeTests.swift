import Desk
import Foundation
import ImportPipeline
import TestSupport
import Testing

@testable import studbook

/// What the desk keeps of a recipe from one reading to the next.
@Suite struct KeptRecipeTests {
  private static func replace(_ old: String, _ new: String, in path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains(old))
    try Data(text.replacing(old, with: new).utf8).write(to: URL(fileURLWithPath: path))
  }

  @Test func aModelIsReadAgainOnlyIfItsFilesHaveChanged() throws {
    let folder = try Showcase.inputs()
    let workspace = try RecipeWorkspace(recipePath: folder.file(Showcase.recipe))
    let first = try workspace.open().plan.model
    #expect(try workspace.open().plan.model === first)
    let path = folder.file("DogBreeds.xcdatamodeld/DogBreeds.xcdatamodel/contents")
    try Self.replace("entity name=\"AKCGroup\"", "entity  name=\"AKCGroup\"", in: path)
    #expect(try workspace.open().plan.model !== first)
  }

  @Test func aRecipeThatHasChangedIsReadAgain() throws {
    let folder = try Showcase.inputs()
    let workspace = try RecipeWorkspace(recipePath: folder.file(Showcase.recipe))
    #expect(try workspace.open().judge().findings.isEmpty)
    try Self.replace("breeds.@count >= 1", "breeds.@count >= 100", in: folder.file(Showcase.recipe))
    #expect(try !workspace.open().judge().findings.isEmpty)
  }
}

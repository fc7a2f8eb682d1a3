import Foundation
import TestSupport
import Testing

/// The hooks of `.pre-commit-hooks.yaml`.
@Suite struct HookTests {
  private let runner: Runner

  init() throws {
    runner = try Runner()
    try runner.writeTowns(recipe: "good/Towns.recipe.yml")
    try runner.writeTowns(recipe: "with space/Bad ones.recipe.yml", hasMistake: true)
    try runner.writeTowns(recipe: "unknown to git/Towns.recipe.yml", hasMistake: true)
    let made = try Script.command(
      ["-c", "git init -q && git add good 'with space'"],
      in: runner.workspace
    )
    #expect(made.status == 0, "\(made.errors)")
  }

  private func hook(_ words: String...) throws -> Tool.Outcome {
    try Script.run("pre-commit", words, in: runner.workspace, environment: ["STUDBOOK": Tool.path])
  }

  @Test func allRecipesThatGitKnowsAreChecked() throws {
    let check = try hook("check")
    #expect(check.status == 1)
    let parts = check.output.components(separatedBy: "with space/Bad ones.recipe.yml:\n")
    #expect(parts.count == 2)
    #expect(parts.last?.contains("towns.csv:3:5: error") == true, "\(check.output)")
    #expect(!check.output.contains("unknown to git"))
    #expect(check.output.contains("Everything is in order"))
  }

  @Test func recipesAndOptionsMayBeNamed() throws {
    let check = try hook("check", "--fail-on=never", "with space/Bad ones.recipe.yml")
    #expect(check.status == 0, "\(check.output)\(check.errors)")
    #expect(try hook("check", "good/Towns.recipe.yml").status == 0)
    #expect(try hook("check", "none.recipe.yml").status == 2)
  }

  @Test func withoutTheToolTheHookSaysWhatToDo() throws {
    let outcome = try Script.run(
      "pre-commit",
      ["check"],
      in: runner.workspace,
      environment: ["STUDBOOK": "no-such-program"]
    )
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Install Studbook"))
  }
}

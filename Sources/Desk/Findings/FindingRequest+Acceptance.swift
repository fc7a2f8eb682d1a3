internal import Findings
internal import Foundation
internal import ImportPipeline
internal import Reports
internal import SystemErrors

/// Leaves findings as they are: by a suppression in the recipe, or in the baseline.
extension FindingRequest {
  /// Adds a suppression of the finding to the recipe: of its rule, file, field and value, with the reason.
  func suppress() async throws -> DeskResponse {
    let reason = (request["reason"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    guard !reason.isEmpty else {
      throw DeskProblem(.unprocessableContent, "A suppression needs a reason", "Say why the finding is in order.")
    }
    let finding = found.finding
    var parts = [("rule", finding.rule.rawValue)]
    if let file = finding.position?.file { parts.append(("file", file)) }
    if let field = finding.field ?? finding.attribute { parts.append(("field", field)) }
    if let value = finding.value { parts.append(("value", value)) }
    parts.append(("reason", reason))
    // The double quotes of YAML have JSON's escapes: https://yaml.org/spec/1.2.2/#731-double-quoted-style
    let item = "{ " + parts.map { "\($0): \(JSONString.quoted($1))" }.joined(separator: ", ") + " }"
    try await change("the suppression of \(finding.rule.rawValue)") { _, plan in
      [try RecipeText(plan.recipe.path).adding(item, to: "suppressions")]
    }
    return .seeOther("/")
  }

  /// Adds the finding to the baseline; makes one if the recipe has none.
  func addToBaseline() async throws -> DeskResponse {
    let found = found
    try await change("the baseline’s \(found.finding.rule.rawValue)") { state, plan in
      var writes: [any DeskWrite] = []
      var path = state.recipe?.baselinePath
      if path == nil {
        let name =
          (plan.recipe.path as NSString).lastPathComponent.replacing(".recipe.yml", with: "") + ".baseline.json"
        path = plan.folder.isEmpty ? name : "\(plan.folder)/\(name)"
        writes.append(try RecipeText(plan.recipe.path).setting("baseline", to: JSONString.quoted(name)))
      }
      guard let path else { return [] }
      let old = try Files.contents(of: path)
      let entry = FindingBaseline.Entry(
        fingerprint: found.fingerprint,
        rule: found.finding.rule,
        file: found.finding.position?.file,
        message: found.finding.message
      )
      let known = try old.map { try BaselineFile.read($0).entries } ?? []
      writes.insert(
        FileReplacement(path: path, old: old, new: BaselineFile.bytes(FindingBaseline(known + [entry]))),
        at: 0
      )
      return writes
    }
    return .seeOther("/")
  }

  /// Changes the recipe, and takes that back if it cannot be read then.
  private func change(
    _ title: String,
    _ makeWrites: @escaping @Sendable (DeskState, ImportPlan) throws -> [any DeskWrite]
  ) async throws {
    let state = try await desk.session.change(title, makeWrites)
    guard state.recipe == nil else { return }
    try await desk.session.undo()
    throw DeskProblem(
      .unprocessableContent,
      "The recipe is not changed",
      "It could not be read then: \(state.problem?.message ?? "")"
    )
  }
}

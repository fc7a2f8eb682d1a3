import Foundation
import TestSupport

/// A job of GitHub's as the action's script sees it: a workspace, files for outputs and the summary, and programs that stand in for GitHub's.
final class Runner {
  let folder: TemporaryFolder
  /// What `gh` does here: it notes its arguments in `gh.log`.
  private static let gitHubClient = #"printf '%s\n' "$@" >> "$GH_LOG"; \#n${GH_SOURCE:+cp "$GH_SOURCE" "$RUNNER_TEMP"}"#

  init() throws {
    folder = try TemporaryFolder()
    for name in ["workspace", "temp"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try Script.write(Self.gitHubClient, to: "bin/gh", in: folder)
    for name in ["outputs", "summary", "gh.log"] { try folder.write("", to: name) }
  }

  var workspace: String { folder.file("workspace") }

  /// Writes a text to a file of the workspace.
  func write(_ text: String, to name: String) throws { try folder.write(text, to: "workspace/\(name)") }

  /// Writes a small model, a source with one mistake in it if asked for, and a recipe.
  func writeTowns(recipe: String = "Towns.recipe.yml", hasMistake: Bool = false) throws {
    let parent = (recipe as NSString).deletingLastPathComponent
    let beginning = parent.isEmpty ? "" : parent + "/"
    try write(
      """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Town">
          <attribute name="name" attributeType="String"/>
          <attribute name="people" attributeType="Integer 32" usesScalarValueType="YES"/>
        </entity>
      </model>
      """,
      to: beginning + "Towns.xcdatamodel/contents"
    )
    try write("name,people\nLinz,204846\nUlm,\(hasMistake ? "many" : "126949")\n", to: beginning + "towns.csv")
    try write(
      "model: Towns.xcdatamodel\noutput: Towns.sqlite\nsources: [{ file: towns.csv, entity: Town, key: name }]\n",
      to: recipe
    )
  }

  /// Runs a step of the action.
  func step(_ name: String, _ environment: [String: String] = [:]) throws -> Tool.Outcome {
    try folder.write("", to: "outputs")
    return try Script.run(
      "action",
      [name],
      in: workspace,
      path: [folder.file("bin")],
      environment: [
        "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": workspace, "GITHUB_REPOSITORY": "somebody/towns",
        "GITHUB_ACTION_PATH": "/runner/_actions/somebody/studbook/v1", "RUNNER_TEMP": folder.file("temp"),
        "GITHUB_OUTPUT": folder.file("outputs"), "GITHUB_STEP_SUMMARY": folder.file("summary"),
        "GH_LOG": folder.file("gh.log"), "STUDBOOK": Tool.path,
      ].merging(environment) { $1 }
    )
  }

  /// The outputs of the last step, read as GitHub reads them.
  func outputs() throws -> [String: String] {
    var outputs: [String: String] = [:]
    var lines = try folder.text(of: "outputs").split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.popFirst() {
      guard let mark = line.range(of: "<<") else { continue }
      var value: [Substring] = []
      while let next = lines.popFirst(), next != line[mark.upperBound...] { value.append(next) }
      outputs[String(line[..<mark.lowerBound])] = value.joined(separator: "\n")
    }
    return outputs
  }
}

internal import Findings
internal import Yams

/// Collects what is wrong while a recipe is read, so that all of it is said at once.
final class RecipeProblems {
  /// The recipe in positions: its name, since all places of a run are relative to its folder.
  let file: String
  private let lines: [Substring]
  private(set) var findings: [Finding] = []

  /// - Parameter path: The recipe's own path.
  init(path: String, text: String) {
    file = path.split(separator: "/").last.map(String.init) ?? path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  func position(of node: Node) -> SourcePosition {
    let mark = node.mark
    let line = mark?.line ?? 1
    let column = mark?.column ?? 1
    let length = node.scalar.map { max($0.string.unicodeScalars.count, 1) } ?? 1
    return SourcePosition(file: file, line: line, column: column, endLine: line, endColumn: column + length)
  }

  /// Adds a problem; it is one about a value of the recipe unless `rule` says otherwise.
  func add(
    _ message: String,
    at position: SourcePosition,
    rule: RuleCode = .recipeValue,
    value: String? = nil,
    suggestion: String? = nil
  ) {
    findings.append(
      Finding(
        rule,
        severity: .error,
        Self.oneLine(message),
        at: position,
        value: value,
        suggestion: suggestion,
        excerpt: excerpt(at: position)
      )
    )
  }

  /// A message of several lines as one sentence; a caret under the line before means nothing then.
  private static func oneLine(_ message: String) -> String {
    guard message.contains("\n") else { return message }
    let lines = message.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0 != "^" && !$0.isEmpty }
    return ([lines.first ?? ""] + [lines.dropFirst().joined(separator: "; ")[...]]).filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// Adds a finding about a source, once: two sources of a recipe may read the same file.
  func add(_ finding: Finding) {
    let known = findings.firstIndex {
      $0.rule == finding.rule && $0.message == finding.message && $0.position == finding.position
    }
    guard let known else { return findings.append(finding) }
    findings[known].related += finding.related
  }

  /// Says that `name` is not one of `known`, and which of them was probably meant.
  func addUnknown(_ kind: String, _ name: Located<String>, known: some Sequence<String>) {
    let names = Array(known)
    let choice = names.isEmpty || names.count > 40 ? "" : "; there are \(names.sorted().joined(separator: ", "))"
    add(
      "Unknown \(kind) “\(name.value)”\(choice)",
      at: name.position,
      rule: .recipeName,
      value: name.value,
      suggestion: EditDistance.suggestion(for: name.value, among: names)
    )
  }

  private func excerpt(at position: SourcePosition) -> SourceExcerpt? {
    guard lines.indices.contains(position.line - 1) else { return nil }
    return SourceExcerpt(
      text: String(lines[position.line - 1]),
      line: position.line,
      markStart: position.column - 1,
      markLength: max(1, position.endColumn - position.column)
    )
  }
}

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
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  func position(of node: Node) -> SourcePosition {
    let mark = node.mark
    let line = mark?.line ?? 1
    let column = mark?.column ?? 1
    let length = node.scalar.map { max($0.string.unicodeScalars.count, 1) } ?? 1
    return SourcePosition(file: file, line: line, column: column, endLine: line, endColumn: column + length)
  }

  /// Adds a problem of the recipe, or of what it names.
  func add(
    _ kind: any FindingKind,
    at position: SourcePosition,
    value: String? = nil,
    suggestion: String? = nil
  ) {
    findings.append(
      Finding(
        kind,
        severity: .error,
        at: position,
        value: value,
        suggestion: suggestion,
        excerpt: excerpt(at: position)
      )
    )
  }

  /// Adds a problem of the recipe.
  func add(_ kind: RecipeFinding, at position: SourcePosition, value: String? = nil, suggestion: String? = nil) {
    add(kind as any FindingKind, at: position, value: value, suggestion: suggestion)
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
    let suggestion = EditDistance.suggestion(for: name.value, among: names)
    add(.unknown(kind, name.value, known: names), at: name.position, value: name.value, suggestion: suggestion)
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

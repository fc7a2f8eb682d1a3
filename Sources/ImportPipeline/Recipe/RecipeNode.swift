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

  func add(
    _ rule: RuleCode,
    _ message: String,
    at position: SourcePosition,
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
  func addUnknown(_ kind: String, _ name: String, known: some Sequence<String>, at position: SourcePosition) {
    let names = Array(known)
    let list = names.sorted().joined(separator: ", ")
    let choice = names.isEmpty ? "" : names.count > 40 ? "" : "; there are \(list)"
    add(
      .recipeName,
      "Unknown \(kind) “\(name)”\(choice)",
      at: position,
      value: name,
      suggestion: EditDistance.suggestion(for: name, among: names)
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

/// A mapping of the recipe that notices keys nobody asked for.
struct RecipeMap {
  let node: Node
  let problems: RecipeProblems
  /// What the mapping describes, for messages.
  let kind: String
  private var values: [String: Node] = [:]
  private(set) var keys: [(name: String, node: Node)] = []

  /// Reads `node` as a mapping; says so and is empty if it is something else.
  init(_ node: Node, kind: String, problems: RecipeProblems) {
    self.node = node
    self.kind = kind
    self.problems = problems
    guard let mapping = node.mapping else {
      problems.add(.recipeSyntax, "\(kind) has to be a mapping of keys to values", at: problems.position(of: node))
      return
    }
    for (key, value) in mapping {
      guard let name = key.scalar?.string else { continue }
      keys.append((name, key))
      values[name] = value
    }
  }

  var position: SourcePosition { problems.position(of: node) }

  subscript(_ key: String) -> Node? {
    guard let value = values[key], !RecipeMap.isNull(value) else { return nil }
    return value
  }

  /// The value even if it is null, which some keys use to say "nothing".
  func rawValue(_ key: String) -> Node? { values[key] }

  static func isNull(_ node: Node) -> Bool {
    guard let scalar = node.scalar, scalar.style == .plain || scalar.style == .any else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
  }

  func key(_ name: String) -> Located<String>? {
    keys.first { $0.name == name }.map { Located($0.name, at: problems.position(of: $0.node)) }
  }

  /// Reports keys that are not among `known`.
  func allowOnly(_ known: [String]) {
    for key in keys where !known.contains(key.name) {
      problems.addUnknown(
        "key of \(kind.prefix(1).lowercased() + kind.dropFirst())",
        key.name,
        known: known,
        at: problems.position(of: key.node)
      )
    }
  }

  func string(_ key: String) -> Located<String>? {
    guard let value = self[key] else { return nil }
    guard let text = value.scalar?.string else {
      problems.add(.recipeValue, "“\(key)” has to be a text", at: problems.position(of: value))
      return nil
    }
    return Located(text, at: problems.position(of: value))
  }

  func required(_ key: String) -> Located<String>? {
    if let text = string(key) { return text }
    if self[key] == nil {
      problems.add(.recipeValue, "\(kind) needs “\(key)”", at: position)
    }
    return nil
  }

  /// A text, or a list of texts.
  func strings(_ key: String) -> [Located<String>]? {
    guard let value = self[key] else { return nil }
    if let text = value.scalar?.string { return [Located(text, at: problems.position(of: value))] }
    guard let sequence = value.sequence else {
      problems.add(.recipeValue, "“\(key)” has to be a text or a list of texts", at: problems.position(of: value))
      return nil
    }
    return sequence.compactMap { element in
      guard let text = element.scalar?.string else {
        problems.add(.recipeValue, "“\(key)” may hold texts only", at: problems.position(of: element))
        return nil
      }
      return Located(text, at: problems.position(of: element))
    }
  }

  func boolean(_ key: String) -> Bool? {
    guard let value = self[key] else { return nil }
    switch value.scalar?.string.lowercased() {
    case "true", "yes", "on": return true
    case "false", "no", "off": return false
    default:
      problems.add(.recipeValue, "“\(key)” has to be true or false", at: problems.position(of: value))
      return nil
    }
  }

  func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
    guard let value = self[key] else { return nil }
    guard let number = value.scalar.flatMap({ Int($0.string) }), range.contains(number) else {
      let limits =
        range.upperBound == .max ? "at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      problems.add(.recipeValue, "“\(key)” has to be a whole number, \(limits)", at: problems.position(of: value))
      return nil
    }
    return number
  }

  /// One of an enumeration's raw values.
  func choice<Choice: RawRepresentable & CaseIterable>(_ key: String, _ type: Choice.Type) -> Choice?
  where Choice.RawValue == String {
    guard let text = string(key) else { return nil }
    if let choice = Choice(rawValue: text.value) { return choice }
    problems.addUnknown("“\(key)”", text.value, known: Choice.allCases.map(\.rawValue), at: text.position)
    return nil
  }
}

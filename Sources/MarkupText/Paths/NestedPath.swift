/// The way from records to the records around them.
///
/// Records inside records are read as records of their own; what belongs to the outer record is a field that leads up from the inner one.
package struct NestedPath: Sendable, Hashable {
  /// The record path of the inner records, from the document's root.
  package let records: String
  /// The field path that leads from the inner record's element to the outer one's.
  package let wayOut: String

  /// Reads a path.
  ///
  /// - Parameters:
  ///   - inner: The record path of the inner records, seen from the outer ones: `breed`, `section/breed` or `.//breed`.
  ///   - outer: The record path of the outer records.
  /// - Throws: `MarkupTextError` of kind `path` if one of them is not understood, or if the outer element cannot be told from others around
  ///   the inner one.
  package init(inner: String, outer: String) throws(MarkupTextError) {
    let outerPath = try RecordPath(outer)
    let outerParts = Self.alternatives(of: outer)
    var joined: [String] = []
    var ways: Set<String> = []
    for part in Self.alternatives(of: inner) {
      let way = part.hasPrefix(".") ? String(part.dropFirst()) : part.hasPrefix("/") ? part : "/" + part
      let steps = try RecordPath(way).alternatives[0]
      joined += outerParts.map { $0 + way }
      if steps.allSatisfy({ $0.axis == .child }) {
        ways.insert(Array(repeating: "..", count: steps.count).joined(separator: "/"))
      } else if let way = Self.wayOut(to: outerPath, written: outerParts) {
        ways.insert(way)
      } else {
        throw MarkupTextError(
          .path,
          "The records around '\(part)' need one name, no position and one way to any depth in '\(outer)'"
        )
      }
    }
    guard ways.count == 1, let way = ways.first else {
      throw MarkupTextError(.path, "The records '\(inner)' stand at different depths in '\(outer)'")
    }
    records = joined.joined(separator: " | ")
    _ = try RecordPath(records)
    wayOut = way
  }

  /// A field of the outer record as the inner one finds it.
  ///
  /// - Throws: `MarkupTextError` of kind `path` for a field that does not begin at the record's element.
  package func seenFromInside(_ field: String) throws(MarkupTextError) -> String {
    var parts: [String] = []
    for part in Self.alternatives(of: field) {
      let path = part == "." ? wayOut : part.hasPrefix("/") ? wayOut + part : "\(wayOut)/\(part)"
      _ = try FieldPath(path)
      parts.append(path)
    }
    return parts.joined(separator: " | ")
  }

  /// The way to the outer record from an inner one at an unknown depth below it: the nearest element around that is a record.
  ///
  /// `nil` if that cannot be said: elements of several names or without one, told by their position, or to be looked for at any depth in several ways.
  private static func wayOut(to outer: RecordPath, written parts: [String]) -> String? {
    guard let name = outer.alternatives[0].last?.test, name.local != nil,
      outer.alternatives.allSatisfy({ $0.last?.test == name })
    else { return nil }
    let areOutermost = outer.alternatives.allSatisfy { steps in
      steps.allSatisfy { $0.axis == .child } && !steps.dropLast().contains { $0.test.mayMeet(name) }
    }
    // The depth of the records is known then, and no element above them has their name.
    if areOutermost { return "ancestor::\(name)[last()]" }
    // What is above the last step to any depth is above the nearest element as well, if it is the same for all.
    let above = outer.alternatives.map { $0.prefix($0.lastIndex { $0.axis == .descendant } ?? 0) }
    guard above.allSatisfy({ $0 == above[0] }) else { return nil }
    var conditions: [[String]] = []
    for (steps, text) in zip(outer.alternatives, parts) {
      guard let found = self.conditions(of: steps, written: text) else { return nil }
      if !conditions.contains(found) { conditions.append(found) }
    }
    if conditions.contains([]) { return "ancestor::\(name)[1]" }
    return "ancestor::\(name)[\(conditions.map { $0.joined(separator: " and ") }.joined(separator: " or "))][1]"
  }

  /// What has to hold for an element of the last step's name to be a record, as far up as the steps lead from parent to child.
  private static func conditions(of steps: [PathStep], written path: String) -> [String]? {
    let written = path.parts(between: "/").filter { !$0.isEmpty }
    guard written.count == steps.count else { return nil }
    let start = steps.lastIndex { $0.axis == .descendant } ?? 0
    var conditions: [String] = []
    var around: String?
    for (step, text) in zip(steps, written).dropFirst(start) {
      guard !step.predicates.contains(where: \.isPositional) else { return nil }
      conditions = text.bracketed
      if conditions.count > 1 || step.axis == .child { conditions = conditions.map { "(\($0))" } }
      if step.axis == .child { conditions.append(around.map { "parent::\($0)" } ?? "not(parent::*)") }
      around = "\(step.test)" + (conditions.isEmpty ? "" : "[\(conditions.joined(separator: " and "))]")
    }
    return conditions
  }

  /// The parts of a path between the bars.
  private static func alternatives(of path: String) -> [String] { path.parts(between: "|") }
}

extension String {
  /// What stands in the outermost brackets, outside quotes.
  fileprivate var bracketed: [String] {
    var found: [String] = []
    var depth = 0
    var quote: Character?
    for character in self {
      if quote == nil, character == "]" { depth -= 1 }
      if depth > 0 { found[found.count - 1].append(character) }
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = character
      } else if character == "[" {
        if depth == 0 { found.append("") }
        depth += 1
      }
    }
    return found.map(\.trimmingSpace)
  }

  /// The parts between separators that stand outside quotes, brackets and parentheses, without white space around them.
  func parts(between separator: Character) -> [String] {
    var parts = [""]
    var depth = 0
    var quote: Character?
    for character in self {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = character
      } else if character == "[" || character == "(" {
        depth += 1
      } else if character == "]" || character == ")" {
        depth -= 1
      } else if character == separator, depth == 0 {
        parts.append("")
        continue
      }
      parts[parts.count - 1].append(character)
    }
    return parts.map(\.trimmingSpace)
  }
}

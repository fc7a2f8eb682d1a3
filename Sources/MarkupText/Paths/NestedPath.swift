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
    var joined: [String] = []
    var ways: Set<String> = []
    for part in Self.alternatives(of: inner) {
      let way = part.hasPrefix(".") ? String(part.dropFirst()) : part.hasPrefix("/") ? part : "/" + part
      let innerPath = try RecordPath(way)
      let steps = innerPath.alternatives[0]
      for (number, outerPart) in Self.alternatives(of: outer).enumerated() {
        joined.append(outerPart + way)
        if steps.allSatisfy({ $0.axis == .child }) {
          ways.insert(Array(repeating: "..", count: steps.count).joined(separator: "/"))
        } else if let way = Self.wayOut(to: outerPath.alternatives[number], written: outerPart) {
          ways.insert(way)
        } else {
          throw MarkupTextError(.path, "The records around '\(part)' need a name and no position in '\(outer)'")
        }
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
  /// `nil` if that cannot be said: an element without a name, or one that is told by its position.
  private static func wayOut(to steps: [PathStep], written outer: String) -> String? {
    guard let last = steps.last, last.test.local != nil else { return nil }
    if steps.allSatisfy({ $0.axis == .child }), !steps.dropLast().contains(where: { $0.test.mayMeet(last.test) }) {
      // The depth of the records is known, and no element above them has their name.
      return "ancestor::\(last.test)[last()]"
    }
    let written = outer.parts(between: "/").filter { !$0.isEmpty }
    guard written.count == steps.count else { return nil }
    // As far up as the steps lead from parent to child; whatever is above that is above the nearest one as well.
    let start = steps.lastIndex { $0.axis == .descendant } ?? 0
    var way = ""
    for (step, text) in zip(steps, written).dropFirst(start) {
      guard !step.predicates.contains(where: \.isPositional) else { return nil }
      let conditions = text.firstIndex(of: "[").map { text[$0...] } ?? ""
      let above = step.axis == .descendant ? "" : way.isEmpty ? "[not(parent::*)]" : "[parent::\(way)]"
      way = "\(step.test)\(conditions)\(above)"
    }
    return "ancestor::\(way)[1]"
  }

  /// The parts of a path between the bars.
  private static func alternatives(of path: String) -> [String] { path.parts(between: "|") }
}

extension String {
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

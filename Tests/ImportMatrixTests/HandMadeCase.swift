import ImportMatrix
import Testing

/// A case made by hand, with what has to come of it.
struct HandMadeCase: CustomTestStringConvertible, Sendable {
  var name: String
  var matrix: MatrixCase
  /// What becomes of each record, a line for each source: its outcomes, and in brackets why.
  var outcomes: [String]
  /// The objects, as `ObjectGraph` lists them, sorted.
  var objects: [String]

  var testDescription: String { name }

  init(_ name: String, _ matrix: MatrixCase, outcomes: [String], objects: [String]) {
    self.name = name
    self.matrix = matrix
    self.outcomes = outcomes
    self.objects = objects.sorted()
  }

  static let all = ofNesting + ofRelationships + ofSubjects + ofUniqueness
}

extension ReferenceResult {
  /// The outcomes as `HandMadeCase` writes them.
  var lines: [String] {
    outcomes.map { outcomes in
      outcomes.map { outcome in
        let rules = Set(outcome.rules).sorted()
        return outcome.kind.rawValue + (rules.isEmpty ? "" : "(\(rules.joined(separator: " ")))")
      }
      .joined(separator: " ")
    }
  }
}

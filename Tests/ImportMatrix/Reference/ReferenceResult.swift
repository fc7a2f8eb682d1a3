/// What became of a record.
package struct ReferenceOutcome: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case inserted, updated, unchanged, rejected, skipped
  }

  package var kind: Kind
  /// The rules for which a record was rejected, or for which it was skipped with a warning.
  package var rules: [String]

  package init(_ kind: Kind, _ rules: [String] = []) {
    self.kind = kind
    self.rules = rules
  }
}

/// What a reference import gives.
package struct ReferenceResult: Sendable {
  /// What became of each record, by source.
  package var outcomes: [[ReferenceOutcome]] = []
  package var world: ReferenceWorld
  /// How many objects break a rule after the last source, by the rule's code.
  package var endFindings: [String: Int] = [:]
  /// What the case asks that nobody has decided; such a case proves nothing.
  package var undecided: [String] = []
}

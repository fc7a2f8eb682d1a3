internal import Findings

/// Collects what is wrong with a document.
struct XMLReporter {
  /// Whether the document cannot be read on.
  private(set) var isFaulty = false
  private var findings: [Finding] = []
  /// What the document has asked for that is never loaded.
  private var refused: Set<SourceFinding.Reference> = []

  /// No more findings than this are kept: a broken document may have any number.
  private static let mostFindings = 200

  /// Whether another finding would be kept.
  var hasRoom: Bool { findings.count < Self.mostFindings }

  /// Whether nothing has been found since the last call of `take()`.
  var isEmpty: Bool { findings.isEmpty }

  mutating func add(_ finding: Finding) { findings.append(finding) }

  /// What has been found since the last call.
  mutating func take() -> [Finding] {
    defer { findings.removeAll() }
    return findings
  }

  /// Ends the reading.
  ///
  /// - Returns: `false` if it has ended before.
  mutating func stop() -> Bool {
    defer { isFaulty = true }
    return !isFaulty
  }

  /// Ends the reading before it has begun, because of what is known to be wrong.
  mutating func giveUp(_ faults: [Finding]) {
    findings = faults
    isFaulty = true
  }

  /// Whether a thing outside the document has not been refused yet.
  mutating func isNew(_ reference: SourceFinding.Reference) -> Bool { refused.insert(reference).inserted }
}

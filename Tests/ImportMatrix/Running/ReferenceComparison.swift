internal import Findings

/// Compares what the importer did with what the reference did.
struct ReferenceComparison {
  let matrix: MatrixCase
  let reference: ReferenceResult

  /// What is different; empty if nothing is.
  func problems(of run: ImporterUnderTest.Run) -> [String] {
    var problems: [String] = []
    for (index, source) in matrix.sources.enumerated() {
      problems += self.problems(of: run, source, reference.outcomes[index], run.sources[index])
    }
    problems += atEnd(run)
    for account in run.entities {
      let count = reference.world.objects.count { $0.entity == account.entity }
      if account.after != count { problems.append("\(account.entity): \(account.after) objects, not \(count)") }
      if account.inserted != account.after {
        problems.append("\(account.entity): \(account.inserted) inserted, but \(account.after) are there")
      }
    }
    if let graph = run.graph {
      problems += graph.differences(from: ObjectGraph(reference.world), named: "the store", "the reference")
    }
    return problems
  }

  private func problems(
    of run: ImporterUnderTest.Run,
    _ source: MatrixSource,
    _ outcomes: [ReferenceOutcome],
    _ counts: RecordCounts
  ) -> [String] {
    var problems: [String] = []
    let endRules = Set(matrix.rules.filter(\.isCheckedAtEnd).map(\.code)).union(["reference.count"])
    let root = matrix.root(of: source)
    let inFile = [root] + matrix.allSources(inside: root)
    // Records of one file that become objects of one entity cannot be told apart by their findings.
    let isAlone = inFile.count { $0.entity == source.entity } == 1
    func findings(_ index: Int) -> [Finding] {
      run.findings.filter { finding in
        finding.record == index + 1 && finding.position?.file.hasPrefix(root.fileStem) == true
          && (inFile.count == 1 || finding.entity == source.entity) && !endRules.contains(finding.rule.rawValue)
      }
    }
    // What is skipped with a warning may be rejected for something else that is wrong with it.
    let outcomes = outcomes.enumerated().map { index, outcome in
      let errors = findings(index).filter { $0.severity == .error }.map(\.rule.rawValue)
      let isRejected = isAlone && outcome.kind == .skipped && !outcome.rules.isEmpty && !errors.isEmpty
      return isRejected ? ReferenceOutcome(.rejected, errors) : outcome
    }
    func count(_ kind: ReferenceOutcome.Kind) -> Int { outcomes.count { $0.kind == kind } }
    let expected = RecordCounts(
      read: outcomes.count,
      inserted: count(.inserted),
      updated: count(.updated),
      unchanged: count(.unchanged),
      rejected: count(.rejected),
      skipped: count(.skipped)
    )
    let sourceName = source.nesting == nil ? source.fileName : "\(source.name) in \(root.fileName)"
    // Of a record that cannot be told apart nobody can say whether something else rejects it.
    let isOpen = !isAlone && outcomes.contains { $0.kind == .skipped && !$0.rules.isEmpty }
    if counts != expected, !isOpen { problems.append("\(sourceName): \(counts.line), not \(expected.line)") }
    for (index, outcome) in outcomes.enumerated() where isAlone {
      let findings = findings(index)
      let errors = findings.filter { $0.severity == .error }
      let name = "\(sourceName) record \(index + 1)"
      if outcome.kind == .rejected {
        let codes = Set(errors.map(\.rule.rawValue))
        if codes.isDisjoint(with: outcome.rules) {
          problems.append("\(name): rejected for \(outcome.rules), but the importer says \(errors.map(\.line))")
        }
      } else if !errors.isEmpty {
        problems.append("\(name): \(outcome.kind.rawValue), but the importer says \(errors.map(\.line))")
      }
      let warnings = Set(findings.map(\.rule.rawValue))
      if outcome.kind == .skipped, !outcome.rules.isEmpty, warnings.isDisjoint(with: outcome.rules) {
        problems.append("\(name): skipped without the warning \(outcome.rules)")
      }
    }
    return problems
  }

  private func atEnd(_ run: ImporterUnderTest.Run) -> [String] {
    let codes = matrix.rules.filter(\.isCheckedAtEnd).map(\.code) + ["reference.count"]
    return codes.compactMap { code in
      let count = run.findings.count { $0.rule.rawValue == code }
      let expected = reference.endFindings[code] ?? 0
      return count == expected ? nil : "\(code): \(count) findings after the last source, not \(expected)"
    }
  }
}

extension RecordCounts {
  /// The counts in a line.
  fileprivate var line: String {
    "\(read) read = \(inserted) inserted + \(updated) updated + \(unchanged) unchanged + \(rejected) rejected + \(skipped) skipped"
  }
}

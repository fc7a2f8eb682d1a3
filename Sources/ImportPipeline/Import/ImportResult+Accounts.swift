internal import Findings
internal import FoundationEssentials
internal import ObjectModel
internal import SystemErrors

/// Findings and accounts as a run goes on.
extension ImportResult {
  /// Counts a finding, and keeps it if there is room for it; a warning about the form of a file that two sources read counts once.
  mutating func keep(_ finding: Finding, isOfRecord: Bool, limit: Int) {
    if let form = finding.formWarning, !formWarnings.insert(form).inserted { return }
    if finding.severity == .error, !isOfRecord {
      errorsBesideRecords += 1
      if findings.count < limit { placesOfErrorsBesideRecords.insert(findings.count) }
    }
    tally.add(finding)
    if findings.count < limit { findings.append(finding) }
  }

  /// Asserts that every record and every object is accounted for.
  ///
  /// - Throws: `ImportError.unbalanced`.
  func requireBalance() throws {
    let ofValues = completeness.compactMap(\.imbalance)
    let imbalances = sources.compactMap(\.imbalance) + entities.compactMap(\.imbalance) + ofValues
    if !imbalances.isEmpty { throw ImportError.unbalanced(imbalances.joined(separator: "; ")) }
  }
}

extension SourceAccount {
  /// The account of a source of which nothing has been read.
  ///
  /// - Throws: `FileError` if the system does not tell how large its files are.
  init(_ source: SourcePlan) throws {
    self.init(
      file: source.recipe.file.value,
      format: source.recipe.format.rawValue,
      entity: source.entity.name,
      records: RecordCounts(),
      bytes: try source.files.reduce(0) { try $0 + (Files.status(of: $1.path)?.size ?? 0) }
    )
  }

  /// How far a run has come with this source.
  func progress(_ source: SourcePlan, of plan: ImportPlan, bytesRead: Int) -> ImportProgress {
    ImportProgress(
      file: file,
      source: source.number + 1,
      sourceCount: plan.sources.count,
      records: records.read,
      bytesRead: bytesRead,
      bytesTotal: bytes
    )
  }
}

extension SourcePlan {
  /// What to say when there is nothing in the source.
  func hasNoRecords(_ maker: FindingMaker) -> Finding {
    let path = recipe.markup.records
    return Finding(
      SourceFinding.noRecords(path: path?.value),
      severity: maker.severities[.sourceNoRecords],
      at: SourcePosition(file: recipe.file.value, line: 1),
      entity: entity.name,
      related: path.map { [RelatedPlace(.request, at: $0.position)] } ?? []
    )
  }
}

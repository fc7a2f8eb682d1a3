package import Findings
package import ImportPipeline
internal import ObjectModel

/// The findings of a run about one source, by record and field.
package struct FaultyCells: Sendable {
  private var byRecord: [Int: [Finding]] = [:]

  /// - Parameter findings: Findings of all sources, in any order; those that are accepted do not count.
  package init(_ findings: some Sequence<Finding>, of source: PlannedSource) {
    for finding in findings where finding.acceptance == nil {
      guard let record = finding.record, finding.table == nil, let file = finding.position?.file else { continue }
      // Places in an archive have the member's path after that of the archive.
      guard source.files.contains(where: { file == $0.name || file.hasPrefix($0.name + "/") }) else { continue }
      if let entity = finding.entity, entity != source.entity.name { continue }
      byRecord[record, default: []].append(finding)
    }
  }

  /// No findings.
  package init() {}

  /// The numbers of the records that have findings.
  package var records: Set<Int> { Set(byRecord.keys) }
  /// How many findings there are.
  package var count: Int { byRecord.values.reduce(0) { $0 + $1.count } }

  /// The findings about a field of a record.
  package func findings(_ record: Int, field: String) -> [Finding] {
    byRecord[record]?.filter { $0.field == field } ?? []
  }

  /// The findings about a record that are about none of some fields.
  package func findings(_ record: Int, notAbout fields: [String]) -> [Finding] {
    byRecord[record]?.filter { finding in !(finding.field.map(fields.contains) ?? false) } ?? []
  }
}

package import Findings

/// The findings that a report shows in full, and how many it leaves out.
package struct FindingSelection {
  /// What is shown, in the order it came.
  package private(set) var shown: [Finding] = []
  /// What is shown and what is not.
  package private(set) var tally = FindingTally()
  private let limit: Int?
  private var countByRule: [RuleCode: Int] = [:]
  private var shownByRule: [RuleCode: Int] = [:]

  /// Keeps the first `limit` of each rule of what will be added, or all when it is `nil`.
  package init(perRule limit: Int?) { self.limit = limit }

  /// Goes over `findings` once and keeps the first `limit` of each rule, or all when it is `nil`.
  ///
  /// - Complexity: O(*n*) in findings; memory only for what is kept.
  init(_ findings: some Sequence<Finding>, perRule limit: Int?) {
    self.init(perRule: limit)
    add(findings)
  }

  /// Adds further findings.
  ///
  /// - Complexity: O(*n*) in `findings`; memory only for what is kept.
  package mutating func add(_ findings: some Sequence<Finding>) {
    for finding in findings {
      tally.add(finding)
      countByRule[finding.rule, default: 0] += 1
      if let limit, shownByRule[finding.rule, default: 0] >= limit { continue }
      shownByRule[finding.rule, default: 0] += 1
      shown.append(finding)
    }
  }

  /// `summary` with this selection's counts, if it has none of its own.
  func completing(_ summary: RunSummary) -> RunSummary {
    var result = summary
    if result.findingCounts.isEmpty { result.findingCounts = tally.counts }
    return result
  }

  /// How many findings of `rule` came and are not shown.
  func hiddenCount(_ rule: RuleCode) -> Int { countByRule[rule, default: 0] - shownByRule[rule, default: 0] }

  /// How many findings of `rule` are shown.
  func shownCount(_ rule: RuleCode) -> Int { shownByRule[rule, default: 0] }

  /// The rules of which nothing is shown, with their counts, by code.
  var hiddenOnly: [(rule: RuleCode, count: Int)] {
    countByRule.filter { shownByRule[$0.key] == nil }.sorted { $0.key < $1.key }.map { (rule: $0.key, count: $0.value) }
  }

  /// A file's findings by line and column.
  struct FileGroup {
    /// The file; `nil` for findings about the run as a whole.
    var file: String?
    var findings: [Finding]
  }

  /// What is shown, by file: the sources in their order, then other files by name, then the run as a whole.
  func groupedByFile(in summary: RunSummary) -> [FileGroup] {
    var rank: [String: Int] = [:]
    for (index, source) in summary.sources.enumerated() where rank[source.file] == nil { rank[source.file] = index }
    let byFile = Dictionary(grouping: shown) { $0.position?.file }
    let files = byFile.keys.sorted { left, right in
      guard let left, let right else { return left != nil }
      let leftRank = rank[left] ?? Int.max
      let rightRank = rank[right] ?? Int.max
      return leftRank == rightRank ? left < right : leftRank < rightRank
    }
    return files.map { FileGroup(file: $0, findings: Self.inReadingOrder(byFile[$0] ?? [])) }
  }

  /// By place; findings at the same place stay in the order in which they came.
  private static func inReadingOrder(_ findings: [Finding]) -> [Finding] {
    findings.enumerated().sorted { left, right in
      let leftPlace = (left.element.position?.line ?? 0, left.element.position?.column ?? 0, left.offset)
      return leftPlace < (right.element.position?.line ?? 0, right.element.position?.column ?? 0, right.offset)
    }.map(\.element)
  }
}

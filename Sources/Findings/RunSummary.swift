/// What one run did, in numbers that add up: every record that was read and every object that the store holds is accounted for.
///
/// Nothing in it depends on the clock except `SourceAccount.seconds`, which reports leave out of files.
package struct RunSummary: Sendable, Hashable, Codable {
  /// The version of Studbook that ran.
  package var toolVersion: String
  /// The recipe's file name.
  package var recipe: String
  /// The model's file name.
  package var model: String
  /// The name of the reference file; `nil` when the run only checked.
  package var output: String?
  /// One account per source, in the order of the recipe.
  package var sources: [SourceAccount]
  /// One account per entity, in the order of the model.
  package var entities: [EntityAccount]
  /// The files that were read, and whose they are, by path; empty where none was looked at.
  package var inputs: [InputAccount]
  /// How well each attribute is filled, in the order of the model.
  package var completeness: [AttributeProfile]
  /// How often each rule was broken, in the order of `FindingTally.counts`.
  ///
  /// These numbers count every finding of the run, also those that a report or the run itself did not keep.
  package var findingCounts: [FindingCount]
  /// How many of them do not count, in the same order: a baseline, a suppression or a budget accepts them.
  package var acceptedCounts: [FindingCount]
  /// Whether the run was compared with a baseline.
  package var hasBaseline: Bool

  /// Makes a summary; lists keep the order in which they are given.
  package init(
    toolVersion: String,
    recipe: String,
    model: String,
    output: String? = nil,
    sources: [SourceAccount] = [],
    entities: [EntityAccount] = [],
    inputs: [InputAccount] = [],
    completeness: [AttributeProfile] = [],
    findingCounts: [FindingCount] = [],
    acceptedCounts: [FindingCount] = [],
    hasBaseline: Bool = false
  ) {
    self.toolVersion = toolVersion
    self.recipe = recipe
    self.model = model
    self.output = output
    self.sources = sources
    self.entities = entities
    self.inputs = inputs
    self.completeness = completeness
    self.findingCounts = findingCounts
    self.acceptedCounts = acceptedCounts
    self.hasBaseline = hasBaseline
  }

  /// Reads a summary; members that older versions did not write may be missing.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    toolVersion = try container.decode(String.self, forKey: .toolVersion)
    recipe = try container.decode(String.self, forKey: .recipe)
    model = try container.decode(String.self, forKey: .model)
    output = try container.decodeIfPresent(String.self, forKey: .output)
    sources = try container.decode([SourceAccount].self, forKey: .sources)
    entities = try container.decode([EntityAccount].self, forKey: .entities)
    inputs = try container.decodeIfPresent([InputAccount].self, forKey: .inputs) ?? []
    completeness = try container.decode([AttributeProfile].self, forKey: .completeness)
    findingCounts = try container.decode([FindingCount].self, forKey: .findingCounts)
    acceptedCounts = try container.decodeIfPresent([FindingCount].self, forKey: .acceptedCounts) ?? []
    hasBaseline = try container.decodeIfPresent(Bool.self, forKey: .hasBaseline) ?? false
  }
}

extension RunSummary {
  /// Whether every account adds up.
  package var balances: Bool {
    sources.allSatisfy(\.balances) && entities.allSatisfy(\.balances) && completeness.allSatisfy(\.balances)
  }

  /// A sentence for each account that does not add up; empty when `balances`.
  package var imbalances: [String] {
    sources.compactMap(\.imbalance) + entities.compactMap(\.imbalance) + completeness.compactMap(\.imbalance)
  }

  /// The sum over all sources.
  package var recordTotals: RecordCounts {
    sources.reduce(into: RecordCounts()) { $0 += $1.records }
  }

  /// The number of findings of `severity`, or of all when `severity` is `nil`.
  package func findingTotal(_ severity: Severity? = nil) -> Int {
    Self.total(findingCounts, severity)
  }

  /// The number of findings of `severity`, or of all when `severity` is `nil`, that count: those that nobody has accepted.
  package func openTotal(_ severity: Severity? = nil) -> Int {
    Self.total(findingCounts, severity) - Self.total(acceptedCounts, severity)
  }

  private static func total(_ counts: [FindingCount], _ severity: Severity?) -> Int {
    counts.reduce(0) { $0 + (severity == nil || $1.severity == severity ? $1.count : 0) }
  }
}

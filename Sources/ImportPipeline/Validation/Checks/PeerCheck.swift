internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel

/// Finds values far from those of their peers, and those that are so because of a forgotten conversion. 32 bytes a value.
///
/// A source whose values are all in another unit is told by its median, which the conversion takes to that of the other sources; values that stand
/// alone by their distance, in robust standard deviations: from the median, in units of 1.4826 times the median of all distances from it.
final class PeerCheck: EndCheck {
  private struct Sample {
    var group: Int64
    var value: Double
    var reference: Int64
    var source: Int32
  }

  private let plan: EndCheckPlan
  private let peers: PeerPlan
  private let origins: OriginTable
  private var samples: [Sample] = []

  init(plan: EndCheckPlan, peers: PeerPlan, origins: OriginTable) {
    self.plan = plan
    self.peers = peers
    self.origins = origins
  }

  func see(_ row: borrowing StoreRow) {
    guard let value = row.attributes[plan.slot].number, value.isFinite else { return }
    let group: Int64
    switch peers.group {
    case .toOne(let slot)?: group = row.toOne[slot]?.reference ?? 0
    case .attribute(let slot)?: group = Int64(bitPattern: Fingerprint(row.attributes[slot]).hash)
    default: group = 0
    }
    let source = origins.origin(of: row.objectID, property: plan.attributeName)?.source ?? -1
    samples.append(
      Sample(group: group, value: value, reference: row.objectID.reference, source: Int32(clamping: source))
    )
  }

  func findings(in store: any PersistentStore) throws -> [DeferredFinding] {
    var findings = try findingsInWholeSources(store)
    samples.sort { ($0.group, $0.value) < ($1.group, $1.value) }
    try samples.forEachRun(where: { $0.group == $1.group }) { try compare($0, store, into: &findings) }
    samples = []
    return findings.sorted { $0.subject.objectID.reference < $1.subject.objectID.reference }
  }

  /// Finds sources whose values are all in the other unit; their values are not looked at any more.
  private func findingsInWholeSources(_ store: any PersistentStore) throws -> [DeferredFinding] {
    guard let unit = peers.unit, let wording = peers.unitWording else { return [] }
    var findings: [DeferredFinding] = []
    for source in Set(samples.map(\.source)).sorted() {
      let own = samples.filter { $0.source == source }
      guard let others = Distribution(samples.lazy.filter { $0.source != source }.map(\.value)),
        let raw = Distribution(own.map(\.value)),
        let converted = Distribution(own.map { unit.source.convert($0.value, to: unit.target) }),
        !raw.isNear(others), converted.isNear(others)
      else { continue }
      for sample in own {
        let peers = ValueFinding.Peers.sources(own: raw.text, others: others.text)
        findings.append(try unitFinding(sample, unit, wording, store, peers))
      }
      samples.removeAll { $0.source == source }
    }
    return findings
  }

  /// Compares the values of a group with each other.
  private func compare(
    _ group: ArraySlice<Sample>,
    _ store: any PersistentStore,
    into findings: inout [DeferredFinding]
  )
    throws
  {
    guard let usual = Distribution(group.map(\.value)), usual.deviation > 0 else { return }
    for sample in group where abs(sample.value - usual.median) > peers.limit * usual.deviation {
      if let unit = peers.unit, let wording = peers.unitWording,
        abs(unit.source.convert(sample.value, to: unit.target) - usual.median) <= 3 * usual.deviation
      {
        findings.append(try unitFinding(sample, unit, wording, store, .group(usual: usual.text)))
        continue
      }
      guard plan.wording.rule == .valueOutlier else { continue }
      let found = try plan.text(of: sample.reference, in: store)
      findings.append(
        plan.finding(
          ValueFinding.outlier(attribute: plan.attributeName, found, usual: usual.text),
          reference: sample.reference,
          in: store,
          value: found
        )
      )
    }
  }

  private func unitFinding(
    _ sample: Sample,
    _ unit: UnitConversion,
    _ wording: CheckMessage,
    _ store: any PersistentStore,
    _ peers: ValueFinding.Peers
  ) throws -> DeferredFinding {
    let found = try plan.text(of: sample.reference, in: store)
    let text = unit.rounded(sample.value).plainText
    return plan.finding(
      ValueFinding.unit(
        attribute: plan.attributeName,
        found,
        peers,
        unit: unit.source.symbol,
        converted: text,
        to: unit.target.symbol
      ),
      reference: sample.reference,
      in: store,
      wording: wording,
      value: found,
      suggestion: text
    )
  }
}

/// Where numbers lie and how far apart, hardly moved by a few that are wrong.
struct Distribution {
  let count: Int
  let median: Double
  /// The robust standard deviation; 0 if all numbers are the same.
  let deviation: Double

  /// Fewer values than this say nothing about what is usual.
  private static let fewestValues = 5

  /// `nil` for too few values.
  init?(_ values: some Sequence<Double>) {
    let sorted = values.sorted()
    guard sorted.count >= Self.fewestValues else { return nil }
    let median = Self.middle(sorted)
    let distances = sorted.map { abs($0 - median) }.sorted()
    let deviation = Self.middle(distances) * 1.4826
    count = sorted.count
    self.median = median
    // More than half of the values are the same: the mean distance is all there is to go by.
    self.deviation = deviation > 0 ? deviation : distances.reduce(0, +) / Double(distances.count) * 1.2533
  }

  private static func middle(_ sorted: [Double]) -> Double {
    (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The median for people.
  var text: String { median.plainText }

  /// Whether two samples may be of the same kind: their medians are no further apart than four standard errors.
  func isNear(_ other: Distribution) -> Bool {
    let error =
      1.2533
      * (deviation * deviation / Double(count) + other.deviation * other.deviation / Double(other.count)).squareRoot()
    return abs(median - other.median) <= 4 * error
  }
}

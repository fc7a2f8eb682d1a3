internal import AttributeValues
internal import Findings
internal import ManagedObjects

/// Finds values far from those of their peers, and those that are so because of a forgotten conversion. 24 bytes a value.
///
/// Distances are measured in robust standard deviations: from the median, in units of 1.4826 times the median of all distances from it.
final class PeerCheck: EndCheck {
  private struct Sample {
    var group: Int64
    var value: Double
    var reference: Int64
  }

  private let plan: EndCheckPlan
  private let peers: PeerPlan
  private var samples: [Sample] = []

  /// Fewer values than this say nothing about what is usual.
  private static let fewestPeers = 5

  init(plan: EndCheckPlan, peers: PeerPlan) {
    self.plan = plan
    self.peers = peers
  }

  func see(_ row: borrowing StoreRow) {
    guard let value = row.attributes[plan.slot].number, value.isFinite else { return }
    let group: Int64
    switch peers.group {
    case .all: group = 0
    case .toOne(let slot): group = row.toOne[slot]?.reference ?? 0
    case .attribute(let slot): group = Int64(bitPattern: KeyIndex.hash(row.attributes[slot]))
    }
    samples.append(Sample(group: group, value: value, reference: row.objectID.reference))
  }

  func findings(in store: any PersistentStore) throws -> [LateFinding] {
    samples.sort { ($0.group, $0.value) < ($1.group, $1.value) }
    var findings: [LateFinding] = []
    var start = 0
    while start < samples.count {
      var end = start
      while end < samples.count, samples[end].group == samples[start].group { end += 1 }
      if end - start >= Self.fewestPeers { try judge(samples[start..<end], store, into: &findings) }
      start = end
    }
    samples = []
    return findings.sorted { $0.subject.objectID.reference < $1.subject.objectID.reference }
  }

  private func judge(_ group: ArraySlice<Sample>, _ store: any PersistentStore, into findings: inout [LateFinding])
    throws
  {
    let median = Self.median(group.map(\.value))
    let distances = group.map { abs($0.value - median) }.sorted()
    var deviation = Self.median(distances) * 1.4826
    if deviation == 0 {
      // More than half of the values are the same: the mean distance is all there is to go by.
      deviation = distances.reduce(0, +) / Double(distances.count) * 1.2533
    }
    guard deviation > 0 else { return }
    for sample in group where abs(sample.value - median) > peers.limit * deviation {
      let usual = Self.text(median)
      let found = try plan.text(of: sample.reference, in: store)
      if let unit = peers.unit, let wording = peers.unitWording {
        let converted = unit.source.convert(sample.value, to: unit.target)
        if abs(converted - median) <= 3 * deviation {
          let text = Self.text((converted * 10).rounded() / 10)
          findings.append(
            plan.finding(
              "\(plan.attributeName) is \(found) among values about \(usual); were it \(unit.source.symbol), it would be \(text) \(unit.target.symbol)",
              reference: sample.reference,
              in: store,
              wording: wording,
              value: found,
              suggestion: text
            )
          )
          continue
        }
      }
      guard plan.wording.rule == .valueOutlier else { continue }
      findings.append(
        plan.finding(
          "\(plan.attributeName) is \(found), but its peers are about \(usual)",
          reference: sample.reference,
          in: store,
          value: found
        )
      )
    }
  }

  private static func median(_ sorted: [Double]) -> Double {
    (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
  }
}

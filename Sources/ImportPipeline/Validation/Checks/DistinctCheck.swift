internal import ObjectModel
internal import AttributeValues
internal import Findings
internal import ManagedObjects

/// Finds objects that share a value that no two may have. 16 bytes an object: the hash of its value and its key in the store.
final class DistinctCheck: EndCheck {
  private let plan: EndCheckPlan
  private let distinctness: Distinctness
  private var hashes: [(hash: UInt64, reference: Int64)] = []

  init(plan: EndCheckPlan, distinctness: Distinctness) {
    self.plan = plan
    self.distinctness = distinctness
  }

  func see(_ row: borrowing StoreRow) {
    guard let key = key(row.attributes[plan.slot]) else { return }
    hashes.append((Fingerprint(key).hash, row.objectID.reference))
  }

  /// What has to be distinct of a value; `nil` if there is nothing.
  private func key(_ value: AttributeValue) -> AttributeValue? {
    if value.isNull { return nil }
    guard distinctness == .spelling, case .string(let text) = value else { return value }
    let folded = FoldedText.fold(text)
    return folded.isEmpty ? nil : .string(folded)
  }

  func findings(in store: any PersistentStore) throws -> [DeferredFinding] {
    hashes.sort { $0 < $1 }
    var findings: [DeferredFinding] = []
    try hashes.forEachRun(where: { $0.hash == $1.hash }) { run in
      if run.count > 1 { try compare(run.map(\.reference), store, into: &findings) }
    }
    hashes = []
    return findings.sorted { $0.subject.objectID.reference < $1.subject.objectID.reference }
  }

  /// Compares objects whose hashes are the same; the first with a value is right, and those after it are reported.
  private func compare(_ references: [Int64], _ store: any PersistentStore, into findings: inout [DeferredFinding])
    throws
  {
    var firsts: [AttributeValue: (reference: Int64, text: String)] = [:]
    for reference in references {
      let text = try plan.text(of: reference, in: store)
      let identifier = ManagedObjectID(entity: plan.entity, storeNumber: store.number, reference: reference)
      guard let value = try store.row(for: identifier)?.attributes[plan.slot], let key = key(value) else { continue }
      guard let first = firsts[key] else {
        firsts[key] = (reference, text)
        continue
      }
      let isSame = text == first.text
      let kind: RecordFinding =
        isSame
        ? .repeated(text, attribute: plan.attributeName, entity: plan.entity.name)
        : .sameSpelling(
          TextRepair.visible(Finding.shortened(text)),
          as: TextRepair.visible(Finding.shortened(first.text))
        )
      findings.append(
        plan.finding(
          kind,
          reference: reference,
          in: store,
          value: text,
          suggestion: isSame ? nil : first.text,
          related: (.firstUse, first.reference)
        )
      )
    }
  }
}

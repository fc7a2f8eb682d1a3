internal import AttributeValues
internal import Findings
internal import ManagedObjects

/// Finds the gaps in an attribute's whole numbers. 16 bytes a value.
final class GapCheck: EndCheck {
  private let plan: EndCheckPlan
  private var numbers: [(number: Int64, reference: Int64)] = []

  init(plan: EndCheckPlan) { self.plan = plan }

  func see(_ row: borrowing StoreRow) {
    guard case .integer(let number) = row.attributes[plan.slot] else { return }
    numbers.append((number, row.objectID.reference))
  }

  func findings(in store: any PersistentStore) throws -> [DeferredFinding] {
    numbers.sort { $0 < $1 }
    var findings: [DeferredFinding] = []
    for (before, after) in zip(numbers, numbers.dropFirst()) where after.number - 1 > before.number {
      let missing = before.number + 1...after.number - 1
      findings.append(
        plan.finding(
          ValueFinding.gap(attribute: plan.attributeName, missing, before: after.number),
          reference: after.reference,
          in: store,
          value: String(after.number)
        )
      )
    }
    numbers = []
    return findings
  }
}

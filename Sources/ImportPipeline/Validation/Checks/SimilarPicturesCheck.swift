internal import AttributeValues
internal import Findings
internal import ImageFitting
internal import ManagedObjects
internal import ObjectModel

/// Finds objects whose pictures look the same. 16 bytes an object; the pictures are decoded one by one, and their hashes compared each with each.
final class SimilarPicturesCheck: EndCheck {
  private let plan: EndCheckPlan
  private let bits: Int
  private let library: ImageLibrary
  private var hashes: [(hash: UInt64, reference: Int64)] = []

  /// - Parameter bits: How many of the 64 bits of two hashes may differ.
  init(plan: EndCheckPlan, bits: Int, library: ImageLibrary) {
    self.plan = plan
    self.bits = bits
    self.library = library
  }

  func see(_ row: borrowing StoreRow) {
    guard case .binary(let data) = row.attributes[plan.slot] else { return }
    // What cannot be decoded has a finding of its own where that is asked for.
    guard let hash = try? library.perceptualHash(Array(data)) else { return }
    hashes.append((hash, row.objectID.reference))
  }

  func findings(in store: any PersistentStore) throws -> [DeferredFinding] {
    hashes.sort { $0.reference < $1.reference }
    var findings: [DeferredFinding] = []
    for (index, own) in hashes.enumerated() {
      // The first one that looks like it is the one to name.
      guard let other = hashes[..<index].first(where: { ($0.hash ^ own.hash).nonzeroBitCount <= bits }) else {
        continue
      }
      findings.append(
        plan.finding(
          FileFinding.similar(
            to: try name(of: other.reference, in: store),
            bits: (other.hash ^ own.hash).nonzeroBitCount
          ),
          reference: own.reference,
          in: store,
          related: (.similarValue, other.reference)
        )
      )
    }
    hashes = []
    return findings
  }

  private func name(of reference: Int64, in store: any PersistentStore) throws -> String {
    let objectID = ManagedObjectID(entity: plan.entity, storeNumber: store.number, reference: reference)
    guard let row = try store.row(for: objectID) else { return "\(reference)" }
    return row.objectID.entity.nameForPeople(row.attributes) ?? "\(plan.entity.name) \(reference)"
  }
}

internal import AttributeValues
internal import Dispatch
internal import Findings
internal import Foundation
internal import ImageFitting
internal import ManagedObjects
internal import ObjectModel
internal import Synchronization

/// Finds objects whose pictures look the same. 24 bytes an object; the pictures are decoded some at a time, and their hashes compared each with each.
final class SimilarPicturesCheck: EndCheck {
  private let plan: EndCheckPlan
  private let bits: Int
  private let library: ImageLibrary
  private var hashes: [(hash: PerceptualHash, reference: Int64)] = []
  /// Pictures that wait for being decoded together, and how many bytes they have.
  private var pending: [(picture: Data, reference: Int64)] = []
  private var pendingBytes = 0

  private static let mostPending = 64
  private static let mostPendingBytes = 16_000_000

  /// - Parameter bits: How many of the 64 bits of two hashes may differ.
  init(plan: EndCheckPlan, bits: Int, library: ImageLibrary) {
    self.plan = plan
    self.bits = bits
    self.library = library
  }

  func see(_ row: borrowing StoreRow) {
    guard case .binary(let data) = row.attributes[plan.slot] else { return }
    pending.append((data, row.objectID.reference))
    pendingBytes += data.count
    if pending.count >= Self.mostPending || pendingBytes >= Self.mostPendingBytes { decodePending() }
  }

  /// Decodes the pictures that wait, on all processors.
  private func decodePending() {
    let decoded = Mutex<[(hash: PerceptualHash, reference: Int64)]>([])
    let (pictures, library) = (pending, library)
    DispatchQueue.concurrentPerform(iterations: pictures.count) { index in
      // What cannot be decoded has a finding of its own where that is asked for.
      guard let hash = try? library.perceptualHash(Array(pictures[index].picture)) else { return }
      decoded.withLock { $0.append((hash, pictures[index].reference)) }
    }
    hashes += decoded.withLock { $0 }
    pending = []
    pendingBytes = 0
  }

  func findings(in store: any PersistentStore) throws -> [DeferredFinding] {
    decodePending()
    hashes.sort { $0.reference < $1.reference }
    var findings: [DeferredFinding] = []
    for (index, own) in hashes.enumerated() {
      // The first one that looks like it is the one to name.
      guard let other = hashes[..<index].first(where: { $0.hash.differingBits(from: own.hash) <= bits }) else {
        continue
      }
      findings.append(
        plan.finding(
          FileFinding.similar(
            to: try name(of: other.reference, in: store),
            bits: other.hash.differingBits(from: own.hash)
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

internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel

/// A check over all objects of an entity, made after the last source: it sees every row once, then says what is wrong.
protocol EndCheck: AnyObject {
  /// Takes what it needs of a row.
  func see(_ row: borrowing StoreRow)

  /// What is wrong, in the order of the objects.
  ///
  /// - Parameter store: For reading again the few rows that a finding speaks of.
  func findings(in store: any PersistentStore) throws -> [DeferredFinding]
}

extension EndCheckPlan {
  /// A check that has seen nothing yet; `nil` for those that need no rows.
  ///
  /// - Parameter origins: Which source each object is from.
  func makeCheck(origins: OriginTable) -> (any EndCheck)? {
    switch kind {
    case .peers(let peers): PeerCheck(plan: self, peers: peers, origins: origins)
    case .gaps: GapCheck(plan: self)
    case .distinct(let distinctness): DistinctCheck(plan: self, distinctness: distinctness)
    case .similar(let distance): SimilarCheck(plan: self, distance: distance)
    case .similarPictures(let bits, let library): SimilarPicturesCheck(plan: self, bits: bits, library: library)
    case .completeness: nil
    }
  }

  /// A finding about an object's attribute.
  func finding(
    _ kind: any FindingKind,
    reference: Int64,
    in store: any PersistentStore,
    wording: CheckMessage? = nil,
    value: String? = nil,
    suggestion: String? = nil,
    related: (relation: RelatedPlace.Relation, reference: Int64)? = nil
  ) -> DeferredFinding {
    func subject(_ reference: Int64) -> DeferredFinding.Subject {
      DeferredFinding.Subject(
        objectID: ManagedObjectID(entity: entity, storeNumber: store.number, reference: reference),
        property: attributeName
      )
    }
    let wording = wording ?? self.wording
    return DeferredFinding(
      kind: wording.kind(kind),
      severity: wording.severity,
      subject: subject(reference),
      value: value,
      suggestion: suggestion,
      related: related.map { ($0.relation, subject($0.reference), nil) }
    )
  }

  /// The text of the attribute in the store.
  func text(of reference: Int64, in store: any PersistentStore) throws -> String {
    let objectID = ManagedObjectID(entity: entity, storeNumber: store.number, reference: reference)
    return try store.row(for: objectID)?.attributes[slot].text ?? ""
  }
}

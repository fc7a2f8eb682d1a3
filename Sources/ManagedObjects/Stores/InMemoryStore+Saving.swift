internal import AttributeValues
internal import FoundationEssentials
internal import ObjectModel

extension InMemoryStore: VersionRaisingStore {
  public func save(_ request: StoreSaveRequest) throws { _ = try saveRaisingVersions(request.withoutChangedMembers) }

  package func saveRaisingVersions(
    _ request: StoreSaveRequest,
    committingAfter others: () throws -> Void
  ) throws -> [ManagedObjectID] {
    if isReadOnly { throw PersistentStoreError.readOnly(location: location) }
    var conflicts = versionConflicts(of: request)
    if conflicts.isEmpty { conflicts = uniquenessConflicts(of: request) }
    if !conflicts.isEmpty { throw StoreConflictError(conflicts: conflicts) }
    try others()
    // Nothing can fail from here on.
    for entry in request.deleted { remove(entry.objectID) }
    let now = Date().timeIntervalSinceReferenceDate
    for row in request.updated { put(row, version: StoreRow.version(after: row.version), now: now) }
    for row in request.inserted { put(row, version: row.version, now: now) }
    apply(request.toManyChanges)
    let updated = Set(request.updated.map(\.objectID))
    return request.changedMembers.map(\.owner).filter { !updated.contains($0) && raiseVersion(of: $0) }
  }

  private func versionConflicts(of request: StoreSaveRequest) -> [StoreConflictError.Conflict] {
    let expectations =
      request.updated.map { ($0.objectID, $0.version) } + request.deleted.map { ($0.objectID, $0.version) }
    return expectations.compactMap { objectID, expected in
      let found = row(for: objectID)?.version
      return found == expected ? nil : .version(objectID: objectID, expected: expected, found: found)
    }
  }

  /// Tries the constraints on the state after the save: rows that go or change give their values up first.
  private func uniquenessConflicts(of request: StoreSaveRequest) -> [StoreConflictError.Conflict] {
    var released: Set<ManagedObjectID> = []
    for entry in request.deleted { released.insert(entry.objectID) }
    for row in request.updated { released.insert(row.objectID) }
    var claimed: [ObjectIdentifier: [[[AttributeValue]: ManagedObjectID]]] = [:]
    var conflicts: [StoreConflictError.Conflict] = []
    for row in request.updated + request.inserted {
      let root = row.objectID.entity.rootEntity
      let table = table(of: root)
      let constraints = table?.constraints ?? UniquenessConstraint.all(in: root)
      if constraints.isEmpty { continue }
      // Taken out while they change: a second reference would copy them at each row.
      var claims =
        claimed.removeValue(forKey: ObjectIdentifier(root)) ?? Array(repeating: [:], count: constraints.count)
      for (index, constraint) in constraints.enumerated() {
        guard let key = constraint.key(of: row) else { continue }
        var holder = claims[index][key]
        if holder == nil, let held = table?.holder(of: key, constraint: index), held != row.objectID,
          !released.contains(held)
        {
          holder = held
        }
        if let holder {
          conflicts.append(.uniqueness(objectID: row.objectID, constraint: constraint.names, holder: holder))
        } else {
          claims[index][key] = row.objectID
        }
      }
      claimed[ObjectIdentifier(root)] = claims
    }
    return conflicts
  }
}

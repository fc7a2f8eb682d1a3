/// A store that counts as changed, as Core Data's does, what a save changes beside an object's own values: owners whose members are others or stand in
/// another order, and members that keep their place in their own rows.
package protocol VersionRaisingStore: PersistentStore {
  /// Applies a request as `save(_:)` does, and raises the versions of the objects that `StoreSaveRequest.changedMembers` names.
  ///
  /// - Parameter others: Saves other stores; called when nothing but the store's own commit is left to fail. If it throws, nothing of the request is applied.
  /// - Returns: The objects beside those of `StoreSaveRequest.updated` whose versions are one greater now.
  func saveRaisingVersions(_ request: StoreSaveRequest, committingAfter others: () throws -> Void) throws
    -> [ManagedObjectID]
}

extension VersionRaisingStore {
  package func saveRaisingVersions(_ request: StoreSaveRequest) throws -> [ManagedObjectID] {
    try saveRaisingVersions(request, committingAfter: {})
  }
}

extension StoreSaveRequest {
  /// The request for who is not told of versions: one that writes rows and links, and raises no other version.
  package var withoutChangedMembers: StoreSaveRequest {
    var request = self
    request.changedMembers = []
    return request
  }
}

/// An object of which to-many relationships have other members or another order.
package struct ChangedMembers: Sendable {
  package var owner: ManagedObjectID
  /// The relationships' slots among the owner's to-many relationships.
  package var slots: [Int]
}

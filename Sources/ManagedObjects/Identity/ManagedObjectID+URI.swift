internal import ObjectModel
internal import Synchronization

extension ManagedObjectID {
  /// The ID as a URI that stays valid between runs: `x-coredata://<store's UUID>/<entity>/p<key>`; for a temporary ID one that is only
  /// good in this process: `x-coredata:///<entity>/t<number>`.
  public func uriRepresentation() -> String {
    if isTemporaryID { return "x-coredata:///\(entity.name)/t\(reference)" }
    return "x-coredata://\(StoreIdentifiers.identifier(of: storeNumber) ?? "")/\(entity.name)/p\(reference)"
  }

  /// What a permanent ID's URI consists of; `nil` if `uri` is no such URI.
  static func parts(ofURI uri: String) -> (store: String, entity: String, reference: Int64)? {
    let scheme = "x-coredata://"
    guard uri.hasPrefix(scheme) else { return nil }
    let parts = uri.dropFirst(scheme.count).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].first == "p", let reference = Int64(parts[2].dropFirst()), reference > 0 else {
      return nil
    }
    return (String(parts[0]), String(parts[1]), reference)
  }
}

extension ManagedObjectID: CustomStringConvertible {
  public var description: String { uriRepresentation() }
}

/// The UUIDs of the stores that this process opened, by their numbers.
enum StoreIdentifiers {
  private static let byNumber = Mutex<[UInt32: String]>([:])

  static func register(_ identifier: String, number: UInt32) {
    byNumber.withLock { $0[number] = identifier }
  }

  static func identifier(of number: UInt32) -> String? { byNumber.withLock { $0[number] } }
}

internal import AttributeValues
internal import Synchronization

/// Which property of the model a key path reads.
struct PropertyPath: Sendable, Hashable {
  /// What stands at the end of the path.
  enum Kind: Sendable, Hashable {
    /// An attribute, with what the key path shows where it has no value: `0` for `attribute("legs") ?? 0`; `.null` for `nil`.
    case attribute(ifMissing: AttributeValue)
    /// An object, or its ID.
    case object
    /// The objects of a to-many relationship.
    case objects
  }

  /// The names of the properties on the way; empty for the object itself.
  let names: [String]
  let kind: Kind

  private struct Known: @unchecked Sendable {
    // `@unchecked`: key paths do not change; what some of them capture is not looked at.
    var paths: [AnyKeyPath: Result<PropertyPath, QueryTranslationError>] = [:]
  }

  private static let known = Mutex(Known())

  /// The property that `keyPath`, whose root is a class of objects, reads.
  ///
  /// On Linux a key path does not tell its name, so it is followed from an object that only notes what it is asked for; see `PropertyProbe`.
  ///
  /// - Throws: `.notAProperty` where it reads none or several, or gives something else than the property's value.
  /// - Complexity: One dictionary look-up after the first time.
  static func of(_ keyPath: AnyKeyPath) throws(QueryTranslationError) -> PropertyPath {
    nonisolated(unsafe) let keyPath = keyPath
    if let known = known.withLock({ $0.paths[keyPath] }) { return try known.get() }
    let found: Result<PropertyPath, QueryTranslationError>
    do throws(QueryTranslationError) {
      found = .success(try PropertyProbe.path(of: keyPath))
    } catch {
      found = .failure(error)
    }
    known.withLock { $0.paths[keyPath] = found }
    return try found.get()
  }
}

/// What is known about the version hash of an entity or a property.
///
/// ```swift
/// for (entity, hash) in model.versionHashesByEntityName {
///   switch hash {
///   case VersionHash.established(let bytes): print(entity, bytes.count)  // 32 bytes, as Core Data computes them
///   case VersionHash.adopted: print(entity, "taken over from a file of the app")
///   case VersionHash.open(let features):
///     open += features.map { (feature: OpenVersionHashFeature) in feature.description }
///   }
/// }
/// ```
///
/// Core Data refuses a store whose hashes differ from the model's, so a hash is either right or not given at all.
public enum VersionHash: Sendable, Hashable {
  /// Computed by rules that published pairs of models and hashes establish; 32 bytes.
  case established([UInt8])
  /// Taken from a compiled model or a store that the app wrote, because computing it is not established; 32 bytes.
  case adopted([UInt8])
  /// Not computable: no published pair shows what these features contribute.
  case open([OpenVersionHashFeature])

  /// The 32 bytes; `nil` when the hash is open.
  public var bytes: [UInt8]? {
    switch self {
    case .established(let bytes), .adopted(let bytes): bytes
    case .open: nil
    }
  }
}

/// A feature of a model whose part in the version hash is not known.
///
/// ```swift
/// for (entity, hash) in model.versionHashesByEntityName {
///   switch hash {
///   case VersionHash.established(let bytes): print(entity, bytes.count)  // 32 bytes, as Core Data computes them
///   case VersionHash.adopted: print(entity, "taken over from a file of the app")
///   case VersionHash.open(let features):
///     open += features.map { (feature: OpenVersionHashFeature) in feature.description }
///   }
/// }
/// ```
public enum OpenVersionHashFeature: Sendable, Hashable {
  /// External storage and preservation after deletion on one attribute.
  case externalStorageWithPreservation(property: String)
  /// An attribute that is read-only without being derived.
  case readOnlyAttribute(property: String)
  /// A name outside ASCII.
  case nameOutsideASCII(String)
  /// A derivation other than a key path or the count of a relationship.
  case derivation(property: String, expression: String)
  /// A derivation with a filtering predicate.
  case filteredDerivation(property: String)
  /// A relationship that is its own inverse, as a sub-entity inherits it.
  case inheritedOwnInverse(property: String)
  /// A composite attribute that the model editor made.
  case editedComposite(property: String)
  /// A composite attribute's element that is transient or derived.
  case compositeElement(property: String, element: String)
  /// Two uniqueness constraints of which one begins with the other.
  case constraintPrefix(String)
  /// An attribute of a Swift type of which no published hash shows how SwiftData stores it.
  case assumedStorage(property: String)
  /// A relationship whose destination is missing.
  case missingDestination(property: String)
  /// The parent's hash is itself open.
  case superentity(String)
}

extension OpenVersionHashFeature: CustomStringConvertible {
  public var description: String {
    switch self {
    case .externalStorageWithPreservation(let property):
      "\(property) has both external storage and preservation after deletion"
    case .readOnlyAttribute(let property): "\(property) is read-only without being derived"
    case .nameOutsideASCII(let name): "the name \(name) has characters outside ASCII"
    case .derivation(let property, let expression): "\(property) is derived by “\(expression)”"
    case .filteredDerivation(let property): "the derivation of \(property) has a filtering predicate"
    case .inheritedOwnInverse(let property): "\(property) is inherited and its own inverse"
    case .editedComposite(let property): "\(property) is a composite attribute made in the model editor"
    case .compositeElement(let property, let element):
      "the element \(element) of \(property) is transient or derived"
    case .constraintPrefix(let constraint):
      "another uniqueness constraint begins with the attributes of the constraint on \(constraint)"
    case .assumedStorage(let property): "how SwiftData stores \(property) is not established"
    case .missingDestination(let property): "\(property) has no destination entity"
    case .superentity(let name): "the hash of its parent \(name) is not known"
    }
  }
}

internal import AttributeValues
internal import Digests

/// Computes Core Data's version hashes from published facts.
///
/// Every hash is a SHA-256. Strings enter as bare UTF-8 without length or terminator, integers in little-endian order, and names are
/// sorted by code unit, capitals before small letters:
///
///     base(p)         = H(name, uint16 flags, modifier)                  flags: 1 optional, 2 transient
///     attribute(a)    = H(base, int32 type, 01 if external storage, 01 if preserved after deletion)
///     derived(a)      = H(description of the derivation expression)
///     composite(a)    = H(attribute(x) for every leaf x, by name)
///     relationship(r) = H(base, destination's name, inverse's name, uint32 maximum, uint32 minimum, 01 00 if ordered)
///     entity(e)       = H(name, 01 if abstract else 00, parent's hash, hashes of all stored properties by name, modifier,
///                         own uniqueness constraints, each joined with ".", sorted)
///
/// Where no published pair shows what a feature contributes, the answer is `VersionHash.open` and says why.
package enum VersionHashing {
  /// The hash of an entity whose parent's hash is `superentityHash`.
  ///
  /// - Parameter properties: All properties, inherited ones included, in any order.
  package static func hash(
    of entity: EntityDescription,
    properties: [PropertyDescription],
    superentityHash: VersionHash?
  ) -> VersionHash {
    var open: [OpenVersionHashFeature] = []
    var input = HashInput()
    input.append(entity.name, noting: &open)
    input.append(byte: entity.isAbstract ? 1 : 0)
    if let superentityHash {
      if let bytes = superentityHash.bytes {
        input.append(bytes)
      } else {
        open.append(.superentity(entity.superentity?.name ?? ""))
      }
    }
    let stored = properties.filter { !($0 is FetchedPropertyDescription) && !$0.isTransient }
    for property in stored.sorted(by: { CodeUnitOrder.areInIncreasingOrder($0.name, $1.name) }) {
      switch hash(of: property, in: entity) {
      case .established(let bytes), .adopted(let bytes): input.append(bytes)
      case .open(let features): open += features
      }
    }
    if let modifier = entity.versionHashModifier { input.append(modifier, noting: &open) }
    let constraints = entity.uniquenessConstraints.map { $0.joined(separator: ".") }
      .sorted(by: CodeUnitOrder.areInIncreasingOrder)
    for (index, constraint) in constraints.enumerated() {
      // Sorted texts: one that begins with this one would follow it directly. Between single attributes (`address`, `addressHash`) the
      // order is established by a published pair.
      if index + 1 < constraints.count, constraints[index + 1].hasPrefix(constraint),
        constraint.contains(".") || constraints[index + 1].contains(".") || constraint == constraints[index + 1]
      {
        open.append(.constraintPrefix(constraint))
      }
      input.append(constraint, noting: &open)
    }
    return open.isEmpty ? .established(input.sha256()) : .open(open)
  }

  /// The hash of an entity made of these parts; for trying what a change would do to it.
  static func hash(
    ofEntityNamed name: String,
    isAbstract: Bool,
    superentityHash: [UInt8]?,
    propertyHashes: [String: [UInt8]],
    modifier: String?,
    constraints: [[String]]
  ) -> [UInt8] {
    var input = HashInput()
    input.append(Array(name.utf8))
    input.append(byte: isAbstract ? 1 : 0)
    if let superentityHash { input.append(superentityHash) }
    for (_, hash) in propertyHashes.sorted(by: { CodeUnitOrder.areInIncreasingOrder($0.key, $1.key) }) {
      input.append(hash)
    }
    if let modifier { input.append(Array(modifier.utf8)) }
    let texts = constraints.map { $0.joined(separator: ".") }.sorted(by: CodeUnitOrder.areInIncreasingOrder)
    for text in texts { input.append(Array(text.utf8)) }
    return input.sha256()
  }

  /// The hash of a property as `entity` has it, by its own declaration or by inheritance.
  package static func hash(of property: PropertyDescription, in entity: EntityDescription) -> VersionHash {
    switch property {
    case let derived as DerivedAttributeDescription: hash(of: derived)
    case let composite as CompositeAttributeDescription: hash(of: composite)
    case let attribute as AttributeDescription: hash(of: attribute)
    case let relationship as RelationshipDescription: hash(of: relationship, in: entity)
    default: .established(HashInput().sha256())
    }
  }

  private static func hash(of attribute: AttributeDescription) -> VersionHash {
    var open: [OpenVersionHashFeature] = []
    if attribute.isStorageAssumed { open.append(.assumedStorage(property: attribute.name)) }
    if attribute.isReadOnly { open.append(.readOnlyAttribute(property: attribute.name)) }
    if attribute.allowsExternalBinaryDataStorage, attribute.preservesValueInHistoryOnDeletion {
      open.append(.externalStorageWithPreservation(property: attribute.name))
    }
    var input = HashInput()
    input.append(base(of: attribute, noting: &open))
    input.append(littleEndian: UInt32(bitPattern: attribute.attributeType.rawValue))
    if attribute.allowsExternalBinaryDataStorage { input.append(byte: 1) }
    if attribute.preservesValueInHistoryOnDeletion { input.append(byte: 1) }
    return open.isEmpty ? .established(input.sha256()) : .open(open)
  }

  private static func hash(of derived: DerivedAttributeDescription) -> VersionHash {
    if derived.filteringPredicateText != nil { return .open([.filteredDerivation(property: derived.name)]) }
    guard let description = derivationDescription(derived.derivationExpressionText) else {
      return .open([.derivation(property: derived.name, expression: derived.derivationExpressionText)])
    }
    var input = HashInput()
    input.append(Array(description.utf8))
    return .established(input.sha256())
  }

  /// The text that enters the hash for a key path or a count; `nil` for other expressions.
  private static func derivationDescription(_ expression: String) -> String? {
    let text = expression.trimmingASCIISpace
    if let argument = text.droppingAffixes("count:(", ")"), isKeyPath(argument), !argument.contains(".") { return text }
    let keys = text.split(separator: ".", omittingEmptySubsequences: false)
    if keys.count == 2, keys[1] == "@count", isKeyPath(keys[0]) { return "count:(\(keys[0]))" }
    return isKeyPath(text) ? text : nil
  }

  private static func isKeyPath(_ text: some StringProtocol) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { key in
      guard let first = key.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
      return key.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte < 0x80
      }
    }
  }

  private static func hash(of composite: CompositeAttributeDescription) -> VersionHash {
    var open: [OpenVersionHashFeature] = []
    if composite.isMadeByModelEditor { open.append(.editedComposite(property: composite.name)) }
    var input = HashInput()
    for leaf in composite.leaves.sorted(by: { CodeUnitOrder.areInIncreasingOrder($0.name, $1.name) }) {
      guard !leaf.isTransient, !(leaf is DerivedAttributeDescription) else {
        open.append(.compositeElement(property: composite.name, element: leaf.name))
        continue
      }
      switch hash(of: leaf) {
      case .established(let bytes), .adopted(let bytes): input.append(bytes)
      case .open(let features): open += features
      }
    }
    return open.isEmpty ? .established(input.sha256()) : .open(open)
  }

  private static func hash(of relationship: RelationshipDescription, in entity: EntityDescription) -> VersionHash {
    var open: [OpenVersionHashFeature] = []
    var input = HashInput()
    input.append(base(of: relationship, noting: &open))
    guard let destination = relationship.destinationEntity else {
      return .open([.missingDestination(property: relationship.name)])
    }
    input.append(destination.name, noting: &open)
    if let inverse = relationship.inverseRelationship {
      let declaring = relationship.entity ?? entity
      let isOwnInverse = inverse.name == relationship.name && destination.name == declaring.name
      if isOwnInverse, declaring.name != entity.name {
        open.append(.inheritedOwnInverse(property: relationship.name))
      }
      if !isOwnInverse { input.append(inverse.name, noting: &open) }
    }
    input.append(littleEndian: UInt32(truncatingIfNeeded: relationship.maxCount))
    input.append(littleEndian: UInt32(truncatingIfNeeded: relationship.minCount))
    if relationship.isOrdered { input.append([1, 0]) }
    return open.isEmpty ? .established(input.sha256()) : .open(open)
  }

  private static func base(of property: PropertyDescription, noting open: inout [OpenVersionHashFeature]) -> [UInt8] {
    var input = HashInput()
    input.append(property.name, noting: &open)
    input.append(byte: (property.isOptional ? 1 : 0) | (property.isTransient ? 2 : 0))
    input.append(byte: 0)
    if let modifier = property.versionHashModifier { input.append(modifier, noting: &open) }
    return input.sha256()
  }
}

/// The bytes that go into one hash.
private struct HashInput: ~Copyable {
  private var hasher = SHA2Hasher()

  mutating func append(_ bytes: some Sequence<UInt8>) { hasher.update(bytes) }

  mutating func append(byte: UInt8) { hasher.update(CollectionOfOne(byte)) }

  mutating func append(littleEndian value: UInt32) {
    withUnsafeBytes(of: value.littleEndian) { hasher.update($0) }
  }

  /// Appends a name, and notes one outside ASCII: its encoding in a hash is not established.
  mutating func append(_ text: String, noting open: inout [OpenVersionHashFeature]) {
    if !text.utf8.allSatisfy({ $0 < 0x80 }) { open.append(.nameOutsideASCII(text)) }
    append(text.utf8)
  }

  /// Ends with the hash of what was appended.
  consuming func sha256() -> [UInt8] { hasher.finalize().bytes }
}

/// The order of names in hashes: by UTF-16 code unit, so capitals come first.
package enum CodeUnitOrder {
  package static func areInIncreasingOrder(_ left: String, _ right: String) -> Bool {
    left.utf16.lexicographicallyPrecedes(right.utf16)
  }
}

extension String {
  /// The text without spaces and tabs at its ends.
  fileprivate var trimmingASCIISpace: String {
    var rest = self[...]
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return String(rest)
  }

  /// What stands between `prefix` and `suffix`; `nil` unless both are there.
  fileprivate func droppingAffixes(_ prefix: String, _ suffix: String) -> String? {
    guard hasPrefix(prefix), hasSuffix(suffix), utf8.count >= prefix.utf8.count + suffix.utf8.count else { return nil }
    return String(dropFirst(prefix.count).dropLast(suffix.count))
  }
}

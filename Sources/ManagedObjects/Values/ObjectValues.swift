internal import AttributeValues
internal import ObjectModel

/// The attributes and to-one references of one object, and what they were before its first change since they were read or saved.
///
/// It stands inside its object. Which changes there are, and what follows from them, the object knows: here nothing is recorded and nobody is told.
struct ObjectValues {
  /// Empty while the object is a fault, unless its row was read ahead and unpacked.
  private(set) var attributes: [AttributeValue] = []
  private(set) var toOne: [ToOneReference] = []
  /// What a fault was given ahead of its use; `attributes` and `toOne` are made of it when they are needed.
  private var packed: PackedValues?
  /// What the values were before the first change since they were read or saved.
  private(set) var snapshot: ObjectSnapshot?
  /// The version of the row that the values come from; 0 before the first save.
  private(set) var version: Int64 = 0

  init() {}

  /// The values of a row, which stay packed until `unpack()`.
  init(_ packed: PackedValues) {
    self.packed = packed
    version = packed.head.pointee.version
  }

  // MARK: Single values

  /// Sets the attribute in a slot that exists.
  mutating func setAttribute(_ value: AttributeValue, slot: Int) { attributes[slot] = value }

  /// Sets the reference in a slot that exists.
  mutating func setToOne(_ reference: ToOneReference, slot: Int) { toOne[slot] = reference }

  /// Puts the object in the place of its ID. Where changes started from the same ID, which may be temporary and get another one, they start from the object
  /// now.
  mutating func resolveToOne(_ related: ManagedObject, slot: Int) {
    if let snapshot, case .identifier(let objectID) = snapshot.toOne[slot], objectID.isTemporaryID,
      objectID == toOne[slot].identity
    {
      var references = snapshot.toOne
      references[slot] = .object(related)
      self.snapshot = ObjectSnapshot(attributes: snapshot.attributes, toOne: references)
    }
    toOne[slot] = .object(related)
  }

  /// Replaces all attributes; the array is taken over.
  mutating func adoptAttributes(_ values: consuming [AttributeValue]) { attributes = values }

  // MARK: All values

  /// Takes the values of a new object.
  mutating func becomeDefaults(of runtime: EntityRuntime) {
    version = 0
    packed = nil
    attributes = runtime.defaults
    let count = runtime.toOneInverses.count
    if count > 0 { toOne = Array(repeating: .none, count: count) }
  }

  /// Takes the values of an earlier life.
  mutating func restore(_ earlier: ObjectValues) {
    attributes = earlier.attributes
    toOne = earlier.toOne
    packed = earlier.packed
    unpack()
  }

  /// Has no value for any property, for an object whose row cannot be read.
  mutating func becomeEmpty(for runtime: EntityRuntime) {
    packed = nil
    attributes = Array(repeating: .null, count: runtime.defaults.count)
    toOne = Array(repeating: .none, count: runtime.toOneInverses.count)
  }

  /// Takes the values of a row.
  mutating func adopt(_ row: borrowing StoreRow) {
    packed = nil
    attributes = row.attributes
    toOne = Self.references(of: row)
    version = row.version
  }

  /// Takes the values of a row, which stay packed until `unpack()`.
  mutating func adopt(_ packed: PackedValues) {
    self.packed = packed
    version = packed.head.pointee.version
  }

  /// Makes the values of what was packed.
  ///
  /// - Complexity: O(bytes of the row), once.
  mutating func unpack() {
    guard let packed else { return }
    self.packed = nil
    attributes = packed.attributes
    toOne = packed.toOnes.map(ToOneReference.init)
  }

  /// Takes values that others read as the row with this version.
  mutating func adopt(version: Int64, attributes: [AttributeValue], toOne: [ToOneReference]) {
    self.version = version
    packed = nil
    self.attributes = attributes
    self.toOne = toOne
  }

  /// Lets all values go.
  mutating func removeAll() {
    attributes = []
    toOne = []
    packed = nil
    snapshot = nil
  }

  // MARK: What later changes start from

  /// Keeps the values as they are now, before the first change.
  mutating func keepSnapshot() { snapshot = ObjectSnapshot(attributes: attributes, toOne: toOne) }

  /// Makes the values as they are now the ones that later changes start from.
  mutating func forgetSnapshot() { snapshot = nil }

  /// Goes back to the values before the first change, if there was one.
  mutating func restoreSnapshot() {
    guard let snapshot else { return }
    attributes = snapshot.attributes
    toOne = snapshot.toOne
    self.snapshot = nil
  }

  /// Says that the row has been written, or has to be written over, with this version.
  mutating func setVersion(_ version: Int64) { self.version = version }

  /// Takes a newer row as the base of the changes: what was changed here keeps its value, the rest follows the row.
  mutating func rebase(onto row: borrowing StoreRow) {
    let references = Self.references(of: row)
    if let old = snapshot {
      var merged = row.attributes
      for slot in merged.indices
      where slot < attributes.count && !attributes[slot].isIdentical(to: old.attributes[slot]) {
        merged[slot] = attributes[slot]
      }
      var mergedToOne = references
      for slot in references.indices where slot < toOne.count && toOne[slot].identity != old.toOne[slot].identity {
        mergedToOne[slot] = toOne[slot]
      }
      attributes = merged
      toOne = mergedToOne
      snapshot = ObjectSnapshot(attributes: row.attributes, toOne: references)
    } else {
      attributes = row.attributes
      toOne = references
    }
    version = row.version
  }

  /// Takes a newer row as the base of changes, of which there are some; of the properties that both sides changed, the row's values stay.
  mutating func rebase(yieldingTo row: borrowing StoreRow, old: ObjectSnapshot) {
    let references = Self.references(of: row)
    for slot in attributes.indices where !row.attributes[slot].isIdentical(to: old.attributes[slot]) {
      attributes[slot] = row.attributes[slot]
    }
    for slot in attributes.indices where attributes[slot].isIdentical(to: old.attributes[slot]) {
      attributes[slot] = row.attributes[slot]
    }
    for slot in toOne.indices {
      let storeChanged = references[slot].identity != old.toOne[slot].identity
      if storeChanged || toOne[slot].identity == old.toOne[slot].identity { toOne[slot] = references[slot] }
    }
    snapshot = ObjectSnapshot(attributes: row.attributes, toOne: references)
    version = row.version
  }

  private static func references(of row: borrowing StoreRow) -> [ToOneReference] {
    row.toOne.map(ToOneReference.init)
  }
}

/// The objects of an index by the fingerprints of their values: a hash table that knows each object's key in the store and the record that it came from,
/// but not the values themselves. 20 bytes for each object that was added, and five for each slot, at most three quarters of which are taken.
///
/// Linear probing with backward-shift deletion. Several objects may have one fingerprint. A value: copies share their memory until one is changed.
struct FingerprintTable {
  /// One object of the table.
  struct Entry: Equatable {
    /// The object's key in its store.
    var reference: Int64
    /// The number of the source whose record gave the object these values, in the recipe's order; -1 if they were there before, or if a record only
    /// referred to the object.
    var source: Int32
    /// The physical line of that record.
    var line: Int32
  }

  private var storage = FingerprintStorage()

  var count: Int { storage.count }

  /// Whether another table has the same objects, which were added and taken out in the same order.
  ///
  /// - Complexity: O(1) for copies of which none was changed, O(*n*) else.
  func isSame(as other: FingerprintTable) -> Bool { storage === other.storage || storage.isSame(as: other.storage) }

  /// Brings the slots at which the search for these fingerprints begins into the processor's caches, before each of them is asked for.
  ///
  /// - Parameter andObjects: Whether most of them are there, so that their objects are needed as well.
  func prefetch(_ fingerprints: Fingerprints, andObjects: Bool) {
    storage.prefetch(fingerprints, andObjects: andObjects)
  }

  /// The object that was added first with a fingerprint.
  ///
  /// - Complexity: O(1) on average.
  func first(_ fingerprint: Fingerprint) -> Entry? {
    let slot = storage.slot(of: fingerprint, from: storage.home(fingerprint))
    return slot < 0 ? nil : storage.entry(at: slot)
  }

  /// Whether no object has a fingerprint.
  ///
  /// - Complexity: O(1) on average; of the memory that grows with the objects only the slots are looked at, nearly always.
  func lacks(_ fingerprint: Fingerprint) -> Bool { storage.slot(of: fingerprint, from: storage.home(fingerprint)) < 0 }

  /// The object that has a fingerprint, if exactly one has it.
  ///
  /// - Complexity: O(1) on average.
  func only(_ fingerprint: Fingerprint) -> Entry? {
    let slot = storage.slot(of: fingerprint, from: storage.home(fingerprint))
    guard slot >= 0, storage.slot(of: fingerprint, from: storage.after(slot)) < 0 else { return nil }
    return storage.entry(at: slot)
  }

  /// Calls `body` with each object that has a fingerprint, those that were added first before the others, until it returns `false`.
  ///
  /// - Complexity: O(*n*) on average in those objects.
  func forEach(_ fingerprint: Fingerprint, _ body: (Entry) -> Bool) {
    var slot = storage.slot(of: fingerprint, from: storage.home(fingerprint))
    while slot >= 0, body(storage.entry(at: slot)) {
      slot = storage.slot(of: fingerprint, from: storage.after(slot))
    }
  }

  /// Adds an object.
  ///
  /// - Complexity: O(1) on average.
  mutating func insert(_ fingerprint: Fingerprint, _ entry: Entry) {
    precondition(entry.reference >= 0 && entry.reference <= UInt32.max, "A store of more than four billion objects")
    if !isKnownUniquelyReferenced(&storage) { storage = FingerprintStorage(storage) }
    storage.insert(fingerprint, entry)
  }

  /// Takes an object out, if it is there with this fingerprint. Its 20 bytes are kept until the table goes.
  ///
  /// - Complexity: O(1) on average.
  mutating func remove(_ fingerprint: Fingerprint, reference: Int64) {
    if !isKnownUniquelyReferenced(&storage) { storage = FingerprintStorage(storage) }
    var slot = storage.slot(of: fingerprint, from: storage.home(fingerprint))
    while slot >= 0 {
      if storage.entry(at: slot).reference == reference { return storage.remove(slot) }
      slot = storage.slot(of: fingerprint, from: storage.after(slot))
    }
  }
}

internal import AttributeValues
internal import ManagedObjects

/// Finds objects by the values of a key without asking the store: a hash table of 24 bytes an object, which knows each object's key in the store and
/// the record that it came from, but not the values themselves.
///
/// Two values may share a hash, so the caller compares the candidate's values before believing a match.
struct KeyIndex {
  /// One object of the index.
  struct Entry {
    /// The object's key in its store.
    var reference: Int64
    /// The number of the source that made the object, in the recipe's order; -1 if it was there before.
    var source: Int32
    /// The physical line of the record that made it.
    var line: Int32
  }

  private var hashes: [UInt64]
  private var entries: [Entry]
  private var mask: Int
  private(set) var count = 0

  init(minimumCapacity: Int = 512) {
    var capacity = 1024
    while capacity * 3 / 4 < minimumCapacity { capacity *= 2 }
    hashes = Array(repeating: 0, count: capacity)
    entries = Array(repeating: Entry(reference: 0, source: 0, line: 0), count: capacity)
    mask = capacity - 1
  }

  /// The hash of a key's values; never 0, which marks a free place.
  static func hash(_ values: some Sequence<AttributeValue>) -> UInt64 {
    var hasher = Hasher()
    for value in values { hasher.combine(value) }
    return UInt64(bitPattern: Int64(hasher.finalize())) | 1
  }

  static func hash(_ value: AttributeValue) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(value)
    return UInt64(bitPattern: Int64(hasher.finalize())) | 1
  }

  /// Whether any object's key has this hash.
  ///
  /// - Complexity: O(1) on average.
  func contains(_ hash: UInt64) -> Bool {
    var place = Int(truncatingIfNeeded: hash >> 1) & mask
    while hashes[place] != 0 {
      if hashes[place] == hash { return true }
      place = (place + 1) & mask
    }
    return false
  }

  /// Calls `body` with each object whose key has this hash, until it returns `true`.
  ///
  /// - Complexity: O(1) on average.
  func first(_ hash: UInt64, where body: (Entry) throws -> Bool) rethrows -> Entry? {
    var place = Int(truncatingIfNeeded: hash >> 1) & mask
    while hashes[place] != 0 {
      if hashes[place] == hash {
        let entry = entries[place]
        if try body(entry) { return entry }
      }
      place = (place + 1) & mask
    }
    return nil
  }

  /// Adds an object.
  ///
  /// - Complexity: O(1) on average.
  mutating func insert(_ hash: UInt64, _ entry: Entry) {
    if (count + 1) * 4 > (mask + 1) * 3 { grow() }
    place(hash, entry)
    count += 1
  }

  /// Removes all objects and keeps the memory.
  ///
  /// - Complexity: O(capacity).
  mutating func removeAll() {
    for place in hashes.indices { hashes[place] = 0 }
    count = 0
  }

  private mutating func place(_ hash: UInt64, _ entry: Entry) {
    var place = Int(truncatingIfNeeded: hash >> 1) & mask
    while hashes[place] != 0 { place = (place + 1) & mask }
    hashes[place] = hash
    entries[place] = entry
  }

  private mutating func grow() {
    let oldHashes = hashes
    let oldEntries = entries
    let capacity = (mask + 1) * 2
    hashes = Array(repeating: 0, count: capacity)
    entries = Array(repeating: Entry(reference: 0, source: 0, line: 0), count: capacity)
    mask = capacity - 1
    for (index, hash) in oldHashes.enumerated() where hash != 0 { place(hash, oldEntries[index]) }
  }
}

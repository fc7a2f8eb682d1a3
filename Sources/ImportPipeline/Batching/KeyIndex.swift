internal import AttributeValues
internal import ManagedObjects

/// Finds objects by the values of a key without asking the store: a hash table of 18 bytes a place, at most three quarters of them taken, which
/// knows each object's key in the store and the record that it came from, but not the values themselves.
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

  /// 0 marks a free place.
  private var hashes: [UInt64]
  private var references: [UInt32]
  private var lines: [UInt32]
  private var sources: [UInt16]
  private var mask: Int
  private(set) var count = 0

  init(minimumCapacity: Int = 512) {
    var capacity = 1024
    while capacity * 3 / 4 < minimumCapacity { capacity *= 2 }
    hashes = Array(repeating: 0, count: capacity)
    references = Array(repeating: 0, count: capacity)
    lines = references
    sources = Array(repeating: 0, count: capacity)
    mask = capacity - 1
  }

  private func home(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 1) & mask }

  private func entry(at place: Int) -> Entry {
    Entry(
      reference: Int64(references[place]),
      source: sources[place] == .max ? -1 : Int32(sources[place]),
      line: Int32(truncatingIfNeeded: lines[place])
    )
  }

  /// The hash of a key's values; never 0.
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
    var place = home(hash)
    while hashes[place] != 0 {
      if hashes[place] == hash { return true }
      place = (place + 1) & mask
    }
    return false
  }

  /// Calls `body` with each object whose key may have this hash, until it returns `true`.
  ///
  /// - Complexity: O(1) on average.
  func first(_ hash: UInt64, where body: (Entry) throws -> Bool) rethrows -> Entry? {
    var place = home(hash)
    while hashes[place] != 0 {
      if hashes[place] == hash {
        let entry = entry(at: place)
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
    var place = home(hash)
    while hashes[place] != 0 { place = (place + 1) & mask }
    precondition(
      entry.reference >= 0 && entry.reference <= Int64(UInt32.max),
      "A store of more than four billion objects"
    )
    hashes[place] = hash
    references[place] = UInt32(entry.reference)
    lines[place] = UInt32(bitPattern: entry.line)
    sources[place] = entry.source < 0 ? .max : UInt16(clamping: entry.source)
  }

  /// Doubles the table, one array after the other, so that at no time all of them are there twice.
  private mutating func grow() {
    let capacity = (mask + 1) * 2
    let places = moveHashes(toCapacity: capacity)
    references = Self.moved(references, to: places, capacity: capacity)
    lines = Self.moved(lines, to: places, capacity: capacity)
    sources = Self.moved(sources, to: places, capacity: capacity)
  }

  /// Moves the hashes to a larger array.
  ///
  /// - Returns: The new place of each old one; `UInt32.max` for free places.
  private mutating func moveHashes(toCapacity capacity: Int) -> [UInt32] {
    let old = hashes
    hashes = Array(repeating: 0, count: capacity)
    mask = capacity - 1
    var places = [UInt32](repeating: .max, count: old.count)
    for index in old.indices where old[index] != 0 {
      var place = home(old[index])
      while hashes[place] != 0 { place = (place + 1) & mask }
      hashes[place] = old[index]
      places[index] = UInt32(place)
    }
    return places
  }

  private static func moved<Value: FixedWidthInteger>(_ values: [Value], to places: [UInt32], capacity: Int) -> [Value]
  {
    var moved = [Value](repeating: 0, count: capacity)
    for index in places.indices where places[index] != .max { moved[Int(places[index])] = values[index] }
    return moved
  }
}

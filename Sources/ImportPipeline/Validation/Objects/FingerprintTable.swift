/// The objects of an index by the fingerprints of their values: a hash table of 22 bytes a slot, at most three quarters of them taken, which knows each
/// object's key in the store and the record that it came from, but not the values themselves.
///
/// Linear probing with backward-shift deletion. Several objects may have one fingerprint.
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

  /// 0 marks a free slot.
  private var hashes = [UInt64](repeating: 0, count: 1024)
  private var rests = [UInt32](repeating: 0, count: 1024)
  private var references = [UInt32](repeating: 0, count: 1024)
  private var lines = [UInt32](repeating: 0, count: 1024)
  private var sources = [UInt16](repeating: 0, count: 1024)
  private var mask = 1023
  private(set) var count = 0

  private func home(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 1) & mask }

  private func entry(at slot: Int) -> Entry {
    Entry(
      reference: Int64(references[slot]),
      source: sources[slot] == .max ? -1 : Int32(sources[slot]),
      line: Int32(bitPattern: lines[slot])
    )
  }

  /// The first slot of a fingerprint that `isWanted`.
  private func slot(of fingerprint: Fingerprint, where isWanted: (Int) -> Bool) -> Int? {
    var slot = home(fingerprint.hash)
    while hashes[slot] != 0 {
      if hashes[slot] == fingerprint.hash, rests[slot] == fingerprint.rest, isWanted(slot) { return slot }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// The object that was added first with a fingerprint.
  ///
  /// - Complexity: O(1) on average.
  func first(_ fingerprint: Fingerprint) -> Entry? { slot(of: fingerprint) { _ in true }.map(entry) }

  /// The object that has a fingerprint, if exactly one has it.
  ///
  /// - Complexity: O(1) on average.
  func only(_ fingerprint: Fingerprint) -> Entry? {
    var found: Entry?
    var count = 0
    forEach(fingerprint) { entry in
      found = entry
      count += 1
      return count < 2
    }
    return count == 1 ? found : nil
  }

  /// Calls `body` with each object that has a fingerprint, until it returns `false`.
  ///
  /// - Complexity: O(*n*) on average in those objects.
  func forEach(_ fingerprint: Fingerprint, _ body: (Entry) -> Bool) {
    _ = slot(of: fingerprint) { !body(entry(at: $0)) }
  }

  /// Adds an object.
  ///
  /// - Complexity: O(1) on average.
  mutating func insert(_ fingerprint: Fingerprint, _ entry: Entry) {
    precondition(entry.reference >= 0 && entry.reference <= UInt32.max, "A store of more than four billion objects")
    if (count + 1) * 4 > (mask + 1) * 3 { grow() }
    var slot = home(fingerprint.hash)
    while hashes[slot] != 0 { slot = (slot + 1) & mask }
    hashes[slot] = fingerprint.hash
    rests[slot] = fingerprint.rest
    references[slot] = UInt32(entry.reference)
    lines[slot] = UInt32(bitPattern: entry.line)
    sources[slot] = entry.source < 0 ? .max : UInt16(clamping: entry.source)
    count += 1
  }

  /// Takes an object out, if it is there with this fingerprint.
  ///
  /// - Complexity: O(1) on average.
  mutating func remove(_ fingerprint: Fingerprint, reference: Int64) {
    guard let slot = slot(of: fingerprint, where: { Int64(references[$0]) == reference }) else { return }
    closeGap(at: slot)
    count -= 1
  }

  /// Moves the objects behind a free slot forward, as far as they may stand there.
  private mutating func closeGap(at slot: Int) {
    var gap = slot
    var next = (gap + 1) & mask
    while hashes[next] != 0 {
      // An object may move into the gap unless its home lies between the two.
      if (next &- home(hashes[next])) & mask >= (next &- gap) & mask {
        hashes[gap] = hashes[next]
        rests[gap] = rests[next]
        references[gap] = references[next]
        lines[gap] = lines[next]
        sources[gap] = sources[next]
        gap = next
      }
      next = (next + 1) & mask
    }
    hashes[gap] = 0
  }

  /// Doubles the table, one array after the other, so that at no time all of them are there twice.
  private mutating func grow() {
    let capacity = (mask + 1) * 2
    let slots = moveHashes(toCapacity: capacity)
    rests = Self.moved(rests, to: slots, capacity: capacity)
    references = Self.moved(references, to: slots, capacity: capacity)
    lines = Self.moved(lines, to: slots, capacity: capacity)
    sources = Self.moved(sources, to: slots, capacity: capacity)
  }

  /// Moves the hashes to a larger array. Objects of one fingerprint stay in their order: the walk begins behind a free slot.
  ///
  /// - Returns: The new slot of each old one; `UInt32.max` for free ones.
  private mutating func moveHashes(toCapacity capacity: Int) -> [UInt32] {
    let old = hashes
    hashes = Array(repeating: 0, count: capacity)
    mask = capacity - 1
    var slots = [UInt32](repeating: .max, count: old.count)
    let start = old.firstIndex(of: 0) ?? 0
    for offset in old.indices {
      let index = (start + offset) % old.count
      guard old[index] != 0 else { continue }
      var slot = home(old[index])
      while hashes[slot] != 0 { slot = (slot + 1) & mask }
      hashes[slot] = old[index]
      slots[index] = UInt32(slot)
    }
    return slots
  }

  private static func moved<Value: FixedWidthInteger>(_ values: [Value], to slots: [UInt32], capacity: Int) -> [Value] {
    var moved = [Value](repeating: 0, count: capacity)
    for index in slots.indices where slots[index] != .max { moved[Int(slots[index])] = values[index] }
    return moved
  }
}

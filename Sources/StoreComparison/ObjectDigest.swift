/// What is kept of an object while two stores are compared.
struct ObjectDigest: Sendable {
  /// Stands for the key.
  var key: ContentHash
  /// Stands for all that is compared.
  var content: UInt64
  /// The store's own number of the object.
  var reference: Int64
}

/// The digests of one entity's objects, before it is known which keys tell them apart.
struct ObjectDigests: Sendable {
  var digests: [ObjectDigest] = []
  /// The objects whose keys lack values: their places, what stands for all their attributes, and whether their keys lack all values.
  var incomplete: [(place: Int, attributes: ContentHash, isEmpty: Bool)] = []

  /// The keys that lack values and tell no object apart: those that several objects have, and the one without any value.
  var sharedKeys: Set<ContentHash> {
    var seen: Set<ContentHash> = []
    var shared: Set<ContentHash> = []
    for (place, _, isEmpty) in incomplete {
      let isNew = seen.insert(digests[place].key).inserted
      if isEmpty || !isNew { shared.insert(digests[place].key) }
    }
    return shared
  }

  /// The objects, found by their keys; those with keys that tell no object apart, by all their attributes together, and by how often these have come.
  ///
  /// - Parameter sharedKeys: Those of both stores, so that an object has the same key in both.
  func list(_ sharedKeys: Set<ContentHash>) -> ObjectList {
    var digests = digests
    var occurrences: [ContentHash: UInt64] = [:]
    for (place, attributes, _) in incomplete where sharedKeys.contains(digests[place].key) {
      digests[place].key.add(attributes)
      let count = occurrences[digests[place].key, default: 0] + 1
      occurrences[digests[place].key] = count
      digests[place].key.add(count)
    }
    return ObjectList(digests)
  }
}

/// The keys of one entity's objects, by the store's numbers.
final class KeyTable {
  private let references: [Int64]
  private let keys: [ContentHash]

  /// - Parameter entity: The objects' entity, by the name that it has for both stores: a relationship may lead to objects of several, with equal keys.
  /// - Complexity: O(*n*), or O(*n* log *n*) if the objects are not in the order of their numbers.
  init(_ list: ObjectList, of entity: String) {
    var digests = list.digests
    if zip(digests, digests.dropFirst()).contains(where: { $0.reference > $1.reference }) {
      digests.sort { $0.reference < $1.reference }
    }
    references = digests.map(\.reference)
    keys = digests.map { digest in
      var key = digest.key
      key.add(entity)
      return key
    }
  }

  /// The key of an object; `nil` if there is no such object.
  ///
  /// - Complexity: O(1) where the numbers have no gaps, else O(log *n*).
  subscript(reference: Int64) -> ContentHash? {
    guard let first = references.first, reference >= first else { return nil }
    let (guess, overflow) = reference.subtractingReportingOverflow(first)
    if !overflow, guess < references.count, references[Int(guess)] == reference { return keys[Int(guess)] }
    var (low, high) = (0, references.count)
    while low < high {
      let middle = (low + high) / 2
      if references[middle] < reference { low = middle + 1 } else { high = middle }
    }
    return low < references.count && references[low] == reference ? keys[low] : nil
  }
}

/// The digests of an entity's objects, found by their keys.
struct ObjectList: Sendable {
  let digests: [ObjectDigest]
  /// The place of an object whose key an earlier one has, too.
  private(set) var ambiguousPlace: Int?
  /// Places by the first bits of their keys, with other bits of the key so that most others need not be looked at.
  private let entries: [Entry]
  /// Where the entries of each value of the first bits begin, and the end of the last.
  private let starts: [UInt32]
  private let shift: UInt64

  private struct Entry {
    var tag: UInt32
    var place: UInt32
  }

  /// - Complexity: O(*n*): the objects are put in the order of their keys' first bits, about four to each value.
  init(_ digests: [ObjectDigest]) {
    var bits: UInt64 = 1
    while 4 << bits < digests.count { bits += 1 }
    let shift = 64 - bits
    var starts = [UInt32](repeating: 0, count: 1 << Int(bits) + 1)
    for digest in digests { starts[Int(digest.key.low >> shift) + 1] += 1 }
    for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
    var ends = starts
    var entries = [Entry](repeating: Entry(tag: 0, place: 0), count: digests.count)
    for (place, digest) in digests.enumerated() {
      let bucket = Int(digest.key.low >> shift)
      entries[Int(ends[bucket])] = Entry(tag: UInt32(truncatingIfNeeded: digest.key.low), place: UInt32(place))
      ends[bucket] += 1
    }
    self.digests = digests
    self.entries = entries
    self.starts = starts
    self.shift = shift
    ambiguousPlace = firstAmbiguousPlace()
  }

  var count: Int { digests.count }

  subscript(place: Int) -> ObjectDigest { digests[place] }

  /// The place of the object with a key.
  ///
  /// - Complexity: O(1).
  func place(of key: ContentHash) -> Int? {
    let bucket = Int(key.low >> shift)
    for entry in entries[Int(starts[bucket])..<Int(starts[bucket + 1])]
    where entry.tag == UInt32(truncatingIfNeeded: key.low) && digests[Int(entry.place)].key == key {
      return Int(entry.place)
    }
    return nil
  }

  private func firstAmbiguousPlace() -> Int? {
    var found: Int?
    for bucket in starts.indices.dropLast() {
      let range = Int(starts[bucket])..<Int(starts[bucket + 1])
      for later in range.dropFirst() {
        let entry = entries[later]
        for earlier in range.lowerBound..<later
        where entries[earlier].tag == entry.tag
          && digests[Int(entries[earlier].place)].key == digests[Int(entry.place)].key
        {
          found = min(found ?? .max, Int(entry.place))
        }
      }
    }
    return found
  }
}

/// Which objects of two stores are the same, by their keys: places in two lists, neither of which has a key twice.
struct ObjectMatches {
  /// Calls `body` with the place of each object of the newer store, in order, and with that of the same object of the older one.
  ///
  /// - Complexity: O(*n*).
  static func forEach(_ old: ObjectList, _ new: ObjectList, _ body: (_ new: Int, _ old: Int?) -> Void) {
    // Most objects stand at the same place, or behind the one that stood behind the last.
    var expected = 0
    for place in 0..<new.count {
      let isNext = expected < old.count && old[expected].key == new[place].key
      let found = isNext ? expected : old.place(of: new[place].key)
      if let found { expected = found + 1 }
      body(place, found)
    }
  }

  /// Places of objects of the older store that the newer one does not have.
  private(set) var removed: [Int] = []
  /// Places of objects of the newer store that the older one does not have.
  private(set) var added: [Int] = []
  /// Places of objects that both have and whose contents differ.
  private(set) var changed: [(old: Int, new: Int)] = []

  /// - Complexity: O(*n*); a byte for each object of the older store.
  init(_ old: ObjectList, _ new: ObjectList) {
    var isFound = [Bool](repeating: false, count: old.count)
    Self.forEach(old, new) { place, found in
      guard let found else { return added.append(place) }
      isFound[found] = true
      if old[found].content != new[place].content { changed.append((found, place)) }
    }
    removed = isFound.indices.filter { !isFound[$0] }
  }
}

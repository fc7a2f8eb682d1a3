/// A hash of a text's bytes in 64 bits: texts are told apart by it where keeping them would cost too much.
///
/// Two of a million different texts have the same hash once in thirty million files.
enum TextHash {
  /// - Complexity: O(*n*); does not allocate.
  static func of(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64 = 0) -> UInt64 {
    var hash = seed ^ 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: bytes.count)
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index + 8 <= raw.count {
      hash = mixed(hash ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var rest: UInt64 = 0
    while index < raw.count {
      rest = rest << 8 | UInt64(raw[index])
      index += 1
    }
    hash = mixed(hash ^ rest)
    // 0 marks a free place in tables of hashes.
    return hash == 0 ? 1 : hash
  }

  /// The hash of a text.
  static func of(_ text: String) -> UInt64 {
    var copy = text
    return copy.withUTF8 { of($0) }
  }

  /// A full multiplication, folded.
  private static func mixed(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low ^ (value >> 32)
  }
}

/// A set of hashes in a table of 8 bytes a place.
struct HashTable {
  private var places: [UInt64] = []
  private(set) var count = 0

  /// How many places the table has, for those who share a limit.
  var capacity: Int { places.count }

  /// Whether one more element makes the table grow.
  var isFull: Bool { (count + 1) * 3 > places.count * 2 }

  /// Adds a hash, which is not 0.
  ///
  /// - Returns: Whether it was not there before.
  /// - Complexity: O(1) on average.
  mutating func insert(_ hash: UInt64) -> Bool {
    if isFull { grow() }
    var place = index(hash)
    while places[place] != 0 {
      if places[place] == hash { return false }
      place = (place + 1) & (places.count - 1)
    }
    places[place] = hash
    count += 1
    return true
  }

  /// Whether the hash is there.
  ///
  /// - Complexity: O(1) on average.
  func contains(_ hash: UInt64) -> Bool {
    guard !places.isEmpty else { return false }
    var place = index(hash)
    while places[place] != 0 {
      if places[place] == hash { return true }
      place = (place + 1) & (places.count - 1)
    }
    return false
  }

  private func index(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash ^ (hash >> 29)) & (places.count - 1) }

  private mutating func grow() {
    let old = places
    places = [UInt64](repeating: 0, count: max(16, old.count * 2))
    for hash in old where hash != 0 {
      var place = index(hash)
      while places[place] != 0 { place = (place + 1) & (places.count - 1) }
      places[place] = hash
    }
  }
}

/// How much memory the tables of a source may take together.
final class TableBudget {
  /// Places of 8 bytes that are left.
  private(set) var left: Int

  init(places: Int = 1 << 24) { left = places }

  /// Takes places.
  ///
  /// - Returns: `false` if there are not so many.
  func take(_ places: Int) -> Bool {
    guard places <= left else { return false }
    left -= places
    return true
  }

  /// Gives places back.
  func give(_ places: Int) { left += places }
}

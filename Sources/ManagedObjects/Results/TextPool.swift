#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The strings of a result's texts, so that rows with the same text share one: groups, countries and remarks repeat from row to row.
///
/// It remembers one text for each hash, and gives up on columns whose texts hardly ever repeat. Texts are the same when their bytes are.
struct TextPool {
  /// How often the texts of a column were looked up, and found.
  private struct Trial {
    var lookups: Int32 = 0
    var hits: Int32 = 0
  }

  private static let bits: UInt64 = 8
  /// After so many look-ups a column has to have found a quarter of them.
  private static let trialLength: Int32 = 256
  /// Shorter texts stand in the string itself.
  private static let shortest = 16

  private var strings = Array(repeating: "", count: 1 << Int(bits))
  private var trials: [Trial] = []

  /// The string of a text.
  ///
  /// - Parameter column: Which column of the result the text stands in.
  /// - Complexity: O(bytes); allocates nothing for a text that was found.
  mutating func string(_ bytes: UnsafeRawBufferPointer, column: Int) -> String {
    guard bytes.count >= Self.shortest, let start = bytes.baseAddress, isWorthwhile(column) else {
      return Self.decode(bytes)
    }
    let place = Self.place(bytes)
    let isFound = strings[place].utf8.withContiguousStorageIfAvailable { known in
      known.count == bytes.count && known.baseAddress.map { memcmp($0, start, bytes.count) == 0 } ?? false
    }
    if isFound == true {
      trials[column].hits += 1
    } else {
      strings[place] = Self.decode(bytes)
    }
    return strings[place]
  }

  private mutating func isWorthwhile(_ column: Int) -> Bool {
    while trials.count <= column { trials.append(Trial()) }
    if trials[column].lookups < Self.trialLength {
      trials[column].lookups += 1
      return true
    }
    return trials[column].hits >= Self.trialLength / 4
  }

  /// Where a text stands: by its length, its first and its last bytes.
  private static func place(_ bytes: UnsafeRawBufferPointer) -> Int {
    let first = bytes.loadUnaligned(as: UInt64.self)
    let middle = bytes.loadUnaligned(fromByteOffset: bytes.count / 2 - 4, as: UInt64.self)
    let last = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
    var mixed = (first ^ UInt64(bytes.count)) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ middle ^ mixed >> 32) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ last ^ mixed >> 32) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> (64 - bits))
  }

  private static func decode(_ bytes: UnsafeRawBufferPointer) -> String {
    bytes.withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
  }
}

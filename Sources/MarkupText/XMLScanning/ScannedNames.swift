internal import Glibc

/// The names that a document's tags are written with, each with a number of its own.
///
/// What a name means depends on the namespaces that are in force where it stands; the number in the `NameTable` is kept together with
/// the version of those for which it is right.
struct ScannedNames: ~Copyable {
  struct Entry: BitwiseCopyable {
    var hash: UInt64
    var start: Int32
    var count: Int32
    /// How many bytes stand before the colon; 0 without a prefix.
    var prefixCount: Int32
    /// Whether it is `xmlns` or has that prefix.
    var declaresNamespace: Bool
    /// Whether it is a name of a shape that is left to libxml2.
    var isUnusual: Bool
    var elementNumber: Int32 = -1
    var elementVersion: Int32 = -1
    var attributeNumber: Int32 = -1
    var attributeVersion: Int32 = -1
  }

  private(set) var entries = FlatBuffer<Entry>(capacity: 64)
  private var bytes = FlatBuffer<UInt8>(capacity: 1 << 10)
  private var slots = FlatBuffer<Int32>(repeating: -1, count: 256)
  private var mask = 255

  @inline(__always)
  func entry(_ number: Int32) -> UnsafeMutablePointer<Entry> { entries.base + Int(number) }

  /// The name as it is written.
  @inline(__always)
  func text(_ number: Int32) -> UnsafeBufferPointer<UInt8> {
    let entry = entries.base[Int(number)]
    return UnsafeBufferPointer(start: bytes.base + Int(entry.start), count: Int(entry.count))
  }

  /// Whether the name is `written`.
  @inline(__always)
  func equals(_ number: Int32, _ written: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let entry = entries.base[Int(number)]
    return Int(entry.count) == count && memcmp(bytes.base + Int(entry.start), written, count) == 0
  }

  /// The number of a name.
  ///
  /// - Parameter hash: A hash of its bytes.
  /// - Complexity: O(*n*) in the bytes of the name on average.
  @inline(__always)
  mutating func number(_ name: UnsafePointer<UInt8>, _ count: Int, hash: UInt64) -> Int32 {
    var index = Int(truncatingIfNeeded: hash ^ (hash >> 17)) & mask
    while true {
      let slot = slots.base[index]
      if slot < 0 { return add(name, count, hash) }
      if entries.base[Int(slot)].hash == hash, equals(slot, name, count) { return slot }
      index = (index &+ 1) & mask
    }
  }

  @inline(never)
  private mutating func add(_ name: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt64) -> Int32 {
    let written = UnsafeBufferPointer(start: name, count: count)
    let colons = written.indices.filter { written[$0] == UInt8(ascii: ":") }
    var prefixCount = 0
    var isUnusual = colons.count > 1
    if let colon = colons.first {
      prefixCount = colon
      let hasLocal =
        colon + 1 < count && ByteClass(rawValue: ByteClass.table[Int(written[colon + 1])]).contains(.nameStart)
      if colon == 0 || !hasLocal { isUnusual = true }
    }
    let prefix = String(decoding: written[..<prefixCount], as: UTF8.self)
    let whole = String(decoding: written, as: UTF8.self)
    let number = Int32(entries.count)
    entries.append(
      Entry(
        hash: hash,
        start: Int32(truncatingIfNeeded: bytes.count),
        count: Int32(truncatingIfNeeded: count),
        prefixCount: Int32(truncatingIfNeeded: prefixCount),
        declaresNamespace: whole == "xmlns" || prefix == "xmlns",
        isUnusual: isUnusual
      )
    )
    bytes.append(name, count)
    if entries.count * 2 > slots.count { enlarge() }
    insert(number)
    return number
  }

  private mutating func insert(_ number: Int32) {
    let hash = entries[Int(number)].hash
    var index = Int(truncatingIfNeeded: hash ^ (hash >> 17)) & mask
    while slots[index] >= 0 { index = (index &+ 1) & mask }
    slots[index] = number
  }

  private mutating func enlarge() {
    let size = slots.count * 2
    slots = FlatBuffer(repeating: -1, count: size)
    mask = size - 1
    for number in 0..<(entries.count - 1) { insert(Int32(number)) }
  }
}

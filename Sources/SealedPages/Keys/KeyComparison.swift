#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Compares keys whose prefixes do not decide; it keeps the memory that this takes.
struct KeyComparison: ~Copyable {
  let order: KeyOrder
  private let first = ByteBuffer(capacity: 512)
  private let second = ByteBuffer(capacity: 512)

  init(_ order: KeyOrder) { self.order = order }

  /// Less than zero, zero or more than zero, as the first key stands before, with or behind the second; the rows' numbers do not count.
  mutating func compare(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Int {
    if let result = order.compareTexts(one, other) { return result }
    if Self.areIdentical(one, other) { return 0 }
    first.removeAll()
    second.removeAll()
    _ = order.normalize(one, into: first)
    _ = order.normalize(other, into: second)
    return Self.compareBytes(first.bytes, second.bytes)
  }

  /// Whether two keys have the very same values; values that are equal can look different too.
  static func areIdentical(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    guard let first = KeyParts(one), let second = KeyParts(other), first.headerSize == second.headerSize,
      first.rowStart == second.rowStart, let firstBase = one.baseAddress, let secondBase = other.baseAddress
    else { return false }
    let types = first.headerSize - 1
    return memcmp(firstBase, secondBase, types) == 0
      && memcmp(firstBase + first.headerSize, secondBase + first.headerSize, first.rowStart - first.headerSize) == 0
  }

  static func compareBytes(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Int {
    let count = min(one.count, other.count)
    if count > 0, let first = one.baseAddress, let second = other.baseAddress {
      let result = memcmp(first, second, count)
      if result != 0 { return Int(result) }
    }
    return one.count - other.count
  }
}

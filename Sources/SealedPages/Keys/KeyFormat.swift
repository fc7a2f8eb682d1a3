/// How keys stand one after another, in memory and in working files.
///
/// As they are collected: the size of the key, the key. As a sorted run: the prefix, the size with a mark for an exact prefix, the key.
enum KeyFormat {
  static let collectedHeaderSize = 4
  static let sortedHeaderSize = 12
  private static let exact: UInt32 = 1 << 31

  static func writeSorted(_ prefix: KeyOrder.Prefix, size: Int, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: prefix.value, as: UInt64.self)
    target.storeBytes(of: UInt32(size) | (prefix.isExact ? exact : 0), toByteOffset: 8, as: UInt32.self)
  }

  static func prefix(_ item: UnsafeRawPointer) -> KeyOrder.Prefix {
    KeyOrder.Prefix(
      value: item.loadUnaligned(as: UInt64.self),
      isExact: item.loadUnaligned(fromByteOffset: 8, as: UInt32.self) & exact != 0
    )
  }

  static func size(_ item: UnsafeRawPointer) -> Int {
    Int(item.loadUnaligned(fromByteOffset: 8, as: UInt32.self) & ~exact)
  }
}

/// Keys in memory that one thread hands to another: sendable because one at a time has them.
final class KeyBytes: @unchecked Sendable {
  let buffer: ByteBuffer

  init(capacity: Int) { buffer = ByteBuffer(capacity: capacity) }
}

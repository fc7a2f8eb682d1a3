/// Counts bytes at the speed of memory.
enum ByteCount {
  /// How many of `bytes` are `wanted`.
  static func occurrences(of wanted: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    count(bytes, { $0 == wanted }) { $0 .== SIMD32(repeating: wanted) }
  }

  /// How many characters begin in `bytes`, which are UTF-8: all bytes but those that continue a character.
  static func scalars(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes.count - count(bytes, { $0 & 0xC0 == 0x80 }) { ($0 & SIMD32(repeating: 0xC0)) .== SIMD32(repeating: 0x80) }
  }

  @inline(__always)
  private static func count(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ isWanted: (UInt8) -> Bool,
    _ mask: (SIMD32<UInt8>) -> SIMDMask<SIMD32<Int8>>
  ) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var total = 0
    var index = 0
    let ones = SIMD32<UInt8>(repeating: 1)
    while index &+ 32 <= bytes.count {
      // Lanes of one byte hold up to 255 hits.
      let end = min(bytes.count &- 31, index &+ 255 &* 32)
      var sums = SIMD32<UInt8>(repeating: 0)
      while index < end {
        let block = UnsafeRawPointer(base + index).loadUnaligned(as: SIMD32<UInt8>.self)
        sums &+= SIMD32<UInt8>(repeating: 0).replacing(with: ones, where: mask(block))
        index &+= 32
      }
      let wide = SIMD32<UInt16>(truncatingIfNeeded: sums)
      total &+= Int(wide.wrappedSum())
    }
    while index < bytes.count {
      if isWanted(base[index]) { total &+= 1 }
      index &+= 1
    }
    return total
  }
}

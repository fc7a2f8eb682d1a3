#if canImport(_Builtin_intrinsics.intel.sse2)
  internal import _Builtin_intrinsics.intel.sse2
#endif

/// Sixty-four bytes of text, and questions about all of them at once. Bit *n* of an answer speaks of byte *n*.
struct ByteBlock {
  private let first: SIMD16<UInt8>
  private let second: SIMD16<UInt8>
  private let third: SIMD16<UInt8>
  private let fourth: SIMD16<UInt8>

  static let size = 64

  /// Loads the 64 bytes at `text`.
  @inline(__always)
  init(_ text: UnsafePointer<UInt8>) {
    let raw = UnsafeRawPointer(text)
    first = raw.loadUnaligned(fromByteOffset: 0, as: SIMD16<UInt8>.self)
    second = raw.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self)
    third = raw.loadUnaligned(fromByteOffset: 32, as: SIMD16<UInt8>.self)
    fourth = raw.loadUnaligned(fromByteOffset: 48, as: SIMD16<UInt8>.self)
  }

  /// Which bytes are `byte`.
  @inline(__always)
  func mask(of byte: UInt8) -> UInt64 {
    let wanted = SIMD16<UInt8>(repeating: byte)
    return Self.join(first .== wanted, second .== wanted, third .== wanted, fourth .== wanted)
  }

  /// Which bytes are not ASCII.
  @inline(__always)
  var nonASCII: UInt64 {
    let any = first | second | third | fourth
    let halves = unsafeBitCast(any, to: SIMD2<UInt64>.self)
    if (halves[0] | halves[1]) & 0x8080_8080_8080_8080 == 0 { return 0 }
    let limit = SIMD16<UInt8>(repeating: 0x80)
    return Self.join(first .>= limit, second .>= limit, third .>= limit, fourth .>= limit)
  }

  @inline(__always)
  private static func join(
    _ first: SIMDMask<SIMD16<Int8>>,
    _ second: SIMDMask<SIMD16<Int8>>,
    _ third: SIMDMask<SIMD16<Int8>>,
    _ fourth: SIMDMask<SIMD16<Int8>>
  ) -> UInt64 {
    bits(first) | bits(second) &<< 16 | bits(third) &<< 32 | bits(fourth) &<< 48
  }

  /// One bit for each of sixteen answers.
  @inline(__always)
  private static func bits(_ hits: SIMDMask<SIMD16<Int8>>) -> UInt64 {
    #if canImport(_Builtin_intrinsics.intel.sse2)
      return UInt64(UInt32(bitPattern: _mm_movemask_epi8(unsafeBitCast(hits, to: SIMD2<Int64>.self))))
    #else
      // The product's highest byte has one bit of each of the eight bytes.
      let halves = unsafeBitCast(hits, to: SIMD2<UInt64>.self) & 0x8040_2010_0804_0201
      let low = (halves[0] &* 0x0101_0101_0101_0101) &>> 56
      let high = (halves[1] &* 0x0101_0101_0101_0101) &>> 56
      return low | (high &<< 8)
    #endif
  }
}

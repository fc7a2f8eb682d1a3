/// BLAKE2b (RFC 7693) without a key, for digests of any length up to 64 bytes.
///
/// libcrypto computes the one of 64 bytes only, before its version 3.2; the check value of a secret key has 32. It is for such short texts: what is
/// signed is hashed by libcrypto.
package enum BLAKE2b {
  /// The digest of `bytes`.
  ///
  /// - Parameter length: The digest's length, from 1 to 64; the digests of two lengths have nothing in common.
  /// - Complexity: O(*n*) in the bytes.
  package static func digest(of bytes: [UInt8], length: Int) -> [UInt8] {
    precondition((1...64).contains(length), "BLAKE2b has digests of 1 to 64 bytes")
    var state = initialization
    state[0] ^= 0x0101_0000 ^ UInt64(length)
    var start = 0
    // The last block, which may be full, is compressed as the last one.
    while bytes.count - start > 128 {
      compress(bytes[start..<start + 128], count: start + 128, isLast: false, into: &state)
      start += 128
    }
    compress(bytes[start...], count: bytes.count, isLast: true, into: &state)
    return Array(state.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }[..<length])
  }

  /// - Parameter count: How many bytes there are up to the end of the block.
  private static func compress(_ block: ArraySlice<UInt8>, count: Int, isLast: Bool, into state: inout [UInt64]) {
    var words = [UInt64](repeating: 0, count: 16)
    for (offset, byte) in block.enumerated() { words[offset / 8] |= UInt64(byte) << (offset % 8 * 8) }
    var v = state + initialization
    v[12] ^= UInt64(count)
    if isLast { v[14] = ~v[14] }

    func mix(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ x: UInt64, _ y: UInt64) {
      v[a] = v[a] &+ v[b] &+ x
      v[d] = (v[d] ^ v[a]).rotatedRight(32)
      v[c] = v[c] &+ v[d]
      v[b] = (v[b] ^ v[c]).rotatedRight(24)
      v[a] = v[a] &+ v[b] &+ y
      v[d] = (v[d] ^ v[a]).rotatedRight(16)
      v[c] = v[c] &+ v[d]
      v[b] = (v[b] ^ v[c]).rotatedRight(63)
    }

    for round in 0..<12 {
      let s = permutations[round % 10]
      mix(0, 4, 8, 12, words[s[0]], words[s[1]])
      mix(1, 5, 9, 13, words[s[2]], words[s[3]])
      mix(2, 6, 10, 14, words[s[4]], words[s[5]])
      mix(3, 7, 11, 15, words[s[6]], words[s[7]])
      mix(0, 5, 10, 15, words[s[8]], words[s[9]])
      mix(1, 6, 11, 12, words[s[10]], words[s[11]])
      mix(2, 7, 8, 13, words[s[12]], words[s[13]])
      mix(3, 4, 9, 14, words[s[14]], words[s[15]])
    }
    for index in 0..<8 { state[index] ^= v[index] ^ v[index + 8] }
  }

  private static let initialization: [UInt64] = [
    0x6A09_E667_F3BC_C908, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B, 0xA54F_F53A_5F1D_36F1,
    0x510E_527F_ADE6_82D1, 0x9B05_688C_2B3E_6C1F, 0x1F83_D9AB_FB41_BD6B, 0x5BE0_CD19_137E_2179,
  ]

  private static let permutations: [[Int]] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
  ]
}

extension UInt64 {
  fileprivate func rotatedRight(_ count: UInt64) -> UInt64 { self >> count | self << (64 - count) }
}

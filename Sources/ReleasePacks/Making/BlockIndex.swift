/// Finds where in the old sequence some bytes stand: a hash table of its blocks.
///
/// A block of `blockSize` bytes is entered at every `step` bytes, so that each match of `blockSize + step - 1` bytes is found. The step grows with the
/// sequence; the table has at most some 100 MB.
final class BlockIndex {
  static let blockSize = 16
  /// How many places with the same hash are looked at.
  private static let candidateLimit = 16
  private static let blockLimit = 12 << 20

  private let old: UnsafePointer<UInt8>
  private let count: Int
  private let step: Int
  private let shift: UInt64
  /// By hash: one more than the number of the first block with it; 0 for none.
  private let heads: UnsafeMutablePointer<UInt32>
  /// By block: one more than the number of the next block with the same hash.
  private let nexts: UnsafeMutablePointer<UInt32>

  init(_ old: UnsafePointer<UInt8>, count: Int) {
    self.old = old
    self.count = count
    var step = 1
    while count / step > Self.blockLimit { step *= 2 }
    self.step = step
    let blocks = count < Self.blockSize ? 0 : (count - Self.blockSize) / step + 1
    var bits = 8
    while 1 << bits < blocks { bits += 1 }
    shift = UInt64(64 - bits)
    heads = .allocate(capacity: 1 << bits)
    heads.initialize(repeating: 0, count: 1 << bits)
    nexts = .allocate(capacity: max(blocks, 1))
    // Backwards, so that the first places come first.
    for block in stride(from: blocks - 1, through: 0, by: -1) {
      let slot = slot(of: old + block * step)
      nexts[block] = heads[slot]
      heads[slot] = UInt32(truncatingIfNeeded: block + 1)
    }
  }

  deinit {
    heads.deallocate()
    nexts.deallocate()
  }

  @inline(__always)
  private func slot(of bytes: UnsafePointer<UInt8>) -> Int {
    let first = bytes.eightBytes &* 0x9E37_79B1_85EB_CA87
    let second = (bytes + 8).eightBytes &* 0xC2B2_AE3D_27D4_EB4F
    let mixed = (first ^ (second << 31 | second >> 33)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> shift)
  }

  /// The place whose bytes are the longest beginning of `new`: `limit` bytes, at least `blockSize`.
  ///
  /// - Parameter expected: Of places that are equally good the one that is nearest to this is taken.
  @inline(__always)
  func longestMatch(_ new: UnsafePointer<UInt8>, limit: Int, near expected: Int) -> (start: Int, length: Int)? {
    var block = heads[slot(of: new)]
    guard block != 0 else { return nil }
    var best: (start: Int, length: Int)?
    var candidates = 0
    while block != 0, candidates < Self.candidateLimit {
      let start = Int(block - 1) * step
      let length = (old + start).commonLength(with: new, limit: min(limit, count - start))
      if length >= Self.blockSize {
        if let found = best {
          if length > found.length || length == found.length && abs(start - expected) < abs(found.start - expected) {
            best = (start, length)
          }
        } else {
          best = (start, length)
        }
      }
      candidates += 1
      block = nexts[Int(block - 1)]
    }
    return best
  }
}

extension UnsafePointer<UInt8> {
  @inline(__always)
  var eightBytes: UInt64 { UInt64(littleEndian: UnsafeRawPointer(self).loadUnaligned(as: UInt64.self)) }

  /// How many bytes are the same from here on, up to `limit`.
  @inline(__always)
  func commonLength(with other: UnsafePointer<UInt8>, limit: Int) -> Int {
    var length = 0
    while length + 8 <= limit {
      let difference = (self + length).eightBytes ^ (other + length).eightBytes
      if difference != 0 { return length + difference.trailingZeroBitCount / 8 }
      length += 8
    }
    while length < limit, self[length] == other[length] { length += 1 }
    return length
  }

  /// How many bytes are the same before here, up to `limit`.
  @inline(__always)
  func commonLengthBefore(_ other: UnsafePointer<UInt8>, limit: Int) -> Int {
    var length = 0
    while length < limit, self[-1 - length] == other[-1 - length] { length += 1 }
    return length
  }
}

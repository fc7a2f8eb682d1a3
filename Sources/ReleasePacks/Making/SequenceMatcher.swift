/// Says how a new sequence comes from the old one, slab by slab, as instructions.
///
/// Equal bytes are looked for where the last ones would go on: at the same distance, as after a value that was replaced, and directly behind them, as after
/// something that was inserted; and otherwise by the hash of the next block. Between two matches, bytes that are for the most part those beside
/// the old ones become differences, which are small or zero for page numbers and other counts, and all others are given as they are.
struct SequenceMatcher {
  private let old: UnsafePointer<UInt8>
  private let oldCount: Int
  private let index: BlockIndex
  private(set) var writer: InstructionWriter
  /// Where the last match ended in the old sequence.
  private var oldEnd = 0

  /// A match at an unexpected place has to be longer than what it costs to say so.
  private static let shortestJump = 24
  private static let shortestContinuation = 8

  init(_ old: UnsafePointer<UInt8>, count: Int, index: BlockIndex, writer: InstructionWriter) {
    self.old = old
    oldCount = count
    self.index = index
    self.writer = writer
  }

  mutating func finish() throws { try writer.finish() }

  /// Goes on with the next bytes of the new sequence.
  mutating func add(_ new: UnsafePointer<UInt8>, count: Int) throws {
    var told = 0
    var position = 0
    while position + Self.shortestContinuation <= count {
      guard let match = match(new, at: position, told: told, count: count) else {
        position += 1
        continue
      }
      let back = (old + match.start).commonLengthBefore(
        new + position,
        limit: min(position - told, match.start)
      )
      let start = match.start - back
      let newStart = position - back
      try tell(new, told..<newStart, upTo: start)
      try writer.copy(from: start, count: match.length + back)
      position += match.length
      told = position
      oldEnd = match.start + match.length
    }
    try tell(new, told..<count, upTo: nil)
  }

  @inline(__always)
  private func match(
    _ new: UnsafePointer<UInt8>,
    at position: Int,
    told: Int,
    count: Int
  ) -> (start: Int, length: Int)? {
    let limit = count - position
    let bytes = new + position
    let eight = bytes.eightBytes
    // The same distance as before, and directly behind the last match.
    let beside = oldEnd + position - told
    for start in [beside, oldEnd] {
      if start + Self.shortestContinuation <= oldCount, (old + start).eightBytes == eight {
        return (start, (old + start).commonLength(with: bytes, limit: min(limit, oldCount - start)))
      }
    }
    guard limit >= BlockIndex.blockSize,
      let found = index.longestMatch(bytes, limit: limit, near: beside)
    else { return nil }
    let back = (old + found.start).commonLengthBefore(bytes, limit: min(position - told, found.start))
    return found.length + back >= Self.shortestJump ? found : nil
  }

  /// Tells the bytes between two matches.
  ///
  /// - Parameter next: Where the next match begins in the old sequence; `nil` if there is none.
  private mutating func tell(_ new: UnsafePointer<UInt8>, _ range: Range<Int>, upTo next: Int?) throws {
    guard !range.isEmpty else { return }
    var range = range
    // What goes on beside the last match.
    let forward = likeness(range.count, oldCount - oldEnd) { old[oldEnd + $0] == new[range.lowerBound + $0] }
    // What leads up to the next one.
    var backward = 0
    if let next {
      backward = likeness(range.count, next) { old[next - 1 - $0] == new[range.upperBound - 1 - $0] }
    }
    backward = min(backward, range.count - forward)
    try writer.replace(from: oldEnd, old, by: new + range.lowerBound, count: forward)
    range = range.lowerBound + forward..<range.upperBound
    try writer.insert(new + range.lowerBound, count: range.count - backward)
    if backward > 0, let next {
      try writer.replace(from: next - backward, old, by: new + (range.upperBound - backward), count: backward)
    }
  }

  /// How many bytes are worth being told as differences: as many as have the most that are the same over those that are not.
  @inline(__always)
  private func likeness(_ count: Int, _ available: Int, isSame: (Int) -> Bool) -> Int {
    var (best, bestCount, score) = (0, 0, 0)
    for index in 0..<min(count, available) {
      score += isSame(index) ? 1 : -1
      if score > best { (best, bestCount) = (score, index + 1) }
      // What has become unlike stays so.
      if score < best - 64 { break }
    }
    return bestCount
  }
}

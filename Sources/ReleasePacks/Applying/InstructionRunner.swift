/// Carries the instructions of a patch out, as far as bytes of the new sequence are asked for.
struct InstructionRunner<Old: OldBytes> {
  private let path: String
  private var old: Old
  private var segments: SegmentReader
  private var instruction = SegmentReader.Instruction(unchanged: 0, replaced: 0, inserted: 0, jump: 0)
  /// Where the old sequence is read next.
  private var place = 0

  init(_ segments: SegmentReader, old: Old, path: String) {
    self.segments = segments
    self.old = old
    self.path = path
  }

  /// Fills a buffer; returns how many bytes there were, fewer than it holds only at the end.
  mutating func read(into target: UnsafeMutableBufferPointer<UInt8>) throws -> Int {
    guard let base = target.baseAddress else { return 0 }
    var filled = 0
    while filled < target.count {
      let room = target.count - filled
      if instruction.unchanged > 0 {
        let count = min(room, instruction.unchanged)
        try copy(count, to: base + filled)
        instruction.unchanged -= count
        filled += count
      } else if instruction.replaced > 0 {
        let count = min(room, instruction.replaced)
        try copy(count, to: base + filled)
        let differences = segments.take(.differences, count)
        for index in 0..<count { base[filled + index] &+= differences[index] }
        instruction.replaced -= count
        filled += count
      } else if instruction.inserted > 0 {
        let count = min(room, instruction.inserted)
        (base + filled).update(from: segments.take(.literals, count), count: count)
        instruction.inserted -= count
        filled += count
      } else {
        let (next, overflow) = place.addingReportingOverflow(instruction.jump)
        guard !overflow, next >= 0, next <= old.count else { throw beyond }
        place = next
        guard let following = try segments.next() else { break }
        instruction = following
      }
    }
    if filled < target.count { instruction.jump = 0 }
    return filled
  }

  private mutating func copy(_ count: Int, to target: UnsafeMutablePointer<UInt8>) throws {
    guard count <= old.count - place else { throw beyond }
    try old.copy(from: place, count: count, to: target)
    place += count
  }

  private var beyond: PatchError { PatchError(.damaged("it reads beyond the old file"), file: path) }
}

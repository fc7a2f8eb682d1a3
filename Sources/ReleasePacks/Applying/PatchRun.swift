internal import Digests

/// Makes the new file of the new sequence.
struct PatchRun<Old: OldBytes> {
  private var runner: InstructionRunner<Old>
  private let file: PatchHeader.File
  private let path: String

  /// - Parameter file: What is to come out.
  init(_ runner: InstructionRunner<Old>, making file: PatchHeader.File, path: String) {
    self.runner = runner
    self.file = file
    self.path = path
  }

  /// Gives the new file in pieces, and returns the SHA-256 of what it gave: no more bytes than the file has to have.
  ///
  /// - Throws: `PatchError`; what `output` throws, and what reading the old file throws.
  mutating func run(_ output: (UnsafeRawBufferPointer) throws -> Void) throws -> String {
    var hasher = SHA2Hasher()
    let pageSize = file.pageSize
    // Without pages the sequence is the file; it is passed on in pieces.
    let longest = pageSize == 0 ? 256 << 10 : PageOrder.longestSequence(pageSize: pageSize)
    let sequence = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(4 * longest, 1 << 20))
    let made = UnsafeMutableRawBufferPointer.allocate(byteCount: max(256 << 10, pageSize), alignment: 16)
    defer {
      sequence.deallocate()
      made.deallocate()
    }
    var pending = 0..<0
    var remaining = file.size
    var madeCount = 0
    func pass(_ count: Int, _ hasher: inout SHA2Hasher) throws {
      let piece = UnsafeRawBufferPointer(rebasing: made[..<count])
      hasher.update(piece)
      try output(piece)
    }
    while remaining > 0 {
      if pending.count < longest {
        // What is left moves to the beginning, and the rest is filled.
        sequence.baseAddress?.update(from: sequence.baseAddress! + pending.lowerBound, count: pending.count)
        let room = UnsafeMutableBufferPointer(rebasing: sequence[pending.count...])
        pending = 0..<pending.count + (try runner.read(into: room))
      }
      guard !pending.isEmpty else { throw PatchError(.damaged("it ends too early"), file: path) }
      if pageSize == 0 {
        let count = min(pending.count, remaining, made.count)
        made.copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(sequence)[pending.prefix(count)]))
        pending = pending.lowerBound + count..<pending.upperBound
        remaining -= count
        try pass(count, &hasher)
      } else {
        let count = min(pageSize, remaining)
        if madeCount + count > made.count {
          try pass(madeCount, &hasher)
          madeCount = 0
        }
        let page = UnsafeMutableRawBufferPointer(rebasing: made[madeCount..<madeCount + count])
        let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(sequence)[pending])
        guard let taken = PageOrder.putTogether(bytes, into: page) else {
          throw PatchError(.damaged("it makes a page that is none"), file: path)
        }
        pending = pending.lowerBound + taken..<pending.upperBound
        madeCount += count
        remaining -= count
      }
    }
    if madeCount > 0 { try pass(madeCount, &hasher) }
    let room = UnsafeMutableBufferPointer(rebasing: sequence[..<1])
    guard pending.isEmpty, try runner.read(into: room) == 0 else {
      throw PatchError(.damaged("it goes on beyond the end of the new file"), file: path)
    }
    return hasher.finalize().hexadecimal
  }
}

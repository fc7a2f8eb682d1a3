/// Gathers instructions into segments.
///
/// An instruction says how the new sequence goes on: with bytes of the old one as they are, with bytes of the old one to which differences are added, with
/// bytes of its own; and then by how much the place in the old one jumps.
struct InstructionWriter {
  private var columns: [[UInt8]] = PatchFormat.Column.allCases.map { _ in [] }
  private var size = 0
  private let output: ([UInt8]) throws -> Void
  // The instruction that is being made. Its jump is known when the next one begins.
  private var unchanged = 0
  private var replaced = 0
  private var inserted = 0
  /// Where the old sequence is read next.
  private var place = 0

  init(_ output: @escaping ([UInt8]) throws -> Void) { self.output = output }

  /// Goes on with `count` bytes of the old sequence from `start` on.
  mutating func copy(from start: Int, count: Int) throws {
    guard count > 0 else { return }
    if start != place || replaced > 0 || inserted > 0 { try end(at: start) }
    unchanged += count
    place += count
  }

  /// Goes on with bytes for which as many of the old sequence from `start` on stand, but not the same ones.
  mutating func replace(from start: Int, _ old: UnsafePointer<UInt8>, by new: UnsafePointer<UInt8>, count: Int) throws {
    var done = 0
    while done < count {
      if start + done != place || inserted > 0 || replaced == PatchFormat.instructionLimit { try end(at: start + done) }
      let part = min(count - done, PatchFormat.instructionLimit - replaced)
      for index in done..<done + part {
        columns[PatchFormat.Column.differences.rawValue].append(new[index] &- old[start + index])
      }
      replaced += part
      place += part
      size += part
      done += part
    }
  }

  /// Goes on with bytes of its own.
  mutating func insert(_ new: UnsafePointer<UInt8>, count: Int) throws {
    var done = 0
    while done < count {
      if inserted == PatchFormat.instructionLimit { try end(at: place) }
      let part = min(count - done, PatchFormat.instructionLimit - inserted)
      columns[PatchFormat.Column.literals.rawValue].append(
        contentsOf: UnsafeBufferPointer(start: new + done, count: part)
      )
      inserted += part
      size += part
      done += part
    }
  }

  /// Writes what is left.
  mutating func finish() throws {
    if unchanged + replaced + inserted > 0 { try end(at: place) }
    if size > 0 { try endSegment() }
  }

  /// Ends the instruction; the next one reads from `next` on.
  private mutating func end(at next: Int) throws {
    if unchanged + replaced + inserted + abs(next - place) > 0 {
      Varint.append(unchanged, to: &columns[PatchFormat.Column.unchanged.rawValue])
      Varint.append(replaced, to: &columns[PatchFormat.Column.replaced.rawValue])
      Varint.append(inserted, to: &columns[PatchFormat.Column.inserted.rawValue])
      Varint.appendSigned(next - place, to: &columns[PatchFormat.Column.seeks.rawValue])
      // Some bytes more than most instructions have.
      size += 8
    }
    (unchanged, replaced, inserted, place) = (0, 0, 0, next)
    if size >= PatchFormat.segmentGoal { try endSegment() }
  }

  private mutating func endSegment() throws {
    var lengths: [UInt8] = []
    for column in columns { Varint.append(column.count, to: &lengths) }
    try output(lengths)
    for index in columns.indices {
      try output(columns[index])
      columns[index].removeAll(keepingCapacity: true)
    }
    size = 0
  }
}

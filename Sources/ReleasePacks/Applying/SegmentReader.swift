/// Reads the instructions of a patch, segment by segment.
struct SegmentReader {
  struct Instruction {
    var unchanged: Int
    var replaced: Int
    var inserted: Int
    var jump: Int
  }

  private let path: String
  private let read: (UnsafeMutableRawBufferPointer) throws -> Int
  private let memory = SegmentMemory()
  /// What is left of each list of the segment.
  private var columns: [Range<Int>] = PatchFormat.Column.allCases.map { _ in 0..<0 }
  private var isFirst = true

  /// - Parameter read: Fills a buffer with the next bytes of the segments; returns how many, 0 at the end.
  init(path: String, read: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) {
    self.path = path
    self.read = read
  }

  /// The next instruction; `nil` after the last.
  mutating func next() throws -> Instruction? {
    if columns[0].isEmpty {
      guard columns.allSatisfy(\.isEmpty) else { throw damage("a segment says more than its instructions use") }
      guard try readSegment() else { return nil }
    }
    guard let unchanged = number(.unchanged), let replaced = number(.replaced), let inserted = number(.inserted),
      let jump = number(.seeks)
    else { throw damage("a number is cut off") }
    guard replaced <= columns[PatchFormat.Column.differences.rawValue].count,
      inserted <= columns[PatchFormat.Column.literals.rawValue].count
    else { throw damage("an instruction uses more than its segment has") }
    // Only the first may do nothing but jump, so that a patch does not go on for ever without making anything.
    guard isFirst || unchanged > 0 || replaced > 0 || inserted > 0 else { throw damage("an instruction does nothing") }
    isFirst = false
    return Instruction(unchanged: unchanged, replaced: replaced, inserted: inserted, jump: Varint.signed(jump))
  }

  /// Takes the next differences or literals; those of an instruction are there.
  mutating func take(_ column: PatchFormat.Column, _ count: Int) -> UnsafePointer<UInt8> {
    let start = columns[column.rawValue].lowerBound
    columns[column.rawValue] = start + count..<columns[column.rawValue].upperBound
    return UnsafePointer(memory.bytes + start)
  }

  private mutating func number(_ column: PatchFormat.Column) -> Int? {
    let range = columns[column.rawValue]
    var offset = 0
    let bytes = UnsafeRawBufferPointer(start: memory.bytes + range.lowerBound, count: range.count)
    guard let number = Varint.read(bytes, at: &offset) else { return nil }
    columns[column.rawValue] = range.lowerBound + offset..<range.upperBound
    return number
  }

  private mutating func readSegment() throws -> Bool {
    guard let first = try readByte() else { return false }
    var begun: UInt8? = first
    var end = 0
    for column in columns.indices {
      let length = try Varint.read {
        defer { begun = nil }
        return try begun ?? readByte()
      }
      guard let length else { throw damage("a segment is cut off") }
      guard length <= PatchFormat.segmentLimit else { throw damage("a segment is longer than one may be") }
      columns[column] = end..<end + length
      end += length
    }
    guard end <= PatchFormat.segmentLimit else { throw damage("a segment is longer than one may be") }
    guard !columns[0].isEmpty else { throw damage("a segment has no instructions") }
    guard try fill(end) == end else { throw damage("a segment is cut off") }
    return true
  }

  private func readByte() throws -> UInt8? { try fill(1) == 1 ? memory.bytes[0] : nil }

  private func fill(_ count: Int) throws -> Int {
    var filled = 0
    while filled < count {
      let added = try read(UnsafeMutableRawBufferPointer(start: memory.bytes + filled, count: count - filled))
      if added == 0 { break }
      filled += added
    }
    return filled
  }

  private func damage(_ how: String) -> PatchError { PatchError(.damaged(how), file: path) }
}

/// The memory of one segment.
private final class SegmentMemory {
  let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: PatchFormat.segmentLimit)

  deinit { bytes.deallocate() }
}

/// Reads small pieces of a working file anywhere, while the file grows: whole blocks, of which the last ones stay in memory.
final class WorkingFileBlocks {
  private let file: WorkingFile
  private let memory: UnsafeMutableRawPointer
  /// The block that each place in memory holds, and how much of it.
  private var blocks = [Int](repeating: -1, count: blockCount)
  private var counts = [Int](repeating: 0, count: blockCount)
  /// For pieces that do not lie in one block.
  private let piece = ByteBuffer()

  private static let blockSize = 8 << 10
  private static let blockCount = 128

  init(_ file: WorkingFile) {
    self.file = file
    memory = .allocate(byteCount: Self.blockSize * Self.blockCount, alignment: 16)
  }

  deinit { memory.deallocate() }

  /// Some bytes of the file; they are valid until the next call.
  ///
  /// - Parameter end: Up to where the file has been written; what is asked for must be before it.
  /// - Throws: `SealedPagesError`.
  func bytes(at position: Int, count: Int, end: Int) throws(SealedPagesError) -> UnsafeRawBufferPointer {
    let start = position % Self.blockSize
    if start + count <= Self.blockSize {
      let block = try block(position / Self.blockSize, upTo: start + count, end: end)
      return UnsafeRawBufferPointer(start: block + start, count: count)
    }
    piece.removeAll()
    let room = piece.room(for: count)
    if count > Self.blockSize {
      try file.read(into: UnsafeMutableRawBufferPointer(start: room, count: count), from: position)
    } else {
      let first = Self.blockSize - start
      let number = position / Self.blockSize
      room.copyMemory(from: try block(number, upTo: Self.blockSize, end: end) + start, byteCount: first)
      (room + first).copyMemory(from: try block(number + 1, upTo: count - first, end: end), byteCount: count - first)
    }
    return UnsafeRawBufferPointer(start: room, count: count)
  }

  /// A block in memory, with at least its first `count` bytes.
  private func block(_ number: Int, upTo count: Int, end: Int) throws(SealedPagesError) -> UnsafeMutableRawPointer {
    // Rows that are read in turn stand at some places of the file, which should not share one in memory.
    let place = Int(truncatingIfNeeded: (UInt64(number) &* 0x9E37_79B9_7F4A_7C15) >> 57)
    let block = memory + place * Self.blockSize
    if blocks[place] != number || counts[place] < count {
      let start = number * Self.blockSize
      let available = min(Self.blockSize, end - start)
      blocks[place] = -1
      try file.read(into: UnsafeMutableRawBufferPointer(start: block, count: available), from: start)
      (blocks[place], counts[place]) = (number, available)
    }
    return block
  }
}

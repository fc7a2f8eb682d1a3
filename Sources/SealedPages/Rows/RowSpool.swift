/// Encoded rows that wait until their table is finished: in memory, and beyond a limit in a working file.
final class RowSpool {
  private let limit: Int
  private let path: String
  private let kept = ByteBuffer(capacity: 4096)
  private var file: WorkingFile?

  /// - Parameter limit: How many bytes stay in memory.
  init(limit: Int, path: String) {
    self.limit = limit
    self.path = path
  }

  /// Adds whole rows.
  ///
  /// - Throws: `SealedPagesError`.
  func append(_ rows: UnsafeRawBufferPointer) throws(SealedPagesError) {
    kept.append(rows)
    guard kept.count > limit else { return }
    if file == nil { file = try WorkingFile(beside: path) }
    try file?.append(kept.bytes)
    kept.removeAll()
  }

  /// Calls `body` with the rows, in whole rows, in their order.
  ///
  /// - Throws: `SealedPagesError`; what `body` throws.
  func read(_ body: (UnsafeRawBufferPointer) throws(SealedPagesError) -> Void) throws(SealedPagesError) {
    if let file {
      let reader = WorkingFileReader(file, range: 0..<file.size, pieceSize: 256 << 10)
      while !reader.isAtEnd {
        let size = RowFormat.headerSize + RowFormat.size(try reader.peek(RowFormat.headerSize))
        try body(UnsafeRawBufferPointer(start: try reader.peek(size), count: size))
        reader.skip(size)
      }
    }
    try body(kept.bytes)
  }
}

/// Keys of an index in their order: in memory or in a working file.
struct SortedRun: Sendable {
  enum Place: Sendable {
    case memory(KeyBytes)
    case file(WorkingFile, Range<Int>)
  }

  let place: Place
}

/// Walks through a run.
final class SortedRunCursor {
  /// The current key and its prefix; the memory is valid until the next call of `advance()`.
  private(set) var key = UnsafeRawBufferPointer(start: nil, count: 0)
  private(set) var prefix = KeyOrder.Prefix(value: 0, isExact: true)
  private(set) var isAtEnd = false
  private let memory: KeyBytes?
  private var position = 0
  private var reader: WorkingFileReader?

  /// Stands on the first key.
  ///
  /// - Throws: `SealedPagesError`.
  init(_ run: SortedRun, pieceSize: Int) throws(SealedPagesError) {
    switch run.place {
    case .memory(let bytes):
      memory = bytes
      reader = nil
    case .file(let file, let range):
      memory = nil
      reader = WorkingFileReader(file, range: range, pieceSize: pieceSize)
    }
    try advance()
  }

  /// Moves to the next key, or to the end.
  ///
  /// - Throws: `SealedPagesError`.
  func advance() throws(SealedPagesError) {
    if let memory {
      guard position < memory.buffer.count else { return isAtEnd = true }
      let item = UnsafeRawPointer(memory.buffer.base + position)
      stand(on: item)
      position += KeyFormat.sortedHeaderSize + key.count
    } else if reader != nil {
      reader?.skip(position)
      position = 0
      guard reader?.isAtEnd == false else { return isAtEnd = true }
      guard let header = try reader?.peek(KeyFormat.sortedHeaderSize) else { return isAtEnd = true }
      position = KeyFormat.sortedHeaderSize + KeyFormat.size(header)
      guard let item = try reader?.peek(position) else { return isAtEnd = true }
      stand(on: item)
    }
  }

  private func stand(on item: UnsafeRawPointer) {
    prefix = KeyFormat.prefix(item)
    key = UnsafeRawBufferPointer(start: item + KeyFormat.sortedHeaderSize, count: KeyFormat.size(item))
  }
}

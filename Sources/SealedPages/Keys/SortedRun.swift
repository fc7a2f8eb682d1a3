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
  /// The keys in memory; `reader` has those of a file. The pointer and the count are those of its bytes.
  private let memory: ByteBuffer
  private let start: UnsafeRawPointer
  private let count: Int
  private let reader: WorkingFileReader?
  private let isFile: Bool
  /// How much of the memory has been passed; of a file, how much of what was looked at.
  private var position = 0

  /// Stands on the first key.
  ///
  /// - Throws: `SealedPagesError`.
  init(_ run: SortedRun, pieceSize: Int) throws(SealedPagesError) {
    switch run.place {
    case .memory(let bytes):
      memory = bytes.buffer
      reader = nil
    case .file(let file, let range):
      memory = ByteBuffer(capacity: 0)
      reader = WorkingFileReader(file, range: range, pieceSize: pieceSize)
    }
    start = UnsafeRawPointer(memory.base)
    count = memory.count
    isFile = reader != nil
    try advance()
  }

  /// Moves to the next key, or to the end.
  ///
  /// - Throws: `SealedPagesError`.
  func advance() throws(SealedPagesError) {
    if isFile, let reader {
      reader.skip(position)
      position = 0
      if reader.isAtEnd { return isAtEnd = true }
      position = KeyFormat.sortedHeaderSize + KeyFormat.size(try reader.peek(KeyFormat.sortedHeaderSize))
      stand(on: try reader.peek(position))
    } else {
      guard position < count else { return isAtEnd = true }
      stand(on: start + position)
      position += KeyFormat.sortedHeaderSize + key.count
    }
  }

  private func stand(on item: UnsafeRawPointer) {
    prefix = KeyFormat.prefix(item)
    key = UnsafeRawBufferPointer(start: item + KeyFormat.sortedHeaderSize, count: KeyFormat.size(item))
  }
}

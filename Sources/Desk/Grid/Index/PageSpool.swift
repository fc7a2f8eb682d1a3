internal import Synchronization
internal import SystemErrors
internal import TextInput

/// Bytes that are kept and read again: a few in memory, many in a file that only this process has.
final class PageSpool: Sendable {
  /// More than this goes into the file.
  static let mostBytesInMemory = 1 << 20

  /// `InputFile` is read at offsets only, which several threads may do at once.
  private struct State: @unchecked Sendable {
    /// What is not in the file yet.
    var pending: [UInt8] = []
    var fileCount = 0
    var file: (item: TemporaryItem, input: InputFile)?

    mutating func flush() throws {
      if file == nil {
        let item = TemporaryItem()
        try FileWriter.makePrivate(item.path, with: [UInt8]())
        file = (item, try InputFile(item.path))
      }
      guard let path = file?.item.path else { return }
      let writer = try FileWriter(path: path, isAppending: true)
      try writer.write(pending)
      try writer.finish()
      fileCount += pending.count
      pending = []
    }
  }

  private let state = Mutex(State())

  /// Keeps bytes.
  ///
  /// - Returns: Where they are.
  /// - Throws: `FileWriteError` if the temporary file cannot be written.
  func append(_ bytes: [UInt8]) throws -> Range<Int> {
    try state.withLock { state in
      let start = state.fileCount + state.pending.count
      state.pending += bytes
      if state.pending.count > Self.mostBytesInMemory { try state.flush() }
      return start..<start + bytes.count
    }
  }

  /// The bytes that `append` has kept there.
  ///
  /// - Throws: `InputError` if the temporary file cannot be read.
  func bytes(in range: Range<Int>) throws -> [UInt8] {
    try state.withLock { state in
      guard range.lowerBound < state.fileCount, let file = state.file?.input else {
        return Array(state.pending[range.lowerBound - state.fileCount..<range.upperBound - state.fileCount])
      }
      return try file.bytes(in: range)
    }
  }
}

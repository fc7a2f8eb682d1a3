internal import Foundation

/// A new file that is written in pieces of a few hundred kilobytes.
final class BufferedFile {
  private let handle: FileHandle
  private var buffer: [UInt8] = []

  private static let size = 256 * 1024

  /// - Throws: `ImportError.cannotWrite`.
  init(path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil), let handle = FileHandle(forWritingAtPath: path)
    else { throw ImportError.cannotWrite(path: path) }
    self.handle = handle
  }

  func write(_ bytes: some Sequence<UInt8>) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.size { try flush() }
  }

  func close() throws {
    try flush()
    try handle.close()
  }

  private func flush() throws {
    try handle.write(contentsOf: Data(buffer))
    buffer.removeAll(keepingCapacity: true)
  }
}

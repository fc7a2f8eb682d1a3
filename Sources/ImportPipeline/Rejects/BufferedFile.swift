internal import Foundation
internal import SystemErrors

/// A new file that is written in pieces of a few hundred kilobytes.
final class BufferedFile {
  private let handle: FileHandle
  private let path: String
  private var buffer: [UInt8] = []

  private static let size = 256 * 1024

  /// - Throws: `ImportError.cannotWrite`.
  init(path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil), let handle = FileHandle(forWritingAtPath: path)
    else { throw ImportError.cannotWrite(path: path, reason: SystemReason.ofWriting(path) ?? "it is no file") }
    self.handle = handle
    self.path = path
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
    do {
      try handle.write(contentsOf: Data(buffer))
    } catch {
      throw ImportError.cannotWrite(path: path, reason: SystemReason.text(of: error))
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

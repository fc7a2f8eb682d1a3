internal import SystemErrors

/// A new file that is written in pieces.
final class BufferedFile {
  private let writer: FileWriter

  /// - Throws: `ImportError.cannotWrite`.
  init(path: String) throws { writer = try Self.saying { try FileWriter(path: path) } }

  func write(_ bytes: some Sequence<UInt8>) throws { try Self.saying { try writer.write(bytes) } }

  func close() throws { try Self.saying { try writer.finish() } }

  /// Says in the pipeline's words what could not be written.
  private static func saying<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as FileWriteError {
      throw ImportError.cannotWrite(path: error.path, reason: SystemReason.text(of: error))
    }
  }
}

internal import TextInput

/// Reads a text's bytes, with errors about its file.
struct DelimitedInput {
  private let reader: InputReader
  private let fileName: String

  /// - Throws: A `DelimitedTextError` of kind `cannotOpen`.
  init(_ input: ByteInput, fileName: String) throws(DelimitedTextError) {
    self.fileName = fileName
    do {
      reader = try InputReader(input) { error in
        let number = error.errorNumber
        let kind: DelimitedTextError.Kind =
          error.action == .open ? .cannotOpen(errorNumber: number) : .cannotRead(errorNumber: number)
        return DelimitedTextError(kind, file: fileName)
      }
    } catch {
      throw Self.described(error, fileName)
    }
  }

  /// Puts up to `buffer.count` bytes into `buffer`.
  ///
  /// - Returns: How many; 0 only at the end.
  /// - Throws: A `DelimitedTextError` when the input fails.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(DelimitedTextError) -> Int {
    do {
      return try reader.read(into: buffer)
    } catch {
      throw Self.described(error, fileName)
    }
  }

  private static func described(_ error: any Error, _ fileName: String) -> DelimitedTextError {
    error as? DelimitedTextError ?? DelimitedTextError(.packing("\(error)"), file: fileName)
  }
}

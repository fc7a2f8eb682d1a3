internal import TextInput

extension ByteInput {
  /// Opens the input of a document.
  ///
  /// - Throws: `MarkupTextError` of kind `unreadable` if the file cannot be opened.
  func open() throws -> InputReader { try InputReader(self) { MarkupTextError(.unreadable, $0.description) } }

  /// All bytes, for documents that are read whole.
  ///
  /// - Throws: `MarkupTextError` of kind `limit` if they are more, or `unreadable`; what the stream throws.
  func readAll(limit: Int) throws -> [UInt8] {
    guard let bytes = try bytesInMemory ?? open().readAll(limit: limit) else {
      throw MarkupTextError(.limit, "The document has more than \(limit) bytes")
    }
    return bytes
  }
}

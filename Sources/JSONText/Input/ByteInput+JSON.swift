internal import TextInput

extension ByteInput {
  /// Opens the input of a JSON text.
  ///
  /// - Throws: `JSONTextError` of kind `unreadable` if the file cannot be opened.
  func open() throws -> InputReader { try InputReader(self) { JSONTextError(.unreadable, $0.description) } }

  /// The input as one that can be read twice.
  ///
  /// - Throws: `JSONTextError` of kind `limit` if its bytes would have to be kept and are more, or `unreadable`; what the stream throws.
  func repeatable(limit: Int) throws -> ByteInput {
    if isRepeatable { return self }
    guard let bytes = try open().readAll(limit: limit) else {
      throw JSONTextError(.limit, "The text has more than \(limit) bytes")
    }
    return .bytes(bytes)
  }
}

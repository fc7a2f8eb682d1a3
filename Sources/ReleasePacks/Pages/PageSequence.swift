internal import Digests

/// What a file's pages become, one after the other.
struct PageSequence {
  private let contents: FileContents
  private let pageSize: Int
  /// How much is read at once, in whole pages.
  private let pieceSize: Int

  /// - Parameter pageSize: 0 to take the file as it is.
  init(_ contents: FileContents, pageSize: Int) {
    self.contents = contents
    self.pageSize = pageSize
    pieceSize = max(1 << 18, pageSize)
  }

  /// How long a piece that `read` gives may be.
  var longestPiece: Int {
    pageSize == 0 ? pieceSize : pieceSize / pageSize * PageOrder.longestSequence(pageSize: pageSize)
  }

  /// Reads the file once and gives its sequence in pieces; returns the file's SHA-256.
  ///
  /// - Throws: As `FileContents`; what `body` throws.
  func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws -> String {
    var hasher = SHA2Hasher()
    let output = UnsafeMutablePointer<UInt8>.allocate(capacity: longestPiece)
    defer { output.deallocate() }
    var isFirst = true
    try contents.readAll(inPiecesOf: pieceSize) { piece in
      hasher.update(piece)
      guard pageSize > 0 else { return try body(piece) }
      var count = 0
      for start in stride(from: 0, to: piece.count, by: pageSize) {
        let page = UnsafeRawBufferPointer(rebasing: piece[start..<min(start + pageSize, piece.count)])
        count += PageOrder.takeApart(page, pageSize: pageSize, isFirst: isFirst, to: output + count)
        isFirst = false
      }
      try body(UnsafeRawBufferPointer(start: output, count: count))
    }
    return hasher.finalize().hexadecimal
  }
}

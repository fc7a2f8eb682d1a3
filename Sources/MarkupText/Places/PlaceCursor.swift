internal import Glibc

/// A place in UTF-8 text that is moved forward: line and column are counted as it goes, so that any number of places in one
/// text costs one pass over it.
///
/// Lines end with LF, CR LF or a lone CR. Columns count Unicode scalars. Lines, columns and the offset of the text's first
/// byte are whatever the cursor starts with.
struct PlaceCursor: Sendable, Hashable {
  /// Bytes from the start of the document.
  private(set) var offset = 0
  /// From 1.
  private(set) var line = 1
  /// In Unicode scalars, from 1.
  private(set) var column = 1
  /// Whether the byte before `offset` is a CR, of which a LF that follows is the second half.
  private var isAfterReturn = false

  init() {}

  /// A cursor at a place whose line and column are known.
  init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Moves over `bytes`, which follow what the cursor has seen.
  ///
  /// - Complexity: O(*n*) in bytes, at the speed of memory where lines end with LF or CR LF.
  mutating func move(over bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    offset &+= bytes.count
    guard !isAfterReturn, memchr(base, 0x0D, bytes.count) == nil else { return moveCarefully(over: bytes) }
    // The last line break is near the end in text with lines of common length.
    var lineStart = bytes.count
    while lineStart > 0, base[lineStart &- 1] != 0x0A { lineStart &-= 1 }
    column = (lineStart > 0 ? 1 : column) &+ ByteCount.scalars(in: UnsafeBufferPointer(rebasing: bytes[lineStart...]))
    line &+= ByteCount.occurrences(of: 0x0A, in: UnsafeBufferPointer(rebasing: bytes[..<lineStart]))
  }

  /// Moves over text in which carriage returns may end lines.
  private mutating func moveCarefully(over bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes {
      if byte == 0x0A {
        if !isAfterReturn { line &+= 1 }
        column = 1
      } else if byte == 0x0D {
        line &+= 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        // Bytes that continue a character are no columns of their own.
        column &+= 1
      }
      isAfterReturn = byte == 0x0D
    }
  }
}

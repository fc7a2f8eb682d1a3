#if canImport(Glibc)
  internal import Glibc
#endif

/// A place in UTF-8 text that is moved forward: line and column are counted as it goes, so that any number of places in one
/// text costs one pass over it.
///
/// Lines end with LF, CR LF or a lone CR. Columns count Unicode scalars. Lines, columns and the offset of the text's first
/// byte are whatever the cursor starts with.
package struct PlaceCursor: BitwiseCopyable, Sendable, Hashable {
  /// Bytes from the start of the document.
  package private(set) var offset = 0
  /// From 1.
  package private(set) var line = 1
  /// In Unicode scalars, from 1.
  package private(set) var column = 1
  /// The offset after the last line break, or -1 if the line begins before the text that the cursor has seen.
  package private(set) var lineStart = 0
  /// Whether the byte before `offset` is a CR, of which a LF that follows is the second half.
  private var isAfterReturn = false

  package init() {}

  /// A cursor at a place whose line and column are known.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
    lineStart = -1
  }

  /// Moves over `bytes`, which follow what the cursor has seen.
  ///
  /// - Complexity: O(*n*) in bytes, at the speed of memory where lines end with LF or CR LF.
  package mutating func move(over bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    let start = offset
    offset &+= bytes.count
    guard !isAfterReturn, memchr(base, 0x0D, bytes.count) == nil else { return moveCarefully(over: bytes, from: start) }
    // The last line break is near the end in text with lines of common length.
    var last = bytes.count
    while last > 0, base[last &- 1] != 0x0A { last &-= 1 }
    if last > 0 { lineStart = start &+ last }
    column = (last > 0 ? 1 : column) &+ ByteCount.scalars(in: UnsafeBufferPointer(rebasing: bytes[last...]))
    line &+= ByteCount.occurrences(of: 0x0A, in: UnsafeBufferPointer(rebasing: bytes[..<last]))
  }

  /// Moves over text in which carriage returns may end lines.
  private mutating func moveCarefully(over bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    for (index, byte) in bytes.enumerated() {
      if byte == 0x0A {
        if !isAfterReturn { line &+= 1 }
        column = 1
        lineStart = start &+ index &+ 1
      } else if byte == 0x0D {
        line &+= 1
        column = 1
        lineStart = start &+ index &+ 1
      } else if byte & 0xC0 != 0x80 {
        // Bytes that continue a character are no columns of their own.
        column &+= 1
      }
      isAfterReturn = byte == 0x0D
    }
  }
}

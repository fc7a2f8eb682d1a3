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
  /// - Complexity: O(*n*) in bytes.
  mutating func move(over bytes: UnsafeBufferPointer<UInt8>) {
    var line = line
    var column = column
    var isAfterReturn = isAfterReturn
    for byte in bytes {
      if byte >= 0x20 {
        // Bytes that continue a character are no columns of their own.
        column &+= (byte & 0xC0) != 0x80 ? 1 : 0
        isAfterReturn = false
      } else if byte == 0x0A {
        if !isAfterReturn { line &+= 1 }
        column = 1
        isAfterReturn = false
      } else if byte == 0x0D {
        line &+= 1
        column = 1
        isAfterReturn = true
      } else {
        column &+= 1
        isAfterReturn = false
      }
    }
    offset &+= bytes.count
    self.line = line
    self.column = column
    self.isAfterReturn = isAfterReturn
  }
}

/// A place in the text that is moved forward: lines, columns and bytes of the file are counted as it goes.
///
/// Lines end with LF, CR LF or a lone CR. Columns count Unicode scalars.
struct TextCursor: Sendable, Hashable {
  /// Bytes of the text, as UTF-8, before it.
  private(set) var offset = 0
  /// From 1.
  private(set) var line = 1
  /// From 1.
  private(set) var column = 1
  /// Bytes of the file before it.
  private(set) var fileOffset = 0
  /// Bytes of the file before its line.
  private(set) var lineFileOffset = 0
  private var isAfterReturn = false

  /// A cursor at the beginning of a text that `mark` bytes stand before.
  init(mark: Int = 0) {
    fileOffset = mark
    lineFileOffset = mark
  }

  /// The column in bytes of the file, from 1.
  var byteColumn: Int { fileOffset - lineFileOffset + 1 }

  /// Moves over `text`, which follows what the cursor has seen.
  ///
  /// - Complexity: O(*n*) in bytes.
  mutating func move(over text: UnsafeBufferPointer<UInt8>, _ encoding: JSONEncoding) {
    guard !text.isEmpty else { return }
    var lineStart = -1
    var lines = 0
    var wasReturn = isAfterReturn
    for index in text.indices {
      let byte = text[index]
      guard byte <= 0x0D else {
        wasReturn = false
        continue
      }
      if byte == 0x0A {
        if !wasReturn { lines &+= 1 }
        lineStart = index &+ 1
      } else if byte == 0x0D {
        lines &+= 1
        lineStart = index &+ 1
      }
      wasReturn = byte == 0x0D
    }
    isAfterReturn = wasReturn
    let start = fileOffset
    fileOffset &+= encoding.fileBytes(of: text)
    if lineStart >= 0 {
      line &+= lines
      column = 1
      lineFileOffset = start &+ encoding.fileBytes(of: UnsafeBufferPointer(rebasing: text[..<lineStart]))
    }
    // Bytes that continue a character are no columns of their own.
    column &+= text[max(0, lineStart)...].reduce(0) { $0 &+ ($1 & 0xC0 == 0x80 ? 0 : 1) }
    offset &+= text.count
  }
}

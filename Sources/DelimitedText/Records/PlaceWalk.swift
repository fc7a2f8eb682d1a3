internal import Findings

/// Goes through a record's text from place to place and counts lines, characters and bytes on the way.
///
/// - Complexity: All the ways together are O(*n*) in the text's bytes.
struct PlaceWalk {
  private let text: RecordText
  private let recordEnd: DelimitedDialect.RecordEnd
  /// Where the walk is in the text.
  private(set) var offset = 0
  private(set) var line: Int
  /// Where the line begins in the text.
  private(set) var lineStart = 0
  private var column = 1
  private var byteColumn = 1
  private var fileOffset: Int

  /// Starts at the beginning of `text`, which is on `startLine` (from 1), `startByte` bytes into the file.
  init(_ text: RecordText, recordEnd: DelimitedDialect.RecordEnd, startLine: Int, startByte: Int) {
    self.text = text
    self.recordEnd = recordEnd
    line = startLine
    fileOffset = startByte
  }

  /// Goes on to `target`, which is not before the present place.
  mutating func move(to target: Int) {
    guard target > offset else { return }
    var lineBreak: Int?
    for index in offset..<target where text.endsLine(index, recordEnd) {
      line += 1
      lineBreak = index
    }
    if let lineBreak {
      lineStart = lineBreak + 1
      column = 1
      byteColumn = 1
    }
    let rest = max(offset, lineStart)..<target
    column += text.scalars(rest)
    byteColumn += text.fileWidth(rest)
    fileOffset += text.fileWidth(offset..<target)
    offset = target
  }

  /// The position of what stands between the present place and `end`, where the walk then is.
  mutating func position(to end: Int, file: String) -> SourcePosition {
    let start = self
    move(to: end)
    return SourcePosition(
      file: file,
      line: start.line,
      column: start.column,
      byteColumn: start.byteColumn,
      endLine: line,
      endColumn: column,
      byteRange: start.fileOffset..<fileOffset
    )
  }
}

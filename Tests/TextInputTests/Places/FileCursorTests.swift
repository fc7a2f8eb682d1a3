import Findings
import Testing
import TextInput

@Suite("Places in text and file")
struct FileCursorTests {
  /// Moves over `text` in pieces of `size` bytes.
  private func moved(over text: String, _ size: Int, _ measure: ByteMeasure, from start: Int?) -> FileCursor {
    var cursor = FileCursor(fileOffset: start)
    let bytes = Array(text.utf8)
    bytes.withUnsafeBufferPointer { bytes in
      for first in stride(from: 0, to: bytes.count, by: size) {
        let piece = UnsafeBufferPointer(rebasing: bytes[first..<min(first + size, bytes.count)])
        cursor.move(over: piece, measure)
      }
    }
    return cursor
  }

  @Test(arguments: [1, 2, 3, 7, 100]) func countsTheSameInPieces(_ size: Int) {
    let cursor = moved(over: "a\r\nb\rc\n\u{E4}\u{1F415}x", size, .utf8, from: 3)
    #expect(cursor.line == 4)
    #expect(cursor.column == 4)
    #expect(cursor.offset == 14)
    #expect(cursor.fileOffset == 17)
    #expect(cursor.byteColumn == 8)
  }

  @Test func countsTheBytesOfTheFile() {
    // Two units a character, four for the dog; the mark takes two bytes.
    let cursor = moved(over: "ab\n\u{E4}\u{1F415}", 100, .utf16, from: 2)
    #expect(cursor.fileOffset == 14)
    #expect(cursor.lineFileOffset == 8)
    #expect(cursor.byteColumn == 7)
  }

  @Test func knowsNoBytesWhereTheyCannotBeKnown() {
    let cursor = moved(over: "ab\nc", 100, .unknown, from: nil)
    #expect(cursor.line == 2)
    #expect(cursor.column == 2)
    #expect(cursor.fileOffset == nil)
    #expect(cursor.byteColumn == nil)
    #expect(FileCursor(fileOffset: nil).byteRange(to: cursor) == nil)
  }

  @Test func makesAPositionOfTwoPlaces() {
    let start = moved(over: "ab\nc", 100, .utf8, from: 0)
    let end = moved(over: "ab\ncd\ne", 100, .utf8, from: 0)
    let position = start.position(to: end, file: "t.json")
    #expect(position.line == 2)
    #expect(position.column == 2)
    #expect(position.endLine == 3)
    #expect(position.endColumn == 2)
    #expect(position.byteRange == 4..<7)
  }
}

internal import Findings
internal import TextInput

/// A part of a JSON text that is in memory whole: a record, or what is around several records whose fields lead up to it.
///
/// A unit does not change once a record of it has been handed out.
final class JSONUnit: @unchecked Sendable {
  // `@unchecked`: only the reader that fills the unit changes it, and only while no record refers to it.
  /// The text, with a little of what stands before and after it.
  var text: [UInt8] = []
  /// Where the unit begins in `text`; places of nodes count from there.
  var first = 0
  /// The place of its beginning.
  var cursor = FileCursor()
  var tree = JSONTree()
  var fileName = ""
  /// How many bytes of the file the text takes.
  var measure = ByteMeasure.utf8

  func withText<Result>(_ start: Int32, _ end: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    text.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[first + Int(start)..<first + Int(end)])) }
  }

  /// The cursor moved from a place to a later one.
  func moved(_ cursor: FileCursor, from start: Int, to end: Int) -> FileCursor {
    var cursor = cursor
    text.withUnsafeBufferPointer {
      cursor.move(over: UnsafeBufferPointer(rebasing: $0[first + start..<first + end]), measure)
    }
    return cursor
  }

  /// A stretch of the unit as lines and columns.
  ///
  /// - Parameters:
  ///   - cursor: The place of a node not after it.
  ///   - origin: Where that is.
  /// - Complexity: O(*n*) in the bytes from there to the end of the stretch.
  func position(_ start: Int, _ end: Int, from cursor: FileCursor, at origin: Int) -> SourcePosition {
    let place = moved(cursor, from: origin, to: start)
    return place.position(to: moved(place, from: start, to: end), file: fileName)
  }

  /// The line on which a stretch begins.
  func excerpt(_ start: Int, _ end: Int, at position: SourcePosition) -> SourceExcerpt {
    text.withUnsafeBufferPointer { SourceExcerpt(around: first + start..<first + end, in: $0, at: position) }
  }
}

package import Findings

/// A place in text that has been converted to UTF-8, and where that is in the file, moved forward as `PlaceCursor` is.
package struct FileCursor: BitwiseCopyable, Sendable, Hashable {
  package private(set) var place = PlaceCursor()
  /// Bytes of the file before the place; -1 if that is not known.
  private var bytes: Int
  /// Bytes of the file before the place's line; -1 if that is not known.
  private var bytesBeforeLine: Int

  /// A cursor at the beginning of a text.
  ///
  /// - Parameter fileOffset: How many bytes of the file stand before it; `nil` if the places in the file cannot be known.
  package init(fileOffset: Int? = 0) {
    bytes = fileOffset ?? -1
    bytesBeforeLine = bytes
  }

  /// Bytes of UTF-8 before the place.
  package var offset: Int { place.offset }

  /// From 1.
  package var line: Int { place.line }

  /// In Unicode scalars, from 1.
  package var column: Int { place.column }

  /// Bytes of the file before the place.
  package var fileOffset: Int? { bytes < 0 ? nil : bytes }

  /// Bytes of the file before the place's line.
  package var lineFileOffset: Int? { bytesBeforeLine < 0 ? nil : bytesBeforeLine }

  /// The column in bytes of the file, from 1.
  package var byteColumn: Int? { bytes < 0 || bytesBeforeLine < 0 ? nil : bytes - bytesBeforeLine + 1 }

  /// Moves over `text`, which follows what the cursor has seen.
  ///
  /// - Complexity: O(*n*) in bytes.
  package mutating func move(over text: UnsafeBufferPointer<UInt8>, _ measure: ByteMeasure) {
    let start = place.offset
    place.move(over: text)
    guard bytes >= 0 else { return }
    bytes = measure.count(text).map { bytes + $0 } ?? -1
    guard place.lineStart > start else { return }
    let line = UnsafeBufferPointer(rebasing: text[(place.lineStart - start)...])
    bytesBeforeLine = bytes < 0 ? -1 : measure.count(line).map { bytes - $0 } ?? -1
  }

  /// The bytes of the file from here to a later place.
  package func byteRange(to end: FileCursor) -> Range<Int>? {
    guard let first = fileOffset, let last = end.fileOffset else { return nil }
    return first..<max(first, last)
  }

  /// What stands from here to a later place.
  package func position(to end: FileCursor, file: String) -> SourcePosition {
    SourcePosition(
      file: file,
      line: line,
      column: column,
      byteColumn: byteColumn,
      endLine: end.line,
      endColumn: end.column,
      byteRange: byteRange(to: end)
    )
  }
}

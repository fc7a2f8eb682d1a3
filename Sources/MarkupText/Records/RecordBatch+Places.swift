internal import Findings

extension RecordBatch.Content {
  /// A place with what is needed to show it.
  struct Stretch {
    var position: SourcePosition
    /// Where it is in `source`.
    var range: Range<Int>
  }

  /// Turns a place into lines and columns.
  ///
  /// - Complexity: O(*n*) in the bytes between the anchor and the end of the place.
  func stretch(_ place: RecordBatch.Place) -> Stretch {
    guard Int(place.anchor) < anchors.count else {
      return Stretch(position: SourcePosition(file: fileName, line: 1), range: 0..<0)
    }
    let anchor = anchors[Int(place.anchor)]
    return source.withUnsafeBufferPointer { bytes in
      var start = min(anchor.sourceStart + place.start, bytes.count)
      var end = min(start + place.count, bytes.count)
      if place.attribute >= 0, let attribute = attribute(place, in: UnsafeBufferPointer(rebasing: bytes[start...])) {
        end = min(start + attribute.end, bytes.count)
        start += attribute.name.lowerBound
      }
      var cursor = PlaceCursor(line: anchor.line, column: anchor.column)
      cursor.move(over: UnsafeBufferPointer(rebasing: bytes[anchor.sourceStart..<start]))
      let (line, column) = (cursor.line, cursor.column)
      cursor.move(over: UnsafeBufferPointer(rebasing: bytes[start..<end]))
      let offset = anchor.offset + start - anchor.sourceStart
      return Stretch(
        position: SourcePosition(
          file: fileName,
          line: line,
          column: column,
          endLine: cursor.line,
          endColumn: cursor.column,
          byteRange: fileOffset.map { ($0 + offset)..<($0 + offset + end - start) }
        ),
        range: start..<end
      )
    }
  }

  private func attribute(_ place: RecordBatch.Place, in tag: UnsafeBufferPointer<UInt8>) -> TagScan.Attribute? {
    let wanted = Array(attributeNames[Int(place.attribute)].qualified.utf8)
    return TagScan.attributes(in: tag).first { attribute in
      guard attribute.name.count == wanted.count else { return false }
      return zip(tag[attribute.name], wanted).allSatisfy { byte, other in
        byte == other || (comparesNamesWithoutCase && (0x41...0x5A).contains(byte) && byte | 0x20 == other)
      }
    }
  }

  /// The line on which the stretch begins.
  func excerpt(_ stretch: Stretch) -> SourceExcerpt {
    source.withUnsafeBufferPointer { SourceExcerpt(around: stretch.range, in: $0, at: stretch.position) }
  }
}

internal import Findings

extension RecordBatch.Content {
  /// A place with what is needed to show it.
  struct Stretch {
    var position: SourcePosition
    /// Where it is in the source.
    var range: Range<Int>
  }

  /// Where a place is in the source.
  func range(_ place: RecordBatch.Place) -> Range<Int> {
    guard Int(place.anchor) < source.anchors.count else { return 0..<0 }
    let start = min(max(0, source.anchors[Int(place.anchor)].sourceStart + Int(place.start)), source.bytes.count)
    return start..<min(start + Int(place.count), source.bytes.count)
  }

  /// Turns a place into lines and columns.
  ///
  /// - Complexity: O(*n*) in the bytes between the anchor and the end of the place.
  func stretch(_ place: RecordBatch.Place) -> Stretch {
    guard Int(place.anchor) < source.anchors.count else {
      return Stretch(position: SourcePosition(file: names.fileName, line: 1), range: 0..<0)
    }
    let anchor = source.anchors[Int(place.anchor)]
    let bytes = source.bytes.elements
    var (start, end) = (range(place).lowerBound, range(place).upperBound)
    if place.attribute >= 0, let attribute = attribute(place, in: UnsafeBufferPointer(rebasing: bytes[start...])) {
      end = min(start + attribute.end, bytes.count)
      start += attribute.name.lowerBound
    }
    var cursor = PlaceCursor(line: anchor.line, column: anchor.column)
    cursor.move(over: UnsafeBufferPointer(rebasing: bytes[min(anchor.sourceStart, start)..<start]))
    let (line, column) = (cursor.line, cursor.column)
    cursor.move(over: UnsafeBufferPointer(rebasing: bytes[start..<end]))
    let offset = anchor.offset + start - anchor.sourceStart
    return Stretch(
      position: SourcePosition(
        file: names.fileName,
        line: line,
        column: column,
        endLine: cursor.line,
        endColumn: cursor.column,
        byteRange: names.fileOffset.map { ($0 + offset)..<($0 + offset + end - start) }
      ),
      range: start..<end
    )
  }

  private func attribute(_ place: RecordBatch.Place, in tag: UnsafeBufferPointer<UInt8>) -> TagScan.Attribute? {
    let wanted = Array(names.attributeNames[Int(place.attribute)].qualified.utf8)
    return TagScan.attributes(in: tag).first { attribute in
      guard attribute.name.count == wanted.count else { return false }
      return zip(tag[attribute.name], wanted).allSatisfy { byte, other in
        byte == other || (names.comparesWithoutCase && (0x41...0x5A).contains(byte) && byte | 0x20 == other)
      }
    }
  }

  /// The line on which the stretch begins.
  func excerpt(_ stretch: Stretch) -> SourceExcerpt {
    SourceExcerpt(around: stretch.range, in: source.bytes.elements, at: stretch.position)
  }
}

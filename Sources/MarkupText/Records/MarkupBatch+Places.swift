internal import Findings
internal import TextInput

extension MarkupBatch.Content {
  /// A place with what is needed to show it.
  struct Stretch {
    var position: SourcePosition
    /// In bytes of the file, from 1.
    var byteColumn: Int?
    /// Where it is in the source.
    var range: Range<Int>
    /// The bytes around it that stand together in the document.
    var segment: Range<Int>
  }

  /// Where a place is in the source.
  func range(_ place: MarkupBatch.Place) -> Range<Int> {
    guard Int(place.anchor) < source.anchors.count else { return 0..<0 }
    let start = min(max(0, source.anchors[Int(place.anchor)].sourceStart + Int(place.start)), source.bytes.count)
    return start..<min(start + Int(place.count), source.bytes.count)
  }

  /// The line on which the element of a place begins.
  ///
  /// - Complexity: O(*n*) in the bytes between the anchor and the element.
  func startLine(_ place: MarkupBatch.Place) -> Int {
    guard Int(place.anchor) < source.anchors.count else { return 1 }
    let anchor = source.anchors[Int(place.anchor)]
    // Most records are anchors themselves.
    guard place.start != 0 else { return anchor.line }
    let start = range(place).lowerBound
    var cursor = PlaceCursor(line: anchor.line, column: anchor.column)
    cursor.move(over: UnsafeBufferPointer(rebasing: source.bytes.elements[min(anchor.sourceStart, start)..<start]))
    return cursor.line
  }

  /// Turns a place into lines and columns.
  ///
  /// - Complexity: O(*n*) in the bytes between the anchor and the end of the place.
  func stretch(_ place: MarkupBatch.Place) -> Stretch {
    guard Int(place.anchor) < source.anchors.count else {
      return Stretch(position: SourcePosition(file: names.fileName, line: 1), range: 0..<0, segment: 0..<0)
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
    let lineStart = cursor.lineStart
    cursor.move(over: UnsafeBufferPointer(rebasing: bytes[start..<end]))
    let fileStart = fileOffset(start, anchor)
    let lineFileStart =
      lineStart < 0
      ? (anchor.lineFileOffset < 0 ? nil : anchor.lineFileOffset)
      : fileOffset(min(anchor.sourceStart, start) + lineStart, anchor)
    return Stretch(
      position: SourcePosition(
        file: names.fileName,
        line: line,
        column: column,
        endLine: cursor.line,
        endColumn: cursor.column,
        byteRange: fileStart.flatMap { first in fileOffset(end, anchor).map { first..<max(first, $0) } }
      ),
      byteColumn: fileStart.flatMap { start in lineFileStart.map { start - $0 + 1 } },
      range: start..<end,
      segment: source.segment(around: start, tag: anchor.sourceStart)
    )
  }

  /// How many bytes of the file stand before the place `index` of the source.
  func fileOffset(_ index: Int, _ anchor: MarkupBatch.Anchor) -> Int? {
    let shift = anchor.sourceStart - anchor.offset
    let known = anchor.fileOffset < 0 ? nil : SourceOffsets.Mark(text: anchor.offset, file: anchor.fileOffset)
    return names.offsets.fileOffset(of: index - shift, after: known) { range in
      let start = max(0, range.lowerBound + shift)
      return UnsafeBufferPointer(rebasing: source.bytes.elements[start..<max(start, index)])
    }
  }

  private func attribute(_ place: MarkupBatch.Place, in tag: UnsafeBufferPointer<UInt8>) -> TagScan.Attribute? {
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
    let (range, segment) = (stretch.range.clamped(to: stretch.segment), stretch.segment)
    return SourceExcerpt(
      around: (range.lowerBound - segment.lowerBound)..<(range.upperBound - segment.lowerBound),
      in: UnsafeBufferPointer(rebasing: source.bytes.elements[segment]),
      at: stretch.position,
      goesOn: segment.lowerBound > 0 || source.goesOn
    )
  }
}

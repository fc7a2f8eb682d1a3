internal import DelimitedText
internal import Findings
internal import JSONText
internal import TextInput

/// Where the records of a page stand in a file that can be read there again.
package struct PageSpan: Sendable, Hashable {
  /// Bytes between two records that are none: comments, blank lines, repeated headers.
  struct Gap: Sendable, Hashable {
    /// The record after it, by its place in the page.
    var record: Int
    /// The bytes, in the file.
    var bytes: Range<Int>
    /// The line of the record after it.
    var line: Int
  }

  /// From the first byte of the first record to the last one of the last.
  package var bytes: Range<Int>
  /// The line on which the first record begins, from 1.
  package var line: Int
  package var count: Int
  var gaps: [Gap] = []

  /// The span when `bytes` and `lines` have been put in before it.
  package func moved(bytes delta: Int, lines: Int) -> PageSpan {
    var moved = self
    moved.bytes = bytes.lowerBound + delta..<bytes.upperBound + delta
    moved.line += lines
    moved.gaps = gaps.map { gap in
      Gap(
        record: gap.record,
        bytes: gap.bytes.lowerBound + delta..<gap.bytes.upperBound + delta,
        line: gap.line + lines
      )
    }
    return moved
  }
}

/// A source that is read from its beginning to its end, in pages.
///
/// Used by one thread at a time.
package final class RecordPass {
  private let source: any RecordSource
  private let delimited: DelimitedSource?
  private let withPlaces: Bool
  private let isJSON: Bool
  /// How a page is read again, where that can be.
  package let form: RecordPageForm?

  /// - Parameters:
  ///   - withPlaces: Whether pages that cannot be read again say where their fields stand.
  ///   - isJSON: Whether a field may have a place and no text: an array or an object.
  /// - Throws: What opening the source throws.
  init(_ source: any RecordSource, form: RecordPageForm?, withPlaces: Bool, isJSON: Bool) {
    self.source = source
    self.isJSON = isJSON
    self.form = form
    self.withPlaces = withPlaces
    delimited = source as? DelimitedSource
  }

  /// The fields' names, in the order of their numbers.
  package var fieldNames: [String] { source.fieldNames }

  /// Reads the next page.
  ///
  /// - Parameters:
  ///   - most: How many records a page has at the most.
  ///   - mostBytes: A page ends with the record with which its texts have so many bytes.
  /// - Returns: The page, and where it can be read again; `nil` for that if it has to be kept, because something was found about the form of its records, or
  ///   the source cannot be read in parts. `nil` after the last record.
  /// - Throws: The reader's error when the source cannot be read on.
  package func next(most: Int, mostBytes: Int) throws -> (page: RecordPage, span: PageSpan?)? {
    var page = RecordPage(fieldCount: fieldNames.count)
    var span: PageSpan?
    var isSteady = form != nil
    while page.count < most, page.byteCount < mostBytes, try source.next() {
      if !source.takeFindings().isEmpty || source.isBroken { isSteady = false }
      let range = source.byteRange
      page.append(
        RecordPage.Entry(file: source.name, line: source.line, byteRange: range, isBroken: source.isBroken)
      )
      appendFields(to: &page)
      guard isSteady, let range else {
        isSteady = false
        continue
      }
      if page.count == 1 { isSteady = !beginsWithMark(page) }
      span = span.extended(by: range, line: source.line, form: form)
    }
    guard page.count > 0 else { return nil }
    return (page, isSteady ? span : nil)
  }

  /// Whether a page would begin with what a reader takes for a byte order mark.
  private func beginsWithMark(_ page: RecordPage) -> Bool {
    guard page.fieldCount > 0 else { return false }
    return page.withField(0, 0) { $0?.starts(with: [0xEF, 0xBB, 0xBF]) ?? false }
  }

  private func appendFields(to page: inout RecordPage) {
    if let delimited {
      delimited.record.appendFields(to: &page, isInUTF8: delimited.encoding == .utf8, withPlaces: withPlaces, offset: 0)
      return
    }
    let place = withPlaces && form == nil ? source.place : nil
    let whole = isJSON ? place?.located(nil).position.byteRange : nil
    for field in fieldNames.indices {
      source.withField(field) { text in
        let range = text == nil && !isJSON ? nil : place?.located(field).position.byteRange
        // The place of what is not there is that of the record.
        page.appendField(
          text,
          place: text == nil && range == whole ? nil : range,
          isNumber: source.isNumber(field)
        )
      }
    }
  }
}

extension PageSpan? {
  /// The span with one more record.
  func extended(by range: Range<Int>, line: Int, form: RecordPageForm?) -> PageSpan {
    guard var span = self else { return PageSpan(bytes: range, line: line, count: 1) }
    if form?.leavesOutGaps == true, range.lowerBound > span.bytes.upperBound {
      span.gaps.append(
        PageSpan.Gap(record: span.count, bytes: span.bytes.upperBound..<range.lowerBound, line: line)
      )
    }
    span.bytes = span.bytes.lowerBound..<range.upperBound
    span.count += 1
    return span
  }
}

extension DelimitedRecord {
  /// Adds the record's fields to a page that has an entry for it.
  ///
  /// - Parameter offset: What is added to places.
  func appendFields(to page: inout RecordPage, isInUTF8: Bool, withPlaces: Bool, offset: Int) {
    let positions = withPlaces && !isInUTF8 ? positions().map(\.byteRange) : []
    var end = -1
    for field in 0..<page.fieldCount {
      guard field < count else {
        page.appendField(nil, place: nil)
        continue
      }
      var place: Range<Int>?
      if withPlaces, let range = isInUTF8 ? byteRange(ofField: field) : positions[field] {
        // A field that was added to a short record stands nowhere: there is no delimiter before it.
        if range.lowerBound > end { place = range.lowerBound + offset..<range.upperBound + offset }
        end = range.upperBound
      }
      withFieldBytes(field) { page.appendField($0, place: place) }
    }
  }
}

internal import DelimitedText
internal import Findings
internal import FoundationEssentials
internal import JSONText
package import TextInput

/// How the records of a plain file are read that stand somewhere in its middle.
///
/// A page that is read again has the records that it had when the whole was read: this is for spans of which nothing was found.
package struct RecordPageForm: Sendable {
  enum Kind: Sendable {
    /// What was guessed of the file's beginning is given.
    case delimited(DelimitedOptions)
    case lines(JSONRecordOptions, [JSONFieldPath])
  }

  let kind: Kind
  /// The file's name in positions.
  let file: String
  let fieldCount: Int

  /// Whether what stands between the records of a page is left out when it is read again.
  var leavesOutGaps: Bool { if case .delimited = kind { true } else { false } }

  /// Whether a line feed is the byte 10 and nothing else, and ends lines.
  package var hasPlainLineFeeds: Bool {
    guard case .delimited(let options) = kind else { return true }
    switch options.encoding {
    case .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian: return false
    default: return options.dialect?.recordEnd != .carriageReturn
    }
  }

  /// Reads a page again.
  ///
  /// - Parameters:
  ///   - span: Where it stands.
  ///   - file: The file as it was when the span was noted.
  ///   - withPlaces: Whether fields say where they stand.
  /// - Throws: `PageChanged` if there are others than those records, `InputError` if the bytes cannot be read.
  /// - Complexity: O(bytes of the page).
  package func page(_ span: PageSpan, in file: InputFile, withPlaces: Bool) throws -> RecordPage {
    var page = RecordPage(fieldCount: fieldCount)
    var bytes: [UInt8] = []
    var start = span.bytes.lowerBound
    for gap in span.gaps {
      bytes += try file.bytes(in: start..<gap.bytes.lowerBound)
      start = gap.bytes.upperBound
    }
    bytes += try file.bytes(in: start..<span.bytes.upperBound)
    var offset = span.bytes.lowerBound
    var lines = span.line - 1
    var gaps = span.gaps[...]
    let isWhole = try read(bytes) { line, range, isBroken, append in
      guard page.count < span.count else { return false }
      if let gap = gaps.first, gap.record == page.count {
        offset += gap.bytes.count
        lines = gap.line - line
        gaps.removeFirst()
      }
      let moved = range.lowerBound + offset..<range.upperBound + offset
      page.append(RecordPage.Entry(file: self.file, line: line + lines, byteRange: moved, isBroken: isBroken))
      append(&page, offset, withPlaces)
      return true
    }
    guard isWhole, page.count == span.count else { throw PageChanged(file: self.file) }
    return page
  }

  /// Reads bytes of the file's middle that begin with a record and end with one, as the pages that they make.
  ///
  /// - Parameters:
  ///   - offset: Where they begin in the file.
  ///   - line: The line there, from 1.
  /// - Returns: The pages; `nil` if anything is to be said of the records, so that the whole has to be read.
  package func pages(of bytes: [UInt8], at offset: Int, line: Int, most: Int, mostBytes: Int, names: [String]) throws
    -> [(page: RecordPage, span: PageSpan)]?
  {
    var pages: [(page: RecordPage, span: PageSpan)] = []
    var page = RecordPage(fieldCount: fieldCount)
    var span: PageSpan?
    var isSteady = true
    func endPage() {
      if let ended = span { pages.append((page, ended)) }
      page = RecordPage(fieldCount: fieldCount)
      span = nil
    }
    let isWhole = try read(bytes) { ownLine, range, isBroken, append in
      if page.count >= most || page.byteCount >= mostBytes { endPage() }
      let place = range.lowerBound + offset..<range.upperBound + offset
      let entry = RecordPage.Entry(file: file, line: ownLine + line - 1, byteRange: place, isBroken: isBroken)
      page.append(entry)
      append(&page, offset, false)
      if isBroken { isSteady = false }
      // A record that repeats the header ends the table.
      let record = page.count - 1
      if fieldCount > 0, (0..<fieldCount).allSatisfy({ page.text(record, $0) == names[$0] }) { isSteady = false }
      span = span.extended(by: place, line: entry.line, form: self)
      return true
    }
    endPage()
    return isWhole && isSteady ? pages : nil
  }

  /// What adds the fields of the current record to a page, whose places are moved by an offset.
  private typealias Append = (inout RecordPage, _ offset: Int, _ withPlaces: Bool) -> Void

  /// Reads records; lines begin with 1, and places with 0.
  ///
  /// - Returns: Whether nothing was found about their form.
  private func read(
    _ bytes: [UInt8],
    _ body: (_ line: Int, _ range: Range<Int>, _ isBroken: Bool, Append) throws -> Bool
  ) throws -> Bool {
    switch kind {
    case .delimited(let options):
      guard !bytes.isEmpty else { return true }
      let reader = try DelimitedReader(bytes: bytes, options: options)
      var record = DelimitedRecord()
      while try reader.next(&record) {
        let goesOn = try body(record.startLine, record.rawByteRange, record.hasStructuralError) {
          page,
          offset,
          places in
          record.appendFields(to: &page, isInUTF8: options.encoding == .utf8, withPlaces: places, offset: offset)
        }
        if !goesOn { return false }
      }
      return reader.takeFindings().isEmpty
    case .lines(let options, let fields):
      let reader = try JSONRecordReader(.bytes(bytes), options: options, fields: fields)
      var record = JSONRecord()
      while try reader.next(&record) {
        guard let range = record.byteRange else { return false }
        let goesOn = try body(record.position.line, range, record.isBroken) { page, offset, places in
          for field in fields.indices {
            record.withFieldBytes(field) { text in
              page.appendField(
                text,
                place: places ? record.place(ofField: field, at: offset) : nil,
                isNumber: record.isNumber(field)
              )
            }
          }
        }
        if !goesOn { return false }
      }
      return reader.takeFindings().isEmpty
    }
  }
}

extension RecordPageForm {
  /// A page that was kept without places, with the places of its records' fields as far as these records still stand there; pages of delimited text have them.
  ///
  /// - Throws: `InputError` if the bytes cannot be read.
  /// - Complexity: O(bytes of the page).
  package func placed(_ page: RecordPage, in file: InputFile) throws -> RecordPage {
    guard case .lines(let options, let fields) = kind else { return page }
    var placed = RecordPage(fieldCount: fieldCount)
    for (number, entry) in page.entries.enumerated() {
      placed.append(entry)
      let record = try entry.byteRange.flatMap { range -> JSONRecord? in
        guard range.upperBound <= file.regularSize ?? 0 else { return nil }
        let bytes = try file.bytes(in: range)
        var record = JSONRecord()
        // What is no record there any more is none of this page.
        let isRead = try? JSONRecordReader(.bytes(bytes), options: options, fields: fields).next(&record)
        return isRead == true && record.byteRange == 0..<range.count ? record : nil
      }
      for field in fields.indices {
        page.withField(number, field) { text in
          let place = record?.withFieldBytes(field) { own in
            (own.map(Array.init) == text.map(Array.init))
              ? record?.place(ofField: field, at: entry.byteRange?.lowerBound ?? 0) : nil
          }
          placed.appendField(text, place: place ?? nil, isNumber: page.isNumber(number, field))
        }
      }
    }
    return placed
  }
}

extension JSONRecord {
  /// Where a field's value stands, also of one that is no text; `nil` if the record does not have it.
  fileprivate func place(ofField field: Int, at offset: Int) -> Range<Int>? {
    guard let range = position(ofField: field).byteRange, range != position.byteRange else { return nil }
    return range.lowerBound + offset..<range.upperBound + offset
  }
}

/// Why a page cannot be read again: the file has other records there.
package struct PageChanged: LocalizedError, CustomStringConvertible {
  package let file: String

  package var description: String { "\(file) has changed since it was read" }
  package var errorDescription: String? { description }
}

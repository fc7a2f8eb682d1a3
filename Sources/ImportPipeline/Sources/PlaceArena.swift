internal import DelimitedText
internal import Findings
internal import MarkupText

/// The places of a batch's records, kept as cheaply as the source allows: delimited records as raw bytes, whose fields are found again only
/// when somebody asks; markup records as they are, with their places in them.
struct PlaceArena: Sendable {
  private enum Contents: Sendable {
    case delimited(RecordLocator)
    case markup
  }

  private struct Span: Sendable {
    var start: Int
    var end: Int
    var line: Int
    var fileOffset: Int
  }

  private let contents: Contents
  private var bytes: [UInt8] = []
  private var spans: [Span] = []
  private var records: [MarkupRecord] = []

  private init(_ contents: Contents) { self.contents = contents }

  /// An arena for delimited records.
  static func delimited(_ locator: RecordLocator) -> PlaceArena { PlaceArena(.delimited(locator)) }

  /// An arena for XML and HTML records.
  static var markup: PlaceArena { PlaceArena(.markup) }

  /// Keeps a delimited record's bytes.
  ///
  /// - Complexity: O(*n*) in the record's bytes; one copy.
  mutating func append(_ record: borrowing DelimitedRecord) {
    let start = bytes.count
    record.withRawBytes { bytes.append(contentsOf: $0) }
    spans.append(
      Span(start: start, end: bytes.count, line: record.startLine, fileOffset: record.rawByteRange.lowerBound)
    )
  }

  /// Keeps a markup record.
  mutating func append(_ record: MarkupRecord) { records.append(record) }

  /// The physical line on which a record begins.
  func line(of record: Int) -> Int {
    switch contents {
    case .delimited: spans[record].line
    case .markup: records[record].position.line
    }
  }

  /// A record's bytes as they stand in its file.
  func rawBytes(of record: Int) -> [UInt8] {
    switch contents {
    case .delimited: Array(bytes[spans[record].start..<spans[record].end])
    case .markup: Array(records[record].rawText.utf8)
    }
  }

  /// The place of a record and its fields.
  func place(of record: Int) -> RecordPlace {
    switch contents {
    case .delimited(let locator):
      let span = spans[record]
      return .delimited(
        locator,
        bytes: Array(bytes[span.start..<span.end]),
        line: span.line,
        fileOffset: span.fileOffset
      )
    case .markup:
      return .markup(records[record])
    }
  }
}

/// Where one record and its fields stand.
enum RecordPlace: Sendable {
  case delimited(RecordLocator, bytes: [UInt8], line: Int, fileOffset: Int)
  case markup(MarkupRecord)

  /// The position of a field, or of the record for `nil`.
  func position(_ field: Int?) -> SourcePosition {
    switch self {
    case .delimited(let locator, let bytes, let line, let fileOffset):
      return locator.place(ofField: field ?? 0, in: bytes, startLine: line, startByte: fileOffset).position
    case .markup(let record):
      return field.map(record.position(ofField:)) ?? record.position
    }
  }

  /// The source text around a field, or around the record's beginning for `nil`.
  func excerpt(_ field: Int?) -> SourceExcerpt? {
    switch self {
    case .delimited(let locator, let bytes, let line, let fileOffset):
      locator.place(ofField: field ?? 0, in: bytes, startLine: line, startByte: fileOffset).excerpt
    case .markup(let record):
      field.map(record.excerpt(ofField:)) ?? record.excerpt
    }
  }
}

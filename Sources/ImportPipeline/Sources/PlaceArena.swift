internal import DelimitedText
internal import Findings

/// The places of a batch's records, kept as cheaply as the source allows: delimited records as raw bytes, whose fields are found again only
/// when somebody asks; other records as they are, with their places in them.
struct PlaceArena: Sendable {
  private enum Contents: Sendable {
    case delimited
    case placed
  }

  private struct Span: Sendable {
    var start: Int
    var end: Int
    var line: Int
    var fileOffset: Int
    /// Which locator is its file's.
    var locator: Int
  }

  private let contents: Contents
  private var bytes: [UInt8] = []
  private var spans: [Span] = []
  private var locators: [RecordLocator] = []
  /// For each locator, the numbers of its file's fields by those of the source; `nil` when they are the same.
  private var fieldNumbers: [[Int]?] = []
  private var lastFile: Int?
  /// The numbers of the fields in the file whose records follow, by those of the source; `nil` when they are the same.
  var currentFieldNumbers: [Int]?
  private var placed: [any PlacedRecord] = []

  private init(_ contents: Contents) { self.contents = contents }

  /// An arena for delimited records.
  static var delimited: PlaceArena { PlaceArena(.delimited) }

  /// An arena for records of other formats, which know their places.
  static var placed: PlaceArena { PlaceArena(.placed) }

  /// Keeps a delimited record's bytes.
  ///
  /// - Parameters:
  ///   - file: The number of its file among those of the source.
  ///   - locator: Finds places in that file's records.
  /// - Complexity: O(*n*) in the record's bytes; one copy.
  mutating func append(_ record: borrowing DelimitedRecord, of file: Int, _ locator: borrowing RecordLocator) {
    let (line, fileOffset) = (record.startLine, record.rawByteRange.lowerBound)
    record.withRawBytes { append($0, line: line, fileOffset: fileOffset, of: file, locator) }
  }

  /// Keeps a delimited record's bytes, which begin on `line` and at `fileOffset`.
  mutating func append(
    _ rawBytes: UnsafeBufferPointer<UInt8>,
    line: Int,
    fileOffset: Int,
    of file: Int,
    _ locator: borrowing RecordLocator
  ) {
    if lastFile != file {
      lastFile = file
      locators.append(copy locator)
      fieldNumbers.append(currentFieldNumbers)
    }
    let start = bytes.count
    bytes.append(contentsOf: rawBytes)
    spans.append(
      Span(start: start, end: bytes.count, line: line, fileOffset: fileOffset, locator: locators.count - 1)
    )
  }

  /// Keeps a record of another format.
  mutating func append(_ record: some PlacedRecord) { placed.append(record) }

  /// The physical line on which a record begins.
  func line(of record: Int) -> Int {
    switch contents {
    case .delimited: spans[record].line
    case .placed: placed[record].position.line
    }
  }

  /// A record's bytes as they stand in its file.
  func rawBytes(of record: Int) -> [UInt8] {
    switch contents {
    case .delimited: Array(bytes[spans[record].start..<spans[record].end])
    case .placed: placed[record].rejectBytes
    }
  }

  /// The place of a record and its fields.
  func place(of record: Int) -> RecordPlace {
    switch contents {
    case .delimited:
      let span = spans[record]
      return .delimited(
        locators[span.locator],
        fieldNumbers: fieldNumbers[span.locator],
        bytes: Array(bytes[span.start..<span.end]),
        line: span.line,
        fileOffset: span.fileOffset
      )
    case .placed:
      return .placed(placed[record])
    }
  }
}

/// A record that may be kept, and knows its places.
protocol PlacedRecord: Sendable {
  var position: SourcePosition { get }
  /// The place of the record when it does not have the field.
  func position(ofField field: Int) -> SourcePosition
  var excerpt: SourceExcerpt? { get }
  func excerpt(ofField field: Int) -> SourceExcerpt?
  /// The record as it is written to a file of rejects by itself.
  var rejectBytes: [UInt8] { get }
}

/// Where one record and its fields stand.
enum RecordPlace: Sendable {
  case delimited(RecordLocator, fieldNumbers: [Int]?, bytes: [UInt8], line: Int, fileOffset: Int)
  case placed(any PlacedRecord)

  /// The number of a field in its file; that of the first for the record itself.
  private static func number(_ field: Int?, _ numbers: [Int]?) -> Int {
    guard let field else { return 0 }
    return numbers.map { $0[field] } ?? field
  }

  /// The position of a field, or of the record for `nil`.
  func position(_ field: Int?) -> SourcePosition {
    switch self {
    case .delimited(let locator, let numbers, let bytes, let line, let fileOffset):
      return locator.place(ofField: Self.number(field, numbers), in: bytes, startLine: line, startByte: fileOffset)
        .position
    case .placed(let record):
      return field.map(record.position(ofField:)) ?? record.position
    }
  }

  /// The position of a field and the source text around it, or those of the record for `nil`, with one look at the record.
  func located(_ field: Int?) -> (position: SourcePosition, excerpt: SourceExcerpt?) {
    switch self {
    case .delimited(let locator, let numbers, let bytes, let line, let fileOffset):
      let number = Self.number(field, numbers)
      let place = locator.place(ofField: number, in: bytes, startLine: line, startByte: fileOffset)
      return (place.position, place.excerpt)
    case .placed:
      return (position(field), excerpt(field))
    }
  }

  /// The source text around a field, or around the record's beginning for `nil`.
  func excerpt(_ field: Int?) -> SourceExcerpt? {
    switch self {
    case .delimited(let locator, let numbers, let bytes, let line, let fileOffset):
      locator.place(ofField: Self.number(field, numbers), in: bytes, startLine: line, startByte: fileOffset).excerpt
    case .placed(let record):
      field.map(record.excerpt(ofField:)) ?? record.excerpt
    }
  }
}

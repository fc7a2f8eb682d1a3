internal import Findings
internal import ManagedObjects

/// The fields of one record, by number.
protocol RecordFields {
  /// Calls `body` with the UTF-8 bytes of a field, or with `nil` if the record does not have it.
  ///
  /// - Complexity: O(1) besides `body`.
  func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result

  /// Whether the source's own format says that the field is a number, which has none of the marks that people write in texts.
  ///
  /// - Complexity: O(1).
  func isNumber(_ field: Int) -> Bool

  /// Whether the bytes of a field are valid as long as the fields are, and not in `body` alone.
  static var haveLastingBytes: Bool { get }
}

extension RecordFields {
  static var haveLastingBytes: Bool { false }

  /// A field is a text, unless the format has numbers.
  func isNumber(_ field: Int) -> Bool { false }
}

/// What stands on one record at a time.
protocol RecordCursor: AnyObject, RecordFields {
  /// The fields' names, in the order of their numbers.
  var fieldNames: [String] { get }

  /// The current record's number, from 1.
  var recordNumber: Int { get }

  /// The physical line on which the current record begins.
  var line: Int { get }

  /// Whether the record's own form is so broken that its fields cannot be trusted; its findings say why.
  var isBroken: Bool { get }

  /// The findings about the source's form since the last call, each once.
  func takeFindings() -> [Finding]

  /// Where the current record and its fields stand; it keeps what it needs of the record.
  ///
  /// - Complexity: O(*n*) in the record's bytes.
  var place: any PlacedRecord { get }
}

/// A stream of records that the pipeline reads: what the readers of all formats have in common.
protocol RecordSource: RecordCursor {
  /// The file's name in positions.
  var name: String { get }

  /// Moves to the next record.
  ///
  /// - Returns: `false` after the last one.
  /// - Throws: The reader's error when the file cannot be read on.
  func next() throws -> Bool

  /// The name of the encoding in which the current file is.
  var encodingName: String { get }

  /// How many bytes have been read, for progress.
  var bytesRead: Int { get }

  /// A reader of the source's batches; several of them take turns.
  ///
  /// - Parameters:
  ///   - precheck: `nil` if every record is needed with its values.
  ///   - packed: What takes the rows of prechecked records, if they are packed.
  func makeBatchReader(
    _ maker: FindingMaker,
    _ precheck: RecordPrecheck?,
    _ packed: (any PackedRows)?
  ) -> any BatchReader

  /// Where the name of a field stands in the file's header, or the header begins for `nil`; nothing where the names come from elsewhere.
  ///
  /// - Complexity: O(*n*) in the bytes up to the header's end.
  func headerPlace(ofField field: Int?) -> SourcePlace?

  /// The bytes of the file that the current record takes, its line break included; `nil` if they are not known.
  ///
  /// - Complexity: O(1).
  var byteRange: Range<Int>? { get }

  /// Whether records stand in a tree, out of which rejected ones have to be cut, or are lines that can be left out.
  var isTree: Bool { get }

  /// What a file of rejected records begins with, when records are lines: the byte order mark and the header.
  var rejectPreamble: [UInt8] { get }

  /// The line breaks that end a record, when records are lines, as bytes of the file; the one to add is the first.
  var lineBreaks: [[UInt8]] { get }
}

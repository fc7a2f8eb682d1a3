public import Findings
public import TextInput

/// Reads the records of an XML document one after the other, in memory that does not grow with the document.
///
/// ```swift
/// let options = XMLRecordOptions(recordPath: try RecordPath("//breed"))
/// let fields = [try FieldPath("@number"), try FieldPath("name"), try FieldPath("../@name")]
/// let reader = try XMLRecordReader(path: inputs + "/fci-nomenclature.xml", options: options, fields: fields)
/// var record = MarkupRecord()
/// while try reader.next(&record) {
///   if record.value(0) == "161" { names.append("\(record.value(1) ?? "") in line \(record.position.line)") }
/// }
/// ```
///
/// Document types outside the file and external entities are never loaded, whatever the document says. A reader is used by one thread
/// at a time; its records may go to others.
public final class XMLRecordReader {
  private let document: XMLDocumentReading
  private var batch = MarkupBatch()
  private var nextIndex = 0

  /// Reads the file at `path`.
  ///
  /// - Parameter fields: What to take from each record; without any, each record has the fields that are found in it.
  /// - Parameter path: The file.
  /// - Parameter options: Where the records stand, and how they are read.
  /// - Throws: `MarkupTextError` of kind `unreadable`.
  public convenience init(path: String, options: XMLRecordOptions, fields: [FieldPath] = []) throws {
    try self.init(.file(path), options: options, fields: fields)
  }

  /// Reads a document in memory.
  public convenience init(bytes: [UInt8], options: XMLRecordOptions, fields: [FieldPath] = []) throws {
    try self.init(.bytes(bytes), options: options, fields: fields)
  }

  /// Reads a document from anywhere.
  ///
  /// - Throws: `MarkupTextError` of kind `unreadable`, or `path` for a field that leads to other records, and what a stream throws.
  public init(_ input: ByteInput, options: XMLRecordOptions, fields: [FieldPath] = []) throws {
    for field in fields { try field.require(known: options.recordPath) }
    try MarkupEncoding.require(options.encoding)
    var input = input
    var faults: [Finding]?
    if !options.deliversRecordsBeforeFault {
      if !input.isRepeatable { input = .bytes(try input.readAll(limit: 1 << 30)) }
      faults = try Self.faults(of: input, options: options)
    }
    document = try XMLDocumentReading(input, options: options, fields: fields)
    if let faults { document.giveUp(faults) }
  }

  /// What is wrong with the document so that it cannot be read to its end; `nil` if nothing is.
  private static func faults(of input: ByteInput, options: XMLRecordOptions) throws -> [Finding]? {
    var options = options
    options.deliversRecordsBeforeFault = true
    let check = try XMLRecordReader(input, options: options, fields: [FieldPath(".")])
    var record = MarkupRecord()
    while try check.next(&record) {}
    return check.isFaulty ? check.takeFindings() : nil
  }

  /// Whether the document could not be read to its end. The reason is among the findings.
  public var isFaulty: Bool { document.isFaulty }

  /// The name of the document's encoding; UTF-8 as long as nothing has been read.
  package var encodingName: String { document.encodingName }

  /// How many records have begun and ended so far, those that were too long included.
  public var recordCount: Int { document.recordCount }

  /// Whether something has been found wrong since the last call of `takeFindings()`.
  package var hasFindings: Bool { document.hasFindings }

  /// What has been found wrong since the last call, in the order of the document.
  public func takeFindings() -> [Finding] { document.takeFindings() }

  /// Reads the next record.
  ///
  /// - Parameter record: Replaced by the next record; its memory is used again if nobody else has a copy.
  /// - Returns: `false` at the end of the document or at a fault, which is then among the findings.
  /// - Throws: `MarkupTextError` of kind `unreadable` when the file cannot be read on, and what a stream throws.
  /// - Complexity: O(*n*) in the bytes of the record.
  public func next(_ record: inout MarkupRecord) throws -> Bool {
    while nextIndex >= batch.content.records.count {
      record.release()
      guard !document.isFinished else { return false }
      nextIndex = 0
      if !isKnownUniquelyReferenced(&batch) { batch = MarkupBatch() }
      try document.fill(batch)
    }
    record.set(batch: batch, index: nextIndex)
    nextIndex += 1
    return true
  }
}

internal import DelimitedText
internal import Findings
internal import JSONText
internal import ManagedObjects
internal import MarkupText
internal import Worksheets

/// Reads the records of a source and prepares them for the validator, a batch at a time. Several readers share a source and take turns: one fetches,
/// while others prepare what they have fetched.
protocol BatchReader: AnyObject {
  /// Reads the next records, up to `count`, or fewer that are long. Never called on two threads at once.
  ///
  /// - Returns: Whether records may follow.
  /// - Throws: What the source throws when it cannot be read on.
  func fetch(_ count: Int) throws -> Bool

  /// Converts the records that were fetched, at the same time as other readers theirs.
  ///
  /// - Parameter keeps: What is of use of prechecked records.
  func prepare(_ keeps: KeptValues) -> PreparedBatch

  /// Converts a record in full that the precheck has let pass.
  ///
  /// - Parameter index: Its place among the records that were fetched.
  func map(_ index: Int) -> ProposedRecord
}

/// What is kept of a source at once.
enum BatchLimit {
  /// The bytes behind which a batch ends, however few its records are: one may have 16 megabytes.
  static let bytes = 8 << 20
}

/// Records that are ready to be validated, in their order.
struct PreparedBatch {
  /// Which records the precheck has let pass; empty if there is none.
  var havePassed: [Bool] = []
  /// Those records.
  var prechecked: PrecheckedBatch?
  /// The lines on which they begin.
  var lines: [Int] = []
  /// The others.
  var proposed: [ProposedRecord] = []
  /// What the source has found since its last record.
  var lastFindings: [Finding] = []
  /// How many bytes of the source had been read.
  var bytesRead = 0
  /// Where in their file the records begin, if that is asked for and known.
  var offsets: [Int] = []
  /// Where they stand, if that is asked for and known.
  var span: BatchSpan?

  /// How many records there are.
  var count: Int { havePassed.isEmpty ? proposed.count : havePassed.count }
}

/// Reads and converts records one after the other: sources whose records go when the next one comes.
final class SequentialReader<Source: RecordSource>: BatchReader {
  private let source: Source
  private let mapper: RecordMapper<Source>
  private var batch = PreparedBatch()

  init(_ source: Source, _ maker: FindingMaker) {
    self.source = source
    mapper = RecordMapper(source: source, maker: maker)
  }

  func fetch(_ count: Int) throws -> Bool {
    // A local batch: access to a property of this class would be checked for exclusivity at each of a million records.
    var batch = PreparedBatch()
    batch.proposed.reserveCapacity(count)
    var mayGoOn = true
    let start = source.bytesRead
    while mayGoOn, batch.count < count, source.bytesRead - start < BatchLimit.bytes {
      mayGoOn = try source.next()
      if mayGoOn { batch.proposed.append(mapper.mapRecord(source.takeFindings())) }
    }
    if !mayGoOn { batch.lastFindings = mapper.lastFindings() }
    batch.bytesRead = source.bytesRead
    self.batch = batch
    return mayGoOn
  }

  func prepare(_ keeps: KeptValues) -> PreparedBatch { batch }

  func map(_ index: Int) -> ProposedRecord { batch.proposed[index] }
}

/// Keeps the records of a file, so that they can be converted while others are read.
final class KeptRecordsReader<Records: KeptCursor>: BatchReader {
  private let records: Records
  private let precheck: RecordPrecheck?
  private let packed: (any PackedRows)?
  /// The records that the precheck lets pass, and the one that it looks at; used again for each batch.
  private var prechecked: PrecheckedBatch?
  private let record: PrecheckedRecord?
  private let mapper: RecordMapper<Records>

  init(_ records: Records, _ maker: FindingMaker, _ precheck: RecordPrecheck?, _ packed: (any PackedRows)?) {
    self.records = records
    self.precheck = precheck
    self.packed = packed
    record = precheck?.makeRecord()
    mapper = RecordMapper(source: records, maker: maker)
  }

  func fetch(_ count: Int) throws -> Bool { try records.fill(count) }

  func prepare(_ keeps: KeptValues) -> PreparedBatch {
    // Before the findings are taken that it tells of.
    let span = keeps.spans ? records.span : nil
    // Who keeps batches keeps their memory.
    if keeps.spans { prechecked = nil }
    var prepared =
      if let precheck, let record { prechecked(by: precheck, record, keeps) } else { convertAll() }
    records.index = records.count
    prepared.lastFindings = mapper.lastFindings()
    prepared.bytesRead = records.bytesRead
    if keeps.offsets { prepared.offsets = records.offsets }
    prepared.span = span
    return prepared
  }

  /// Converts every record.
  private func convertAll() -> PreparedBatch {
    PreparedBatch(
      proposed: (0..<records.count).map { index in
        records.index = index
        return mapper.mapRecord(records.takeFindings())
      }
    )
  }

  /// Converts those records that the precheck does not let pass.
  ///
  /// Specialized, because the compiler does not do it by itself for methods of a generic class that are called through a protocol: what is done for each
  /// field would go through tables of witnesses.
  @specialized(where Records == KeptSource)
  @specialized(where Records == KeptReaderSource<XMLRecordReader>)
  @specialized(where Records == KeptReaderSource<HTMLTableReader>)
  @specialized(where Records == KeptReaderSource<HTMLRecordReader>)
  @specialized(where Records == KeptReaderSource<JSONRecordReader>)
  @specialized(where Records == KeptReaderSource<WorksheetReader>)
  private func prechecked(
    by precheck: RecordPrecheck,
    _ record: PrecheckedRecord,
    _ keeps: KeptValues
  ) -> PreparedBatch {
    let prechecked = batch(of: precheck)
    prechecked.removeAll(keeps)
    var havePassed: [Bool] = []
    havePassed.reserveCapacity(records.count)
    var proposed: [ProposedRecord] = []
    let areWhole = records.areWhole
    records.forEach { index, fields in
      let passes = areWhole[index] && precheck.passes(fields, record) && prechecked.append(record)
      havePassed.append(passes)
      if !passes {
        records.index = index
        proposed.append(mapper.mapRecord(records.takeFindings()))
      }
    }
    return PreparedBatch(
      havePassed: havePassed,
      prechecked: prechecked,
      lines: records.lines,
      proposed: proposed
    )
  }

  /// Memory for the records that are kept now.
  private func batch(of precheck: RecordPrecheck) -> PrecheckedBatch {
    if let prechecked, prechecked.capacity >= records.count { return prechecked }
    let batch = precheck.makeBatch(capacity: records.count, packed)
    prechecked = batch
    return batch
  }

  func map(_ index: Int) -> ProposedRecord {
    records.index = index
    return mapper.mapRecord([])
  }
}

extension RecordSource {
  func makeBatchReader(
    _ maker: FindingMaker,
    _ precheck: RecordPrecheck?,
    _ packed: (any PackedRows)?
  ) -> any BatchReader {
    SequentialReader(self, maker)
  }
}

extension DelimitedSource {
  func makeBatchReader(
    _ maker: FindingMaker,
    _ precheck: RecordPrecheck?,
    _ packed: (any PackedRows)?
  ) -> any BatchReader {
    KeptRecordsReader(KeptSource(self), maker, precheck, packed)
  }
}

extension ReaderSource {
  func makeBatchReader(
    _ maker: FindingMaker,
    _ precheck: RecordPrecheck?,
    _ packed: (any PackedRows)?
  ) -> any BatchReader {
    KeptRecordsReader(KeptReaderSource(self), maker, precheck, packed)
  }
}

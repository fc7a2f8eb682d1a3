internal import DelimitedText
internal import Findings
internal import ManagedObjects
internal import TextInput

/// Judges a source once more: batches that are known are only seen together with the others, the rest is read.
struct JudgedReplay {
  private let source: SourcePlan
  private let opened: DelimitedSource
  private let maker: FindingMaker
  private let precheck: RecordPrecheck
  private let batchSize: Int
  private let file: InputFile
  private let options: DelimitedOptions
  private(set) var bytesRead = 0

  /// - Throws: `InputError` if the file cannot be opened; `PartsAreNotEnough`.
  init(
    _ source: SourcePlan,
    _ opened: DelimitedSource,
    _ maker: FindingMaker,
    _ precheck: RecordPrecheck,
    batchSize: Int
  ) throws {
    self.source = source
    self.opened = opened
    self.maker = maker
    self.precheck = precheck
    self.batchSize = batchSize
    file = try InputFile(source.path)
    options = source.partOptions(of: opened)
    // Said of the header, and not of a record.
    guard opened.takeFindings().isEmpty else { throw notEnough("something is wrong with its header") }
  }

  private func notEnough(_ reason: String) -> PartsAreNotEnough {
    PartsAreNotEnough(reason: "\(source.recipe.file.value): \(reason)")
  }

  /// Judges all records.
  ///
  /// - Returns: What is known of them now.
  /// - Throws: `PartsAreNotEnough` if the whole has to be read, by a run of its own: what was seen so far has taken effect. What a run throws.
  mutating func run(_ judged: JudgedSource, _ importer: SourceImport) throws -> JudgedSource {
    var result = judged
    result.blocks = []
    result.blocks.reserveCapacity(judged.blocks.count)
    var records = 0
    var lines = 0
    for (index, block) in judged.blocks.enumerated() {
      var block = block
      block.line += lines
      let start = PartStart(bytes: block.bytes.lowerBound, lines: block.line - 1, records: records)
      if let batch = block.batch, batch.prechecked?.has(importer.keeps) == true {
        block.batch = try finish(batch, block, movingLines: lines, start, importer)
        result.blocks.append(block)
        records += block.records
        continue
      }
      if block.isChanged {
        let next = index + 1 < judged.blocks.count ? judged.blocks[index + 1] : nil
        if let line = try lineBehind(block, next, start), let next { lines = line - next.line }
      }
      let new = try read(block, start, importer)
      let count = new.reduce(0) { $0 + $1.records }
      guard block.isChanged || count == block.records else { throw notEnough("it has other records than before") }
      result.blocks += new
      records += count
    }
    return result
  }

  /// Takes a batch that is known.
  private func finish(
    _ batch: PreparedBatch,
    _ block: JudgedSource.Block,
    movingLines lines: Int,
    _ start: PartStart,
    _ importer: SourceImport
  ) throws -> PreparedBatch {
    var batch = batch
    if lines != 0 { for index in batch.lines.indices { batch.lines[index] += lines } }
    let late = LateReader(count: block.records) { try reader(of: block, start) }
    try importer.finish(batch, late)
    if let failure = late.failure { throw failure }
    return batch
  }

  /// Reads a block, and takes its records.
  private mutating func read(_ block: JudgedSource.Block, _ start: PartStart, _ importer: SourceImport) throws
    -> [JudgedSource.Block]
  {
    if block.bytes.isEmpty { return [] }
    bytesRead += block.bytes.count
    let reader = try reader(of: block, start)
    var found: [JudgedSource.Block] = []
    var end = block.bytes.lowerBound
    var goesOn = true
    while goesOn {
      goesOn = try reader.fetch(batchSize)
      var keeps = importer.keeps
      keeps.spans = true
      let prepared = reader.prepare(keeps)
      if prepared.count == 0, prepared.lastFindings.isEmpty { continue }
      guard let block = JudgedSource.Block(prepared), block.bytes.lowerBound == end else {
        throw notEnough("something is wrong with the form of records")
      }
      end = block.bytes.upperBound
      try importer.finish(prepared, reader)
      found.append(block)
    }
    guard end == block.bytes.upperBound else { throw notEnough("something is left out") }
    return found
  }

  private func reader(of block: JudgedSource.Block, _ start: PartStart) throws -> any BatchReader {
    let part = try opened.part(file.bytes(in: block.bytes), options, after: start)
    return part.makeBatchReader(maker, precheck, nil)
  }

  /// Makes sure that the record behind a changed block begins where it has begun.
  ///
  /// - Returns: The line on which it begins; `nil` at the end of the file.
  private func lineBehind(_ block: JudgedSource.Block, _ next: JudgedSource.Block?, _ start: PartStart) throws -> Int? {
    let end = block.bytes.upperBound
    let bytes = try file.bytes(in: block.bytes.lowerBound..<end + (next?.firstSize ?? 0))
    // A reader would take it for a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw notEnough("a record begins like a file") }
    let part = try opened.part(bytes, options, after: start)
    while try part.next() {
      guard let place = part.byteRange, part.takeFindings().isEmpty, !part.isBroken else {
        throw notEnough("something is wrong with the form of a record")
      }
      if place.lowerBound >= end {
        guard next != nil, place.lowerBound == end else { break }
        return part.line
      }
      // It would begin another table.
      if part.record.strings == opened.fieldNames { throw notEnough("a record repeats the header") }
    }
    guard next == nil else { throw notEnough("records end elsewhere than before") }
    return nil
  }
}

/// Reads a block only if a record of it is asked for.
private final class LateReader: BatchReader {
  private let count: Int
  private let open: () throws -> any BatchReader
  private var opened: (any BatchReader)?
  /// Why a record could not be read; what was made in its place means nothing.
  private(set) var failure: (any Error)?

  init(count: Int, _ open: @escaping () throws -> any BatchReader) {
    self.count = count
    self.open = open
  }

  func fetch(_ count: Int) throws -> Bool { false }

  func prepare(_ keeps: KeptValues) -> PreparedBatch { PreparedBatch() }

  func map(_ index: Int) -> ProposedRecord {
    do {
      if opened == nil {
        let reader = try open()
        // One more, to come to the end.
        _ = try reader.fetch(count + 1)
        opened = reader
      }
      if let opened { return opened.map(index) }
    } catch {
      failure = error
    }
    return ProposedRecord(number: 0, line: 0, place: Nowhere())
  }

  private struct Nowhere: PlacedRecord {
    var rejectBytes: [UInt8] { [] }

    func located(_ field: Int?) -> SourcePlace { (SourcePosition(file: "", line: 0), nil) }
  }
}

extension SourcePlan {
  /// How bytes of a delimited source's middle are read that begin with a record and end with one.
  func partOptions(of delimited: DelimitedSource) -> DelimitedOptions {
    var options = recipe.delimited.options(fileName: delimited.name)
    var dialect = delimited.dialect
    (dialect.headerRows, dialect.preambleLines) = (0, 0)
    options.dialect = dialect
    options.encoding = delimited.encoding
    options.header = .names(delimited.fieldNames)
    options.expectedNames = []
    (options.table, options.tableBoundary, options.footerRows) = (.number(1), .repeatedHeader, 0)
    return options
  }
}

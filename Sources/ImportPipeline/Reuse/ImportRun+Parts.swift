internal import Findings
internal import ManagedObjects
internal import ObjectModel

/// Reading parts of a source.
extension ImportRun {
  /// Reads what has changed of a source; the rows of all else are taken over.
  ///
  /// - Returns: What became of all its records.
  /// - Throws: `PartsAreNotEnough`, and as a run does.
  func run(
    _ part: SourcePart,
    of source: SourcePlan,
    _ validator: RecordValidator,
    _ maker: FindingMaker
  ) throws -> RecordCounts {
    guard let store = target?.store as? any RowKeepingStore, plan.mayReadParts(of: source, validator) else {
      throw PartsAreNotEnough(reason: "rows of \(source.recipe.file.value) cannot be taken over")
    }
    var reading = PartReading(part, source, store, profile)
    if !part.changed.isEmpty {
      let opened = try source.open(part.path)
      guard source.form(of: opened, isPart: true) == part.trace.form else {
        throw PartsAreNotEnough(reason: "\(source.recipe.file.value) is read otherwise than before")
      }
      let (precheck, use) = precheck(source, validator, maker, changesObjects: false)
      guard let precheck, use == .packedRows, let packed = sink.packedRows(of: source.entity) else {
        throw PartsAreNotEnough(reason: "records of \(source.recipe.file.value) are not judged by themselves")
      }
      let reader = opened.makeBatchReader(maker, precheck, packed)
      var mayGoOn = true
      while mayGoOn {
        mayGoOn = try reader.fetch(source.batchSize(of: plan.recipe))
        try reading.take(reader.prepare(KeptValues(values: false, numbers: false, offsets: true)), sink)
      }
    }
    let (trace, count) = try reading.finish()
    profile = reading.profile
    keep(trace, of: source)
    var records = RecordCounts()
    records.read = count
    records.inserted = count
    return records
  }
}

/// Follows the records of a part of a source.
private struct PartReading {
  private let part: SourcePart
  private let source: SourcePlan
  private let store: any RowKeepingStore
  private(set) var profile: CompletenessProfile
  /// The blocks that are in the part, and the next of them.
  private let blocks: [Int]
  private var next = 0
  /// How many records of the next block have come.
  private var taken = 0
  /// Where the bytes at a place of the part stand in the source.
  private let pieces: [(start: Int, place: Int)]
  /// The number of the last record whose row has been kept or written.
  private var lastWritten = 0
  private var trace: SourceTrace
  /// How many records stand before each block.
  private let recordsBefore: [Int]

  init(_ part: SourcePart, _ source: SourcePlan, _ store: any RowKeepingStore, _ profile: CompletenessProfile) {
    self.part = part
    self.source = source
    self.store = store
    self.profile = profile
    blocks = part.changed.isEmpty ? [] : part.blocksToRead.flatMap(Array.init)
    var start = 0
    pieces = part.ranges.map { range in
      defer { start += range.count }
      return (start, range.lowerBound)
    }
    var count = 0
    recordsBefore = part.trace.blocks.map { block in
      defer { count += block.records }
      return count
    }
    trace = part.trace
    trace.size = part.size
    for block in trace.blocks.indices where block >= part.changed.upperBound {
      trace.blocks[block].offset = part.place(of: block)
    }
    for block in part.changed {
      trace.blocks[block].filled = Array(repeating: 0, count: trace.blocks[block].filled.count)
    }
  }

  private func notEnough(_ reason: String) -> PartsAreNotEnough {
    PartsAreNotEnough(reason: "\(source.recipe.file.value): \(reason)")
  }

  /// Takes the next records.
  mutating func take(_ batch: PreparedBatch, _ sink: any RecordSink) throws {
    guard batch.lastFindings.isEmpty, batch.havePassed.allSatisfy(\.self), batch.proposed.isEmpty else {
      throw notEnough("a record that changed has to be seen together with all others")
    }
    guard batch.count > 0 else { return }
    guard let prechecked = batch.prechecked, let packed = prechecked.packed, batch.offsets.count == batch.count,
      !prechecked.hasSeenUncomposedKey
    else { throw notEnough("a record that changed cannot be compared with all others by its bytes") }
    var chosen: [(row: Int, key: Int64)] = []
    for (row, offset) in batch.offsets.enumerated() {
      let block = try self.block(of: offset)
      guard part.changed.contains(block) else { continue }
      let number = try keepRecords(before: block)
      for slot in trace.blocks[block].filled.indices where prechecked.isFilled(slot: slot, of: row) {
        trace.blocks[block].filled[slot] += 1
      }
      chosen.append((row, Int64(number)))
      lastWritten = number
    }
    if !chosen.isEmpty { try sink.insert(chosen, of: packed, as: source.entity) }
    try sink.endBatch()
  }

  /// The block that the record at a place of the part belongs to.
  private mutating func block(of offset: Int) throws -> Int {
    if next < blocks.count, taken == part.trace.blocks[blocks[next]].records {
      // The last block takes what has been added to the file.
      let isLast = next == blocks.count - 1
      if !isLast || !part.changed.contains(blocks[next]) {
        next += 1
        taken = 0
      }
    }
    guard next < blocks.count else { throw notEnough("it has more records than before") }
    let block = blocks[next]
    if taken == 0 {
      guard let piece = pieces.last(where: { $0.start <= offset }) else { throw notEnough("a record is not in it") }
      let place = piece.place + offset - piece.start
      let isInside = part.changed.contains(block) && block > part.changed.lowerBound
      guard isInside || place == part.place(of: block) else { throw notEnough("records begin elsewhere than before") }
      trace.blocks[block].offset = place
    }
    taken += 1
    return block
  }

  /// Keeps the rows of the records before the next one, which is of a changed block.
  ///
  /// - Returns: The number of that record, from 1.
  private mutating func keepRecords(before block: Int) throws -> Int {
    let number = recordsBefore[block] + taken
    if number - 1 > lastWritten { try keep(through: number - 1) }
    return number
  }

  private mutating func keep(through number: Int) throws {
    try store.keepRows(of: source.entity, through: Int64(number), count: number - lastWritten)
    lastWritten = number
  }

  /// Keeps what is left.
  ///
  /// - Returns: How the source was read, and how many records it has.
  mutating func finish() throws -> (trace: SourceTrace, records: Int) {
    if let last = blocks.last {
      guard next == blocks.count - 1, taken >= part.trace.blocks[last].records else {
        throw notEnough("it has fewer records than before")
      }
      trace.blocks[last].records = taken
    }
    let count = trace.records(in: trace.blocks.indices)
    if count > lastWritten { try keep(through: count) }
    let slots = source.entity.layout.attributes.indices
    let filled = slots.map { slot in trace.blocks.reduce(0) { $0 + $1.filled[slot] } }
    profile.keep(count, filled: filled, source.entity)
    return (trace, count)
  }
}

internal import Dispatch

/// Encoded rows of one table that may be replaced until the table is finished: every version of a row is added at the end, and the newest of each number
/// counts. The rows stand in memory, and beyond a limit in a working file, which another thread writes; eight bytes for each number say where.
///
/// Once the versions that were replaced take more room than those that count, the log is written anew without them.
final class RowLog {
  private let table: String
  private let limit: Int
  private let memory: WorkingMemory
  /// Where the newest version of each row stands, by the row's number.
  private var places: ContiguousArray<Place> = []
  /// The end of the log, behind what is in the file and what is on its way there.
  private var kept = ByteBuffer(capacity: 4096)
  /// What another thread may be writing to the file; both read it.
  private var leaving = ByteBuffer(capacity: 0)
  private let writing = DispatchGroup()
  private var file: WorkingFile?
  /// How much of the file is surely there.
  private var fileEnd = 0
  private var reader: WorkingFileBlocks?
  private var last: Int64 = 0
  private var liveBytes = 0
  private var replacedBytes = 0

  /// Where a version of a row stands, with its header; 0 if there is none.
  private struct Place {
    private let bits: UInt64
    private static let sizeBits: UInt64 = 24

    static let none = Place(bits: 0)

    private init(bits: UInt64) { self.bits = bits }

    init(position: Int, size: Int) {
      bits = UInt64(position + 1) << Self.sizeBits | min(UInt64(size), 1 << Self.sizeBits - 1)
    }

    var isNone: Bool { bits == 0 }
    var position: Int { Int(bits >> Self.sizeBits) - 1 }
    /// The size; `nil` if it is too large to be noted.
    var size: Int? {
      let size = bits & (1 << Self.sizeBits - 1)
      return size == 1 << Self.sizeBits - 1 ? nil : Int(size)
    }
  }

  /// Row numbers beyond this take more memory than they are worth.
  private static let greatestNumber: Int64 = 1 << 32

  /// - Parameters:
  ///   - limit: How many bytes of rows stay in memory.
  ///   - memory: The threads that write, and where the working file is made.
  init(table: String, limit: Int, memory: WorkingMemory) {
    self.table = table
    self.limit = limit
    self.memory = memory
  }

  deinit { writing.wait() }

  // MARK: Adding

  /// Adds rows, or replaces those that have their numbers.
  ///
  /// - Throws: `SealedPagesError`.
  /// - Complexity: O(*n*) in bytes, on average.
  func append(_ rows: UnsafeRawBufferPointer) throws(SealedPagesError) {
    guard let base = rows.baseAddress else { return }
    var position = 0
    var place = fileEnd + leaving.count + kept.count
    while position < rows.count {
      let row = base + position
      let size = RowFormat.headerSize + RowFormat.size(row)
      let number = RowFormat.rowID(row) ?? last + 1
      guard number > 0, number <= Self.greatestNumber else {
        throw .unsupported("the row number \(number) of \(table), whose rows may be replaced,")
      }
      try note(Place(position: place, size: size), size, of: Int(number))
      last = max(last, number)
      position += size
      place += size
    }
    kept.append(rows)
    if replacedBytes > max(liveBytes, 64 << 10) { try compact() }
    // Half of them may be on their way to the file while the other half comes.
    if kept.count > limit / 2 { try spill() }
  }

  private func note(_ place: Place, _ size: Int, of number: Int) throws(SealedPagesError) {
    if number >= places.count {
      places.append(contentsOf: repeatElement(.none, count: number + 1 - places.count))
    }
    if !places[number].isNone {
      let replaced = try self.size(of: places[number])
      liveBytes -= replaced
      replacedBytes += replaced
    }
    places[number] = place
    liveBytes += size
  }

  private func spill() throws(SealedPagesError) {
    try endSpill()
    if file == nil { file = try WorkingFile(beside: memory.path) }
    (leaving, kept) = (kept, leaving)
    // Both threads read it, and nobody changes it before `endSpill()`.
    nonisolated(unsafe) let rows = leaving
    try memory.run(in: writing) { [file] () throws(SealedPagesError) in try file?.append(rows.bytes) }
  }

  /// Waits until what is on its way is in the file.
  private func endSpill() throws(SealedPagesError) {
    writing.wait()
    try memory.check()
    fileEnd = file?.size ?? 0
    leaving.removeAll()
  }

  /// Writes the log anew, with the rows that count, in the order of their numbers.
  private func compact() throws(SealedPagesError) {
    let compacted = RowLog(table: table, limit: limit, memory: memory)
    try forEachRun { rows throws(SealedPagesError) in try compacted.append(rows) }
    try compacted.endSpill()
    (places, kept) = (compacted.places, compacted.kept)
    (file, fileEnd, reader) = (compacted.file, compacted.fileEnd, nil)
    (liveBytes, replacedBytes) = (compacted.liveBytes, 0)
  }

  // MARK: Reading

  /// The newest version of a row, without its header; `nil` if there is none. The bytes are valid until the log is used again.
  ///
  /// - Throws: `SealedPagesError`.
  /// - Complexity: O(1); reads a block of the working file if the row is there and not among the blocks read last.
  func record(_ number: Int64) throws(SealedPagesError) -> UnsafeRawBufferPointer? {
    guard number > 0, number < places.count, !places[Int(number)].isNone else { return nil }
    let row = try row(at: places[Int(number)])
    return UnsafeRawBufferPointer(rebasing: row[RowFormat.headerSize...])
  }

  /// Calls `body` with the newest versions of all rows, some at a time, in the order of their numbers.
  ///
  /// - Throws: `SealedPagesError`; what `body` throws.
  func forEachRun(
    _ body: (UnsafeRawBufferPointer) throws(SealedPagesError) -> Void
  ) throws(SealedPagesError) {
    try endSpill()
    var number = 0
    while number < places.count {
      let place = places[number]
      number += 1
      if place.isNone { continue }
      var size = try size(of: place)
      let start = place.position - fileEnd
      guard start >= 0 else {
        try body(row(at: place))
        continue
      }
      // Rows in memory that stand one after another go together.
      while number < places.count, places[number].position == place.position + size {
        size += try self.size(of: places[number])
        number += 1
      }
      try body(UnsafeRawBufferPointer(start: kept.base + start, count: size))
    }
  }

  /// Forgets all rows.
  func removeAll() {
    writing.wait()
    places = []
    (kept, leaving) = (ByteBuffer(), ByteBuffer())
    (file, fileEnd, reader) = (nil, 0, nil)
    (last, liveBytes, replacedBytes) = (0, 0, 0)
  }

  /// A row with its header.
  private func row(at place: Place) throws(SealedPagesError) -> UnsafeRawBufferPointer {
    try bytes(at: place.position, count: size(of: place))
  }

  private func size(of place: Place) throws(SealedPagesError) -> Int {
    if let size = place.size { return size }
    guard let header = try bytes(at: place.position, count: RowFormat.headerSize).baseAddress else { return 0 }
    return RowFormat.headerSize + RowFormat.size(header)
  }

  private func bytes(at position: Int, count: Int) throws(SealedPagesError) -> UnsafeRawBufferPointer {
    let start = position - fileEnd
    if start >= leaving.count {
      return UnsafeRawBufferPointer(start: kept.base + (start - leaving.count), count: count)
    }
    if start >= 0 { return UnsafeRawBufferPointer(start: leaving.base + start, count: count) }
    guard let file else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    let reader = self.reader ?? WorkingFileBlocks(file)
    self.reader = reader
    return try reader.bytes(at: position, count: count, end: fileEnd)
  }
}

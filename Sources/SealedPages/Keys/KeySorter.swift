internal import Dispatch
internal import Synchronization

/// Collects the keys of one index while its table's rows pass, and hands them out in order.
///
/// Whenever enough have come together, they are sorted on another thread and kept as a run; runs that do not fit into the budget go to a working file.
final class KeySorter {
  private struct Runs {
    var runs: [Int: SortedRun] = [:]
    var keptBytes = 0
    var file: WorkingFile?
  }

  private let order: KeyOrder
  private let cutter: KeyCutter
  private let memory: WorkingMemory
  private let runSize: Int
  private let group = DispatchGroup()
  private let runs = SharedRuns()
  private var collected: KeyBytes
  /// The bytes of `collected`; each key would count a reference to them.
  private var buffer: Unmanaged<ByteBuffer>
  private var runCount = 0

  /// The runs, to which several threads add.
  private final class SharedRuns: Sendable {
    let state = Mutex(Runs())
  }

  /// - Parameter runSize: How many bytes of keys make a run.
  init(order: KeyOrder, memory: WorkingMemory, runSize: Int) {
    self.order = order
    cutter = KeyCutter(order.terms)
    self.memory = memory
    self.runSize = runSize
    collected = KeyBytes(capacity: 4096)
    buffer = .passUnretained(collected.buffer)
  }

  deinit {
    group.wait()
    memory.release(runs.state.withLock { $0.keptBytes })
  }

  /// Adds the key of a row.
  ///
  /// - Returns: The key; valid until the next call.
  /// - Throws: `SealedPagesError`.
  func add(
    record: UnsafeRawBufferPointer,
    layout: RecordLayout,
    rowID: Int64
  ) throws(SealedPagesError) -> UnsafeRawBufferPointer {
    if buffer._withUnsafeGuaranteedRef({ $0.count }) >= runSize { try submit() }
    return buffer._withUnsafeGuaranteedRef { buffer in
      let lead = KeyFormat.collectedHeaderSize
      let start = buffer.count
      _ = buffer.room(for: lead)
      buffer.advance(by: lead)
      let size = cutter.append(record: record, layout: layout, rowID: rowID, to: buffer)
      buffer.base.storeBytes(of: UInt32(size), toByteOffset: start, as: UInt32.self)
      return UnsafeRawBufferPointer(start: buffer.base + start + lead, count: size)
    }
  }

  /// All keys in their order. None can be added afterwards.
  ///
  /// - Throws: `SealedPagesError`.
  func finish() throws(SealedPagesError) -> RunMerge {
    try endKeys()
    group.wait()
    try memory.check()
    let runs = runs.state.withLock { $0.runs }
    let ordered = (0..<runCount).compactMap { runs[$0] }
    let piece = max(4096, min(256 << 10, memory.budget / (4 * max(runCount, 1))))
    return try RunMerge(ordered, order: order, pieceSize: piece)
  }

  /// Whether the runs are worth to be merged on another thread: there are several.
  var mergesOnAnotherThread: Bool { runCount > 1 && memory.hasThreads }

  /// Begins to sort what is left, which `finish()` waits for.
  ///
  /// - Throws: `SealedPagesError`.
  func endKeys() throws(SealedPagesError) { try submit() }

  private func submit() throws(SealedPagesError) {
    guard collected.buffer.count > 0 else { return }
    let number = runCount
    runCount += 1
    let keys = collected
    collected = KeyBytes(capacity: min(runSize + 4096, keys.buffer.capacity))
    buffer = .passUnretained(collected.buffer)
    try memory.run(in: group) { [order, memory, runs] () throws(SealedPagesError) in
      try Self.store(KeyRunSort(keys.buffer, by: order), number: number, in: runs, memory: memory)
    }
  }

  private static func store(
    _ sorted: borrowing KeyRunSort,
    number: Int,
    in runs: SharedRuns,
    memory: WorkingMemory
  ) throws(SealedPagesError) {
    let size = sorted.runSize
    if memory.keep(size) {
      let run = SortedRun(place: .memory(sorted.run()))
      return runs.state.withLock { state in
        state.keptBytes += size
        state.runs[number] = run
      }
    }
    nonisolated(unsafe) let run = sorted.frontCodedRun()
    // One thread at a time writes to the file.
    let result = runs.state.withLock { state -> Result<Void, SealedPagesError> in
      Result { () throws(SealedPagesError) in
        if state.file == nil { state.file = try WorkingFile(beside: memory.path) }
        guard let file = state.file else { return }
        let start = try file.append(run.bytes)
        state.runs[number] = SortedRun(place: .file(file, start..<file.size))
      }
    }
    try result.get()
  }
}

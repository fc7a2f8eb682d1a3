internal import Dispatch
internal import Synchronization

/// Hands keys in pieces from the thread that merges them to the one that writes them, a few pieces at a time.
///
/// `@unchecked Sendable`: a piece is with one thread at a time, which the semaphores see to.
final class KeyStream: @unchecked Sendable {
  private static let pieceCount = 4
  private static let pieceSize = 128 << 10

  private let pieces = (0..<pieceCount).map { _ in ByteBuffer(capacity: pieceSize) }
  private let free = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)
  private let isStopped = Atomic(false)
  private var filling = 0
  /// The piece that is filled; each key would count a reference to it.
  private var piece: Unmanaged<ByteBuffer>
  private var failure: SealedPagesError?

  init() {
    piece = .passUnretained(pieces[0])
    for _ in pieces { free.signal() }
  }

  /// Calls `body` with what takes the keys, on another thread, and `take` with each key and its prefix, on this one. An empty piece is the end.
  ///
  /// - Throws: What `take` throws, or `body`.
  func run(
    _ body: @escaping @Sendable (KeyStream) throws(SealedPagesError) -> Void,
    taking take: (UnsafeRawBufferPointer, KeyOrder.Prefix) throws(SealedPagesError) -> Void
  ) throws(SealedPagesError) {
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { [self] in
      free.wait()
      pieces[filling].removeAll()
      do throws(SealedPagesError) {
        try body(self)
        if pieces[filling].count > 0 { handOver() }
      } catch {
        failure = error
      }
      pieces[filling].removeAll()
      filled.signal()
    }
    let result = Result { () throws(SealedPagesError) in try takeAll(take) }
    if case .failure = result {
      isStopped.store(true, ordering: .relaxed)
      // Whoever fills pieces must not wait for one that nobody will give back.
      for _ in pieces { free.signal() }
    }
    group.wait()
    if let failure, case .success = result { throw failure }
    try result.get()
  }

  /// Adds a key; for `body` of `run`.
  ///
  /// - Returns: Whether more keys are wanted.
  func add(_ key: UnsafeRawBufferPointer, prefix: KeyOrder.Prefix) -> Bool {
    let size = piece._withUnsafeGuaranteedRef { piece in
      KeyFormat.writeSorted(prefix, size: key.count, to: piece.room(for: KeyFormat.sortedHeaderSize))
      piece.advance(by: KeyFormat.sortedHeaderSize)
      piece.append(key)
      return piece.count
    }
    if size < Self.pieceSize - 4096 { return true }
    handOver()
    return !isStopped.load(ordering: .relaxed)
  }

  private func handOver() {
    filled.signal()
    free.wait()
    filling = (filling + 1) % Self.pieceCount
    piece = .passUnretained(pieces[filling])
    pieces[filling].removeAll()
  }

  private func takeAll(
    _ take: (UnsafeRawBufferPointer, KeyOrder.Prefix) throws(SealedPagesError) -> Void
  ) throws(SealedPagesError) {
    var taking = 0
    while true {
      filled.wait()
      let bytes = pieces[taking].bytes
      guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
      var position = 0
      while position < bytes.count {
        let item = base + position
        let size = KeyFormat.size(item)
        try take(
          UnsafeRawBufferPointer(start: item + KeyFormat.sortedHeaderSize, count: size),
          KeyFormat.prefix(item)
        )
        position += KeyFormat.sortedHeaderSize + size
      }
      taking = (taking + 1) % Self.pieceCount
      free.signal()
    }
  }
}

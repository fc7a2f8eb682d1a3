/// Walks through several sorted runs as if they were one. Of equal keys, those of earlier runs come first, whose rows come first too.
///
/// A tree of losers: each node remembers which of two runs stood behind there, so that moving on costs one comparison a level, and none if the run that
/// won goes on with an equal key. Plain memory: arrays and references would be counted for each key.
struct RunMerge: ~Copyable {
  /// Where a run stands, in plain values.
  private struct Head {
    let key: UnsafeRawBufferPointer
    let prefix: KeyOrder.Prefix
    /// What decides between most texts with the same prefix.
    let wordBehindPrefix: UInt64
    let isAtEnd: Bool

    init(_ cursor: SortedRunCursor, order: borrowing KeyOrder) {
      key = cursor.key
      prefix = cursor.prefix
      wordBehindPrefix = order.wordBehindPrefix(of: cursor.key)
      isAtEnd = cursor.isAtEnd
    }
  }

  /// Keeps what `cursors` has uncounted.
  private let owners: [SortedRunCursor]
  private let cursors: UnsafeMutablePointer<Unmanaged<SortedRunCursor>>
  private let heads: UnsafeMutablePointer<Head>
  private let losers: UnsafeMutablePointer<Int>
  private let count: Int
  private var comparison: KeyComparison
  private var winner = 0

  /// - Throws: `SealedPagesError` if a run cannot be read.
  init(_ runs: [SortedRun], order: KeyOrder, pieceSize: Int) throws(SealedPagesError) {
    var owners: [SortedRunCursor] = []
    for run in runs { owners.append(try SortedRunCursor(run, order: order, pieceSize: pieceSize)) }
    self.owners = owners
    count = owners.count
    comparison = KeyComparison(order)
    cursors = .allocate(capacity: count)
    heads = .allocate(capacity: count)
    losers = .allocate(capacity: max(count, 1))
    losers.initialize(repeating: -1, count: max(count, 1))
    for (run, cursor) in owners.enumerated() {
      (cursors + run).initialize(to: .passUnretained(cursor))
      (heads + run).initialize(to: Head(cursor, order: order))
    }
    // Each run is played up to the first node that nobody has come to yet; the last one comes through.
    for run in owners.indices.reversed() { play(run) }
  }

  deinit {
    cursors.deallocate()
    heads.deallocate()
    losers.deallocate()
  }

  /// Whether no key is left.
  var isAtEnd: Bool { count == 0 || heads[winner].isAtEnd }
  var key: UnsafeRawBufferPointer { heads[winner].key }
  var prefix: KeyOrder.Prefix { heads[winner].prefix }

  /// Moves to the next key.
  ///
  /// - Throws: `SealedPagesError` if a run cannot be read.
  mutating func advance() throws(SealedPagesError) {
    let isRepeated = try cursors[winner].uncounted { cursor throws(SealedPagesError) in
      let isRepeated = try cursor.advance()
      heads[winner] = Head(cursor, order: comparison.order)
      return isRepeated
    }
    // Against every other run, an equal key stands as the one before did.
    if !isRepeated { play(winner) }
  }

  private mutating func play(_ run: Int) {
    var best = run
    var node = (run + count) / 2
    while node > 0 {
      let other = losers[node]
      if other < 0 {
        losers[node] = best
        return
      }
      if stands(other, before: best) {
        losers[node] = best
        best = other
      }
      node /= 2
    }
    winner = best
  }

  private mutating func stands(_ one: Int, before other: Int) -> Bool {
    let first = heads[one]
    let second = heads[other]
    if first.isAtEnd || second.isAtEnd { return !first.isAtEnd || (second.isAtEnd && one < other) }
    if first.prefix.value != second.prefix.value { return first.prefix.value < second.prefix.value }
    if first.wordBehindPrefix != second.wordBehindPrefix { return first.wordBehindPrefix < second.wordBehindPrefix }
    if !(first.prefix.isExact && second.prefix.isExact) {
      let result = comparison.compare(first.key, second.key)
      if result != 0 { return result < 0 }
    }
    return one < other
  }
}

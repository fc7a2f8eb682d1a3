/// Walks through several sorted runs as if they were one. Of equal keys, those of earlier runs come first, whose rows come first too.
///
/// A tree of losers: each node remembers which of two runs stood behind there, so that moving on costs one comparison a level.
struct RunMerge: ~Copyable {
  /// Where a run stands, in plain values.
  private struct Head {
    let key: UnsafeRawBufferPointer
    let prefix: KeyOrder.Prefix
    let isAtEnd: Bool

    init(_ cursor: SortedRunCursor) {
      key = cursor.key
      prefix = cursor.prefix
      isAtEnd = cursor.isAtEnd
    }
  }

  private let cursors: [SortedRunCursor]
  /// The same; each key would count a reference to one of them.
  private let uncounted: [Unmanaged<SortedRunCursor>]
  private var heads: [Head]
  private var losers: [Int]
  private var comparison: KeyComparison
  private var winner = 0

  /// - Throws: `SealedPagesError` if a run cannot be read.
  init(_ runs: [SortedRun], order: KeyOrder, pieceSize: Int) throws(SealedPagesError) {
    var cursors: [SortedRunCursor] = []
    for run in runs { cursors.append(try SortedRunCursor(run, pieceSize: pieceSize)) }
    self.cursors = cursors
    uncounted = cursors.map(Unmanaged.passUnretained)
    heads = cursors.map(Head.init)
    comparison = KeyComparison(order)
    losers = [Int](repeating: -1, count: max(cursors.count, 1))
    // Each run is played up to the first node that nobody has come to yet; the last one comes through.
    for run in cursors.indices.reversed() { play(run) }
  }

  /// Whether no key is left.
  var isAtEnd: Bool { heads.isEmpty || heads[winner].isAtEnd }
  var key: UnsafeRawBufferPointer { heads[winner].key }
  var prefix: KeyOrder.Prefix { heads[winner].prefix }

  /// Moves to the next key.
  ///
  /// - Throws: `SealedPagesError` if a run cannot be read.
  mutating func advance() throws(SealedPagesError) {
    heads[winner] = try uncounted[winner].uncounted { cursor throws(SealedPagesError) in
      try cursor.advance()
      return Head(cursor)
    }
    play(winner)
  }

  private mutating func play(_ run: Int) {
    var best = run
    var node = (run + cursors.count) / 2
    while node > 0 {
      if losers[node] < 0 {
        losers[node] = best
        return
      }
      if stands(losers[node], before: best) { swap(&losers[node], &best) }
      node /= 2
    }
    winner = best
  }

  private mutating func stands(_ one: Int, before other: Int) -> Bool {
    let first = heads[one]
    let second = heads[other]
    if first.isAtEnd || second.isAtEnd { return !first.isAtEnd || (second.isAtEnd && one < other) }
    if first.prefix.value != second.prefix.value { return first.prefix.value < second.prefix.value }
    if !(first.prefix.isExact && second.prefix.isExact) {
      let result = comparison.compare(first.key, second.key)
      if result != 0 { return result < 0 }
    }
    return one < other
  }
}

/// An index that is being made: its keys are collected with the rows of its table, and its tree is written when they are complete.
final class IndexWriter {
  private let plan: IndexPlan
  private let order: KeyOrder
  private let sorter: KeySorter
  /// What the rows say that the index has to hold.
  private let expected = MultisetHasher()

  init(_ plan: IndexPlan, memory: WorkingMemory, runSize: Int) {
    self.plan = plan
    order = KeyOrder(terms: plan.terms)
    sorter = KeySorter(order: order, memory: memory, runSize: runSize)
  }

  /// Takes the key of a row.
  ///
  /// - Throws: `SealedPagesError`.
  func add(
    record: UnsafeRawBufferPointer,
    layout: RecordLayout,
    rowID: Int64
  ) throws(SealedPagesError) {
    expected.add(try sorter.add(record: record, layout: layout, rowID: rowID))
  }

  /// Says that no row follows, so that the last keys are sorted while something else is done.
  ///
  /// - Throws: `SealedPagesError`.
  func endRows() throws(SealedPagesError) { try sorter.endKeys() }

  /// Writes the tree, proving that it holds the keys of all rows and no other, in order. Keys of several runs are merged on another thread.
  ///
  /// - Throws: `SealedPagesError`.
  func finish(in file: PageFile) throws(SealedPagesError) -> DatabaseSummary.Index {
    let tree = IndexTree(file: file, root: plan.root)
    let proof = IndexProof(plan, order: order)
    // One thread at a time has it: the one that merges, until it is done.
    nonisolated(unsafe) let sorter = self.sorter
    if sorter.mergesOnAnotherThread {
      try KeyStream().run { stream throws(SealedPagesError) in
        var keys = try sorter.finish()
        while !keys.isAtEnd {
          guard stream.add(keys.key, prefix: keys.prefix) else { return }
          try keys.advance()
        }
      } taking: { key, prefix throws(SealedPagesError) in
        try proof.add(key, prefix: prefix)
        try tree.append(key)
      }
    } else {
      var keys = try sorter.finish()
      while !keys.isAtEnd {
        try proof.add(keys.key, prefix: keys.prefix)
        try tree.append(keys.key)
        try keys.advance()
      }
    }
    try tree.finish()
    return try proof.summary(expecting: expected.hash)
  }
}

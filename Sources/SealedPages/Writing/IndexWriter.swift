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

  /// Writes the tree, proving that it holds the keys of all rows and no other, in order.
  ///
  /// - Throws: `SealedPagesError`.
  func finish(in file: PageFile) throws(SealedPagesError) -> DatabaseSummary.Index {
    var keys = try sorter.finish()
    let tree = IndexTree(file: file, root: plan.root)
    var sequence = KeySequence(order: order, isUnique: plan.definition.isUnique)
    let written = MultisetHasher()
    var hash = SequenceHash()
    while !keys.isAtEnd {
      let key = keys.key
      do throws(KeySequence.Fault) { try sequence.add(key, prefix: keys.prefix) } catch {
        throw failure(error, at: key)
      }
      let keyHash = ByteHash(key)
      written.add(keyHash)
      hash.add(keyHash)
      try tree.append(key)
      try keys.advance()
    }
    try tree.finish()
    guard written.hash == expected.hash else { throw .indexDiffers(index: plan.definition.name) }
    return DatabaseSummary.Index(
      name: plan.definition.name,
      table: plan.definition.table,
      keys: written.hash,
      sequence: hash,
      distinct: sequence.distinct
    )
  }

  private func failure(_ fault: KeySequence.Fault, at key: UnsafeRawBufferPointer) -> SealedPagesError {
    guard case .notUnique(let other) = fault else { return .indexDiffers(index: plan.definition.name) }
    return .notUnique(
      index: plan.definition.name,
      table: plan.definition.table,
      rowID: KeyParts(key)?.rowID ?? 0,
      otherRowID: other
    )
  }
}

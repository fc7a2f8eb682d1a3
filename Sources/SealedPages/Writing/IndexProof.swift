/// Proves of the keys of an index, one after the other, that they rise, and counts them: what a summary says of the index.
final class IndexProof {
  private let plan: IndexPlan
  private let sequence: KeySequence
  private let keys = MultisetHasher()
  private var hash = SequenceHash()

  init(_ plan: IndexPlan, order: KeyOrder) {
    self.plan = plan
    sequence = KeySequence(order: order, isUnique: plan.definition.isUnique)
  }

  /// Takes the next key.
  ///
  /// - Throws: `SealedPagesError.notUnique`, `.indexDiffers`.
  /// - Complexity: O(*n*) in bytes.
  func add(_ key: UnsafeRawBufferPointer, prefix: KeyOrder.Prefix) throws(SealedPagesError) {
    do throws(KeySequence.Fault) { try sequence.add(key, prefix: prefix) } catch { throw failure(error, at: key) }
    let keyHash = ByteHash(key)
    keys.add(keyHash)
    hash.add(keyHash)
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

  /// What was proved.
  ///
  /// - Parameter expected: What the rows say that the index has to hold.
  /// - Throws: `SealedPagesError.indexDiffers` if it does not.
  func summary(expecting expected: MultisetHash) throws(SealedPagesError) -> DatabaseSummary.Index {
    guard keys.hash == expected else { throw .indexDiffers(index: plan.definition.name) }
    return DatabaseSummary.Index(
      name: plan.definition.name,
      table: plan.definition.table,
      keys: keys.hash,
      sequence: hash,
      distinct: sequence.distinct
    )
  }
}

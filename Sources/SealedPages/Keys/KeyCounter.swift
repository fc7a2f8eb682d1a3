/// Counts the keys of an index that somebody else reads, so that they can be compared with those of another reader, or with what a `DatabaseSummary` says.
///
/// Keys come as rows of a batch (`definition`): the values of the index's terms, then the number of the row, each as it is stored.
package final class KeyCounter {
  /// The columns of a key, as those of a table without affinities.
  package let definition: TableDefinition
  private let order: KeyOrder
  private var sequence: KeySequence?
  private let hasher = MultisetHasher()
  private let scratch = ByteBuffer(capacity: 512)
  /// Why the keys cannot be those of an index, as words that follow its name; `nil` while they can. Only asked where they come in order.
  package private(set) var problem: String?

  /// - Parameter isInOrder: Whether the keys come in the order of the index, which is checked then; so is that a unique one has none twice.
  /// - Throws: `SealedPagesError.unsupported` for an index whose keys only SQLite can compare.
  package init(_ index: IndexDefinition, of table: TableDefinition, isInOrder: Bool) throws(SealedPagesError) {
    let plan = try SchemaPlan(DatabaseSchema([.table(table), .index(index)]), settings: DatabaseSettings())
    order = KeyOrder(terms: plan.tables[0].indexes[0].terms)
    let column = ColumnDefinition(name: "", affinity: .blob)
    definition = TableDefinition(
      name: index.name,
      sql: "",
      columns: Array(repeating: column, count: index.terms.count + 1)
    )
    if isInOrder { sequence = KeySequence(order: order, isUnique: index.isUnique) }
  }

  /// How many keys there are, and their hash.
  package var keys: MultisetHash { hasher.hash }

  /// Takes the keys of a batch.
  ///
  /// - Complexity: O(*n*) in bytes.
  package func add(_ batch: RowBatch) {
    guard let base = batch.bytes.baseAddress else { return }
    var position = 0
    while position < batch.bytes.count {
      let size = RowFormat.size(base + position)
      let key = UnsafeRawBufferPointer(start: base + position + RowFormat.headerSize, count: size)
      position += RowFormat.headerSize + size
      hasher.add(key)
      guard problem == nil else { continue }
      do throws(KeySequence.Fault) {
        try sequence?.add(key, prefix: order.prefix(of: key, scratch: scratch))
      } catch {
        problem =
          switch error {
          case .notAKey: "holds what is no key"
          case .notRising: "is out of order"
          case .notUnique(let other): "has the key of row \(other) twice"
          }
      }
    }
  }
}

/// Writes an index of which an earlier file has most keys: keys that rows have no more are left out, those that they have now come in, and the pages that come
/// out the same are taken over.
final class IndexRewriter {
  private let file: EarlierDatabase
  private let plan: IndexPlan
  private let order: KeyOrder
  private let cutter: KeyCutter
  private let distinct: [Int]
  private var changes: [KeyChange] = []
  private let scratch = ByteBuffer(capacity: 512)
  private let cut = ByteBuffer(capacity: 512)

  /// A key that comes or goes.
  private struct KeyChange {
    let place: KeyPlace
    let key: [UInt8]
    let comes: Bool
  }

  /// What a key is ordered by.
  private struct KeyPlace: Comparable {
    let terms: [UInt8]
    let rowID: Int64

    static func < (one: KeyPlace, other: KeyPlace) -> Bool {
      one.terms == other.terms ? one.rowID < other.rowID : one.terms.lexicographicallyPrecedes(other.terms)
    }
  }

  /// - Throws: `SealedPagesError.earlierFile` for an index that cannot be written so.
  init(_ plan: IndexPlan, of file: EarlierDatabase) throws(SealedPagesError) {
    self.file = file
    self.plan = plan
    order = KeyOrder(terms: plan.terms)
    cutter = KeyCutter(plan.terms)
    // `ANALYZE` counts some of these from where they begin.
    guard !(plan.definition.isUnique && plan.terms.count == 1 && plan.terms[0].isDescending) else {
      throw file.unusable("the index \(plan.definition.name) is unique and descending")
    }
    guard let distinct = file.distinct[plan.definition.name], distinct.count == plan.terms.count else {
      throw file.unusable("the keys of \(plan.definition.name) have not been counted")
    }
    self.distinct = distinct
  }

  /// Says that a row has another record now.
  ///
  /// - Parameter old: What it was; `nil` if there was none.
  /// - Throws: `SealedPagesError`.
  func note(
    _ rowID: Int64,
    old: (record: UnsafeRawBufferPointer, layout: RecordLayout)?,
    new: (record: UnsafeRawBufferPointer, layout: RecordLayout)
  ) throws(SealedPagesError) {
    let comes = key(new, rowID)
    if let old {
      let goes = key(old, rowID)
      guard goes != comes else { return }
      changes.append(KeyChange(place: try place(of: goes), key: goes, comes: false))
    }
    changes.append(KeyChange(place: try place(of: comes), key: comes, comes: true))
  }

  private func key(_ row: (record: UnsafeRawBufferPointer, layout: RecordLayout), _ rowID: Int64) -> [UInt8] {
    cut.removeAll()
    let size = cutter.append(record: row.record, layout: row.layout, rowID: rowID, to: cut)
    return Array(cut.bytes[..<size])
  }

  private func place(of key: [UInt8]) throws(SealedPagesError) -> KeyPlace {
    try key.withRawBytes { bytes throws(SealedPagesError) in
      scratch.removeAll()
      guard order.normalize(bytes, into: scratch) != nil, let parts = KeyParts(bytes) else {
        throw file.unusable("a key of \(plan.definition.name) is none")
      }
      return KeyPlace(terms: Array(scratch.bytes), rowID: parts.rowID)
    }
  }

  /// Writes the tree. Keys that changed are proven to rise among their neighbours, and to be there once in a unique index.
  ///
  /// - Throws: `SealedPagesError`: `notUnique`.
  func finish(in target: PageFile, rowCount: Int) throws(SealedPagesError) -> DatabaseSummary.Index {
    let tree = IndexTree(file: target, root: plan.root)
    let old = try EarlierTree(of: file, root: plan.root, isIndex: true)
    changes.sort { $0.place < $1.place }
    var run = ChangedRun(self, tree)
    for leaf in old.leaves.indices {
      let isLast = leaf == old.leaves.count - 1
      var isTouched = run.next < changes.count
      if isTouched, !isLast {
        let end = try place(of: old.dividers[leaf])
        isTouched = changes[run.next].place <= end
      }
      // The last two leaves may have shared their keys otherwise.
      if !isTouched, leaf < old.leaves.count - 2, tree.isAtPageStart, try !file.hasOverflow(old.leaves[leaf]) {
        if run.hasBegun { try run.end(before: try firstKey(of: old.leaves[leaf])) }
        try tree.appendLeaf(old.leaves[leaf], divider: old.dividers[leaf])
        continue
      }
      if isTouched { try run.begin(behind: leaf == 0 ? nil : old.dividers[leaf - 1]) }
      let page = try file.page(old.leaves[leaf], isIndex: true)
      for cell in 0..<page.view.cellCount {
        let key = try file.payload(of: try page.cell(cell), on: page)
        if !isTouched { try run.end(before: key) }
        try run.pass(key, isTouched: isTouched)
      }
      if !isLast { try run.pass(old.dividers[leaf], isTouched: isTouched) }
    }
    try run.addRest()
    try run.end(before: nil)
    try tree.finish()
    return DatabaseSummary.Index(
      name: plan.definition.name,
      table: plan.definition.table,
      keys: MultisetHash(count: rowCount),
      sequence: SequenceHash(),
      distinct: zip(distinct, run.difference).map { $0 + $1 }
    )
  }

  private func firstKey(of leaf: UInt32) throws(SealedPagesError) -> [UInt8] {
    let page = try file.page(leaf, isIndex: true)
    guard page.view.cellCount > 0 else { throw file.unusable("page \(leaf) has no keys") }
    return try file.payload(of: try page.cell(0), on: page)
  }

  /// The keys of leaves one behind the other that changes fall into, as they were and as they are: by both, what the changes make of the counts is known.
  private struct ChangedRun {
    private let index: IndexRewriter
    private let tree: IndexTree
    private(set) var difference: [Int]
    /// The next change.
    private(set) var next = 0
    private var before: KeySequence?
    private var after: KeySequence?

    init(_ index: IndexRewriter, _ tree: IndexTree) {
      self.index = index
      self.tree = tree
      difference = Array(repeating: 0, count: index.plan.terms.count)
    }

    var hasBegun: Bool { before != nil }

    /// Begins, unless it goes on.
    mutating func begin(behind key: [UInt8]?) throws(SealedPagesError) {
      guard before == nil else { return }
      let before = KeySequence(order: index.order, isUnique: false)
      let after = KeySequence(order: index.order, isUnique: index.plan.definition.isUnique)
      (self.before, self.after) = (before, after)
      guard let key else { return }
      try add(key, to: before)
      try add(key, to: after)
    }

    /// Ends before a key that stays, if it has begun.
    mutating func end(before key: [UInt8]?) throws(SealedPagesError) {
      guard let before, let after else { return }
      if let key {
        try add(key, to: before)
        try add(key, to: after)
      }
      for term in difference.indices { difference[term] += after.distinct[term] - before.distinct[term] }
      (self.before, self.after) = (nil, nil)
    }

    /// Comes to the next key of the earlier file.
    mutating func pass(_ key: [UInt8], isTouched: Bool) throws(SealedPagesError) {
      guard isTouched else { return try append(key) }
      let place = try index.place(of: key)
      while next < index.changes.count, index.changes[next].place < place { try come() }
      if let before { try add(key, to: before) }
      if next < index.changes.count, index.changes[next].place == place {
        guard !index.changes[next].comes, index.changes[next].key == key else { throw differs }
        next += 1
        return
      }
      try append(key)
    }

    /// Adds the keys that come behind all others.
    mutating func addRest() throws(SealedPagesError) { while next < index.changes.count { try come() } }

    private mutating func come() throws(SealedPagesError) {
      let change = index.changes[next]
      // A key that was to go is not where it should be.
      guard change.comes else { throw differs }
      try append(change.key)
      next += 1
    }

    private func append(_ key: [UInt8]) throws(SealedPagesError) {
      if let after { try add(key, to: after) }
      try key.withRawBytes { bytes throws(SealedPagesError) in try tree.append(bytes) }
    }

    private func add(_ key: [UInt8], to sequence: KeySequence) throws(SealedPagesError) {
      try key.withRawBytes { bytes throws(SealedPagesError) in
        do throws(KeySequence.Fault) {
          try sequence.add(bytes, prefix: index.order.prefix(of: bytes, scratch: index.scratch))
        } catch {
          guard case .notUnique(let other) = error else { throw differs }
          throw .notUnique(
            index: index.plan.definition.name,
            table: index.plan.definition.table,
            rowID: KeyParts(bytes)?.rowID ?? 0,
            otherRowID: other
          )
        }
      }
    }

    private var differs: SealedPagesError { .indexDiffers(index: index.plan.definition.name) }
  }
}

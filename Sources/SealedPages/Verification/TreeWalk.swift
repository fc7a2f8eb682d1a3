/// Reads a tree from its first row or key to its last, and checks on the way that it is one: the kinds of pages, the order of what stands between them,
/// overflow chains, the pointer map, and that each page is come to once.
final class TreeWalk {
  private let reader: PageReader
  private let visits: PageVisits
  private let pointers: PointerMapReader
  private let isIndex: Bool
  private var levels: [UnsafeMutableRawPointer] = []
  private let overflowPage: UnsafeMutableRawPointer
  private let assembled = ByteBuffer(capacity: 4096)
  private var lastRowID: Int64?
  private var leafDepth: Int?

  /// As many levels as SQLite itself goes down.
  private static let deepest = 20

  init(_ reader: PageReader, visits: PageVisits, numbers: PageNumbers, isIndex: Bool) {
    self.reader = reader
    self.visits = visits
    self.isIndex = isIndex
    pointers = PointerMapReader(reader, numbers: numbers)
    overflowPage = .allocate(byteCount: reader.pageSize, alignment: 16)
  }

  deinit {
    for level in levels { level.deallocate() }
    overflowPage.deallocate()
  }

  /// Calls `body` with each row, in the order of their numbers, or with each key, in the order of the tree.
  ///
  /// - Throws: `VerificationStop`; what `body` throws.
  func read(
    root: UInt32,
    _ body: (_ rowID: Int64, _ payload: UnsafeRawBufferPointer) throws(VerificationStop) -> Void
  ) throws(VerificationStop) {
    try visits.visit(root)
    if root != 1 { try pointers.check(root, .root, parent: 0) }
    try read(root, depth: 0, body)
  }

  private func read(
    _ number: UInt32,
    depth: Int,
    _ body: (Int64, UnsafeRawBufferPointer) throws(VerificationStop) -> Void
  ) throws(VerificationStop) {
    guard depth < Self.deepest else { throw .damage("the tree is too deep at page \(number)") }
    if depth == levels.count { levels.append(.allocate(byteCount: reader.pageSize, alignment: 16)) }
    let memory = levels[depth]
    try reader.read(number, into: memory, isNextLeaf: depth == leafDepth)
    let page = try TreePageView(memory, size: reader.pageSize, number: number, isIndex: isIndex)
    if page.kind.isLeaf {
      if leafDepth == nil { leafDepth = depth }
      guard leafDepth == depth, depth == 0 || page.cellCount > 0 else {
        throw .damage("page \(number) should be no leaf")
      }
    }
    for index in 0..<page.cellCount {
      let cell = try page.cell(index)
      if !page.kind.isLeaf { try readChild(cell.child, of: page, depth: depth, body) }
      if page.kind == .tableInterior {
        guard cell.rowID == lastRowID else { throw .damage("page \(number) has a wrong key") }
        continue
      }
      if page.kind == .tableLeaf {
        if let lastRowID, cell.rowID <= lastRowID {
          throw .damage("row \(cell.rowID) on page \(number) is not in order")
        }
        lastRowID = cell.rowID
      }
      try body(cell.rowID, try payload(of: cell, on: page))
    }
    if !page.kind.isLeaf { try readChild(page.rightChild, of: page, depth: depth, body) }
  }

  private func readChild(
    _ child: UInt32,
    of page: TreePageView,
    depth: Int,
    _ body: (Int64, UnsafeRawBufferPointer) throws(VerificationStop) -> Void
  ) throws(VerificationStop) {
    try visits.visit(child)
    try pointers.check(child, .tree, parent: page.number)
    try read(child, depth: depth + 1, body)
  }

  private func payload(of cell: TreePageView.Cell, on page: TreePageView) throws(VerificationStop)
    -> UnsafeRawBufferPointer
  {
    guard cell.payloadSize > cell.local.count else { return page.bytes(cell.local) }
    guard cell.payloadSize <= reader.fileSize else {
      throw .damage("a value on page \(page.number) is larger than the file")
    }
    assembled.removeAll()
    assembled.append(page.bytes(cell.local))
    var next = cell.overflow
    var previous = page.number
    let capacity = reader.pageSize - 4
    while assembled.count < cell.payloadSize {
      try visits.visit(next)
      try pointers.check(next, previous == page.number ? .firstOverflow : .laterOverflow, parent: previous)
      try reader.read(next, into: overflowPage)
      let count = min(capacity, cell.payloadSize - assembled.count)
      assembled.append(UnsafeRawBufferPointer(start: overflowPage + 4, count: count))
      let rest = UnsafeRawBufferPointer(start: overflowPage + 4 + count, count: capacity - count)
      guard rest.isZero else { throw .damage("page \(next) has bytes where it should have none") }
      previous = next
      next = UnsafeRawPointer(overflowPage).bigEndian(at: 0, as: UInt32.self)
    }
    guard next == 0 else { throw .damage("the overflow of page \(page.number) is longer than its value") }
    return assembled.bytes
  }

  /// Checks the pages that belong to no tree.
  ///
  /// - Throws: `VerificationStop`.
  func checkReservedPages() throws(VerificationStop) { try pointers.checkReservedPages() }
}

/// The tree of a table, written from its first row to its last.
final class TableTree {
  private let file: PageFile
  private let rules: PayloadRules
  private let root: UInt32
  private let leaf: TreePage
  private let interior: InteriorLevels
  private(set) var lastRowID: Int64?
  private(set) var rowCount = 0

  /// - Parameter root: The page of the root, which is reserved.
  init(file: PageFile, root: UInt32) {
    self.file = file
    self.root = root
    rules = .table(pageSize: file.pageSize)
    leaf = TreePage(.tableLeaf, size: file.pageSize)
    interior = InteriorLevels(.tableInterior, file: file)
  }

  /// Adds a row, whose number must be larger than those before.
  ///
  /// - Throws: `SealedPagesError` if the file cannot be written.
  /// - Complexity: O(*n*) in bytes; no allocation.
  func append(rowID: Int64, record: UnsafeRawBufferPointer) throws(SealedPagesError) {
    let local = rules.local(record.count)
    let rowKey = UInt64(bitPattern: rowID)
    let lead = Varint.size(of: UInt64(record.count)) + Varint.size(of: rowKey)
    let size = lead + local + (local < record.count ? 4 : 0)
    if !leaf.hasRoom(for: size) { try flushLeaf() }
    var overflow: UInt32 = 0
    if local < record.count {
      overflow = try file.appendOverflow(UnsafeRawBufferPointer(rebasing: record[local...]))
    }
    let cell = leaf.addCell(size: size, overflow: overflow)
    let first = Varint.write(UInt64(record.count), to: cell)
    Varint.write(rowKey, to: cell + first)
    if let source = record.baseAddress { (cell + lead).copyMemory(from: source, byteCount: local) }
    if overflow != 0 { cell.storeBigEndian(overflow, at: lead + local) }
    lastRowID = rowID
    rowCount += 1
  }

  /// Whether the next row begins a page.
  var isAtPageStart: Bool { leaf.cellCount == 0 }

  /// Whether a row would begin a page.
  func beginsPage(rowID: Int64, recordSize: Int) -> Bool {
    let local = rules.local(recordSize)
    let lead = Varint.size(of: UInt64(recordSize)) + Varint.size(of: UInt64(bitPattern: rowID))
    return isAtPageStart || !leaf.hasRoom(for: lead + local + (local < recordSize ? 4 : 0))
  }

  /// Adds a page of the earlier file that is full of rows, whose first one begins a page here, too; another row has to follow.
  ///
  /// - Throws: `SealedPagesError`.
  func appendLeaf(_ page: UInt32, lastRowID last: Int64) throws(SealedPagesError) {
    if leaf.cellCount > 0 { try flushLeaf() }
    let number = try file.appendKept(page)
    lastRowID = last
    try addKey(ofLeaf: number)
  }

  /// Writes what is left and the root.
  ///
  /// - Throws: `SealedPagesError`.
  func finish() throws(SealedPagesError) { try file.writeRoot(try finishPages(), at: root) }

  /// Writes what is left, but for the root, which is to stand on page 1 behind the header of the file.
  ///
  /// - Returns: The root. What has no room beside the header is on a page of its own below it then, as SQLite does it.
  /// - Throws: `SealedPagesError`.
  func finishFirstPage() throws(SealedPagesError) -> TreePage {
    let top = try finishPages()
    if top.hasFree(DatabaseSettings.headerSize) { return top }
    let first = TreePage(.tableInterior, size: file.pageSize)
    first.rightChild = try file.append(top)
    return first
  }

  private func finishPages() throws(SealedPagesError) -> TreePage {
    guard !interior.isEmpty else { return leaf }
    return try interior.finish(lastChild: try file.append(leaf))
  }

  private func flushLeaf() throws(SealedPagesError) { try addKey(ofLeaf: try file.append(leaf)) }

  private func addKey(ofLeaf number: UInt32) throws(SealedPagesError) {
    let key = UnsafeMutableRawBufferPointer.allocate(byteCount: 9, alignment: 1)
    defer { key.deallocate() }
    guard let base = key.baseAddress else { return }
    let size = Varint.write(UInt64(bitPattern: lastRowID ?? 0), to: base)
    try interior.add(child: number, key: UnsafeRawBufferPointer(start: base, count: size))
  }
}

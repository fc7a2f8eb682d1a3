/// A b-tree page that is being filled from its first cell to its last: <https://www.sqlite.org/fileformat2.html#b_tree_pages>.
///
///     | header | cell pointers → … ← cells |
final class TreePage {
  let kind: PageKind
  let bytes: UnsafeMutableRawPointer
  private(set) var cellCount = 0
  /// The interior page's last child.
  var rightChild: UInt32 = 0
  /// The first overflow pages of the cells, by the numbers of the cells.
  private(set) var overflow: [(cell: Int, page: UInt32)] = []
  private let size: Int
  private var contentStart: Int

  init(_ kind: PageKind, size: Int) {
    self.kind = kind
    self.size = size
    contentStart = size
    bytes = .allocate(byteCount: size, alignment: 16)
    UnsafeMutableRawBufferPointer(start: bytes, count: size).zero()
  }

  deinit { bytes.deallocate() }

  /// Whether a cell of so many bytes fits.
  func hasRoom(for cell: Int) -> Bool {
    kind.headerSize + 2 * (cellCount + 1) + max(cell, 4) <= contentStart
  }

  /// Whether so many bytes are free.
  func hasFree(_ count: Int) -> Bool { kind.headerSize + 2 * cellCount + count <= contentStart }

  /// Adds a cell of so many bytes and returns where it stands; it must fit.
  ///
  /// - Parameter overflow: The first page of what does not stand here; 0 if all does.
  func addCell(size: Int, overflow page: UInt32) -> UnsafeMutableRawPointer {
    contentStart -= max(size, 4)
    bytes.storeBigEndian(UInt16(truncatingIfNeeded: contentStart), at: kind.headerSize + 2 * cellCount)
    if page != 0 { overflow.append((cellCount, page)) }
    cellCount += 1
    return bytes + contentStart
  }

  /// Takes the last cell off the page again.
  func removeLastCell() -> (bytes: [UInt8], overflow: UInt32) {
    let end =
      cellCount > 1
      ? Int(UnsafeRawPointer(bytes).bigEndian(at: kind.headerSize + 2 * (cellCount - 2), as: UInt16.self)) : size
    let cell = UnsafeMutableRawBufferPointer(start: bytes + contentStart, count: end - contentStart)
    let copy = [UInt8](cell)
    cell.zero()
    contentStart = end
    cellCount -= 1
    bytes.storeBigEndian(UInt16(0), at: kind.headerSize + 2 * cellCount)
    guard let last = overflow.last, last.cell == cellCount else { return (copy, 0) }
    overflow.removeLast()
    return (copy, last.page)
  }

  /// The child of a cell of an interior page.
  func child(_ cell: Int) -> UInt32 {
    let page = UnsafeRawPointer(bytes)
    return page.bigEndian(at: Int(page.bigEndian(at: 12 + 2 * cell, as: UInt16.self)), as: UInt32.self)
  }

  /// Writes the header of the page.
  ///
  /// - Parameter offset: Where on the page it stands: 100 on the first page of a file.
  func close(headerAt offset: Int = 0) {
    if offset > 0 {
      let pointers = kind.headerSize + 2 * cellCount
      (bytes + offset).copyMemory(from: bytes, byteCount: pointers)
      UnsafeMutableRawBufferPointer(start: bytes, count: offset).zero()
    }
    let header = bytes + offset
    header.storeBytes(of: kind.rawValue, as: UInt8.self)
    header.storeBigEndian(UInt16(0), at: 1)
    header.storeBigEndian(UInt16(cellCount), at: 3)
    header.storeBigEndian(UInt16(truncatingIfNeeded: contentStart), at: 5)
    header.storeBytes(of: UInt8(0), toByteOffset: 7, as: UInt8.self)
    if !kind.isLeaf { header.storeBigEndian(rightChild, at: 8) }
  }

  /// Makes the page empty for new cells.
  func reset() {
    UnsafeMutableRawBufferPointer(start: bytes, count: size).zero()
    cellCount = 0
    rightChild = 0
    contentStart = size
    overflow.removeAll(keepingCapacity: true)
  }
}

extension PageFile {
  /// Adds a filled page to the file, empties it, and returns its number; what it leads to is then known to the pointer map.
  ///
  /// - Throws: `SealedPagesError`.
  func append(_ page: TreePage) throws(SealedPagesError) -> UInt32 {
    page.close()
    let number = try append(page.bytes)
    try link(page, as: number)
    page.reset()
    return number
  }

  /// Writes a filled page as the root of its tree.
  ///
  /// - Throws: `SealedPagesError`.
  func writeRoot(_ page: TreePage, at root: UInt32) throws(SealedPagesError) {
    page.close()
    try link(page, as: root)
    try setPointer(root, .root, parent: 0)
    try write(page.bytes, at: root)
  }

  /// Tells the pointer map of the children and the overflow of a page.
  func link(_ page: TreePage, as number: UInt32) throws(SealedPagesError) {
    guard pointers != nil else { return }
    for entry in page.overflow { try setPointer(entry.page, .firstOverflow, parent: number) }
    guard !page.kind.isLeaf else { return }
    for cell in 0..<page.cellCount { try setPointer(page.child(cell), .tree, parent: number) }
    try setPointer(page.rightChild, .tree, parent: number)
  }
}

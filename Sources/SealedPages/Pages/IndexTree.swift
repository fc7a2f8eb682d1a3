/// The tree of an index, written from its first key to its last. Keys between two pages stand in the interior page above them, and nowhere else.
final class IndexTree {
  private let file: PageFile
  private let rules: PayloadRules
  private let root: UInt32
  private let leaf: TreePage
  private let interior: InteriorLevels
  /// The key behind the full leaf; it goes up when another follows it.
  private let divider = ByteBuffer(capacity: 256)
  private var hasDivider = false
  private var dividerOverflow: UInt32 = 0

  /// - Parameter root: The page of the root, which is reserved.
  init(file: PageFile, root: UInt32) {
    self.file = file
    self.root = root
    rules = .index(pageSize: file.pageSize)
    leaf = TreePage(.indexLeaf, size: file.pageSize)
    interior = InteriorLevels(.indexInterior, file: file)
  }

  /// Adds a key with the number of its row, as a record; it must be larger than those before.
  ///
  /// - Throws: `SealedPagesError` if the file cannot be written.
  /// - Complexity: O(*n*) in bytes; no allocation.
  func append(_ key: UnsafeRawBufferPointer) throws(SealedPagesError) {
    if hasDivider {
      try interior.add(child: try file.append(leaf), key: divider.bytes, overflow: dividerOverflow)
      hasDivider = false
    }
    let local = rules.local(key.count)
    let lead = Varint.size(of: UInt64(key.count))
    let size = lead + local + (local < key.count ? 4 : 0)
    let isDivider = !leaf.hasRoom(for: size)
    var overflow: UInt32 = 0
    if local < key.count { overflow = try file.appendOverflow(UnsafeRawBufferPointer(rebasing: key[local...])) }
    let cell: UnsafeMutableRawPointer
    if isDivider {
      divider.removeAll()
      cell = divider.room(for: size)
      divider.advance(by: size)
      hasDivider = true
      dividerOverflow = overflow
    } else {
      cell = leaf.addCell(size: size, overflow: overflow)
    }
    Varint.write(UInt64(key.count), to: cell)
    if let source = key.baseAddress { (cell + lead).copyMemory(from: source, byteCount: local) }
    if overflow != 0 { cell.storeBigEndian(overflow, at: lead + local) }
  }

  /// Whether the next key begins a page.
  var isAtPageStart: Bool { hasDivider || leaf.cellCount == 0 }

  /// Adds a page of the earlier file that is full of keys, whose first one begins a page here, too, with the key behind it; another key has to follow.
  ///
  /// - Throws: `SealedPagesError`.
  func appendLeaf(_ page: UInt32, divider key: [UInt8]) throws(SealedPagesError) {
    if hasDivider {
      try interior.add(child: try file.append(leaf), key: divider.bytes, overflow: dividerOverflow)
      hasDivider = false
    }
    let local = rules.local(key.count)
    var overflow: UInt32 = 0
    if local < key.count {
      overflow = try Array(key[local...]).withRawBytes { rest throws(SealedPagesError) in try file.appendOverflow(rest)
      }
    }
    divider.removeAll()
    divider.append(varint: UInt64(key.count))
    key.withUnsafeBytes { divider.append(UnsafeRawBufferPointer(rebasing: $0[..<local])) }
    if overflow != 0 {
      divider.room(for: 4).storeBigEndian(overflow, at: 0)
      divider.advance(by: 4)
    }
    try interior.add(child: try file.appendKept(page), key: divider.bytes, overflow: overflow)
  }

  /// Writes what is left and the root.
  ///
  /// - Throws: `SealedPagesError`.
  func finish() throws(SealedPagesError) {
    if hasDivider {
      // Nothing follows: the key stands alone on a last leaf, and the full leaf's last key goes up.
      let (cell, overflow) = leaf.removeLastCell()
      let child = try file.append(leaf)
      try cell.withRawBytes { key throws(SealedPagesError) in
        try interior.add(child: child, key: key, overflow: overflow)
      }
      UnsafeMutableRawBufferPointer(
        start: leaf.addCell(size: divider.count, overflow: dividerOverflow),
        count: divider.count
      )
      .copyMemory(from: divider.bytes)
    }
    guard !interior.isEmpty else { return try file.writeRoot(leaf, at: root) }
    try file.writeRoot(try interior.finish(lastChild: try file.append(leaf)), at: root)
  }
}

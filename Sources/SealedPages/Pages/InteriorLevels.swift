/// The interior pages of one tree, made from below while its leaves are written from left to right.
///
/// Each level gets its children in order, each with the key that separates it from the next; the last child of a page has its key one level up. A full page is kept
/// until the next one has a key, because every page but the root needs at least one: what comes last may take from it.
final class InteriorLevels {
  private final class Level {
    let page: TreePage
    /// The key that goes one level up when the page is written; `nil` while the page has room.
    var heldKey: [UInt8]?
    var heldOverflow: UInt32 = 0

    init(_ page: TreePage) { self.page = page }
  }

  private let kind: PageKind
  private let file: PageFile
  private var levels: [Level] = []

  init(_ kind: PageKind, file: PageFile) {
    self.kind = kind
    self.file = file
  }

  /// Whether the tree has no interior page.
  var isEmpty: Bool { levels.isEmpty }

  /// Adds a child and the key behind it, as it stands in a cell after the number of the child.
  ///
  /// - Throws: `SealedPagesError`.
  func add(
    child: UInt32,
    key: UnsafeRawBufferPointer,
    overflow: UInt32 = 0,
    depth: Int = 0
  ) throws(SealedPagesError) {
    if depth == levels.count { levels.append(Level(TreePage(kind, size: file.pageSize))) }
    let level = levels[depth]
    if let held = level.heldKey {
      let number = try file.append(level.page)
      try addOwned(child: number, key: held, overflow: level.heldOverflow, depth: depth + 1)
      level.heldKey = nil
    } else if !level.page.hasRoom(for: 4 + key.count) {
      level.page.rightChild = child
      level.heldKey = Array(key)
      level.heldOverflow = overflow
      return
    }
    let cell = level.page.addCell(size: 4 + key.count, overflow: overflow)
    cell.storeBigEndian(child, at: 0)
    UnsafeMutableRawBufferPointer(start: cell + 4, count: key.count).copyMemory(from: key)
  }

  /// Ends the tree with its last child; there must have been one before. The page at the top becomes the root.
  ///
  /// - Returns: The page at the top, not written.
  /// - Throws: `SealedPagesError`.
  func finish(lastChild: UInt32) throws(SealedPagesError) -> TreePage {
    var child = lastChild
    var depth = 0
    while true {
      let level = levels[depth]
      if let held = level.heldKey {
        // The last child alone needs a key beside it: the full page gives its last.
        let right = level.page.rightChild
        let (cell, overflow) = level.page.removeLastCell()
        level.page.rightChild = cell[..<4].reduce(0) { $0 << 8 | UInt32($1) }
        level.heldKey = nil
        let number = try file.append(level.page)
        try addOwned(child: number, key: Array(cell[4...]), overflow: overflow, depth: depth + 1)
        try addOwned(child: right, key: held, overflow: level.heldOverflow, depth: depth)
      }
      level.page.rightChild = child
      if depth == levels.count - 1 { return level.page }
      child = try file.append(level.page)
      depth += 1
    }
  }

  private func addOwned(child: UInt32, key: [UInt8], overflow: UInt32, depth: Int) throws(SealedPagesError) {
    try key.withRawBytes { bytes throws(SealedPagesError) in
      try add(child: child, key: bytes, overflow: overflow, depth: depth)
    }
  }
}

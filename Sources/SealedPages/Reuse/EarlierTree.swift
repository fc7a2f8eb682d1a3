/// The leaves of a tree in an earlier file, from left to right, with what stands between each and the next. Only interior pages are read for it.
struct EarlierTree {
  private(set) var leaves: [UInt32] = []
  /// The number of the last row of each leaf of a table but the last one.
  private(set) var lastRowIDs: [Int64] = []
  /// The key behind each leaf of an index but the last one.
  private(set) var dividers: [[UInt8]] = []

  private static let greatestDepth = 32

  /// - Throws: `SealedPagesError`.
  /// - Complexity: O(interior pages of the tree).
  init(of file: EarlierDatabase, root: UInt32, isIndex: Bool) throws(SealedPagesError) {
    var visited = 0
    try walk(file, root, isIndex: isIndex, depth: 0, &visited)
    guard (isIndex ? dividers.count : lastRowIDs.count) == leaves.count - 1 else {
      throw file.unusable("the tree of page \(root) is damaged")
    }
  }

  private mutating func walk(
    _ file: EarlierDatabase,
    _ number: UInt32,
    isIndex: Bool,
    depth: Int,
    _ visited: inout Int
  ) throws(SealedPagesError) {
    visited += 1
    guard depth < Self.greatestDepth, visited <= file.pageCount else {
      throw file.unusable("the tree of page \(number) does not end")
    }
    let page = try file.page(number, isIndex: isIndex)
    guard !page.view.kind.isLeaf else { return leaves.append(number) }
    // Leaves are not read: whether a child is one, its first sibling says.
    var childrenAreLeaves: Bool?
    func enter(_ child: UInt32) throws(SealedPagesError) {
      if childrenAreLeaves == true { return leaves.append(child) }
      let count = leaves.count
      try walk(file, child, isIndex: isIndex, depth: depth + 1, &visited)
      if childrenAreLeaves == nil { childrenAreLeaves = leaves.count == count + 1 && leaves.last == child }
    }
    for index in 0..<page.view.cellCount {
      let cell = try page.cell(index)
      try enter(cell.child)
      if isIndex {
        dividers.append(try file.payload(of: cell, on: page))
      } else {
        lastRowIDs.append(cell.rowID)
      }
    }
    try enter(page.view.rightChild)
  }
}

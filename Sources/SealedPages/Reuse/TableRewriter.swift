/// Writes the tree of a table of which an earlier file has most rows: the pages that come out the same are taken from there.
///
/// A page is the same if its first row begins a page here, too, and all its rows and the one behind it stay as they are: pages are filled until a row has no
/// room, so that it is full with the same row, then. Soon behind a row that has another size, rows begin pages where they did before.
final class TableRewriter {
  private let file: EarlierDatabase
  private let tree: TableTree
  private let old: EarlierTree
  private var leaf = 0
  private var cell = 0
  /// The page of `leaf`, once it has been read.
  private var page: EarlierPage?

  /// - Throws: `SealedPagesError`.
  init(_ tree: TableTree, of file: EarlierDatabase, root: UInt32) throws(SealedPagesError) {
    self.file = file
    self.tree = tree
    old = try EarlierTree(of: file, root: root, isIndex: false)
    // The root of a table without rows.
    if old.leaves.count == 1, try currentPage().view.cellCount == 0 { leaf = 1 }
  }

  /// Takes over the next rows up to one that the earlier file has.
  ///
  /// - Throws: `SealedPagesError`.
  func keep(through last: Int64) throws(SealedPagesError) {
    while leaf < old.leaves.count {
      let number = old.leaves[leaf]
      if cell == 0, leaf < old.lastRowIDs.count, old.lastRowIDs[leaf] < last, try !file.hasOverflow(number),
        try beginsPage()
      {
        try tree.appendLeaf(number, lastRowID: old.lastRowIDs[leaf])
        leaf += 1
        page = nil
        continue
      }
      let (row, record) = try current()
      guard row <= last else { break }
      try record.withRawBytes { bytes throws(SealedPagesError) in try tree.append(rowID: row, record: bytes) }
      advance()
    }
    guard tree.lastRowID == last else { throw file.unusable("there is no row \(last)") }
  }

  /// Takes the next row of the earlier file out.
  ///
  /// - Returns: Its record; `nil` if the earlier file has no more rows.
  /// - Throws: `SealedPagesError` if the next row is not `rowID`.
  func take(_ rowID: Int64) throws(SealedPagesError) -> [UInt8]? {
    guard leaf < old.leaves.count else { return nil }
    let (row, record) = try current()
    guard row == rowID else { throw file.unusable("row \(row) comes where row \(rowID) is expected") }
    advance()
    return record
  }

  /// Throws if the earlier file has rows that nobody has asked for.
  ///
  /// - Throws: `SealedPagesError`.
  func finish() throws(SealedPagesError) {
    guard leaf == old.leaves.count else { throw file.unusable("it has more rows") }
  }

  /// Whether the row that the next leaf begins with would begin a page.
  private func beginsPage() throws(SealedPagesError) -> Bool {
    if tree.isAtPageStart { return true }
    let page = try currentPage()
    guard page.view.cellCount > 0 else { return false }
    let cell = try page.cell(0)
    return tree.beginsPage(rowID: cell.rowID, recordSize: cell.payloadSize)
  }

  private func currentPage() throws(SealedPagesError) -> EarlierPage {
    if let page { return page }
    let page = try file.page(old.leaves[leaf], isIndex: false)
    self.page = page
    return page
  }

  private func current() throws(SealedPagesError) -> (row: Int64, record: [UInt8]) {
    let page = try currentPage()
    guard cell < page.view.cellCount else { throw file.unusable("page \(old.leaves[leaf]) has no rows") }
    let found = try page.cell(cell)
    return (found.rowID, try file.payload(of: found, on: page))
  }

  private func advance() {
    cell += 1
    guard let page, cell == page.view.cellCount else { return }
    cell = 0
    leaf += 1
    self.page = nil
  }
}

/// How much of a payload stands on its b-tree page, and how much in overflow pages: <https://www.sqlite.org/fileformat2.html#b_tree_pages>.
struct PayloadRules {
  /// The most that stands on the page.
  let maximum: Int
  /// What stays on the page if the whole does not.
  let minimum: Int
  /// What an overflow page takes.
  let overflowCapacity: Int

  /// The rules of a table's leaves.
  static func table(pageSize: Int) -> PayloadRules { PayloadRules(pageSize: pageSize, maximum: pageSize - 35) }

  /// The rules of all pages of an index.
  static func index(pageSize: Int) -> PayloadRules {
    PayloadRules(pageSize: pageSize, maximum: (pageSize - 12) * 64 / 255 - 23)
  }

  private init(pageSize: Int, maximum: Int) {
    self.maximum = maximum
    minimum = (pageSize - 12) * 32 / 255 - 23
    overflowCapacity = pageSize - 4
  }

  /// How many bytes of a payload stand on the page.
  func local(_ count: Int) -> Int {
    if count <= maximum { return count }
    let wanted = minimum + (count - minimum) % overflowCapacity
    return wanted <= maximum ? wanted : minimum
  }
}

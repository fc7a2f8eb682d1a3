/// Which pages of a file have a place of their own: those of the pointer map, and the one that locks lie on.
///
/// <https://www.sqlite.org/fileformat2.html#pointer_map_or_ptrmap_pages>
struct PageNumbers {
  /// Whether the file has a pointer map.
  let hasPointerMap: Bool
  /// The page at the offset of a gigabyte, which is never used.
  let lockPage: UInt32
  /// How many pages one page of the map and the pages that it tells of make.
  private let group: UInt32

  /// - Parameter lockOffset: Where the page for locks lies; only tests say another place than the format's.
  init(pageSize: Int, hasPointerMap: Bool, lockOffset: Int = 1 << 30) {
    self.hasPointerMap = hasPointerMap
    lockPage = UInt32(lockOffset / pageSize + 1)
    group = UInt32(pageSize / 5 + 1)
  }

  /// The page of the map that tells of a page from 3 on.
  func mapPage(of page: UInt32) -> UInt32 {
    let number = (page - 2) / group * group + 2
    return number == lockPage ? number + 1 : number
  }

  /// The page of the map behind another.
  func nextMapPage(after page: UInt32) -> UInt32 { mapPage(of: (page - 2) / group * group + 2 + group) }

  /// Where on its page of the map the entry of a page stands.
  func mapOffset(of page: UInt32) -> Int { 5 * Int(page - mapPage(of: page) - 1) }

  /// Whether a page holds neither a tree nor overflow.
  func isReserved(_ page: UInt32) -> Bool {
    page == lockPage || (hasPointerMap && page >= 2 && page == mapPage(of: page))
  }

  /// The next page after `page` that may hold something.
  func next(after page: UInt32) -> UInt32 {
    var next = page + 1
    while isReserved(next) { next += 1 }
    return next
  }

  /// How many pages a page of the map tells of, where the file is long enough.
  func entryCount(of mapPage: UInt32) -> Int {
    let first = (mapPage - 2) / group * group + 2
    let pages = Int(first + group - mapPage - 1)
    return lockPage > mapPage && lockPage < first + group ? pages - 1 : pages
  }
}

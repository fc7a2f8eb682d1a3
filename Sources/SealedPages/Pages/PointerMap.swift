/// The pages of the pointer map that are not complete yet.
///
/// What a page is becomes known when the page that leads to it gets its number. Of a tree, that is a few hundred pages later, so that few pages of
/// the map are open at any time: one for each level of the interior pages that are being filled, about a ten-thousandth of the file in all.
final class PointerMap {
  /// A finished page of the map.
  struct Page {
    let page: UInt32
    fileprivate(set) var bytes: [UInt8]
    fileprivate var missing: Int
  }

  private let pageSize: Int
  private let numbers: PageNumbers
  private var open: [UInt32: Page] = [:]

  init(pageSize: Int, numbers: PageNumbers) {
    self.pageSize = pageSize
    self.numbers = numbers
  }

  /// Sets the entry of a page, which is done once for each.
  ///
  /// - Returns: The page of the map, if this was the last of its entries.
  func set(_ page: UInt32, _ kind: PointerKind, parent: UInt32) -> Page? {
    let number = numbers.mapPage(of: page)
    let offset = numbers.mapOffset(of: page)
    let new = { [pageSize, numbers] in
      Page(page: number, bytes: [UInt8](repeating: 0, count: pageSize), missing: numbers.entryCount(of: number))
    }
    let isComplete = { (map: inout Page) -> Bool in
      map.bytes[offset] = kind.rawValue
      for index in 0..<4 {
        map.bytes[offset + 1 + index] = UInt8(truncatingIfNeeded: parent >> (24 - 8 * UInt32(index)))
      }
      map.missing -= 1
      return map.missing == 0
    }(&open[number, default: new()])
    return isComplete ? open.removeValue(forKey: number) : nil
  }

  /// The pages that have not all their entries, because the file has no more pages.
  func removeAll() -> [Page] {
    defer { open.removeAll() }
    return open.values.sorted { $0.page < $1.page }
  }
}

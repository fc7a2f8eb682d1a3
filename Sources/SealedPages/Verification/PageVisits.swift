internal import Synchronization

/// Which pages have been come to, by all threads: each page belongs to one tree or chain, and is come to once.
final class PageVisits: Sendable {
  private let numbers: PageNumbers
  private let pageCount: Int
  private let bits: Mutex<[UInt64]>

  init(pageCount: Int, numbers: PageNumbers) {
    self.numbers = numbers
    self.pageCount = pageCount
    bits = Mutex([UInt64](repeating: 0, count: pageCount / 64 + 1))
  }

  /// - Throws: `VerificationStop` if the page is none of those that hold something, or has been come to before.
  func visit(_ page: UInt32) throws(VerificationStop) {
    guard page >= 1, Int(page) <= pageCount else { throw .damage("page \(page) is not in the file") }
    guard !numbers.isReserved(page) else { throw .damage("page \(page) should not be used") }
    let isNew = bits.withLock { bits in
      let mask = UInt64(1) << UInt64(page % 64)
      defer { bits[Int(page / 64)] |= mask }
      return bits[Int(page / 64)] & mask == 0
    }
    if !isNew { throw .damage("page \(page) is used twice") }
  }

  /// The first page that nothing leads to; `nil` if there is none.
  func firstUnused() -> UInt32? {
    let bits = bits.withLock { $0 }
    for page in 1..<UInt32(pageCount + 1) where bits[Int(page / 64)] >> UInt64(page % 64) & 1 == 0 {
      if !numbers.isReserved(page) { return page }
    }
    return nil
  }
}

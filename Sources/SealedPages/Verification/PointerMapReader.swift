/// Looks up what the pointer map of a finished file says.
final class PointerMapReader {
  private let reader: PageReader
  private let numbers: PageNumbers
  private let page: UnsafeMutableRawPointer
  private var current: UInt32 = 0

  init(_ reader: PageReader, numbers: PageNumbers) {
    self.reader = reader
    self.numbers = numbers
    page = .allocate(byteCount: reader.pageSize, alignment: 16)
  }

  deinit { page.deallocate() }

  /// - Throws: `VerificationStop` if the map says something else of a page.
  func check(_ number: UInt32, _ kind: PointerKind, parent: UInt32) throws(VerificationStop) {
    guard numbers.hasPointerMap else { return }
    try load(numbers.mapPage(of: number))
    let entry = UnsafeRawPointer(page + numbers.mapOffset(of: number))
    guard entry.load(as: UInt8.self) == kind.rawValue, entry.bigEndian(at: 1, as: UInt32.self) == parent else {
      throw .damage("the pointer map is wrong about page \(number)")
    }
  }

  /// Checks what is left of the reserved pages when every entry has been checked: it has to be zero.
  ///
  /// - Throws: `VerificationStop`.
  func checkReservedPages() throws(VerificationStop) {
    let last = UInt32(reader.pageCount)
    if numbers.lockPage <= last {
      try load(numbers.lockPage)
      try requireZeros(0..<reader.pageSize)
    }
    guard numbers.hasPointerMap, last >= 2 else { return }
    var map = numbers.mapPage(of: 2)
    while map <= last {
      try load(map)
      let next = numbers.nextMapPage(after: map)
      let hasLockPage =
        map < numbers.lockPage && numbers.lockPage < next && numbers.mapPage(of: numbers.lockPage) == map
      if hasLockPage { try requireZeros(entry(of: numbers.lockPage)) }
      var end = min(last, next - 1)
      // Where the next page of the map would stand on the page for locks, it stands behind it.
      if end == numbers.lockPage, !hasLockPage { end -= 1 }
      try requireZeros((end > map ? entry(of: end).upperBound : 0)..<reader.pageSize)
      map = next
    }
  }

  private func entry(of number: UInt32) -> Range<Int> {
    let offset = numbers.mapOffset(of: number)
    return offset..<(offset + 5)
  }

  private func load(_ number: UInt32) throws(VerificationStop) {
    if number == current { return }
    current = 0
    try reader.read(number, into: page)
    current = number
  }

  private func requireZeros(_ range: Range<Int>) throws(VerificationStop) {
    let bytes = UnsafeRawBufferPointer(start: page, count: reader.pageSize)
    guard UnsafeRawBufferPointer(rebasing: bytes[range]).isZero else {
      throw .damage("page \(current) has bytes where it should have none")
    }
  }
}

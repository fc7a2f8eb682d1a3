/// The pages of a SQLite file taken apart into cells, and put together again: <https://www.sqlite.org/fileformat2.html#b_tree_pages>.
///
/// A row that becomes longer moves all that follows from page to page, so that no page stays as it was. The cells stay; so a file is compared as the
/// sequence of its cells. Each page becomes a *leaf of the sequence*:
///
///     | 0 | the page's bytes |                                                   a page that is not laid out as below
///     | kind | number of cells, 2 bytes | last child, 4 bytes, if interior | cells |   each cell with its size before it
///
/// A page is taken apart if its cells stand one behind the other from its end on, in their order, with zeros in front of them: as every page
/// of a file stands that Studbook, or SQLite's `VACUUM`, has written. The first page and what is shorter than a page are never taken apart.
/// A page size of 0 means that the file is taken as it is.
enum PageOrder {
  static func isPageSize(_ size: Int) -> Bool { size >= 512 && size <= 65_536 && size & (size - 1) == 0 }

  /// The page size of a file that begins with `head`, of which at least 18 bytes are needed; 0 for what is no SQLite file.
  static func pageSize(ofFileBeginningWith head: [UInt8]) -> Int {
    guard head.count >= 18, head.starts(with: Array("SQLite format 3\0".utf8)) else { return 0 }
    let size = Int(head[16]) << 8 | Int(head[17])
    return size == 1 ? 65_536 : isPageSize(size) ? size : 0
  }

  /// The most bytes that a page becomes.
  static func longestSequence(pageSize: Int) -> Int { 7 + pageSize + 3 * (pageSize / 2) }

  /// Whether pages of this kind lead to others.
  @inline(__always)
  private static func isInterior(_ kind: UInt8) -> Bool { kind == 2 || kind == 5 }

  @inline(__always)
  private static func isTree(_ kind: UInt8) -> Bool { kind == 2 || kind == 5 || kind == 10 || kind == 13 }

  /// Takes a page apart.
  ///
  /// - Parameter output: Has room for `longestSequence(pageSize:)` bytes.
  /// - Returns: How many bytes were written.
  static func takeApart(
    _ page: UnsafeRawBufferPointer,
    pageSize: Int,
    isFirst: Bool,
    to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    if !isFirst, page.count == pageSize, let count = takeApartTree(page, to: output) { return count }
    output[0] = 0
    if let base = page.baseAddress { UnsafeMutableRawPointer(output + 1).copyMemory(from: base, byteCount: page.count) }
    return 1 + page.count
  }

  private static func takeApartTree(_ page: UnsafeRawBufferPointer, to output: UnsafeMutablePointer<UInt8>) -> Int? {
    guard let bytes = page.baseAddress?.assumingMemoryBound(to: UInt8.self), isTree(bytes[0]) else { return nil }
    func number(_ offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
    let headerSize = isInterior(bytes[0]) ? 12 : 8
    let cells = number(3)
    let pointersEnd = headerSize + 2 * cells
    guard number(1) == 0, bytes[7] == 0, pointersEnd <= page.count else { return nil }
    // All pointers are looked at before anything depends on them.
    var previous = page.count
    for cell in 0..<cells {
      let start = number(headerSize + 2 * cell)
      guard start < previous, start >= pointersEnd else { return nil }
      previous = start
    }
    guard number(5) == previous & 0xFFFF else { return nil }
    for offset in pointersEnd..<previous where bytes[offset] != 0 { return nil }
    output[0] = bytes[0]
    output[1] = bytes[3]
    output[2] = bytes[4]
    var count = 3
    if headerSize == 12 {
      for offset in 8..<12 {
        output[count] = bytes[offset]
        count += 1
      }
    }
    previous = page.count
    for cell in 0..<cells {
      let start = number(headerSize + 2 * cell)
      var size = previous - start
      while size > 0x7F {
        output[count] = UInt8(truncatingIfNeeded: size) | 0x80
        count += 1
        size >>= 7
      }
      output[count] = UInt8(size)
      count += 1
      UnsafeMutableRawPointer(output + count).copyMemory(from: bytes + start, byteCount: previous - start)
      count += previous - start
      previous = start
    }
    return count
  }

  /// Puts a page together again.
  ///
  /// - Parameters:
  ///   - sequence: What the page became, and more.
  ///   - page: Where the page is written: as long as the page is.
  /// - Returns: How many bytes of the sequence were its; `nil` if it is none, or cut off.
  static func putTogether(_ sequence: UnsafeRawBufferPointer, into page: UnsafeMutableRawBufferPointer) -> Int? {
    guard let kind = sequence.first, let bytes = page.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
      return nil
    }
    if kind == 0 {
      guard sequence.count > page.count else { return nil }
      page.copyMemory(from: UnsafeRawBufferPointer(rebasing: sequence[1...page.count]))
      return 1 + page.count
    }
    let headerSize = isInterior(kind) ? 12 : 8
    var offset = headerSize == 12 ? 7 : 3
    guard isTree(kind), sequence.count >= offset, page.count >= headerSize else { return nil }
    let cells = Int(sequence[1]) << 8 | Int(sequence[2])
    let pointersEnd = headerSize + 2 * cells
    guard pointersEnd <= page.count else { return nil }
    page.initializeMemory(as: UInt8.self, repeating: 0)
    bytes[0] = kind
    bytes[3] = sequence[1]
    bytes[4] = sequence[2]
    if headerSize == 12 { for index in 0..<4 { bytes[8 + index] = sequence[3 + index] } }
    func store(_ number: Int, at offset: Int) {
      bytes[offset] = UInt8(truncatingIfNeeded: number >> 8)
      bytes[offset + 1] = UInt8(truncatingIfNeeded: number)
    }
    var start = page.count
    for cell in 0..<cells {
      guard let size = Varint.read(sequence, at: &offset), size > 0, size <= start - pointersEnd,
        size <= sequence.count - offset
      else { return nil }
      start -= size
      (page.baseAddress! + start).copyMemory(from: sequence.baseAddress! + offset, byteCount: size)
      offset += size
      store(start, at: headerSize + 2 * cell)
    }
    store(start, at: 5)
    return offset
  }
}

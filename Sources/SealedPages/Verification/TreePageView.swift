/// A page of a tree as it was read, every number in it checked against the page before it is used.
///
/// Sealed pages are stricter than the format: cells stand one behind the other from the end of the page to the front, and what is free is zero.
struct TreePageView {
  /// A cell: where its payload stands on the page, how large the payload is in all, and what it leads to.
  struct Cell {
    var child: UInt32 = 0
    var rowID: Int64 = 0
    var payloadSize = 0
    var local = 0..<0
    var overflow: UInt32 = 0
  }

  let number: UInt32
  let kind: PageKind
  let cellCount: Int
  let rightChild: UInt32
  private let bytes: UnsafeRawBufferPointer
  private let headerOffset: Int
  private let rules: PayloadRules

  /// - Parameter isIndex: Whether the page belongs to an index.
  /// - Throws: `VerificationStop`.
  init(_ page: UnsafeRawPointer, size: Int, number: UInt32, isIndex: Bool) throws(VerificationStop) {
    self.number = number
    bytes = UnsafeRawBufferPointer(start: page, count: size)
    headerOffset = number == 1 ? DatabaseSettings.headerSize : 0
    rules = isIndex ? .index(pageSize: size) : .table(pageSize: size)
    let header = page + headerOffset
    guard let kind = PageKind(rawValue: header.load(as: UInt8.self)),
      isIndex == (kind == .indexLeaf || kind == .indexInterior)
    else { throw .damage("page \(number) is of the wrong kind") }
    self.kind = kind
    cellCount = Int(header.bigEndian(at: 3, as: UInt16.self))
    let stored = Int(header.bigEndian(at: 5, as: UInt16.self))
    let contentStart = stored == 0 ? 65_536 : stored
    let pointersEnd = headerOffset + kind.headerSize + 2 * cellCount
    guard header.bigEndian(at: 1, as: UInt16.self) == 0, header.load(fromByteOffset: 7, as: UInt8.self) == 0,
      contentStart <= size, pointersEnd <= contentStart
    else { throw .damage("page \(number) has a wrong header") }
    rightChild = kind.isLeaf ? 0 : header.bigEndian(at: 8, as: UInt32.self)
    guard bytes(pointersEnd..<contentStart).isZero else {
      throw .damage("page \(number) has bytes where it should have none")
    }
    guard (cellCount == 0 ? size : start(of: cellCount - 1)) == contentStart else {
      throw .damage("page \(number) has a wrong header")
    }
    // Where the schema has no room beside the file's header, page 1 has one child and no cell.
    if cellCount == 0, !kind.isLeaf, number != 1 { throw .damage("page \(number) has no cell") }
  }

  private func start(of cell: Int) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    return Int(base.bigEndian(at: headerOffset + kind.headerSize + 2 * cell, as: UInt16.self))
  }

  /// Reads a cell, which has to fill the place between its neighbours.
  ///
  /// - Throws: `VerificationStop`.
  func cell(_ index: Int) throws(VerificationStop) -> Cell {
    let start = start(of: index)
    let end = index == 0 ? bytes.count : self.start(of: index - 1)
    guard start < end, end <= bytes.count, let base = bytes.baseAddress, end - start >= 4 else {
      throw damagedCell(index)
    }
    let area = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    var position = start
    var cell = Cell()
    if !kind.isLeaf {
      cell.child = base.bigEndian(at: position, as: UInt32.self)
      position += 4
    }
    if kind != .tableInterior {
      guard let size = Varint.read(area, at: &position), size <= 0x7FFF_FFFF else { throw damagedCell(index) }
      cell.payloadSize = Int(size)
    }
    if kind == .tableInterior || kind == .tableLeaf {
      guard let rowID = Varint.read(area, at: &position) else { throw damagedCell(index) }
      cell.rowID = Int64(bitPattern: rowID)
    }
    if kind != .tableInterior {
      let local = rules.local(cell.payloadSize)
      guard local <= end - position else { throw damagedCell(index) }
      cell.local = position..<(position + local)
      position += local
      if local < cell.payloadSize {
        guard end - position >= 4 else { throw damagedCell(index) }
        cell.overflow = base.bigEndian(at: position, as: UInt32.self)
        position += 4
      }
    }
    guard position == end || (end - start == 4 && bytes(position..<end).isZero) else { throw damagedCell(index) }
    return cell
  }

  /// Bytes of the page.
  func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[range]) }

  private func damagedCell(_ index: Int) -> VerificationStop { .damage("cell \(index) of page \(number) is damaged") }
}

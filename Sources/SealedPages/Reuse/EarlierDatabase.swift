internal import SystemErrors

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file that a `DatabaseWriter` has written before, of which another one takes over pages that stay the same.
///
/// Whoever makes one has to know, by its digest, that the file is the one that was written, with the same schema and settings. Everything that is read of
/// it is checked nevertheless before it is used, so that a file that changes meanwhile is an error.
package final class EarlierDatabase {
  package let path: String
  /// The tables of which rows are kept, in lower case.
  let keptTables: Set<String>
  /// By index, how many different values its writer counted of the first term, the first two, and so on.
  let distinct: [String: [Int]]
  let pageSize: Int
  let pageCount: Int
  private let descriptor: Int32
  private let numbers: PageNumbers
  private var parents: Set<UInt32>?

  /// - Parameters:
  ///   - tables: The tables of which rows are kept.
  ///   - distinct: `DatabaseSummary.Index.distinct` of each of their indexes.
  /// - Throws: `SealedPagesError`.
  package init(
    path: String,
    keeping tables: [String],
    distinct: [String: [Int]],
    settings: DatabaseSettings = DatabaseSettings()
  ) throws(SealedPagesError) {
    self.path = path
    self.distinct = distinct
    keptTables = Set(tables.map { $0.lowercased() })
    pageSize = settings.pageSize
    numbers = settings.numbers
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    let isOpen = descriptor >= 0 && fstat(descriptor, &status) == 0
    pageCount = isOpen ? min(Int(status.st_size) / settings.pageSize, Int(UInt32.max) - 1) : 0
    guard isOpen else { throw .file(FileWriteError(path: path, number: errno)) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Reads pages one behind the other.
  ///
  /// - Throws: `SealedPagesError`.
  func read(_ first: UInt32, count: Int = 1, into target: UnsafeMutableRawPointer) throws(SealedPagesError) {
    guard first >= 1, Int(first) - 1 + count <= pageCount else { throw unusable("page \(first) is not in the file") }
    let size = count * pageSize
    let offset = (Int(first) - 1) * pageSize
    var position = 0
    while position < size {
      let taken = pread(descriptor, target + position, size - position, off_t(offset + position))
      if taken < 0, errno == EINTR { continue }
      guard taken >= 0 else { throw .file(FileWriteError(path: path, number: errno)) }
      guard taken > 0 else { throw unusable("the file ends before page \(Int(first) + count)") }
      position += taken
    }
  }

  /// A page of a tree.
  ///
  /// - Throws: `SealedPagesError`.
  func page(_ number: UInt32, isIndex: Bool) throws(SealedPagesError) -> EarlierPage {
    let page = EarlierPage(size: pageSize)
    try read(number, into: page.bytes)
    do throws(VerificationStop) {
      page.view = try TreePageView(page.bytes, size: pageSize, number: number, isIndex: isIndex)
    } catch {
      throw unusable(error.description)
    }
    return page
  }

  /// Whether a cell of a page goes on in overflow pages, whose numbers stand in it.
  ///
  /// - Throws: `SealedPagesError`.
  /// - Complexity: O(pages of the pointer map) for the first page that is asked for, O(1) for others.
  func hasOverflow(_ page: UInt32) throws(SealedPagesError) -> Bool {
    if let parents { return parents.contains(page) }
    guard numbers.hasPointerMap else { throw unusable("it has no pointer map") }
    var found: Set<UInt32> = []
    let map = UnsafeMutableRawPointer.allocate(byteCount: pageSize, alignment: 16)
    defer { map.deallocate() }
    var number = numbers.mapPage(of: 3)
    while Int(number) <= pageCount {
      try read(number, into: map)
      let next = numbers.nextMapPage(after: number)
      var entry = number + 1
      while entry < next, Int(entry) <= pageCount {
        let offset = numbers.mapOffset(of: entry)
        guard offset >= 0, offset + 5 <= pageSize else { break }
        if map.load(fromByteOffset: offset, as: UInt8.self) == PointerKind.firstOverflow.rawValue {
          found.insert(UnsafeRawPointer(map).bigEndian(at: offset + 1, as: UInt32.self))
        }
        entry += 1
      }
      number = next
    }
    parents = found
    return found.contains(page)
  }

  /// The whole payload of a cell.
  ///
  /// - Throws: `SealedPagesError`.
  /// - Complexity: O(*n*) in bytes.
  func payload(of cell: TreePageView.Cell, on page: EarlierPage) throws(SealedPagesError) -> [UInt8] {
    var payload = [UInt8](page.view.bytes(cell.local))
    var next = cell.overflow
    guard payload.count < cell.payloadSize else { return payload }
    let rest = UnsafeMutableRawPointer.allocate(byteCount: pageSize, alignment: 16)
    defer { rest.deallocate() }
    while payload.count < cell.payloadSize {
      try read(next, into: rest)
      next = UnsafeRawPointer(rest).bigEndian(at: 0, as: UInt32.self)
      let count = min(pageSize - 4, cell.payloadSize - payload.count)
      payload.append(contentsOf: UnsafeRawBufferPointer(start: rest + 4, count: count))
    }
    return payload
  }

  func unusable(_ problem: String) -> SealedPagesError { .earlierFile(problem) }
}

/// A page of an earlier file in memory.
final class EarlierPage {
  let bytes: UnsafeMutableRawPointer
  /// Set by whoever has read the page.
  fileprivate(set) var view: TreePageView!

  init(size: Int) { bytes = .allocate(byteCount: size, alignment: 16) }

  deinit { bytes.deallocate() }

  /// - Throws: `SealedPagesError`.
  func cell(_ index: Int) throws(SealedPagesError) -> TreePageView.Cell {
    do throws(VerificationStop) { return try view.cell(index) } catch { throw .earlierFile(error.description) }
  }
}

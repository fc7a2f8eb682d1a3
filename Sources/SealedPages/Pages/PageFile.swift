internal import SystemErrors

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The file that is written: pages one after another through a buffer, and each of the few that have to wait at its place.
final class PageFile {
  let path: String
  let pageSize: Int
  let numbers: PageNumbers
  let pointers: PointerMap?
  /// The last page that has been given to somebody.
  private(set) var lastPage: UInt32
  private let descriptor: Int32
  private let buffer: UnsafeMutableRawPointer
  private var bufferStart = 0
  private var bufferCount = 0
  private let scratch: UnsafeMutableRawPointer
  private var unsentCount = 0
  /// The pages, where they are written at the end; `nil` where they are written as they come.
  private let plan: PagePlan?

  private static let bufferSize = 1 << 20
  /// How much is written before the disk is asked to take it.
  private static let sendingSize = 8 << 20
  /// The largest page number that SQLite takes.
  private static let largestPage: UInt32 = 0x3FFF_FFFF

  /// Makes the file, or empties the one that is there. The first page that is written comes behind `lastRoot`.
  ///
  /// - Parameter earlier: A file whose pages are taken over; all is written at the end then.
  /// - Throws: `SealedPagesError`.
  init(
    path: String,
    settings: DatabaseSettings,
    lastRoot: UInt32,
    earlier: EarlierDatabase? = nil
  ) throws(SealedPagesError) {
    self.path = path
    plan = earlier.map(PagePlan.init)
    pageSize = settings.pageSize
    numbers = settings.numbers
    lastPage = lastRoot
    pointers = numbers.hasPointerMap ? PointerMap(pageSize: settings.pageSize, numbers: numbers) : nil
    buffer = .allocate(byteCount: Self.bufferSize, alignment: 4096)
    scratch = .allocate(byteCount: settings.pageSize, alignment: 16)
    descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .file(FileWriteError(path: path, number: errno)) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    buffer.deallocate()
    scratch.deallocate()
  }

  /// The number that the next page gets.
  var nextPage: UInt32 { numbers.next(after: lastPage) }

  /// Adds a page and returns its number.
  ///
  /// - Throws: `SealedPagesError`.
  func append(_ page: UnsafeRawPointer) throws(SealedPagesError) -> UInt32 {
    let number = nextPage
    guard number <= Self.largestPage else { throw .tooLarge("\(path)") }
    if let plan {
      try plan.make(number, UnsafeRawBufferPointer(start: page, count: pageSize))
      lastPage = number
      return number
    }
    let offset = Int(number - 1) * pageSize
    // Pages that are left out are written later, at their place.
    if offset != bufferStart + bufferCount || bufferCount == Self.bufferSize {
      try flush()
      bufferStart = offset
    }
    (buffer + bufferCount).copyMemory(from: page, byteCount: pageSize)
    bufferCount += pageSize
    lastPage = number
    return number
  }

  /// Adds a page of the earlier file, which leads to no others, and returns its number.
  ///
  /// - Throws: `SealedPagesError`.
  func appendKept(_ page: UInt32) throws(SealedPagesError) -> UInt32 {
    let number = nextPage
    guard number <= Self.largestPage else { throw .tooLarge("\(path)") }
    guard let plan else { preconditionFailure("There is no earlier file.") }
    plan.keep(number, page)
    lastPage = number
    return number
  }

  /// Writes a page at its place.
  ///
  /// - Throws: `SealedPagesError`.
  func write(_ page: UnsafeRawPointer, at number: UInt32) throws(SealedPagesError) {
    try write(UnsafeRawBufferPointer(start: page, count: pageSize), offset: Int(number - 1) * pageSize)
  }

  /// Writes what does not stand on a b-tree page into overflow pages, and returns the first of them.
  ///
  /// The pointer map is told of all but the first, whose entry names the page that the rest belongs to.
  ///
  /// - Throws: `SealedPagesError`.
  func appendOverflow(_ rest: UnsafeRawBufferPointer) throws(SealedPagesError) -> UInt32 {
    let capacity = pageSize - 4
    var position = 0
    var first: UInt32 = 0
    var previous: UInt32 = 0
    while position < rest.count {
      let count = min(capacity, rest.count - position)
      let number = nextPage
      let isLast = position + count == rest.count
      scratch.storeBigEndian(isLast ? 0 : numbers.next(after: number), at: 0)
      UnsafeMutableRawBufferPointer(start: scratch + 4, count: count)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[position..<(position + count)]))
      if isLast { UnsafeMutableRawBufferPointer(start: scratch + 4 + count, count: capacity - count).zero() }
      _ = try append(scratch)
      if first == 0 { first = number } else { try setPointer(number, .laterOverflow, parent: previous) }
      previous = number
      position += count
    }
    return first
  }

  /// Says in the pointer map what a page is.
  ///
  /// - Throws: `SealedPagesError`.
  func setPointer(_ page: UInt32, _ kind: PointerKind, parent: UInt32) throws(SealedPagesError) {
    guard let map = pointers?.set(page, kind, parent: parent) else { return }
    try map.bytes.withRawBytes { bytes throws(SealedPagesError) in try write(bytes, offset: offset(of: map.page)) }
  }

  /// Writes what is still waiting, but for the roots.
  ///
  /// - Throws: `SealedPagesError`.
  func finishPages() throws(SealedPagesError) {
    try flush()
    for map in pointers?.removeAll() ?? [] {
      try map.bytes.withRawBytes { bytes throws(SealedPagesError) in try write(bytes, offset: offset(of: map.page)) }
    }
  }

  /// Waits until the disk has the file where that is asked for; otherwise the disk goes on taking it. What was planned is written first.
  ///
  /// - Parameter take: Gets all bytes of a planned file, in their order, on another thread.
  /// - Throws: `SealedPagesError`.
  func finish(
    isDurable: Bool,
    taking take: (@Sendable (UnsafeRawBufferPointer) -> Void)? = nil
  ) throws(SealedPagesError) {
    try plan?.write(to: descriptor, path: path, lastPage: lastPage, taking: take) { count in
      unsentCount += count
      if unsentCount >= Self.sendingSize { sendToDisk() }
    }
    guard isDurable else { return sendToDisk() }
    if fsync(descriptor) != 0, errno != EINVAL { throw failure(errno) }
  }

  private func offset(of page: UInt32) -> Int { Int(page - 1) * pageSize }

  private func flush() throws(SealedPagesError) {
    guard bufferCount > 0 else { return }
    try write(UnsafeRawBufferPointer(start: buffer, count: bufferCount), offset: bufferStart)
    bufferStart += bufferCount
    bufferCount = 0
  }

  private func write(_ bytes: UnsafeRawBufferPointer, offset: Int) throws(SealedPagesError) {
    if let plan { return try plan.make(UInt32(offset / pageSize + 1), bytes) }
    let number = FileWriter.writeAll(bytes) { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + $1)) }
    if number != 0 { throw failure(number) }
    unsentCount += bytes.count
    if unsentCount >= Self.sendingSize { sendToDisk() }
  }

  private func sendToDisk() {
    unsentCount = 0
    Files.startWriting(descriptor)
  }

  private func failure(_ number: Int32) -> SealedPagesError { .file(FileWriteError(path: path, number: number)) }
}

extension UnsafeMutableRawBufferPointer {
  /// Fills the memory with zeros.
  func zero() { initializeMemory(as: UInt8.self, repeating: 0) }
}

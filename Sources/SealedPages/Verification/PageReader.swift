internal import SystemErrors

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Reads pages of a finished file. Leaves come in the order of the file, and are read many at once; all others one by one.
final class PageReader {
  let pageSize: Int
  let pageCount: Int
  let fileSize: Int
  private let path: String
  private let descriptor: Int32
  private let window: UnsafeMutableRawPointer
  private var windowPages: Range<Int> = 0..<0
  private static let windowSize = 1 << 20

  /// - Throws: `VerificationStop`.
  init(path: String, pageSize: Int) throws(VerificationStop) {
    self.path = path
    self.pageSize = pageSize
    window = .allocate(byteCount: Self.windowSize, alignment: 4096)
    descriptor = DatabaseFiles.open(path)
    var status = stat()
    let isOpen = descriptor >= 0 && fstat(descriptor, &status) == 0
    let number = errno
    fileSize = isOpen ? Int(status.st_size) : 0
    pageCount = min(fileSize / pageSize, Int(UInt32.max) - 1)
    guard isOpen else { throw .unreadable(.file(FileWriteError(path: path, number: number))) }
  }

  deinit {
    if descriptor >= 0 { DatabaseFiles.close(descriptor) }
    window.deallocate()
  }

  /// Reads a page into `target`, which has room for it.
  ///
  /// - Parameter isNextLeaf: Whether the pages behind it are likely to be read next.
  /// - Throws: `VerificationStop`.
  func read(
    _ page: UInt32,
    into target: UnsafeMutableRawPointer,
    isNextLeaf: Bool = false
  ) throws(VerificationStop) {
    let number = Int(page)
    guard number >= 1, number <= pageCount else { throw .damage("page \(page) is not in the file") }
    if !windowPages.contains(number) {
      guard isNextLeaf, number >= windowPages.upperBound else { return try read(number..<(number + 1), into: target) }
      let pages = number..<min(number + Self.windowSize / pageSize, pageCount + 1)
      windowPages = 0..<0
      try read(pages, into: window)
      windowPages = pages
    }
    target.copyMemory(from: window + (number - windowPages.lowerBound) * pageSize, byteCount: pageSize)
  }

  private func read(_ pages: Range<Int>, into target: UnsafeMutableRawPointer) throws(VerificationStop) {
    let size = pages.count * pageSize
    let offset = (pages.lowerBound - 1) * pageSize
    var position = 0
    while position < size {
      let count = pread(descriptor, target + position, size - position, off_t(offset + position))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(.file(FileWriteError(path: path, number: errno))) }
      guard count > 0 else { throw .damage("the file ends before page \(pages.upperBound - 1)") }
      position += count
    }
  }
}

internal import Digests

/// The old file's sequence, of which instructions name places.
protocol OldBytes {
  var count: Int { get }

  /// Copies bytes that are there.
  mutating func copy(from start: Int, count: Int, to target: UnsafeMutablePointer<UInt8>) throws
}

/// The old sequence, made of the file's pages as they are asked for: a few hundred kilobytes and eight bytes a page are kept.
final class OldSequence: OldBytes {
  private let contents: FileContents
  private let pageSize: Int
  /// Where the sequence of each page begins, and the end.
  private var starts: [Int] = [0]
  /// The file's SHA-256, as it was read first.
  let sha256: String
  // The bytes of the file that were read last, and the page that was taken apart last.
  private var window: UnsafeMutableRawBufferPointer
  private var windowStart = 0
  private var windowCount = 0
  private let page: UnsafeMutablePointer<UInt8>
  private var pageNumber = -1

  private static let windowSize = 256 << 10

  /// Reads the file once.
  ///
  /// - Parameter pageSize: 0 to take the file as it is.
  init(_ contents: FileContents, pageSize: Int) throws {
    self.contents = contents
    // A file that is taken as it is has pages of any size.
    self.pageSize = pageSize
    window = .allocate(byteCount: Self.windowSize, alignment: 16)
    page = .allocate(capacity: PageOrder.longestSequence(pageSize: max(pageSize, 1)))
    var hasher = SHA2Hasher()
    var starts = [0]
    let output = page
    do {
      try contents.readAll(inPiecesOf: Self.windowSize) { piece in
        hasher.update(piece)
        guard pageSize > 0 else { return }
        for start in stride(from: 0, to: piece.count, by: pageSize) {
          let bytes = UnsafeRawBufferPointer(rebasing: piece[start..<min(start + pageSize, piece.count)])
          let isFirst = starts.count == 1
          let length = PageOrder.takeApart(bytes, pageSize: pageSize, isFirst: isFirst, to: output)
          starts.append(starts[starts.count - 1] + length)
        }
      }
    } catch {
      // The class has no deinit before all of it is there.
      window.deallocate()
      page.deallocate()
      throw error
    }
    self.starts = starts
    sha256 = hasher.finalize().hexadecimal
  }

  deinit {
    window.deallocate()
    page.deallocate()
  }

  var count: Int { pageSize == 0 ? contents.size : starts[starts.count - 1] }

  func copy(from start: Int, count: Int, to target: UnsafeMutablePointer<UInt8>) throws {
    var done = 0
    while done < count {
      let position = start + done
      let bytes: UnsafeRawBufferPointer
      if pageSize == 0 {
        let windowNumber = position / Self.windowSize
        try loadWindow(at: windowNumber * Self.windowSize)
        bytes = UnsafeRawBufferPointer(rebasing: window[(position - windowStart)..<windowCount])
      } else {
        try loadPage(holding: position)
        let (lower, upper) = (position - starts[pageNumber], starts[pageNumber + 1] - starts[pageNumber])
        bytes = UnsafeRawBufferPointer(start: page + lower, count: upper - lower)
      }
      let part = min(bytes.count, count - done)
      if let base = bytes.baseAddress { UnsafeMutableRawPointer(target + done).copyMemory(from: base, byteCount: part) }
      done += part
    }
  }

  private func loadWindow(at start: Int) throws {
    guard windowCount == 0 || start != windowStart else { return }
    windowStart = start
    windowCount = 0
    let count = min(Self.windowSize, contents.size - start)
    try contents.read(into: UnsafeMutableRawBufferPointer(rebasing: window[..<count]), at: start)
    windowCount = count
  }

  private func loadPage(holding position: Int) throws {
    if pageNumber >= 0, position >= starts[pageNumber], position < starts[pageNumber + 1] { return }
    var number = pageNumber + 1
    // Most often it is the next one.
    if number >= starts.count - 1 || position < starts[number] || position >= starts[number + 1] {
      var (low, high) = (0, starts.count - 1)
      while high - low > 1 {
        let middle = (low + high) / 2
        if starts[middle] <= position { low = middle } else { high = middle }
      }
      number = low
    }
    pageNumber = -1
    let offset = number * pageSize
    try loadWindow(at: offset / Self.windowSize * Self.windowSize)
    let range = offset - windowStart..<min(offset - windowStart + pageSize, windowCount)
    let length = PageOrder.takeApart(
      UnsafeRawBufferPointer(rebasing: window[range]),
      pageSize: pageSize,
      isFirst: number == 0,
      to: page
    )
    // Otherwise the file is another one by now.
    guard length == starts[number + 1] - starts[number] else { throw PatchError(.changed, file: contents.path) }
    pageNumber = number
  }
}

/// The old sequence in memory.
struct OldMemory: OldBytes {
  let bytes: GrowingBytes

  var count: Int { bytes.count }

  func copy(from start: Int, count: Int, to target: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(target).copyMemory(from: bytes.bytes + start, byteCount: count)
  }
}

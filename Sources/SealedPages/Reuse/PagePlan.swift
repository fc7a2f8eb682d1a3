internal import Dispatch
internal import SystemErrors

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The pages of a file that is written once all of them are known: those that are made, and those that an earlier file has.
final class PagePlan {
  let earlier: EarlierDatabase
  private var made: [UInt32: [UInt8]] = [:]
  /// By page, the page of the earlier file that it is; 0 for none.
  private var kept: [UInt32] = []

  /// Where more pages are made, a plan gains nothing and takes too much memory.
  private static let mostBytesMade = 128 << 20
  private static let pieceSize = 1 << 20
  private static let pieceCount = 4

  init(_ earlier: EarlierDatabase) { self.earlier = earlier }

  /// Says what a page holds.
  ///
  /// - Throws: `SealedPagesError.earlierFile` if too much is made anew.
  func make(_ page: UInt32, _ bytes: UnsafeRawBufferPointer) throws(SealedPagesError) {
    made[page] = Array(bytes)
    guard made.count * bytes.count <= Self.mostBytesMade else {
      throw .earlierFile("more than \(Self.mostBytesMade >> 20) MB of pages differ")
    }
  }

  /// Says which page of the earlier file a page is.
  func keep(_ page: UInt32, _ earlierPage: UInt32) {
    let missing = Int(page) + 1 - kept.count
    if missing > 0 { kept.append(contentsOf: repeatElement(0, count: missing)) }
    kept[Int(page)] = earlierPage
  }

  /// Writes the file from its first byte to its last, and reads back what was written.
  ///
  /// - Parameters:
  ///   - take: Gets all bytes in their order, as they stand in the file, on another thread.
  ///   - progress: Called with the number of bytes of each piece that was written.
  /// - Throws: `SealedPagesError`.
  func write(
    to descriptor: Int32,
    path: String,
    lastPage: UInt32,
    taking take: (@Sendable (UnsafeRawBufferPointer) -> Void)?,
    progress: (Int) -> Void
  ) throws(SealedPagesError) {
    let pieces = (0..<Self.pieceCount).map { _ in ByteBuffer(capacity: Self.pieceSize) }
    let back = ByteBuffer(capacity: Self.pieceSize)
    let free = DispatchSemaphore(value: Self.pieceCount)
    let queue = DispatchQueue(label: "studbook.page-plan")
    let pagesPerPiece = max(1, Self.pieceSize / earlier.pageSize)
    // Whoever leaves must not take the memory away from under the other thread.
    defer { queue.sync {} }
    var next: UInt32 = 1
    var number = 0
    while next <= lastPage {
      let count = min(pagesPerPiece, Int(lastPage - next) + 1)
      free.wait()
      let piece = pieces[number % Self.pieceCount]
      number += 1
      piece.removeAll()
      let target = piece.room(for: count * earlier.pageSize)
      try fill(target, from: next, count: count)
      piece.advance(by: count * earlier.pageSize)
      let offset = (Int(next) - 1) * earlier.pageSize
      let failure = FileWriter.writeAll(piece.bytes) {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + $1))
      }
      if failure != 0 { throw .file(FileWriteError(path: path, number: failure)) }
      try requireWritten(piece.bytes, at: offset, descriptor, path, back)
      if let take {
        // One thread at a time has a piece, which the semaphore sees to.
        nonisolated(unsafe) let piece = piece
        queue.async {
          take(piece.bytes)
          free.signal()
        }
      } else {
        free.signal()
      }
      progress(piece.count)
      next += UInt32(count)
    }
  }

  /// Puts pages one behind the other.
  private func fill(_ target: UnsafeMutableRawPointer, from first: UInt32, count: Int) throws(SealedPagesError) {
    var index = 0
    while index < count {
      let page = Int(first) + index
      let place = target + index * earlier.pageSize
      if let bytes = made[UInt32(page)] {
        place.copyMemory(from: bytes, byteCount: earlier.pageSize)
        index += 1
        continue
      }
      let from = page < kept.count ? kept[page] : 0
      guard from != 0 else {
        // The page on which locks lie.
        UnsafeMutableRawBufferPointer(start: place, count: earlier.pageSize).zero()
        index += 1
        continue
      }
      var length = 1
      while index + length < count, page + length < kept.count, kept[page + length] == from + UInt32(length),
        made[UInt32(page + length)] == nil
      {
        length += 1
      }
      try earlier.read(from, count: length, into: place)
      index += length
    }
  }

  private func requireWritten(
    _ bytes: UnsafeRawBufferPointer,
    at offset: Int,
    _ descriptor: Int32,
    _ path: String,
    _ back: ByteBuffer
  ) throws(SealedPagesError) {
    back.removeAll()
    let target = back.room(for: bytes.count)
    var position = 0
    while position < bytes.count {
      let count = pread(descriptor, target + position, bytes.count - position, off_t(offset + position))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .file(FileWriteError(path: path, number: errno)) }
      guard count > 0 else { break }
      position += count
    }
    guard position == bytes.count, let base = bytes.baseAddress, memcmp(base, target, bytes.count) == 0 else {
      throw .file(FileWriteError(path: path, number: EIO))
    }
  }
}

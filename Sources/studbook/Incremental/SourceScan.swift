import Digests
import Foundation
import ImportPipeline
import ReferenceExport
import Synchronization
import SystemErrors

/// The digests of a file, of its beginnings up to some places, and of pieces of it.
struct SourceScan {
  let digest: FileDigest
  /// By place, the SHA-256 of all bytes before it.
  let prefixes: [Int: [UInt8]]

  /// Reads a file once.
  ///
  /// - Parameter places: Where a digest of the beginning is wanted.
  /// - Throws: `FileError`.
  init(of path: String, as name: String, at places: [Int]) throws {
    var hasher = SHA2Hasher()
    var size = 0
    var prefixes: [Int: [UInt8]] = [:]
    var left = Set(places).sorted()[...]
    let isThere = try Files.read(path) { piece in
      var rest = piece[...]
      while let place = left.first, place <= size + rest.count {
        let count = place - size
        hasher.update(UnsafeRawBufferPointer(rebasing: rest.prefix(count)))
        rest = rest.dropFirst(count)
        size = place
        prefixes[place] = hasher.digestSoFar().bytes
        left.removeFirst()
      }
      hasher.update(UnsafeRawBufferPointer(rebasing: rest))
      size += rest.count
      return true
    }
    guard isThere else { throw FileError(path: path, number: ENOENT, action: "read") }
    digest = FileDigest(path: name, bytes: size, sha256: hasher.finalize().hexadecimal)
    self.prefixes = prefixes
  }

  /// The SHA-256 of a piece of a file.
  ///
  /// - Throws: `FileError` if the file is shorter or cannot be read.
  static func digest(of range: Range<Int>, in path: String) throws -> [UInt8] {
    var hasher = SHA2Hasher()
    try Files.read(range, of: path) { hasher.update($0) }
    return hasher.finalize().bytes
  }

  /// The SHA-256 of pieces of a file, several at a time.
  ///
  /// - Throws: `FileError`.
  static func digests(of ranges: [Range<Int>], in path: String) throws -> [[UInt8]] {
    let found = Mutex<(digests: [[UInt8]], failure: (any Error)?)>((Array(repeating: [], count: ranges.count), nil))
    let workers = max(1, min(ranges.count, ProcessInfo.processInfo.activeProcessorCount))
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      let own = stride(from: worker, to: ranges.count, by: workers)
      do {
        for index in own {
          let digest = try digest(of: ranges[index], in: path)
          found.withLock { $0.digests[index] = digest }
        }
      } catch {
        found.withLock { $0.failure = error }
      }
    }
    return try found.withLock { found in
      if let failure = found.failure { throw failure }
      return found.digests
    }
  }
}

extension BuildState.Source {
  /// The state of a source that was read whole, or in parts.
  ///
  /// - Returns: `nil` if the file is not the one that was read.
  /// - Throws: `FileError`.
  /// - Complexity: O(*n*) in the file's bytes, which are hashed twice.
  init?(_ number: Int, _ trace: SourceTrace, file: (name: String, path: String), digest: FileDigest?) throws {
    let ends = trace.blocks.indices.map { trace.offset(of: $0 + 1) }
    let path = file.path
    let scan = BackgroundWork { try SourceScan(of: path, as: file.name, at: ends) }
    let ranges = trace.blocks.indices.map { trace.offset(of: $0)..<trace.offset(of: $0 + 1) }
    let blocks = try SourceScan.digests(of: ranges, in: path)
    let found = try scan.value()
    guard found.digest == digest, trace.size == found.digest.bytes else { return nil }
    self.init(
      number: number,
      name: file.name,
      trace: trace,
      prefixes: ends.map { Data(found.prefixes[$0] ?? []) },
      blocks: blocks.map { Data($0) }
    )
  }

  /// Where a digest of the beginning is wanted of the file as it is now: where blocks ended, and where they end if all that differs is before them.
  func places(inFileOf size: Int) -> [Int] {
    let ends = trace.blocks.indices.map { trace.offset(of: $0 + 1) }
    return ends + ends.map { $0 + size - trace.size }.filter { $0 > 0 && $0 <= size }
  }

  /// The blocks that differ in the file as it is now, one behind the other.
  ///
  /// - Returns: An empty range if none does.
  /// - Throws: `FileError`.
  func changes(_ scan: SourceScan, in path: String) throws -> Range<Int> {
    let size = scan.digest.bytes
    let count = trace.blocks.count
    var first = 0
    while first < count, let prefix = scan.prefixes[trace.offset(of: first + 1)], prefix.elementsEqual(prefixes[first])
    {
      first += 1
    }
    if first == count, size == trace.size { return 0..<0 }
    // A file that goes on behind its last block has changed there; one whose header has changed is read in full by whoever looks at it.
    first = min(first, count - 1)
    let shift = size - trace.size
    let start = trace.offset(of: first)
    var end = count
    // Pieces from the end on, a few at a time, until one differs.
    while end > first + 1 {
      let some = max(first + 1, end - 64)..<end
      let ranges = some.map { trace.offset(of: $0) + shift..<trace.offset(of: $0 + 1) + shift }
      guard ranges.allSatisfy({ $0.lowerBound >= start }) else { break }
      let digests = try SourceScan.digests(of: ranges, in: path)
      let same = zip(some, digests).reversed().prefix { blocks[$0].elementsEqual($1) }.count
      end -= same
      if same < some.count { break }
    }
    return first..<end
  }
}

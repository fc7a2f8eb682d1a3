/// A decompressor of the system: takes packed bytes and gives contents.
protocol Decompressor: AnyObject {
  /// Decompresses as much of `input` as there is room for.
  ///
  /// - Returns: How many bytes were taken and given, and whether the packed data have ended with them.
  func step(
    _ input: UnsafeRawBufferPointer,
    _ output: UnsafeMutableRawBufferPointer
  ) throws(PackedSourceError) -> (taken: Int, given: Int, hasEnded: Bool)

  /// Whether packed data may begin with a byte.
  func begins(with byte: UInt8) -> Bool

  /// Starts anew for packed data that follow the end of others.
  func restart() throws(PackedSourceError)
}

/// The contents of data that a library of the system decompresses.
final class LibraryStream: ByteStream {
  private let base: any ByteStream
  private let decompressor: any Decompressor
  private let file: String
  private let reportJunk: () -> Void
  private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
  private var pending = 0..<0
  private var isBetweenParts = true
  private var hasPart = false
  private var hasEnded = false
  /// Whether the last step filled its room, so that contents may wait for which no more input is needed.
  private var mayHoldMore = false

  /// - Parameter reportJunk: Called when something follows the last part that is none.
  init(_ base: any ByteStream, _ decompressor: any Decompressor, file: String, reportJunk: @escaping () -> Void = {}) {
    self.base = base
    self.reportJunk = reportJunk
    self.decompressor = decompressor
    self.file = file
  }

  deinit { input.deallocate() }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    while !hasEnded {
      if pending.isEmpty && !mayHoldMore {
        let count = try base.read(into: input)
        if count == 0 {
          hasEnded = true
          if !isBetweenParts { throw PackedSourceError(.damaged("they end too early"), file: file) }
          return 0
        }
        pending = 0..<count
      }
      if isBetweenParts {
        if hasPart, !findPart() { continue }
        try decompressor.restart()
        hasPart = true
      }
      isBetweenParts = false
      let step = try decompressor.step(UnsafeRawBufferPointer(rebasing: input[pending]), buffer)
      pending = pending.lowerBound + step.taken..<pending.upperBound
      isBetweenParts = step.hasEnded
      mayHoldMore = step.given == buffer.count && !step.hasEnded
      if step.given > 0 { return step.given }
    }
    return 0
  }

  /// Passes over the zeros that fill up the space behind a part.
  ///
  /// - Returns: Whether another part begins. Anything else that follows the last part is no data.
  private func findPart() -> Bool {
    let zeros = input[pending].prefix { $0 == 0 }.count
    pending = (pending.lowerBound + zeros)..<pending.upperBound
    guard let first = pending.first else { return false }
    hasEnded = !decompressor.begins(with: input[first])
    if hasEnded { reportJunk() }
    return !hasEnded
  }
}

/// A count of bytes that two streams share.
final class ByteCounter {
  var count = 0
}

/// Counts the packed bytes that a decompressor takes.
final class CountedStream: ByteStream {
  private let base: any ByteStream
  let counter: ByteCounter

  init(_ base: any ByteStream, _ counter: ByteCounter) {
    self.base = base
    self.counter = counter
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int {
    let count = try base.read(into: buffer)
    counter.count += count
    return count
  }
}

/// Ends a stream whose contents outgrow the limits.
final class GuardedStream: ByteStream {
  private let base: any ByteStream
  private let packed: [ByteCounter]
  private let limits: PackedLimits
  private let file: String
  private var count = 0

  /// - Parameter packed: How many packed bytes the contents were made of so far, at each level of packing; the fewest count.
  init(_ base: any ByteStream, packed: [ByteCounter], limits: PackedLimits, file: String) {
    self.base = base
    self.packed = packed
    self.limits = limits
    self.file = file
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int {
    let added = try base.read(into: buffer)
    count += added
    if count > limits.bytes {
      throw PackedSourceError(.limit("more than \(limits.bytes) bytes"), file: file)
    }
    guard count > limits.freeBytes else { return added }
    let source = packed.lazy.map(\.count).min() ?? 0
    let ratio = count > limits.largeBytes ? limits.ratioOfLarge : limits.ratio
    if count / ratio > source {
      throw PackedSourceError(
        .limit("\(source) bytes became \(count), more than \(ratio) times as many"),
        file: file
      )
    }
    return added
  }
}

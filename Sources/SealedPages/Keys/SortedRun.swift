/// Keys of an index in their order: in memory or in a working file.
struct SortedRun: Sendable {
  enum Place: Sendable {
    /// As `KeyFormat` says.
    case memory(KeyBytes)
    /// As `FrontCoding` writes them.
    case file(WorkingFile, Range<Int>)
  }

  let place: Place
}

/// Walks through a run.
final class SortedRunCursor {
  /// The current key and its prefix; the memory is valid until the next call of `advance()`.
  private(set) var key = UnsafeRawBufferPointer(start: nil, count: 0)
  private(set) var prefix = KeyOrder.Prefix(value: 0, isExact: true)
  private(set) var isAtEnd = false
  /// How much of the memory has been passed.
  private var position = 0
  /// The keys in memory; none, if they are in a file.
  private let memory: UnsafeRawBufferPointer
  /// What reads a file; each key would count references to the two.
  private let file: (reader: Unmanaged<WorkingFileReader>, decoder: Unmanaged<FrontDecoder>)?
  /// Keeps what the pointers lead to.
  private let owners: [AnyObject]

  /// Stands on the first key.
  ///
  /// - Throws: `SealedPagesError`.
  init(_ run: SortedRun, order: KeyOrder, pieceSize: Int) throws(SealedPagesError) {
    switch run.place {
    case .memory(let bytes):
      memory = bytes.buffer.bytes
      file = nil
      owners = [bytes]
    case .file(let file, let range):
      let reader = WorkingFileReader(file, range: range, pieceSize: pieceSize)
      let decoder = FrontDecoder(order)
      memory = UnsafeRawBufferPointer(start: nil, count: 0)
      self.file = (.passUnretained(reader), .passUnretained(decoder))
      owners = [reader, decoder]
    }
    try advance()
  }

  /// Moves to the next key, or to the end.
  ///
  /// - Returns: Whether the key is known to have the very values of the one before.
  /// - Throws: `SealedPagesError`.
  @discardableResult
  func advance() throws(SealedPagesError) -> Bool {
    if let file {
      let item = try file.reader.uncounted { reader throws(SealedPagesError) in try reader.nextItem() }
      guard let item else { return end() }
      return file.decoder._withUnsafeGuaranteedRef { decoder in
        let isRepeated = decoder.read(item)
        key = decoder.key
        prefix = decoder.prefix
        return isRepeated
      }
    }
    guard position < memory.count, let base = memory.baseAddress else { return end() }
    let item = base + position
    let last = (key, prefix)
    prefix = KeyFormat.prefix(item)
    key = UnsafeRawBufferPointer(start: item + KeyFormat.sortedHeaderSize, count: KeyFormat.size(item))
    position += KeyFormat.sortedHeaderSize + key.count
    return prefix.value == last.1.value && KeyComparison.areIdentical(key, last.0)
  }

  private func end() -> Bool {
    isAtEnd = true
    return false
  }
}

extension WorkingFileReader {
  /// What stands behind the next size, as `FrontCoding` writes it; `nil` at the end. Valid until the next call.
  ///
  /// - Throws: `SealedPagesError`.
  fileprivate func nextItem() throws(SealedPagesError) -> UnsafeRawBufferPointer? {
    if isAtEnd { return nil }
    var lead = 1
    var size = Int(try peek(1).load(as: UInt8.self))
    if size == Int(FrontCoding.longSize) {
      lead = FrontCoding.longSizeCount
      size = Int(try peek(lead).loadUnaligned(fromByteOffset: 1, as: UInt32.self))
    }
    let item = UnsafeRawBufferPointer(start: try peek(lead + size) + lead, count: size)
    skip(lead + size)
    return item
  }
}

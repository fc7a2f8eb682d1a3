/// Bytes that grow at the end and are used again; the plain memory under rows and keys.
struct ByteBuffer: ~Copyable {
  private(set) var base: UnsafeMutableRawPointer
  private(set) var count = 0
  private(set) var capacity: Int

  init(capacity: Int = 256) {
    self.capacity = Swift.max(capacity, 16)
    base = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  /// The bytes.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Makes room for more bytes and returns where they go; `advance(by:)` then says how many came.
  mutating func room(for size: Int) -> UnsafeMutableRawPointer {
    if count + size > capacity { grow(to: count + size) }
    return base + count
  }

  mutating func advance(by size: Int) { count += size }

  /// Adds bytes. Room for more than is needed is made, so that a caller may add many.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    room(for: bytes.count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  mutating func append(_ byte: UInt8) {
    room(for: 1).storeBytes(of: byte, as: UInt8.self)
    count += 1
  }

  mutating func append(varint value: UInt64) { count += Varint.write(value, to: room(for: 9)) }

  /// Forgets the bytes from `newCount` on, and keeps the memory.
  mutating func truncate(to newCount: Int) { count = newCount }

  mutating func removeAll() { count = 0 }

  private mutating func grow(to size: Int) {
    let newCapacity = Swift.max(size, capacity * 2)
    let grown = UnsafeMutableRawPointer.allocate(byteCount: newCapacity, alignment: 16)
    grown.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = grown
    capacity = newCapacity
  }
}

extension [UInt8] {
  /// Calls `body` with the bytes, as `withUnsafeBytes` does, and passes its typed error on.
  func withRawBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws(SealedPagesError) -> Result
  ) throws(SealedPagesError) -> Result {
    try withUnsafeBytes { bytes in Swift.Result { () throws(SealedPagesError) in try body(bytes) } }.get()
  }
}

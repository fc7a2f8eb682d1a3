/// Bytes that grow at the end and are used again; the plain memory under rows and keys.
///
/// A class of plain numbers: the checks of exclusive access, which cost as much as all else here where a structure is part of a class, are then proven away.
final class ByteBuffer {
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
  @inline(__always)
  func room(for size: Int) -> UnsafeMutableRawPointer {
    if count + size > capacity { grow(to: count + size) }
    return base + count
  }

  func advance(by size: Int) { count += size }

  /// Adds bytes.
  func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    room(for: bytes.count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  @inline(__always)
  func append(_ byte: UInt8) {
    room(for: 1).storeBytes(of: byte, as: UInt8.self)
    count += 1
  }

  func append(varint value: UInt64) { count += Varint.write(value, to: room(for: 9)) }

  /// Forgets the bytes from `newCount` on, and keeps the memory.
  func truncate(to newCount: Int) { count = newCount }

  func removeAll() { count = 0 }

  private func grow(to size: Int) {
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

extension UnsafeMutableRawPointer {
  /// Copies bytes here; a few of them without a call, which would cost more than they do.
  @inline(__always)
  func copyBytes(of source: UnsafeRawBufferPointer) {
    guard let base = source.baseAddress else { return }
    let count = source.count
    switch count {
    case 8...16:
      let last = base.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      storeBytes(of: base.loadUnaligned(as: UInt64.self), as: UInt64.self)
      storeBytes(of: last, toByteOffset: count - 8, as: UInt64.self)
    case 4..<8:
      let last = base.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      storeBytes(of: base.loadUnaligned(as: UInt32.self), as: UInt32.self)
      storeBytes(of: last, toByteOffset: count - 4, as: UInt32.self)
    case 0..<4:
      for offset in 0..<count { storeBytes(of: source[offset], toByteOffset: offset, as: UInt8.self) }
    default: copyMemory(from: base, byteCount: count)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// How many bytes from the beginning on are those of `other`, at most `limit`; the first `start` are known to be.
  ///
  /// - Complexity: O(*n*) in bytes, eight at a time.
  @inline(__always)
  func commonCount(with other: UnsafeRawBufferPointer, from start: Int = 0, limit: Int = .max) -> Int {
    guard let base = baseAddress, let otherBase = other.baseAddress else { return 0 }
    let end = Swift.min(count, other.count, limit)
    var position = Swift.min(start, end)
    while position + 8 <= end {
      let difference =
        base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        ^ otherBase.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      if difference != 0 { return position + UInt64(littleEndian: difference).trailingZeroBitCount >> 3 }
      position += 8
    }
    while position < end, self[position] == other[position] { position += 1 }
    return position
  }

  /// Whether all bytes are zero.
  var isZero: Bool {
    guard let base = baseAddress else { return true }
    var position = 0
    while position + 8 <= count {
      if base.loadUnaligned(fromByteOffset: position, as: UInt64.self) != 0 { return false }
      position += 8
    }
    while position < count {
      if base.load(fromByteOffset: position, as: UInt8.self) != 0 { return false }
      position += 1
    }
    return true
  }
}

extension Unmanaged {
  /// Calls `body` with the instance, which somebody else keeps, without counting a reference, and passes its typed error on.
  @inline(__always)
  func uncounted<Result, Failure>(_ body: (Instance) throws(Failure) -> Result) throws(Failure) -> Result {
    try _withUnsafeGuaranteedRef { instance in Swift.Result { () throws(Failure) in try body(instance) } }.get()
  }
}

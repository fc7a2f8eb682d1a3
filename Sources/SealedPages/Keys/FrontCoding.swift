#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// How sorted keys stand in working files: each as what it does not share with the key before.
///
/// A key has two parts, its header (the types of its values) and its body (the values, and the row's number). Written are the size of what follows;
/// a zero, if the header is that of the key before, or else the header, whose first byte is never zero; how many bytes the two bodies share; the rest
/// of the body. Every byte less is a byte that need not go to a file and come back.
enum FrontCoding {
  /// The size of what follows, when it is not below this, in four bytes behind it.
  static let longSize: UInt8 = 255
  /// How many bytes say a long size.
  static let longSizeCount = 5

  /// Adds a key to `target`, as it stands behind `previous`, or as the first one behind no bytes.
  ///
  /// - Complexity: O(*n*) in bytes; no allocation but what `target` needs to grow.
  static func append(
    _ key: UnsafeRawBufferPointer,
    behind previous: UnsafeRawBufferPointer,
    to target: ByteBuffer
  ) {
    let headerSize = Self.headerSize(key)
    let previousHeaderSize = Self.headerSize(previous)
    let hasSameHeader =
      headerSize == previousHeaderSize && key.commonCount(with: previous, limit: headerSize) == headerSize
    let body = UnsafeRawBufferPointer(rebasing: key[headerSize...])
    let previousBody = UnsafeRawBufferPointer(rebasing: previous[previousHeaderSize...])
    let shared = body.commonCount(with: previousBody)
    let rest = UnsafeRawBufferPointer(rebasing: body[shared...])
    let lead = hasSameHeader ? 1 : headerSize
    let size = lead + Varint.size(of: UInt64(shared)) + rest.count
    var position = target.room(for: longSizeCount + size)
    let start = position
    if size < Int(longSize) {
      position.storeBytes(of: UInt8(truncatingIfNeeded: size), as: UInt8.self)
      position += 1
    } else {
      position.storeBytes(of: longSize, as: UInt8.self)
      position.storeBytes(of: UInt32(truncatingIfNeeded: size), toByteOffset: 1, as: UInt32.self)
      position += longSizeCount
    }
    if hasSameHeader {
      position.storeBytes(of: 0, as: UInt8.self)
    } else {
      position.copyBytes(of: UnsafeRawBufferPointer(rebasing: key[..<headerSize]))
    }
    position += lead
    position += Varint.write(UInt64(shared), to: position)
    position.copyBytes(of: rest)
    target.advance(by: position + rest.count - start)
  }

  /// The size of a key's header; 0 of no key.
  private static func headerSize(_ key: UnsafeRawBufferPointer) -> Int {
    var position = 0
    return Varint.read(key, at: &position).map { Int($0) } ?? 0
  }
}

/// Makes keys again of what `FrontCoding` wrote. A class of plain numbers, as `ByteBuffer` is.
final class FrontDecoder {
  /// The prefix of the current key.
  private(set) var prefix = KeyOrder.Prefix(value: 0, isExact: true)
  private let order: KeyOrder
  private let current = ByteBuffer(capacity: 512)
  private var headerSize = 0
  /// How many bytes the row's number takes, at the end.
  private var rowSize = 0
  private let scratch = ByteBuffer()

  init(_ order: KeyOrder) { self.order = order }

  /// The current key; valid until the next call of `read`.
  var key: UnsafeRawBufferPointer { current.bytes }

  /// Makes the next key, from what stands behind its size.
  ///
  /// - Returns: Whether nothing but the row's number is other than in the key before.
  /// - Complexity: O(*n*) in bytes; no allocation once the memory has grown to the longest key.
  func read(_ item: UnsafeRawBufferPointer) -> Bool {
    var position = 1
    let hasSameHeader = item[0] == 0
    if !hasSameHeader {
      position = 0
      let newSize = Int(Varint.read(item, at: &position) ?? 0)
      position = newSize
      if newSize != headerSize { makeRoom(forHeader: newSize) }
      UnsafeMutableRawBufferPointer(start: current.base, count: newSize).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: item[..<newSize])
      )
      rowSize = SerialType.size(UInt64(item[newSize - 1])) ?? 0
    }
    let shared = Int(Varint.read(item, at: &position) ?? 0)
    current.truncate(to: headerSize + shared)
    let rest = UnsafeRawBufferPointer(rebasing: item[position...])
    current.room(for: rest.count).copyBytes(of: rest)
    current.advance(by: rest.count)
    if hasSameHeader, rest.count <= rowSize { return true }
    prefix = order.prefix(of: key, scratch: scratch)
    return false
  }

  /// Moves the body, so that a header of another size has room before it.
  private func makeRoom(forHeader newSize: Int) {
    let bodySize = current.count - headerSize
    _ = current.room(for: max(newSize - headerSize, 0))
    memmove(current.base + newSize, current.base + headerSize, bodySize)
    current.truncate(to: newSize + bodySize)
    headerSize = newSize
  }
}

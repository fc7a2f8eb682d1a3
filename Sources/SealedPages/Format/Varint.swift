/// SQLite's integers of one to nine bytes: <https://www.sqlite.org/fileformat2.html#varint>.
enum Varint {
  /// How many bytes a value takes.
  static func size(of value: UInt64) -> Int {
    if value < 0x80 { return 1 }
    let bits = 64 - value.leadingZeroBitCount
    return bits > 56 ? 9 : (bits + 6) / 7
  }

  /// Writes a value and returns how many bytes it took.
  @discardableResult
  static func write(_ value: UInt64, to target: UnsafeMutableRawPointer) -> Int {
    if value < 0x80 {
      target.storeBytes(of: UInt8(truncatingIfNeeded: value), as: UInt8.self)
      return 1
    }
    let size = size(of: value)
    var rest = value
    var position = size - 1
    if size == 9 {
      target.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: 8, as: UInt8.self)
      rest >>= 8
      position = 7
    }
    var mark: UInt8 = size == 9 ? 0x80 : 0
    while position >= 0 {
      target.storeBytes(of: UInt8(truncatingIfNeeded: rest & 0x7F) | mark, toByteOffset: position, as: UInt8.self)
      rest >>= 7
      mark = 0x80
      position -= 1
    }
    return size
  }

  /// Reads the value at `position` and moves behind it; `nil` if the bytes end before it does.
  @inline(__always)
  static func read(_ bytes: UnsafeRawBufferPointer, at position: inout Int) -> UInt64? {
    guard position >= 0, position < bytes.count else { return nil }
    let first = bytes[position]
    guard first < 0x80 else { return readLong(bytes, at: &position) }
    position += 1
    return UInt64(first)
  }

  private static func readLong(_ bytes: UnsafeRawBufferPointer, at position: inout Int) -> UInt64? {
    let first = bytes[position]
    var value = UInt64(first & 0x7F)
    for index in 1..<9 {
      guard position + index < bytes.count else { return nil }
      let byte = bytes[position + index]
      if index == 8 {
        position += 9
        return value << 8 | UInt64(byte)
      }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 {
        position += index + 1
        return value
      }
    }
    return nil
  }
}

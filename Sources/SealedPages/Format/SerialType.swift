/// What a record says of each value, its kind and its size: <https://www.sqlite.org/fileformat2.html#record_format>.
enum SerialType {
  static let null: UInt64 = 0
  static let real: UInt64 = 7
  static let zero: UInt64 = 8
  static let one: UInt64 = 9

  /// The type of an integer in the smallest form.
  static func ofInteger(_ value: Int64) -> UInt64 {
    let magnitude = value < 0 ? ~UInt64(bitPattern: value) : UInt64(bitPattern: value)
    if magnitude <= 0x7F {
      if value == 0 { return zero }
      return value == 1 ? one : 1
    }
    if magnitude <= 0x7FFF { return 2 }
    if magnitude <= 0x7F_FFFF { return 3 }
    if magnitude <= 0x7FFF_FFFF { return 4 }
    return magnitude <= 0x7FFF_FFFF_FFFF ? 5 : 6
  }

  /// The type of a text or a blob of so many bytes.
  static func ofText(_ count: Int) -> UInt64 { UInt64(count) * 2 + 13 }
  static func ofBlob(_ count: Int) -> UInt64 { UInt64(count) * 2 + 12 }

  /// How many bytes a value of this type takes after the header; `nil` for the two types that are reserved.
  @inline(__always)
  static func size(_ type: UInt64) -> Int? {
    // Nearly all values are texts and blobs.
    if type >= 12 { return Int((type &- 12) >> 1) }
    switch type {
    case 0, 8, 9: return 0
    case 1...4: return Int(type)
    case 5: return 6
    case 6, 7: return 8
    default: return nil
    }
  }

  /// Whether a value is a number.
  static func isNumber(_ type: UInt64) -> Bool { type >= 1 && type <= 9 }
  /// Whether a value is a text.
  static func isText(_ type: UInt64) -> Bool { type >= 13 && type & 1 == 1 }

  /// Writes an integer of a type, the most significant byte first.
  static func write(_ value: Int64, as type: UInt64, to target: UnsafeMutableRawPointer) {
    switch type {
    case 1: target.storeBytes(of: Int8(truncatingIfNeeded: value), as: Int8.self)
    case 2: target.storeBytes(of: Int16(truncatingIfNeeded: value).bigEndian, as: Int16.self)
    case 3:
      target.storeBytes(of: Int8(truncatingIfNeeded: value >> 16), as: Int8.self)
      target.storeBytes(of: Int16(truncatingIfNeeded: value).bigEndian, toByteOffset: 1, as: Int16.self)
    case 4: target.storeBytes(of: Int32(truncatingIfNeeded: value).bigEndian, as: Int32.self)
    case 5:
      target.storeBytes(of: Int16(truncatingIfNeeded: value >> 32).bigEndian, as: Int16.self)
      target.storeBytes(of: Int32(truncatingIfNeeded: value).bigEndian, toByteOffset: 2, as: Int32.self)
    case 6: target.storeBytes(of: value.bigEndian, as: Int64.self)
    default: break
    }
  }

  /// Reads an integer of a type from as many bytes as `size(_:)` says.
  static func readInteger(_ type: UInt64, _ bytes: UnsafeRawPointer) -> Int64 {
    switch type {
    case 1: return Int64(bytes.load(as: Int8.self))
    case 2: return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
    case 3:
      let high = Int64(bytes.load(as: Int8.self))
      return high << 16 | Int64(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt16.self)))
    case 4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
    case 5:
      let high = Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
      return high << 32 | Int64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt32.self)))
    case 6: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
    default: return type == one ? 1 : 0
    }
  }
}

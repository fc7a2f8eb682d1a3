/// Reads the binary form of property lists (`bplist00`).
///
/// The file ends with a trailer that says where the table of object offsets stands; each object begins with a marker byte whose high half
/// is its kind and whose low half its size:
///
///     bplist00 | objects … | offsets of the objects | trailer (32 bytes)
///
/// Whatever the bytes, reading ends with a value or an error: every offset and count is checked against the file, an object that contains
/// itself is refused, each object is decoded once, and the value may not unfold to more than `largestValue` parts.
struct BinaryPropertyListReader {
  static let magic = Array("bplist0".utf8)
  /// The deepest nesting of arrays and dictionaries.
  static let deepest = 256
  /// The most parts that a value may have when shared objects are counted every time they are used.
  static let largestValue = 20_000_000

  private let bytes: [UInt8]
  private var offsets: [Int] = []
  private var referenceSize = 1
  private var decoded: [Decoded]

  private enum Decoded {
    case untouched
    case inProgress
    case done(PropertyListValue, parts: Int)
  }

  static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
    var reader = BinaryPropertyListReader(bytes: bytes, decoded: [])
    let top = try reader.readTrailer()
    return try reader.object(top, depth: 0).value
  }

  private init(bytes: [UInt8], decoded: [Decoded]) {
    self.bytes = bytes
    self.decoded = decoded
  }

  /// Reads trailer and offset table.
  ///
  /// - Returns: The number of the top object.
  private mutating func readTrailer() throws(PropertyListError) -> Int {
    guard bytes.count >= 8 + 1 + 32 else { throw PropertyListError(.truncated, "The property list is too short.") }
    let trailer = bytes.count - 32
    let offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    let count = try size(at: trailer + 8)
    let top = try size(at: trailer + 16)
    let table = try size(at: trailer + 24)
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), count > 0, top < count, table >= 8,
      table <= trailer, count <= (trailer - table) / offsetSize
    else {
      throw PropertyListError(.malformed, "The property list's trailer does not fit the file.")
    }
    offsets.reserveCapacity(count)
    for index in 0..<count {
      let offset = unsigned(at: table + index * offsetSize, size: offsetSize)
      guard offset >= 8, offset < UInt64(table) else {
        throw PropertyListError(.malformed, "Object \(index) of the property list stands outside the file.")
      }
      offsets.append(Int(offset))
    }
    decoded = Array(repeating: .untouched, count: count)
    return top
  }

  private mutating func object(
    _ index: Int,
    depth: Int
  ) throws(PropertyListError) -> (value: PropertyListValue, parts: Int) {
    guard index < offsets.count else {
      throw PropertyListError(.malformed, "The property list refers to object \(index), which it does not have.")
    }
    switch decoded[index] {
    case .done(let value, let parts): return (value, parts)
    case .inProgress: throw PropertyListError(.malformed, "Object \(index) of the property list contains itself.")
    case .untouched: break
    }
    guard depth <= Self.deepest else { throw PropertyListError(.tooLarge, "The property list is nested too deeply.") }
    decoded[index] = .inProgress
    let result = try decode(at: offsets[index], depth: depth)
    decoded[index] = .done(result.value, parts: result.parts)
    return result
  }

  private mutating func decode(
    at offset: Int,
    depth: Int
  ) throws(PropertyListError) -> (value: PropertyListValue, parts: Int) {
    let marker = bytes[offset]
    let low = Int(marker & 0x0f)
    switch marker >> 4 {
    case 0x0: return (try singleton(marker), 1)
    case 0x1: return (try integer(at: offset + 1, exponent: low), 1)
    case 0x2:
      switch low {
      case 2: return (.real(Double(Float(bitPattern: UInt32(try checked(at: offset + 1, size: 4))))), 1)
      case 3: return (.real(Double(bitPattern: try checked(at: offset + 1, size: 8))), 1)
      default: throw PropertyListError(.malformed, "A real number of the property list has an unknown size.")
      }
    case 0x3: return (.date(Double(bitPattern: try checked(at: offset + 1, size: 8))), 1)
    case 0x4:
      let (start, count) = try counted(at: offset, unit: 1)
      return (.data(Array(bytes[start..<start + count])), 1)
    case 0x5, 0x7:
      let (start, count) = try counted(at: offset, unit: 1)
      return (.string(String(decoding: bytes[start..<start + count], as: UTF8.self)), 1)
    case 0x6:
      let (start, count) = try counted(at: offset, unit: 2)
      let units = (0..<count).map { UInt16(bytes[start + 2 * $0]) << 8 | UInt16(bytes[start + 2 * $0 + 1]) }
      return (.string(String(decoding: units, as: UTF16.self)), 1)
    case 0x8:
      guard low < 8 else { throw PropertyListError(.malformed, "A reference of the property list is too long.") }
      return (.uid(try checked(at: offset + 1, size: low + 1)), 1)
    case 0xa, 0xb, 0xc: return try array(at: offset, depth: depth)
    case 0xd: return try dictionary(at: offset, depth: depth)
    default: throw PropertyListError(.malformed, "The property list has an object of an unknown kind.")
    }
  }

  private func singleton(_ marker: UInt8) throws(PropertyListError) -> PropertyListValue {
    switch marker {
    case 0x00: return .null
    case 0x08: return .boolean(false)
    case 0x09: return .boolean(true)
    default: throw PropertyListError(.malformed, "The property list has an object of an unknown kind.")
    }
  }

  /// Integers of one, two and four bytes are unsigned, longer ones signed.
  private func integer(at offset: Int, exponent: Int) throws(PropertyListError) -> PropertyListValue {
    switch exponent {
    case 0...2: return .integer(Int64(try checked(at: offset, size: 1 << exponent)))
    case 3: return .integer(Int64(bitPattern: try checked(at: offset, size: 8)))
    case 4:
      let high = try checked(at: offset, size: 8)
      let low = try checked(at: offset + 8, size: 8)
      if high == 0 { return low > UInt64(Int64.max) ? .largeInteger(low) : .integer(Int64(low)) }
      guard high == .max, low > UInt64(Int64.max) else {
        throw PropertyListError(.malformed, "An integer of the property list does not fit 64 bits.")
      }
      return .integer(Int64(bitPattern: low))
    default: throw PropertyListError(.malformed, "An integer of the property list has an unknown size.")
    }
  }

  private mutating func array(
    at offset: Int,
    depth: Int
  ) throws(PropertyListError) -> (value: PropertyListValue, parts: Int) {
    let (start, count) = try counted(at: offset, unit: referenceSize)
    var elements: [PropertyListValue] = []
    elements.reserveCapacity(count)
    var parts = 1
    for index in 0..<count {
      let element = try object(try reference(at: start + index * referenceSize), depth: depth + 1)
      elements.append(element.value)
      parts = try sum(parts, element.parts)
    }
    return (.array(elements), parts)
  }

  private mutating func dictionary(
    at offset: Int,
    depth: Int
  ) throws(PropertyListError) -> (value: PropertyListValue, parts: Int) {
    let (start, count) = try counted(at: offset, unit: 2 * referenceSize)
    var entries = PropertyListDictionary()
    var parts = 1
    for index in 0..<count {
      let key = try object(try reference(at: start + index * referenceSize), depth: depth + 1)
      guard case .string(let name) = key.value else {
        throw PropertyListError(.malformed, "A key of the property list is not a string.")
      }
      let value = try object(try reference(at: start + (count + index) * referenceSize), depth: depth + 1)
      entries[name] = value.value
      parts = try sum(parts, value.parts)
    }
    return (.dictionary(entries), parts)
  }

  private func sum(_ parts: Int, _ more: Int) throws(PropertyListError) -> Int {
    guard parts + more <= Self.largestValue else {
      throw PropertyListError(.tooLarge, "The property list unfolds to more than \(Self.largestValue) parts.")
    }
    return parts + more
  }

  private func reference(at offset: Int) throws(PropertyListError) -> Int {
    let number = unsigned(at: offset, size: referenceSize)
    guard number < UInt64(offsets.count) else {
      throw PropertyListError(.malformed, "The property list refers to object \(number), which it does not have.")
    }
    return Int(number)
  }

  /// The place and count of an object's content, whose elements take `unit` bytes each.
  private func counted(at offset: Int, unit: Int) throws(PropertyListError) -> (start: Int, count: Int) {
    var start = offset + 1
    var count = Int(bytes[offset] & 0x0f)
    if count == 0x0f {
      guard start < bytes.count, bytes[start] >> 4 == 1, bytes[start] & 0x0f <= 3 else {
        throw PropertyListError(.malformed, "An object's count in the property list is not an integer.")
      }
      let size = 1 << Int(bytes[start] & 0x0f)
      let long = try checked(at: start + 1, size: size)
      guard long <= UInt64(bytes.count) else {
        throw PropertyListError(.truncated, "The property list announces an object that is longer than the file.")
      }
      count = Int(long)
      start += 1 + size
    }
    guard count <= max(bytes.count - start, 0) / unit else {
      throw PropertyListError(.truncated, "The property list announces an object that is longer than the file.")
    }
    return (start, count)
  }

  private func checked(at offset: Int, size: Int) throws(PropertyListError) -> UInt64 {
    guard offset + size <= bytes.count else {
      throw PropertyListError(.truncated, "The property list ends within an object.")
    }
    return unsigned(at: offset, size: size)
  }

  private func size(at offset: Int) throws(PropertyListError) -> Int {
    guard let size = Int(exactly: unsigned(at: offset, size: 8)), size <= bytes.count else {
      throw PropertyListError(.malformed, "The property list's trailer does not fit the file.")
    }
    return size
  }

  private func unsigned(at offset: Int, size: Int) -> UInt64 {
    var value: UInt64 = 0
    for byte in bytes[offset..<offset + size] { value = value << 8 | UInt64(byte) }
    return value
  }
}

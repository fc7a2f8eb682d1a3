/// Writes the binary form of property lists.
///
/// Objects are numbered depth first, a dictionary's keys before its values; equal scalars are written once, arrays and dictionaries each
/// time. Nothing depends on hashing order, so equal values in equal order give equal bytes.
struct BinaryPropertyListWriter {
  private enum Node {
    case scalar(PropertyListValue)
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  private var nodes: [Node] = []
  private var numbers: [ExactScalar: Int] = [:]

  mutating func write(_ value: PropertyListValue) -> [UInt8] {
    let top = number(of: value)
    let referenceSize = Self.bytesNeeded(UInt64(nodes.count - 1))
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt64] = []
    offsets.reserveCapacity(nodes.count)
    for node in nodes {
      offsets.append(UInt64(bytes.count))
      Self.append(node, referenceSize: referenceSize, to: &bytes)
    }
    let table = UInt64(bytes.count)
    let offsetSize = Self.bytesNeeded(table)
    for offset in offsets { Self.append(offset, size: offsetSize, to: &bytes) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for field in [UInt64(nodes.count), UInt64(top), table] { Self.append(field, size: 8, to: &bytes) }
    return bytes
  }

  private mutating func number(of value: PropertyListValue) -> Int {
    switch value {
    case .array(let elements):
      let number = reserve()
      nodes[number] = .array(elements.map { self.number(of: $0) })
      return number
    case .dictionary(let entries):
      let number = reserve()
      let keys = entries.map { self.number(of: .string($0.key)) }
      nodes[number] = .dictionary(keys: keys, values: entries.map { self.number(of: $0.value) })
      return number
    default:
      if let known = numbers[ExactScalar(value: value)] { return known }
      let number = reserve()
      nodes[number] = .scalar(value)
      numbers[ExactScalar(value: value)] = number
      return number
    }
  }

  private mutating func reserve() -> Int {
    nodes.append(.array([]))
    return nodes.count - 1
  }

  private static func append(_ node: Node, referenceSize: Int, to bytes: inout [UInt8]) {
    switch node {
    case .scalar(let value): append(value, to: &bytes)
    case .array(let elements):
      append(marker: 0xa0, count: elements.count, to: &bytes)
      for element in elements { append(UInt64(element), size: referenceSize, to: &bytes) }
    case .dictionary(let keys, let values):
      append(marker: 0xd0, count: keys.count, to: &bytes)
      for number in keys + values { append(UInt64(number), size: referenceSize, to: &bytes) }
    }
  }

  private static func append(_ value: PropertyListValue, to bytes: inout [UInt8]) {
    switch value {
    case .null, .array, .dictionary: bytes.append(0x00)
    case .boolean(let value): bytes.append(value ? 0x09 : 0x08)
    case .integer(let value): append(integer: value, to: &bytes)
    case .largeInteger(let value):
      bytes.append(0x14)
      append(0, size: 8, to: &bytes)
      append(value, size: 8, to: &bytes)
    case .real(let value):
      bytes.append(0x23)
      append(value.bitPattern, size: 8, to: &bytes)
    case .date(let value):
      bytes.append(0x33)
      append(value.bitPattern, size: 8, to: &bytes)
    case .data(let value):
      append(marker: 0x40, count: value.count, to: &bytes)
      bytes += value
    case .uid(let value):
      let size = bytesNeeded(value)
      bytes.append(0x80 | UInt8(size - 1))
      append(value, size: size, to: &bytes)
    case .string(let value):
      if value.utf8.allSatisfy({ $0 < 0x80 }) {
        append(marker: 0x50, count: value.utf8.count, to: &bytes)
        bytes += value.utf8
      } else {
        append(marker: 0x60, count: value.utf16.count, to: &bytes)
        for unit in value.utf16 { append(UInt64(unit), size: 2, to: &bytes) }
      }
    }
  }

  /// One, two and four bytes hold unsigned numbers, so a negative one takes eight.
  private static func append(integer value: Int64, to bytes: inout [UInt8]) {
    let size = value < 0 ? 8 : bytesNeeded(UInt64(value))
    bytes.append(0x10 | UInt8(size.trailingZeroBitCount))
    append(UInt64(bitPattern: value), size: size, to: &bytes)
  }

  private static func append(marker: UInt8, count: Int, to bytes: inout [UInt8]) {
    if count < 15 {
      bytes.append(marker | UInt8(count))
    } else {
      bytes.append(marker | 0x0f)
      append(integer: Int64(count), to: &bytes)
    }
  }

  private static func append(_ value: UInt64, size: Int, to bytes: inout [UInt8]) {
    for place in (0..<size).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place))) }
  }

  /// 1, 2, 4 or 8, whichever holds `value`.
  private static func bytesNeeded(_ value: UInt64) -> Int {
    switch value {
    case ...0xff: 1
    case ...0xffff: 2
    case ...0xffff_ffff: 4
    default: 8
    }
  }
}

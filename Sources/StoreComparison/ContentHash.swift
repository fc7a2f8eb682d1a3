internal import AttributeValues
internal import Foundation
internal import ManagedObjects
internal import SealedPages

/// What stands for the values of an object, or of its key: two that differ practically never have the same.
struct ContentHash: Hashable {
  private(set) var low: UInt64
  private(set) var high: UInt64

  /// Differs from run to run, so that nobody can make values that are taken for one another.
  private static let seeds = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))

  init() { (low, high) = Self.seeds }

  /// Adds a number.
  @inline(__always)
  mutating func add(_ word: UInt64) {
    low = ByteHash.mix(low ^ word, 0xA076_1D64_78BD_642F) ^ high
    high = ByteHash.mix(high ^ word, 0xE703_7ED1_A0B4_28DB)
  }

  /// Adds another hash.
  mutating func add(_ other: ContentHash) {
    add(other.low)
    add(other.high)
  }

  /// Adds hashes whose order does not matter.
  mutating func add(unordered hashes: some Sequence<ContentHash>) {
    var (low, high): (UInt64, UInt64) = (0, 0)
    for hash in hashes {
      low &+= hash.low
      high &+= hash.high
    }
    add(low)
    add(high)
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let hash = ByteHash(bytes, seed: Self.seeds.0)
    add(hash.low)
    add(hash.high)
  }

  /// Adds a text as its bytes, in the form in which texts are compared: two that Swift takes for equal and that differ in their bytes differ here.
  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }
}

/// What a value is written as into a hash, so that the same value has the same hash whichever store it comes from.
///
/// A mark is a word of its own before the value's: no value may look like another one's mark.
private enum ValueMark: UInt64 {
  case none, integer, real, text, bytes, decimal, composite, object
}

extension ContentHash {
  /// Adds an attribute's value.
  mutating func add(_ value: AttributeValue) {
    switch value {
    case .null: add(mark: .none)
    case .integer(let value): add(integer: UInt64(bitPattern: value))
    case .boolean(let value): add(integer: value ? 1 : 0)
    case .double(let value), .date(let value): add(real: value)
    case .float(let value): add(real: Double(value))
    case .decimal(let value):
      add(mark: .decimal)
      add(value.description)
    case .string(let text):
      add(mark: .text)
      add(text)
    case .uri(let value):
      add(mark: .text)
      add(value.absoluteString)
    case .uuid(let value):
      add(mark: .bytes)
      withUnsafeBytes(of: value.uuid) { add($0) }
    case .binary(let data): add(data)
    case .transformable(let value): add(value.bytes)
    case .composite(let elements):
      add(mark: .composite)
      for (name, element) in elements.sorted(by: { $0.key < $1.key }) {
        add(name)
        add(element)
      }
      add(mark: .composite)
    }
  }

  /// Adds the value of a packed cell, as `add(_:)` adds the value that would be made of it.
  @inline(__always)
  mutating func add(_ cell: PackedCell, of values: PackedValues) {
    switch cell.kind {
    case .null: add(mark: .none)
    case .integer: add(integer: cell.bits)
    case .boolean: add(integer: cell.bits == 0 ? 0 : 1)
    case .double, .date: add(real: Double(bitPattern: cell.bits))
    case .float: add(real: Double(Float(Double(bitPattern: cell.bits))))
    case .binary, .transformable:
      add(mark: .bytes)
      add(values.bytes(of: cell))
    // What is not ASCII may be no UTF-8, which reads as another text.
    case .text:
      let bytes = values.bytes(of: cell)
      guard bytes.isASCII else { return add(cell.kind.value(of: bytes)) }
      add(mark: .text)
      add(bytes)
    case .uuid, .uri: add(cell.kind.value(of: values.bytes(of: cell)))
    case .other: add(values.head.pointee.others[Int(cell.bits)])
    }
  }

  /// Adds the object of a relationship, which its key stands for; `nil` for none.
  mutating func add(object key: ContentHash?) {
    guard let key else { return add(mark: .none) }
    add(mark: .object)
    add(key)
  }

  private mutating func add(_ data: Data) {
    add(mark: .bytes)
    data.withUnsafeBytes { add($0) }
  }

  @inline(__always)
  private mutating func add(integer bits: UInt64) {
    add(mark: .integer)
    add(bits)
  }

  @inline(__always)
  private mutating func add(real value: Double) {
    add(mark: .real)
    // The two zeros are equal.
    add(value == 0 ? 0 : value.bitPattern)
  }

  @inline(__always)
  private mutating func add(mark: ValueMark) { add(mark.rawValue) }
}

extension UnsafeRawBufferPointer {
  /// Whether no byte is above 0x7F.
  fileprivate var isASCII: Bool {
    var position = 0
    while position &+ 8 <= count {
      if loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
      position &+= 8
    }
    while position < count {
      if self[position] >= 0x80 { return false }
      position &+= 1
    }
    return true
  }
}

package import AttributeValues
internal import FoundationEssentials

/// How a cell of packed values is to be understood.
package enum PackedKind: UInt8, Sendable {
  /// No value.
  case null
  case integer
  /// An integer; any but 0 is true.
  case boolean
  case double
  /// The bits of a double.
  case float
  /// Seconds, as the bits of a double.
  case date
  /// UTF-8 bytes; what is no UTF-8 becomes U+FFFD.
  case text
  case binary
  case transformable
  /// Sixteen bytes, or the bytes of its text.
  case uuid
  /// The bytes of its text.
  case uri
  /// A value that was made when the row was read; the bits are its place among them.
  case other

  /// The value of a cell that holds these bits; `.null` for kinds that have bytes.
  package func value(bits: UInt64) -> AttributeValue {
    switch self {
    case .integer: .integer(Int64(bitPattern: bits))
    case .boolean: .boolean(bits != 0)
    case .double: .double(Double(bitPattern: bits))
    case .float: .float(Float(Double(bitPattern: bits)))
    case .date: .date(Double(bitPattern: bits))
    case .null, .text, .binary, .transformable, .uuid, .uri, .other: .null
    }
  }

  /// The value of a cell that holds these bytes; `.null` for kinds that have none, and for texts that are no UUID or URL.
  ///
  /// - Complexity: O(bytes).
  package func value(of bytes: UnsafeRawBufferPointer) -> AttributeValue {
    switch self {
    case .text: .string(PackedKind.string(bytes))
    case .binary: .binary(Data(bytes))
    case .transformable: .transformable(TransformableValue(bytes: Data(bytes)))
    case .uuid: PackedKind.uuid(bytes).map { .uuid($0) } ?? .null
    case .uri: URL(string: PackedKind.string(bytes)).map { .uri($0) } ?? .null
    case .null, .integer, .boolean, .double, .float, .date, .other: .null
    }
  }

  private static func string(_ bytes: UnsafeRawBufferPointer) -> String {
    bytes.withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
  }

  private static func uuid(_ bytes: UnsafeRawBufferPointer) -> UUID? {
    if bytes.count == 16 { return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) }
    return UUID(uuidString: String(decoding: bytes, as: UTF8.self))
  }
}

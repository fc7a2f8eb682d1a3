/// The bytes of a file that nobody vouches for: what is asked for beyond their end is `nil`.
struct ImageBytes {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) { self.bytes = ArraySlice(Array(bytes)) }
  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }
  private init(slice: ArraySlice<UInt8>) { bytes = slice }

  var count: Int { bytes.count }

  subscript(offset: Int) -> UInt8? {
    offset >= 0 && offset < bytes.count ? bytes[bytes.startIndex + offset] : nil
  }

  /// A part of them; `nil` if they do not hold all of it.
  func part(at offset: Int, count: Int) -> ImageBytes? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
    let start = bytes.startIndex + offset
    return ImageBytes(slice: bytes[start..<start + count])
  }

  func bytes(at offset: Int, count: Int) -> [UInt8]? { part(at: offset, count: count).map { Array($0.bytes) } }

  func text(at offset: Int, count: Int) -> String? {
    part(at: offset, count: count).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  func big16(at offset: Int) -> Int? {
    guard let high = self[offset], let low = self[offset + 1] else { return nil }
    return Int(high) << 8 | Int(low)
  }

  func little16(at offset: Int) -> Int? {
    guard let low = self[offset], let high = self[offset + 1] else { return nil }
    return Int(high) << 8 | Int(low)
  }

  func little24(at offset: Int) -> Int? {
    guard let low = little16(at: offset), let high = self[offset + 2] else { return nil }
    return Int(high) << 16 | low
  }

  func big32(at offset: Int) -> Int? {
    guard let high = big16(at: offset), let low = big16(at: offset + 2) else { return nil }
    return high << 16 | low
  }

  func little32(at offset: Int) -> Int? {
    guard let low = little16(at: offset), let high = little16(at: offset + 2) else { return nil }
    return high << 16 | low
  }

  /// Whether a text of ASCII stands anywhere in them.
  ///
  /// - Complexity: O(*n*).
  func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, wanted.count <= bytes.count else { return false }
    var start = bytes.startIndex
    let last = bytes.endIndex - wanted.count
    while start <= last, let found = bytes[start...last].firstIndex(of: first) {
      if bytes[found..<found + wanted.count].elementsEqual(wanted) { return true }
      start = found + 1
    }
    return false
  }

  /// The check of a PNG's chunk: a CRC-32 of all bytes.
  func checksum() -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    bytes.withUnsafeBufferPointer { buffer in
      for byte in buffer { sum = Self.checksums[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
    }
    return sum ^ 0xFFFF_FFFF
  }

  private static let checksums: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }
}

/// The bytes that stay as they are in a part of an address.
struct AddressBytes {
  /// A bit for each byte of ASCII.
  private let low: UInt64
  private let high: UInt64

  static let path = AddressBytes(without: "\"<>^`{}")
  static let query = AddressBytes(without: "\"<>'")
  static let fragment = AddressBytes(without: "\"<>`")
  /// Those that stay in every part.
  private static let plain = AddressBytes(without: "\"<>^`{}'\\")

  private init(without marks: String) {
    var bits: [UInt64] = [0, 0]
    for byte in UInt8(0x21)..<0x7F where !marks.utf8.contains(byte) { bits[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }
    (low, high) = (bits[0], bits[1])
  }

  @inline(__always)
  private func contains(_ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 != 0
  }

  /// Appends `bytes`, percent-encoded where they cannot stay.
  func append(_ bytes: ArraySlice<UInt8>, to text: inout [UInt8]) {
    for byte in bytes {
      if contains(byte) {
        text.append(byte)
      } else {
        text.append(UInt8(ascii: "%"))
        text.append(Self.digit(byte >> 4))
        text.append(Self.digit(byte & 15))
      }
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

  /// Whether all of `address` can stay.
  static func arePlain(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
    let plain = plain
    return address.allSatisfy { plain.contains($0) }
  }

  /// Whether an address is one from the web that needs no work: all of it can stay, and no step is a dot.
  static func areWhole(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
    guard address.count > 8, address.starts(with: "http".utf8) else { return false }
    let plain = plain
    var last: UInt8 = 0
    for byte in address {
      if !plain.contains(byte) || (byte == UInt8(ascii: ".") && last == UInt8(ascii: "/")) { return false }
      last = byte
    }
    return true
  }
}

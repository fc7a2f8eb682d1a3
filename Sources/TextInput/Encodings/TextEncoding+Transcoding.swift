extension TextEncoding {
  /// The text that whole characters in this encoding are; `nil` if some bytes are none.
  package func decode(_ bytes: some Collection<UInt8>) -> String? {
    let bytes = Array(bytes)
    guard let decoder = TextDecoder(self) else {
      let text = String(decoding: bytes, as: UTF8.self)
      return text.utf8.elementsEqual(bytes) ? text : nil
    }
    var decoded = DecodedText()
    _ = bytes.withUnsafeBufferPointer { decoder.decode($0, isFinal: true, into: &decoded) }
    if decoded.widths.contains(where: { $0 & DecodedText.invalidFlag != 0 }) { return nil }
    return String(decoding: decoded.text, as: UTF8.self)
  }

  /// The bytes of a text in this encoding; `nil` if it has a character that the encoding does not have.
  package func encode(_ text: String) -> [UInt8]? {
    switch self {
    case .utf8: return Array(text.utf8)
    case .utf16LittleEndian: return text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    case .utf16BigEndian: return text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    case .utf32LittleEndian:
      return text.unicodeScalars.flatMap { scalar in (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> ($0 * 8)) }
      }
    case .utf32BigEndian:
      return text.unicodeScalars.flatMap { scalar in
        (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> ((3 - $0) * 8)) }
      }
    case .singleByte:
      var bytesByScalar: [Unicode.Scalar: UInt8] = [:]
      for byte in UInt8.min...UInt8.max {
        if let scalar = decode([byte])?.unicodeScalars.first { bytesByScalar[scalar] = byte }
      }
      var bytes: [UInt8] = []
      for scalar in text.unicodeScalars {
        guard let byte = bytesByScalar[scalar] else { return nil }
        bytes.append(byte)
      }
      return bytes
    case .multiByte(let name):
      // A character that comes back as another one would not be the one that was written.
      guard let bytes = UnicodeConverter.bytes(of: Array(text.utf8), in: name), decode(bytes) == text else {
        return nil
      }
      return bytes
    }
  }
}

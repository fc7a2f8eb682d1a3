internal import Synchronization

/// Decodes an encoding other than UTF-8, a piece at a time.
package enum TextDecoder {
  case utf16(bigEndian: Bool)
  case utf32(bigEndian: Bool)
  case table([[UInt8]])
  case iconv(UnicodeConverter)

  /// `nil` for UTF-8, which needs no decoder, and for an encoding that the system does not know.
  package init?(_ encoding: TextEncoding) {
    switch encoding {
    case .utf8: return nil
    case .utf16LittleEndian: self = .utf16(bigEndian: false)
    case .utf16BigEndian: self = .utf16(bigEndian: true)
    case .utf32LittleEndian: self = .utf32(bigEndian: false)
    case .utf32BigEndian: self = .utf32(bigEndian: true)
    case .singleByte(let name):
      guard let table = Self.table(of: name) else { return nil }
      self = .table(table)
    case .multiByte(let name):
      guard let converter = UnicodeConverter(from: name) else { return nil }
      self = .iconv(converter)
    }
  }

  /// The tables that have been made: places of single records need them too.
  private static let tables = Mutex<[String: [[UInt8]]]>([:])

  /// What each byte of an encoding of one byte a character stands for; `nil` if the system does not know it.
  private static func table(of name: String) -> [[UInt8]]? {
    tables.withLock { tables in
      if let known = tables[name] { return known }
      guard let converter = UnicodeConverter(from: name) else { return nil }
      let table = (0...UInt8.max).map { byte in
        withUnsafeBytes(of: byte) { converter.character($0.assumingMemoryBound(to: UInt8.self)) } ?? []
      }
      tables[name] = table
      return table
    }
  }

  /// Decodes as much of `bytes` as is whole characters; all of it when `isFinal`.
  ///
  /// - Returns: How many bytes were decoded.
  package func decode(_ bytes: UnsafeBufferPointer<UInt8>, isFinal: Bool, into output: inout DecodedText) -> Int {
    switch self {
    case .utf16(let bigEndian): Self.decodeUTF16(bytes, bigEndian: bigEndian, isFinal: isFinal, into: &output)
    case .utf32(let bigEndian): Self.decodeUTF32(bytes, bigEndian: bigEndian, isFinal: isFinal, into: &output)
    case .table(let table): Self.decodeTable(bytes, table, into: &output)
    case .iconv(let converter): Self.decodeIconv(bytes, converter, isFinal: isFinal, into: &output)
    }
  }

  private static func decodeUTF16(
    _ bytes: UnsafeBufferPointer<UInt8>,
    bigEndian: Bool,
    isFinal: Bool,
    into output: inout DecodedText
  ) -> Int {
    func unit(_ offset: Int) -> UInt32 {
      let first = UInt32(bytes[offset])
      let second = UInt32(bytes[offset + 1])
      return bigEndian ? first << 8 | second : second << 8 | first
    }
    var offset = 0
    while offset + 2 <= bytes.count {
      let first = unit(offset)
      switch first {
      case 0xD800..<0xDC00:
        guard offset + 4 <= bytes.count else {
          guard isFinal else { return offset }
          output.appendInvalid(width: 2)
          offset += 2
          continue
        }
        let second = unit(offset + 2)
        if (0xDC00..<0xE000).contains(second) {
          output.append(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00), width: 4)
          offset += 4
        } else {
          output.appendInvalid(width: 2)
          offset += 2
        }
      case 0xDC00..<0xE000:
        output.appendInvalid(width: 2)
        offset += 2
      default:
        output.append(first, width: 2)
        offset += 2
      }
    }
    if isFinal && offset < bytes.count {
      output.appendInvalid(width: bytes.count - offset)
      offset = bytes.count
    }
    return offset
  }

  private static func decodeUTF32(
    _ bytes: UnsafeBufferPointer<UInt8>,
    bigEndian: Bool,
    isFinal: Bool,
    into output: inout DecodedText
  ) -> Int {
    var offset = 0
    while offset + 4 <= bytes.count {
      var scalar: UInt32 = 0
      for index in 0..<4 { scalar = scalar << 8 | UInt32(bytes[offset + (bigEndian ? index : 3 - index)]) }
      if Unicode.Scalar(scalar) != nil {
        output.append(scalar, width: 4)
      } else {
        output.appendInvalid(width: 4)
      }
      offset += 4
    }
    if isFinal && offset < bytes.count {
      output.appendInvalid(width: bytes.count - offset)
      offset = bytes.count
    }
    return offset
  }

  private static func decodeTable(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ table: [[UInt8]],
    into output: inout DecodedText
  ) -> Int {
    for byte in bytes {
      let decoded = table[Int(byte)]
      if decoded.count == 1 {
        output.text.append(decoded[0])
        output.widths.append(1)
      } else if decoded.isEmpty {
        output.appendInvalid(width: 1)
      } else {
        output.append(decoded, width: 1)
      }
    }
    return bytes.count
  }

  private static func decodeIconv(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ converter: UnicodeConverter,
    isFinal: Bool,
    into output: inout DecodedText
  ) -> Int {
    var offset = 0
    nextCharacter: while offset < bytes.count {
      if bytes[offset] < 0x80 {
        output.text.append(bytes[offset])
        output.widths.append(1)
        offset += 1
        continue
      }
      for length in 1...4 {
        guard offset + length <= bytes.count else {
          if !isFinal { return offset }
          break
        }
        if let decoded = converter.character(UnsafeBufferPointer(rebasing: bytes[offset..<offset + length])) {
          output.append(decoded, width: length)
          offset += length
          continue nextCharacter
        }
      }
      output.appendInvalid(width: 1)
      offset += 1
    }
    return offset
  }
}

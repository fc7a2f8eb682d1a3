/// The encodings in which JSON is found. RFC 8259 allows only UTF-8; older texts and some programs use the others.
public enum JSONEncoding: String, Sendable, Hashable, CaseIterable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
  case utf32LittleEndian = "UTF-32LE"
  case utf32BigEndian = "UTF-32BE"

  /// The encoding that goes by a name, in any case and with or without hyphens; `nil` for any other.
  public init?(named name: String) {
    let plain = name.lowercased().filter { $0 != "-" && $0 != "_" }
    switch plain {
    case "utf8", "ascii", "usascii": self = .utf8
    case "utf16", "utf16le": self = .utf16LittleEndian
    case "utf16be": self = .utf16BigEndian
    case "utf32", "utf32le": self = .utf32LittleEndian
    case "utf32be": self = .utf32BigEndian
    default: return nil
    }
  }

  /// The encoding that the first bytes show, by a byte order mark or by the zeros beside ASCII (RFC 4627, section 3), and the length of
  /// the mark.
  static func detected(_ bytes: [UInt8]) -> (encoding: JSONEncoding, mark: Int) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return (.utf32LittleEndian, 4) }
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return (.utf32BigEndian, 4) }
    if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    let zeros = bytes.prefix(4).map { $0 == 0 }
    switch zeros {
    case [true, true, true, false]: return (.utf32BigEndian, 0)
    case [false, true, true, true]: return (.utf32LittleEndian, 0)
    case [true, false, true, false], [true, false, false, false], [true, false]: return (.utf16BigEndian, 0)
    case [false, true, false, true], [false, true, false, false], [false, true]: return (.utf16LittleEndian, 0)
    default: return (.utf8, 0)
    }
  }

  /// How many bytes of the file a stretch of text takes that is UTF-8 here.
  ///
  /// - Complexity: O(1) for UTF-8, else O(*n*).
  func fileBytes(of text: UnsafeBufferPointer<UInt8>) -> Int {
    switch self {
    case .utf8: return text.count
    case .utf16LittleEndian, .utf16BigEndian:
      // A character of four bytes is a pair.
      return text.reduce(0) { $0 &+ ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 4 : 2) }
    case .utf32LittleEndian, .utf32BigEndian:
      return text.reduce(0) { $0 &+ ($1 & 0xC0 == 0x80 ? 0 : 4) }
    }
  }

  /// The bytes of one unit.
  var width: Int {
    switch self {
    case .utf8: 1
    case .utf16LittleEndian, .utf16BigEndian: 2
    case .utf32LittleEndian, .utf32BigEndian: 4
    }
  }

  var isBigEndian: Bool { self == .utf16BigEndian || self == .utf32BigEndian }
}

/// Turns the bytes of a file into UTF-8, piece by piece. What means nothing becomes U+FFFD.
struct JSONTranscoder {
  let encoding: JSONEncoding
  /// Bytes of a character that the next piece ends.
  private var pending: [UInt8] = []

  init(_ encoding: JSONEncoding) { self.encoding = encoding }

  /// Appends the text of `bytes` to `text`.
  ///
  /// - Parameter isLast: Whether no more bytes follow, so that half a character is a fault.
  mutating func append(_ bytes: some Sequence<UInt8>, isLast: Bool, to text: inout [UInt8]) {
    pending.append(contentsOf: bytes)
    let width = encoding.width
    var index = 0
    while index + width <= pending.count {
      let unit = unit(at: index)
      index += width
      guard width == 2, unit & 0xF800 == 0xD800 else {
        Self.append(unit, to: &text)
        continue
      }
      // The second half of a pair may be in the next piece.
      guard index + 2 <= pending.count || isLast else {
        index -= width
        break
      }
      let next = index + 2 <= pending.count ? self.unit(at: index) : 0
      if unit < 0xDC00, next & 0xFC00 == 0xDC00 {
        Self.append(0x10000 + (unit & 0x3FF) << 10 + (next & 0x3FF), to: &text)
        index += 2
      } else {
        Self.append(0xFFFD, to: &text)
      }
    }
    pending.removeSubrange(..<index)
    if isLast, !pending.isEmpty {
      Self.append(0xFFFD, to: &text)
      pending = []
    }
  }

  private func unit(at index: Int) -> UInt32 {
    var unit: UInt32 = 0
    for byte in 0..<encoding.width {
      let place = encoding.isBigEndian ? index + byte : index + encoding.width - 1 - byte
      unit = unit << 8 | UInt32(pending[place])
    }
    return unit
  }

  static func append(_ scalar: UInt32, to text: inout [UInt8]) {
    text.append(contentsOf: UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
  }
}

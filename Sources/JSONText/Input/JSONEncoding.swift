internal import TextInput

/// The encodings in which JSON is found. RFC 8259 allows only UTF-8; older texts and some programs use the others.
///
/// ```swift
/// var options = JSONRecordOptions(.lines, records: try JSONRecordPath("$"))
/// options.mode = JSONMode.tolerant  // comments, single quotes and trailing commas are findings, not faults
/// options.encoding = JSONEncoding.utf8
/// options.limits = JSONLimits()
/// options.limits.depth = 16
/// let reader = try JSONRecordReader(.file(path), options: options)
/// ```
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

  /// The encoding that was given, or that the first bytes show, by a byte order mark or by the zeros beside ASCII (RFC 4627, section 3), and the
  /// length of the mark.
  static func detected(_ bytes: [UInt8], given: JSONEncoding?) -> (encoding: JSONEncoding, mark: Int) {
    if let mark = TextEncoding.byteOrderMark(bytes), let encoding = JSONEncoding(rawValue: mark.encoding.name),
      given.flatMap({ TextEncoding(named: $0.rawValue) })?.yields(to: mark.encoding) ?? true
    {
      return (encoding, mark.length)
    }
    if let given { return (given, 0) }
    let zeros = bytes.prefix(4).map { $0 == 0 }
    switch zeros {
    case [true, true, true, false]: return (.utf32BigEndian, 0)
    case [false, true, true, true]: return (.utf32LittleEndian, 0)
    case [true, false, true, false], [true, false, false, false], [true, false]: return (.utf16BigEndian, 0)
    case [false, true, false, true], [false, true, false, false], [false, true]: return (.utf16LittleEndian, 0)
    default: return (.utf8, 0)
    }
  }
}

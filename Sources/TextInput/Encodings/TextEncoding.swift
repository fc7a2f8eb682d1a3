/// How the characters of a file are written as bytes.
///
/// ```swift
/// let encoding = TextEncoding(named: "latin1")
/// let options = DelimitedOptions(encoding: encoding ?? TextEncoding.windows1252)
/// ```
public enum TextEncoding: Sendable, Hashable {
  case utf8
  case utf16LittleEndian
  case utf16BigEndian
  case utf32LittleEndian
  case utf32BigEndian
  /// One byte a character, by the name that `iconv` knows, such as `WINDOWS-1252`.
  case singleByte(String)
  /// One to four bytes a character without shift states, by the name that `iconv` knows, such as `SHIFT_JIS`.
  case multiByte(String)

  /// Windows-1252, which most software of Western Europe wrote.
  public static let windows1252 = TextEncoding.singleByte("WINDOWS-1252")

  /// Finds the encoding called `name`; upper and lower case, hyphens and underscores do not matter.
  ///
  /// `nil` for a name that the system's `iconv` does not have, and for encodings with shift states, such as ISO-2022-JP and UTF-7.
  public init?(named name: String) {
    let upper = name.uppercased()
    let plain = upper.filter { $0 != "-" && $0 != "_" && $0 != " " }
    switch plain {
    case "UTF8", "UTF8BOM", "UTF8SIG", "ASCII", "USASCII": self = .utf8
    case "UTF16", "UTF16LE", "UCS2", "UCS2LE", "UNICODE": self = .utf16LittleEndian
    case "UTF16BE", "UCS2BE": self = .utf16BigEndian
    case "UTF32", "UTF32LE", "UCS4LE": self = .utf32LittleEndian
    case "UTF32BE", "UCS4", "UCS4BE": self = .utf32BigEndian
    case "MACROMAN", "MACINTOSH", "MAC": self = .singleByte("MACINTOSH")
    default:
      if plain.hasPrefix("ISO2022") || plain.hasPrefix("UTF7") || plain.hasPrefix("HZ") { return nil }
      var candidates = [upper]
      if let number = Self.number(in: plain, after: ["WINDOWS", "CP", "WIN", "MS"]) {
        candidates.append("CP\(number)")
      }
      if plain.hasPrefix("ISO8859") { candidates.append("ISO-8859-" + plain.dropFirst(7)) }
      if plain.hasPrefix("LATIN") { candidates.append(plain) }
      switch plain {
      case "SJIS", "SHIFTJIS": candidates.append("SHIFT_JIS")
      case "EUCJP": candidates.append("EUC-JP")
      case "EUCKR": candidates.append("EUC-KR")
      case "EUCCN", "GB2312": candidates.append("EUC-CN")
      case "EUCTW": candidates.append("EUC-TW")
      case "KOI8R": candidates.append("KOI8-R")
      case "KOI8U": candidates.append("KOI8-U")
      default: candidates.append(plain)
      }
      guard let known = candidates.first(where: UnicodeConverter.exists) else { return nil }
      let multiByte = ["SHIFT", "SJIS", "EUC", "GB", "BIG5", "CP932", "CP936", "CP949", "CP950", "UHC", "JOHAB"]
      let plainKnown = known.filter { $0 != "-" && $0 != "_" }
      self = multiByte.contains(where: plainKnown.hasPrefix) ? .multiByte(known) : .singleByte(known)
    }
  }

  private static func number(in name: String, after prefixes: [String]) -> Int? {
    for prefix in prefixes where name.hasPrefix(prefix) {
      if let number = Int(name.dropFirst(prefix.count)) { return number }
    }
    return nil
  }

  /// The encoding's usual name.
  public var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16LittleEndian: "UTF-16LE"
    case .utf16BigEndian: "UTF-16BE"
    case .utf32LittleEndian: "UTF-32LE"
    case .utf32BigEndian: "UTF-32BE"
    case .singleByte(let name), .multiByte(let name): name
    }
  }

  /// What the byte order mark at the start of `bytes` says, with its length; `nil` if there is none.
  package static func byteOrderMark(_ bytes: some Sequence<UInt8>) -> (encoding: TextEncoding, length: Int)? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return (.utf32LittleEndian, 4) }
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return (.utf32BigEndian, 4) }
    if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    return nil
  }

  /// Whether a byte order mark of `marked` is believed although this encoding was given: it never is the beginning of a text in this one.
  package func yields(to marked: TextEncoding) -> Bool {
    switch (self, marked) {
    case (.utf8, .utf8), (.singleByte, .utf8), (.multiByte, .utf8): true
    case (.utf16LittleEndian, .utf16LittleEndian), (.utf16LittleEndian, .utf16BigEndian): true
    case (.utf16BigEndian, .utf16LittleEndian), (.utf16BigEndian, .utf16BigEndian): true
    case (.utf32LittleEndian, .utf32LittleEndian), (.utf32LittleEndian, .utf32BigEndian): true
    case (.utf32BigEndian, .utf32LittleEndian), (.utf32BigEndian, .utf32BigEndian): true
    default: false
    }
  }

  /// Whether the system can decode it.
  package var isKnown: Bool {
    switch self {
    case .utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian: true
    case .singleByte(let name), .multiByte(let name): UnicodeConverter.exists(name)
    }
  }
}

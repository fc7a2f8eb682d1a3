internal import Glibc
internal import TextInput

/// Finds out in which encoding a page is and turns it into UTF-8, as browsers do: by byte order mark, by what is given, by what the
/// page's head declares, else UTF-8 if it is that, else Windows-1252.
struct HTMLDecoder {
  private(set) var text: [UInt8] = []
  /// The encoding's name, for people.
  private(set) var encoding = "UTF-8"
  /// Where the text stands in the file.
  var offsets: SourceOffsets { SourceOffsets(measure: ByteMeasure(encoding: encoding), marks: marks) }
  private var marks: [SourceOffsets.Mark] = []
  /// Where bytes that are no text were replaced by U+FFFD, and where NUL bytes were replaced by spaces.
  private(set) var faults: [(offset: Int, bytes: ArraySlice<UInt8>)] = []
  private(set) var nulBytes: [Int] = []

  /// An encoding that the page declares and nobody knows, with the place of the declaration.
  private(set) var unknown: (name: String, offset: Int)?

  /// No more faults than this are kept.
  private static let faultLimit = 10_000

  init(_ bytes: [UInt8], given: String?) {
    let (name, mark) = encoding(of: bytes, given: given)
    encoding = name
    marks = [SourceOffsets.Mark(text: 0, file: mark)]
    if name == "UTF-8" { appendUTF8(bytes, from: mark) } else { append(bytes, from: mark, in: name) }
    nulBytes = blank(0)
    // A form feed is white space, which libxml2 drops.
    _ = blank(0x0C)
  }

  /// Makes spaces of all bytes of one kind.
  ///
  /// - Returns: Their places, as many as are kept.
  private mutating func blank(_ byte: UInt8) -> [Int] {
    text.withUnsafeMutableBytes { text in
      var places: [Int] = []
      guard let base = text.baseAddress else { return places }
      var start = 0
      while let found = memchr(base + start, Int32(byte), text.count - start) {
        start = UnsafeRawPointer(found) - UnsafeRawPointer(base)
        text[start] = 0x20
        if places.count < Self.faultLimit { places.append(start) }
        start += 1
      }
      return places
    }
  }

  private mutating func appendUTF8(_ bytes: [UInt8], from start: Int) {
    // A valid text is taken as it is.
    if bytes.withUnsafeBufferPointer({ String(validating: $0[start...], as: UTF8.self) }) != nil {
      text = start == 0 ? bytes : Array(bytes[start...])
      return
    }
    text.reserveCapacity(bytes.count)
    var index = start
    while index < bytes.count {
      let length = bytes.withUnsafeBufferPointer { bytes in
        bytes.baseAddress.map { UTF8Check.sequenceLength($0, at: index, end: bytes.count) } ?? -1
      }
      if length > 0 {
        text.append(contentsOf: bytes[index..<(index + length)])
        index += length
      } else {
        replace(bytes[index..<(index - length)])
        index -= length
      }
    }
  }

  /// Writes U+FFFD for bytes that are no text.
  private mutating func replace(_ bytes: ArraySlice<UInt8>) {
    if faults.count < Self.faultLimit { faults.append((text.count, bytes)) }
    text.append(contentsOf: [0xEF, 0xBF, 0xBD])
    marks.append(SourceOffsets.Mark(text: text.count, file: bytes.endIndex))
  }

  private mutating func append(_ bytes: [UInt8], from mark: Int, in name: String) {
    var start = mark
    while start < bytes.count, let converter = UnicodeConverter(from: name) {
      let isWhole = bytes.withUnsafeBytes {
        converter.convert(UnsafeRawBufferPointer(rebasing: $0[start...]), isLast: true, to: &text)
      }
      if isWhole { return }
      start += converter.consumed + 1
      replace(bytes[min(start - 1, bytes.count)..<min(start, bytes.count)])
    }
  }

  // MARK: Detection

  private mutating func encoding(of bytes: [UInt8], given: String?) -> (name: String, mark: Int) {
    let marks: [(bytes: [UInt8], name: String)] = [
      ([0xEF, 0xBB, 0xBF], "UTF-8"), ([0xFF, 0xFE], "UTF-16LE"), ([0xFE, 0xFF], "UTF-16BE"),
    ]
    if let mark = marks.first(where: { bytes.starts(with: $0.bytes) }) { return (mark.name, mark.bytes.count) }
    if let given { return (Self.canonical(given) ?? given, 0) }
    if let name = Self.withoutMark(bytes) { return (name, 0) }
    for (label, offset) in EncodingDeclaration.names(in: bytes) {
      if let name = Self.canonical(label) { return (name, 0) }
      unknown = unknown ?? (label, offset)
    }
    let isUTF8 = bytes.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) != nil }
    return (isUTF8 ? "UTF-8" : "WINDOWS-1252", 0)
  }

  /// UTF-16 if the page begins with a tag in it, which has every other byte 0.
  private static func withoutMark(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 4 else { return nil }
    let less = UInt8(ascii: "<")
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (less, 0, 1..., 0): return "UTF-16LE"
    case (0, less, 0, 1...): return "UTF-16BE"
    default: return nil
    }
  }

  /// The name of an encoding as `iconv` knows it; what browsers read differently from what a label says is corrected.
  /// See https://encoding.spec.whatwg.org/#names-and-labels
  private static func canonical(_ label: String) -> String? {
    let name = label.lowercased()
    switch name {
    case "utf-8", "utf8", "unicode-1-1-utf-8": return "UTF-8"
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "iso88591", "iso-ir-100", "csisolatin1", "latin1", "latin-1",
      "us-ascii",
      "ascii", "windows-1252", "cp1252", "x-cp1252", "l1", "x-user-defined":
      return "WINDOWS-1252"
    // A page whose declaration can be read byte by byte is not in UTF-16.
    case "utf-16", "utf-16le", "utf-16be": return "UTF-8"
    case "gb2312", "gbk", "x-gbk", "gb_2312-80": return "GB18030"
    case "shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "ms932", "windows-31j", "csshiftjis": return "CP932"
    case "euc-kr", "ks_c_5601-1987", "ks_c_5601-1989", "ksc5601", "ksc_5601", "korean", "windows-949": return "UHC"
    case "iso-8859-9", "iso8859-9", "iso_8859-9", "latin5", "l5", "x-cp1254": return "WINDOWS-1254"
    case "iso-8859-11", "iso8859-11", "tis-620", "windows-874", "dos-874": return "CP874"
    case "iso-8859-8-i", "logical": return "ISO-8859-8"
    case "big5", "x-x-big5", "cn-big5", "csbig5": return "BIG5-HKSCS"
    case "x-euc-jp": return "EUC-JP"
    case "koi", "koi8", "koi8_r": return "KOI8-R"
    case "mac", "x-mac-roman", "csmacintosh": return "MACINTOSH"
    case "x-mac-cyrillic", "x-mac-ukrainian": return "MAC-CYRILLIC"
    case "x-cp1250", "x-cp1251", "x-cp1253", "x-cp1255", "x-cp1256", "x-cp1257", "x-cp1258":
      return "WINDOWS-" + name.dropFirst(4)
    default:
      guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:".contains($0)) }),
        UnicodeConverter(from: name) != nil
      else { return nil }
      return name.uppercased()
    }
  }
}

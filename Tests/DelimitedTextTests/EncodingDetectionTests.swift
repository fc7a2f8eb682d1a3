import DelimitedText
import Findings
import Testing

@Suite("Detection of encodings")
struct EncodingDetectionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var encoding: String
    var record: [String]
  }

  static let cases = [
    Case(
      testDescription: "Shift-JIS",
      bytes: [0x82, 0xB1, 0x82, 0xA2, 0x82, 0xCA, 0x2C, 0x93, 0xFA, 0x96, 0x7B, 0x0A],
      encoding: "CP932",
      record: ["こいぬ", "日本"]
    ),
    Case(
      testDescription: "EUC-JP",
      bytes: [0xA4, 0xB3, 0xA4, 0xA4, 0xA4, 0xCC, 0x2C, 0xC6, 0xFC, 0xCB, 0xDC, 0x0A],
      encoding: "EUC-JP",
      record: ["こいぬ", "日本"]
    ),
    Case(
      testDescription: "EUC-JP without kana",
      bytes: [
        0xBC, 0xC6, 0xB8, 0xA4, 0x2C, 0xC6, 0xFC, 0xCB, 0xDC, 0x0A, 0xBD, 0xA9, 0xC5, 0xC4, 0xB8, 0xA4, 0x2C, 0xC6,
        0xFC, 0xCB, 0xDC, 0x0A, 0xCB, 0xCC, 0xB3, 0xA4, 0xC6, 0xBB, 0xB8, 0xA4, 0x2C, 0xC6, 0xFC, 0xCB, 0xDC, 0x0A,
      ],
      encoding: "EUC-JP",
      record: ["柴犬", "日本"]
    ),
    Case(
      testDescription: "Big5",
      bytes: [
        0xA6, 0x57, 0xBA, 0xD9, 0x2C, 0xB0, 0xEA, 0xAE, 0x61, 0x0A, 0xC3, 0x50, 0xB7, 0xE0, 0xA4, 0xFC, 0x2C, 0xA4,
        0xA4, 0xB0, 0xEA, 0x0A, 0xA5, 0x78, 0xC6, 0x57, 0xA4, 0xFC, 0x2C, 0xA5, 0x78, 0xC6, 0x57, 0x0A, 0xA6, 0xE8,
        0xAC, 0x49, 0xA4, 0xFC, 0x2C, 0xA4, 0xA4, 0xB0, 0xEA, 0x0A,
      ],
      encoding: "BIG5",
      record: ["名稱", "國家"]
    ),
    Case(
      testDescription: "Windows-1251",
      bytes: [0xD1, 0xEE, 0xE1, 0xE0, 0xEA, 0xE0, 0x2C, 0xEA, 0xEE, 0xF8, 0xEA, 0xE0, 0x0A],
      encoding: "CP1251",
      record: ["Собака", "кошка"]
    ),
    Case(
      testDescription: "Greek",
      bytes: [
        0xC5, 0xEB, 0xEB, 0xE7, 0xED, 0xE9, 0xEA, 0xFC, 0xF2, 0x20, 0xC9, 0xF7, 0xED, 0xE7, 0xEB, 0xDC, 0xF4, 0xE7,
        0xF2, 0x2C, 0xCA, 0xF1, 0xDE, 0xF4, 0xE7, 0x0A,
      ],
      encoding: "CP1253",
      record: ["Ελληνικός Ιχνηλάτης", "Κρήτη"]
    ),
    Case(
      testDescription: "Mac Roman",
      bytes: [
        0x83, 0x70, 0x61, 0x67, 0x6E, 0x65, 0x75, 0x6C, 0x20, 0x66, 0x72, 0x61, 0x6E, 0x8D, 0x61, 0x69, 0x73, 0x2C,
        0x42, 0x61, 0x72, 0x62, 0x65, 0x74, 0x20, 0x88, 0x20, 0x70, 0x6F, 0x69, 0x6C, 0x0A,
      ],
      encoding: "MACINTOSH",
      record: ["Épagneul français", "Barbet à poil"]
    ),
    Case(
      testDescription: "ISO-8859-2",
      bytes: [
        0x7A, 0x61, 0xBF, 0xF3, 0xB3, 0xE6, 0x2C, 0x67, 0xEA, 0xB6, 0x20, 0x69, 0x20, 0x6A, 0x61, 0xBC, 0xF1, 0x20,
        0xB6, 0x6E, 0x69, 0xB3, 0x79, 0x20, 0x73, 0x69, 0xEA, 0x20, 0xBF, 0x61, 0x62, 0x69, 0x65, 0x0A,
      ],
      encoding: "ISO-8859-2",
      record: ["zażółć", "gęś i jaźń śniły się żabie"]
    ),
    Case(
      testDescription: "Windows-1250",
      bytes: [
        0x62, 0x69, 0x61, 0xB3, 0x79, 0x2C, 0x7A, 0xB3, 0x6F, 0x74, 0x79, 0x20, 0x69, 0x20, 0x9C, 0x77, 0x69, 0x65,
        0x74, 0x6E, 0x79, 0x0A,
      ],
      encoding: "CP1250",
      record: ["biały", "złoty i świetny"]
    ),
    Case(
      testDescription: "Windows-1252",
      bytes: Array("Jos".utf8) + [0xE9, 0x2C, 0x80, 0x35, 0x0A],
      encoding: "WINDOWS-1252",
      record: ["José", "€5"]
    ),
    Case(
      testDescription: "UTF-16 without a mark",
      bytes: "id,name\n1,Zoë\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      encoding: "UTF-16LE",
      record: ["id", "name"]
    ),
    Case(
      testDescription: "UTF-8 with one damaged character",
      bytes: Array("Zoë,Zoë,Zo".utf8) + [0xC3] + Array("x,ok\n".utf8),
      encoding: "UTF-8",
      record: ["Zoë", "Zoë", "Zo\u{FFFD}x", "ok"]
    ),
  ]

  @Test(arguments: cases) func findsTheEncoding(_ example: Case) throws {
    let reader = try DelimitedReader(bytes: example.bytes, options: .bare)
    #expect(reader.encoding.name == example.encoding)
    #expect(try Reading(reader).records.first == example.record)
  }

  /// A few words of a language, and the encodings in which they must be told from all others.
  struct Words: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var records: [[String]]
    var encodings: [String]
  }

  static let words = [
    Words(
      testDescription: "German",
      records: [["Österreichischer Pinscher", "fröhlich und kräftig"], ["Großer Münsterländer", "für die Jagd"]],
      encodings: ["WINDOWS-1252", "MACINTOSH", "CP850"]
    ),
    Words(
      testDescription: "French",
      records: [["Épagneul breton", "très affectueux, à l’aise"], ["Chien d’Artois", "bon nez — tenace"]],
      encodings: ["WINDOWS-1252", "MACINTOSH"]
    ),
    Words(
      testDescription: "Spanish",
      records: [["Perro de agua español", "fiel y enérgico"], ["Mastín español", "guardián; ¡muy grande!"]],
      encodings: ["WINDOWS-1252", "MACINTOSH"]
    ),
    Words(
      testDescription: "Polish",
      records: [["Ogar polski", "pies myśliwski o głębokim głosie"], ["Owczarek", "żywy i bardzo dzielny"]],
      encodings: ["CP1250", "ISO-8859-2"]
    ),
    Words(
      testDescription: "Czech",
      records: [["Český fousek", "všestranný lovecký pes"], ["Pražský krysařík", "nejmenší plemeno"]],
      encodings: ["CP1250", "ISO-8859-2"]
    ),
    Words(
      testDescription: "Hungarian",
      records: [["Magyar vizsla", "gyors és kitűnő vadászkutya"], ["Komondor", "őrző, fehér, zsinóros szőrű"]],
      encodings: ["CP1250"]
    ),
    Words(
      testDescription: "Russian",
      records: [["Русская псовая борзая", "быстрая охотничья собака"], ["Самоедская собака", "белая лайка"]],
      encodings: ["CP1251", "KOI8-R", "ISO-8859-5", "CP866", "MAC-CYRILLIC"]
    ),
    Words(
      testDescription: "Greek",
      records: [["Ελληνικός Ιχνηλάτης", "κυνηγόσκυλο με καλή μύτη"], ["Αλωπεκίς", "μικρός και ζωηρός"]],
      encodings: ["CP1253"]
    ),
    Words(
      testDescription: "Turkish",
      records: [["Kangal", "güçlü çoban köpeği, sürüyü korur"], ["Akbaş", "beyaz ve sessiz, şehirde değil, ılımlı"]],
      encodings: ["CP1254"]
    ),
    Words(
      testDescription: "Hebrew",
      records: [["כלב כנעני", "כלב חכם ועצמאי"], ["פודל", "כלב פופולרי מאוד"]],
      encodings: ["CP1255"]
    ),
    Words(
      testDescription: "Arabic",
      records: [["سلوقي", "كلب صيد سريع جدا"], ["كلب كنعان", "كلب ذكي ومستقل"]],
      encodings: ["CP1256", "ISO-8859-6"]
    ),
    Words(
      testDescription: "Lithuanian",
      records: [
        ["Lietuvių skalikas", "stiprus ir ištvermingas šuo"], ["Pudelis", "žaismingas ir gudrus, mėgsta žaisti"],
      ],
      encodings: ["CP1257"]
    ),
    Words(
      testDescription: "Thai",
      records: [["ไทยหลังอาน", "สุนัขเฝ้าบ้านที่ฉลาด"], ["บางแก้ว", "สุนัขขนยาว"]],
      encodings: ["CP874"]
    ),
  ]

  @Test(arguments: words) func tellsEncodingsApartByTheirLetters(_ words: Words) throws {
    let text = words.records.map { $0.map { "\"\($0)\"" }.joined(separator: ",") + "\n" }.joined()
    for name in words.encodings {
      let bytes = try #require(TextEncoding(named: name)?.encode(text), "\(name)")
      let reader = try DelimitedReader(bytes: bytes, options: .bare)
      #expect(try Reading(reader).records == words.records, "\(name), read as \(reader.encoding.name)")
    }
  }

  @Test(arguments: ["русская борзая,Россия\n", "獅子狗,中國\n台灣犬,台灣\n", "푸들,프랑스\n", "Zoë\u{1F436},1\n"])
  func findsUTF16AndUTF32WithoutAMark(_ text: String) throws {
    for encoding: TextEncoding in [.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian] {
      let bytes = try #require(encoding.encode(text))
      let reader = try DelimitedReader(bytes: bytes, options: .bare)
      #expect(reader.encoding == encoding)
      let first = text.split(separator: "\n")[0].split(separator: ",").map(String.init)
      #expect(try Reading(reader).records.first == first)
    }
  }

  @Test func aNULInATextIsNoUTF16() throws {
    for text in ["name,group\nRex\0,Hounds\nBo,Toys\n", "name,gr\0oup\nRex,Hounds\0\nBo,Toys\n", "na\0\nbo\nrex\n"] {
      #expect(try DelimitedReader(bytes: Array(text.utf8), options: .bare).encoding == .utf8)
    }
  }
}

import DelimitedText
import Findings
import Testing
import TextInput

@Suite("Detection of encodings")
struct EncodingDetectionTests {
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

  /// Issue 18: two bytes FF were a word of Russian.
  @Test(arguments: [[0xFF, 0xFF], [0xFF], [0xE0, 0xE0, 0xE0], [0xFE, 0xFF, 0xFF, 0xFE] as [UInt8]])
  func bytesOfOneKindAreNoWords(_ bytes: [UInt8]) throws {
    let reader = try DelimitedReader(bytes: Array("name,n\n".utf8) + bytes + Array(",1\nx,2\n".utf8))
    #expect(reader.encoding == .utf8)
    _ = reader.takeFindings()
    var record = DelimitedRecord()
    #expect(try reader.next(&record))
    #expect(reader.takeFindings().map(\.rule) == [.sourceEncoding])
  }
}

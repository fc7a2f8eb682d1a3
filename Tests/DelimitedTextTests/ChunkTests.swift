import DelimitedText
import Testing
import TextInput

@Suite("Independence of chunks")
struct ChunkTests {
  static let texts = [
    "a,b\r\nc,\"d\r\ne\"\r\n\r\nf,\"g\"\"h\"\rlast,\"\"",
    "é,\"ü\n\",日本\r\n🐕,\"x\"y,z\n",
    "a,\"b\nc,d\ne,f\ng,\"h\"\n",
    "a,b,c\n1,2\n\"1\",\u{0},3\n,,,,\n\"\"\"\"\"\",\"\"x\n",
  ]

  @Test(arguments: texts, [1, 2, 3, 7, 64, 4096])
  func chunksDoNotChangeWhatIsRead(_ text: String, chunk: Int) throws {
    let bytes = Array(text.utf8)
    let whole = try Reading(bytes, chunk: .max >> 1, .bare)
    #expect(try Reading(bytes, chunk: chunk, .bare) == whole)
  }

  @Test(arguments: [1, 2, 3, 7, 64, 4096])
  func chunksDoNotChangeAList(_ chunk: Int) throws {
    var options = DelimitedOptions.bare
    options.dialect?.delimiter = []
    let text = "Rex, the first\r\n\"Bo\"\"s, house\"\n\"two\nlines\"\r a\"b \n\n,"
    let reading = try Reading(Array(text.utf8), chunk: chunk, options)
    #expect(reading.records == [["Rex, the first"], ["Bo\"s, house"], ["two\nlines"], [" a\"b "], [","]])
    #expect(reading.places == ["record.quoting@5:3"])
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func chunksDoNotChangeUTF16(_ chunk: Int) throws {
    let bytes = Self.texts[1].utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    var options = DelimitedOptions.bare
    options.encoding = .utf16BigEndian
    let whole = try Reading(bytes, chunk: 1 << 20, options)
    #expect(whole.records.first == ["é", "ü\n", "日本"])
    #expect(try Reading(bytes, chunk: chunk, options) == whole)
  }
}

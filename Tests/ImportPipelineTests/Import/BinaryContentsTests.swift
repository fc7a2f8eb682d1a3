import ImportPipeline
import Testing

@Suite("Binary files")
struct BinaryContentsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var isBinary: Bool
  }

  static let cases = [
    Case(testDescription: "a PDF document", bytes: Array("%PDF-1.7\n1 0 obj".utf8), isBinary: true),
    Case(testDescription: "a workbook", bytes: [0x50, 0x4B, 3, 4, 20, 0], isBinary: true),
    Case(testDescription: "numbers", bytes: (0..<400).map { UInt8(truncatingIfNeeded: $0 * 7) }, isBinary: true),
    Case(testDescription: "nothing but NUL", bytes: [UInt8](repeating: 0, count: 512), isBinary: true),
    Case(testDescription: "a damaged text", bytes: Array("name,age\nR\0x,3\n\0\0\0\0\n".utf8), isBinary: false),
    Case(testDescription: "a text that NUL fills up", bytes: Array("Rex\0\0\0\0\0,3\0\0\0\n".utf8), isBinary: false),
    Case(
      testDescription: "UTF-16 without Latin letters",
      bytes: "порода,страна\nрусская борзая,Россия\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      isBinary: false
    ),
    Case(testDescription: "UTF-16", bytes: Array("name,age\n".utf8).flatMap { [$0, 0] }, isBinary: false),
    Case(testDescription: "UTF-32", bytes: Array("name,age\n".utf8).flatMap { [0, 0, 0, $0] }, isBinary: false),
    Case(testDescription: "a text", bytes: Array("name,age\n".utf8), isBinary: false),
    Case(testDescription: "nothing", bytes: [], isBinary: false),
  ]

  @Test(arguments: cases) func areToldFromTexts(_ example: Case) {
    #expect((BinaryContents(example.bytes, isSaidToBeText: true) != nil) == example.isBinary)
  }

  @Test func aNULByteIsProofWhereNobodySpeaksOfText() {
    let bytes = Array("name\0age".utf8)
    #expect(BinaryContents(bytes, isSaidToBeText: true) == nil)
    #expect(BinaryContents(bytes, isSaidToBeText: false)?.description.hasSuffix("its byte 5 is NUL") == true)
  }
}

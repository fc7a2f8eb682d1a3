import Testing
import TextInput

@Suite("Checking UTF-8")
struct UTF8CheckTests {
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    /// The length of the first sequence; negative for an invalid one.
    var length: Int
  }

  static let cases = [
    Case(testDescription: "ASCII", bytes: [0x41], length: 1),
    Case(testDescription: "two bytes", bytes: [0xC3, 0xA4], length: 2),
    Case(testDescription: "three bytes", bytes: [0xE2, 0x82, 0xAC], length: 3),
    Case(testDescription: "four bytes", bytes: [0xF0, 0x9F, 0x90, 0x95], length: 4),
    Case(testDescription: "a continuation alone", bytes: [0x80], length: -1),
    Case(testDescription: "overlong in two bytes", bytes: [0xC0, 0xAF], length: -1),
    Case(testDescription: "overlong in three bytes", bytes: [0xE0, 0x80, 0xAF], length: -1),
    Case(testDescription: "half of a pair", bytes: [0xED, 0xA0, 0x80], length: -1),
    Case(testDescription: "beyond Unicode", bytes: [0xF4, 0x90, 0x80, 0x80], length: -1),
    Case(testDescription: "cut off after two bytes", bytes: [0xE2, 0x82], length: -2),
    Case(testDescription: "broken off after three bytes", bytes: [0xF0, 0x9F, 0x90, 0x41], length: -3),
  ]

  @Test(arguments: cases) func measuresASequence(_ example: Case) throws {
    let length = try example.bytes.withUnsafeBufferPointer { bytes in
      UTF8Check.sequenceLength(try #require(bytes.baseAddress), at: 0, end: bytes.count)
    }
    #expect(length == example.length)
  }

  @Test func findsTheFirstFaultBehindLongAscii() throws {
    let bytes = [UInt8](repeating: 0x61, count: 100) + [0xFF, 0x61]
    let (fault, isASCII) = try bytes.withUnsafeBufferPointer { bytes in
      let base = try #require(bytes.baseAddress)
      return (UTF8Check.firstInvalid(base, in: 0..<bytes.count), UTF8Check.isASCII(base, count: 100))
    }
    #expect(fault == 100..<101)
    #expect(isASCII)
  }
}

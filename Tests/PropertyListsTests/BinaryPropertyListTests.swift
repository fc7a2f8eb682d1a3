import PropertyLists
import Testing

@Suite struct BinaryPropertyListTests {
  static let everyKind: PropertyListValue = .dictionary([
    "string": .string("Affenpinscher"),
    "accents": .string("Épagneul 🐕"),
    "long": .string(String(repeating: "ab", count: 200)),
    "small": .integer(7),
    "byte": .integer(255),
    "word": .integer(65_535),
    "greatest": .integer(.max),
    "least": .integer(.min),
    "negative": .integer(-1),
    "large": .largeInteger(.max),
    "real": .real(0.1),
    "minusZero": .real(-0.0),
    "zero": .real(0),
    "yes": .boolean(true),
    "no": .boolean(false),
    "date": .date(700_000_000.5),
    "data": .data([0, 1, 2, 255]),
    "array": .array([.integer(7), .string("Affenpinscher"), .array([])]),
    "uid": .uid(300),
    "null": .null,
  ])

  @Test func readsWhatItWrote() throws {
    let bytes = PropertyList.writeBinary(Self.everyKind)
    let read = try PropertyList.read(bytes)
    #expect(read == Self.everyKind)
    #expect(read.dictionary?.keys == Self.everyKind.dictionary?.keys)
    #expect(read.dictionary?["minusZero"]?.number?.sign == .minus)
  }

  @Test func writesTheDocumentedBytes() {
    let bytes = PropertyList.writeBinary(.dictionary(["a": .integer(1)]))
    let objects: [UInt8] = [0xd1, 1, 2, 0x51, 0x61, 0x10, 1]
    let trailer: [UInt8] = [0, 0, 0, 0, 0, 0, 1, 1] + number(3) + number(0) + number(15)
    #expect(bytes == Array("bplist00".utf8) + objects + [8, 11, 13] + trailer)
  }

  @Test func keepsDifferentSpellingsOfALetterApart() throws {
    let value: PropertyListValue = .array([.string("\u{e9}"), .string("e\u{301}")])
    let read = try PropertyList.read(PropertyList.writeBinary(value))
    let spellings = try #require(read.array).map { Array(($0.string ?? "").utf8) }
    #expect(spellings == [[0xc3, 0xa9], [0x65, 0xcc, 0x81]])
  }

  @Test func endsWithAnErrorAtEveryTruncation() {
    let bytes = PropertyList.writeBinary(Self.everyKind)
    for length in 0..<bytes.count {
      #expect(throws: PropertyListError.self) { try PropertyList.read(Array(bytes[..<length])) }
    }
  }

  @Test func readsAnotherValueOrRefusesWhateverByteIsChanged() throws {
    let bytes = PropertyList.writeBinary(Self.everyKind)
    var outcomes: Set<String> = []
    for index in bytes.indices {
      for change: UInt8 in [0x01, 0x0f, 0x80, 0xff] {
        var damaged = bytes
        damaged[index] ^= change
        do {
          let value = try PropertyList.read(damaged)
          // What was read is a value like any other; numbers that are none are equal to nothing, so the bytes are compared.
          let written = PropertyList.writeBinary(value)
          #expect(try PropertyList.writeBinary(PropertyList.read(written)) == written, "byte \(index)")
          outcomes.insert("read")
        } catch {
          outcomes.insert("refused")
        }
      }
    }
    #expect(outcomes == ["read", "refused"])
  }

  @Test func refusesAnObjectThatContainsItself() {
    let bytes = Array("bplist00".utf8) + [0xa1, 0, 8] + trailer(objects: 1, table: 10)
    #expect(throws: PropertyListError.self) { try PropertyList.read(bytes) }
  }

  @Test func refusesArraysThatUnfoldWithoutBound() {
    // Forty arrays, each twice in the next: 2^40 parts.
    var objects: [UInt8] = []
    var offsets: [UInt8] = []
    for index in 0..<40 as Range<UInt8> {
      offsets.append(UInt8(8 + objects.count))
      objects += [0xa2, index + 1, index + 1]
    }
    offsets.append(UInt8(8 + objects.count))
    objects += [0xa0]
    let bytes = Array("bplist00".utf8) + objects + offsets + trailer(objects: 41, table: UInt64(8 + objects.count))
    #expect(throws: PropertyListError.self) { try PropertyList.read(bytes) }
  }

  private func trailer(objects: UInt64, table: UInt64) -> [UInt8] {
    [0, 0, 0, 0, 0, 0, 1, 1] + number(objects) + number(0) + number(table)
  }

  private func number(_ value: UInt64) -> [UInt8] {
    (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }
}

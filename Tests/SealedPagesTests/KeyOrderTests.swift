import TestSupport
import Testing

@testable import SealedPages

/// What keys are ordered by. That the order is SQLite's is shown by its own integrity check of random databases.
@Suite struct KeyOrderTests {
  /// The prefix that is taken from the first value alone is that of the whole.
  @Test(arguments: Seeds.range(1...4)) func prefixIsTheBeginningOfTheWhole(seed: UInt64) throws {
    var generator = SeededGenerator(seed)
    let column = ColumnDefinition(name: "a", affinity: .blob)
    let table = TableDefinition(name: "t", sql: "", columns: [column, column])
    let batch = RowBatch(for: table)
    let scratch = ByteBuffer()
    for _ in 0..<3000 {
      let terms = (0..<Int.random(in: 1...2, using: &generator)).map { number in
        KeyTerm(
          column: number,
          collation: generator.pick([.binary, .nocase, .rtrim]),
          isDescending: generator.once(in: 5)
        )
      }
      let order = KeyOrder(terms: terms)
      batch.removeAll()
      batch.beginRow(1)
      for _ in 0..<2 { Self.append(&generator, to: batch) }
      try batch.endRow()
      let record = UnsafeRawBufferPointer(rebasing: batch.bytes[RowFormat.headerSize...])
      let layout = RecordLayout(columns: 2)
      #expect(layout.read(record))
      let key = ByteBuffer()
      _ = KeyCutter(terms).append(record: record, layout: layout, rowID: 1, to: key)
      let prefix = order.prefix(of: key.bytes, scratch: scratch)
      let whole = ByteBuffer()
      #expect(order.normalize(key.bytes, into: whole) != nil)
      let expected = KeyOrder.prefix(whole.bytes, from: 0)
      #expect(prefix.value == expected.value, "seed \(seed)")
      // A prefix may be called inexact that is exact, not the other way.
      #expect(!prefix.isExact || expected.isExact, "seed \(seed)")
    }
  }

  /// Texts that are compared as they stand are in the order of the bytes that other keys are ordered by; keys of which that cannot be said are left alone.
  @Test(arguments: Seeds.range(1...4)) func textsAsTheyStandAreInTheSameOrder(seed: UInt64) throws {
    var generator = SeededGenerator(seed)
    let column = ColumnDefinition(name: "a", affinity: .blob)
    let table = TableDefinition(name: "t", sql: "", columns: [column])
    let layout = RecordLayout(columns: 1)
    var comparedCount = 0
    for _ in 0..<3000 {
      let term = KeyTerm(
        column: 0,
        collation: generator.pick([.binary, .binary, .nocase, .rtrim]),
        isDescending: generator.once(in: 5)
      )
      let order = KeyOrder(terms: [term])
      let keys = [ByteBuffer(), ByteBuffer()]
      let ordered = [ByteBuffer(), ByteBuffer()]
      for (number, (key, bytes)) in zip(keys, ordered).enumerated() {
        let batch = RowBatch(for: table)
        batch.beginRow(Int64(number) << generator.pick([1, 20]))
        Self.append(&generator, to: batch)
        try batch.endRow()
        let record = UnsafeRawBufferPointer(rebasing: batch.bytes[RowFormat.headerSize...])
        #expect(layout.read(record))
        _ = KeyCutter([term]).append(record: record, layout: layout, rowID: Int64(number), to: key)
        #expect(order.normalize(key.bytes, into: bytes) != nil)
      }
      let expected = KeyComparison.compareBytes(ordered[0].bytes, ordered[1].bytes)
      guard let result = order.compareTexts(keys[0].bytes, keys[1].bytes) else { continue }
      #expect(result.signum() == expected.signum(), "seed \(seed)")
      #expect(term.collation == .binary && !term.isDescending)
      comparedCount += 1
    }
    #expect(comparedCount > 100)
  }

  /// The word behind the prefix says nothing else than the whole texts do.
  @Test(arguments: Seeds.range(1...4)) func wordBehindThePrefixIsInTheSameOrder(seed: UInt64) throws {
    var generator = SeededGenerator(seed)
    let term = KeyTerm(column: 0, collation: .binary, isDescending: false)
    let order = KeyOrder(terms: [term])
    let layout = RecordLayout(columns: 1)
    let batch = RowBatch(
      for: TableDefinition(name: "t", sql: "", columns: [ColumnDefinition(name: "a", affinity: .blob)])
    )
    let scratch = ByteBuffer()
    var decidedCount = 0
    for _ in 0..<20_000 {
      let keys = [ByteBuffer(), ByteBuffer()]
      for key in keys {
        batch.removeAll()
        batch.beginRow(1)
        let text = (0..<generator.number(below: 20)).map { $0 < 6 ? "a" : generator.pick(["a", "\0", "é"]) }
        batch.append(text.joined())
        try batch.endRow()
        let record = UnsafeRawBufferPointer(rebasing: batch.bytes[RowFormat.headerSize...])
        #expect(layout.read(record))
        _ = KeyCutter([term]).append(record: record, layout: layout, rowID: 1, to: key)
      }
      let words = keys.map { order.wordBehindPrefix(of: $0.bytes) }
      let prefixes = keys.map { order.prefix(of: $0.bytes, scratch: scratch).value }
      guard prefixes[0] == prefixes[1], words[0] != words[1] else { continue }
      var comparison = KeyComparison(order)
      #expect((words[0] < words[1]) == (comparison.compare(keys[0].bytes, keys[1].bytes) < 0), "seed \(seed)")
      decidedCount += 1
    }
    #expect(decidedCount > 1000)
  }

  private static func append(_ generator: inout SeededGenerator, to batch: RowBatch) {
    switch generator.number(below: 6) {
    case 0: batch.appendNull()
    case 1: batch.append(Int64(bitPattern: generator.next()) >> generator.pick([0, 8, 20, 50, 60]))
    case 2: batch.append(Double(generator.number(below: 1000)) / 16 - 30)
    default:
      let letters: [UInt8] = [0, 1, 0x20, 0x40, 0x41, 0x5A, 0x5B, 0x61, 0x7A, 0x80, 0xC1, 0xDA, 0xFF]
      let bytes = (0..<generator.number(below: 14)).map { _ in generator.pick(letters) }
      bytes.withUnsafeBytes { if generator.chance(1, in: 4) { batch.appendBlob($0) } else { batch.appendText($0) } }
    }
  }

  @Test func comparesIntegersAndRealsExactly() {
    func number(_ value: Int64) -> OrderedNumber {
      let bytes = ByteBuffer()
      bytes.room(for: 8).storeBigEndian(value, at: 0)
      bytes.advance(by: 8)
      return OrderedNumber(6, bytes.bytes)
    }
    func number(_ value: Double) -> OrderedNumber {
      let bytes = ByteBuffer()
      bytes.room(for: 8).storeBigEndian(value.bitPattern, at: 0)
      bytes.advance(by: 8)
      return OrderedNumber(SerialType.real, bytes.bytes)
    }
    let rising = [
      number(-Double.infinity), number(-0x1p63.nextUp), number(Int64.min), number(Int64.min + 1),
      number(-(1 << 53) - 2),
      number(-(1 << 53) - 1), number(-0x1p53), number(-(1 << 53) + 1), number(-0.5), number(Int64(0)), number(0.5),
      number(Int64(1)),
      number((1 << 53) - 1), number(0x1p53), number((1 << 53) + 1), number(0x1p53 + 2), number(Int64.max - 1),
      number(Int64.max),
      number(0x1p63), number(Double.infinity),
    ]
    for (one, other) in zip(rising, rising.dropFirst()) {
      #expect((one.bits, one.remainder) < (other.bits, other.remainder))
    }
    #expect(number(Int64.min).bits == number(-0x1p63).bits)
    #expect(number(-0.0).bits == number(Int64(0)).bits)
  }
}

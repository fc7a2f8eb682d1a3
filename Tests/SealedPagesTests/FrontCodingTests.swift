import TestSupport
import Testing

@testable import SealedPages

/// What comes back from a working file are the keys that went there.
@Suite struct FrontCodingTests {
  /// Keys of all sizes, with headers of one byte and of many, in any order, among them many that differ in nothing but the row.
  @Test(arguments: Seeds.range(1...6)) func keysComeBack(seed: UInt64) throws {
    var generator = SeededGenerator(seed)
    let columnCount = generator.pick([1, 2, 70])
    let column = ColumnDefinition(name: "a", affinity: .blob)
    let columns = Array(repeating: column, count: columnCount)
    let batch = RowBatch(for: TableDefinition(name: "t", sql: "", columns: columns))
    let terms = (0..<columnCount).map { KeyTerm(column: $0, collation: .binary, isDescending: false) }
    let order = KeyOrder(terms: terms)
    let layout = RecordLayout(columns: columnCount)
    let scratch = ByteBuffer()
    let coded = ByteBuffer()
    var keys: [ByteBuffer] = []
    var values: [String] = []
    for number in 0..<600 {
      if values.isEmpty || !generator.once(in: 2) {
        let size = generator.pick([0, 1, 7, 40, 40, 300, 20_000 / columnCount])
        values = (0..<columnCount).map { _ in
          String(repeating: generator.pick(["a", "b"]), count: generator.number(below: size + 1))
        }
      }
      batch.removeAll()
      batch.beginRow(1)
      for value in values { batch.append(value) }
      try batch.endRow()
      let record = UnsafeRawBufferPointer(rebasing: batch.bytes[RowFormat.headerSize...])
      #expect(layout.read(record))
      let key = ByteBuffer()
      let rowID = Int64(number) << generator.pick([0, 0, 0, 9, 40])
      _ = KeyCutter(terms).append(record: record, layout: layout, rowID: rowID, to: key)
      FrontCoding.append(key.bytes, behind: keys.last?.bytes ?? UnsafeRawBufferPointer(start: nil, count: 0), to: coded)
      keys.append(key)
    }
    let decoder = FrontDecoder(order)
    var position = 0
    var repeatedCount = 0
    for (number, key) in keys.enumerated() {
      var lead = 1
      var size = Int(coded.bytes[position])
      if size == Int(FrontCoding.longSize) {
        lead = FrontCoding.longSizeCount
        size = Int(coded.bytes.loadUnaligned(fromByteOffset: position + 1, as: UInt32.self))
      }
      position += lead
      let isRepeated = decoder.read(UnsafeRawBufferPointer(rebasing: coded.bytes[position..<(position + size)]))
      position += size
      #expect(decoder.key.elementsEqual(key.bytes), "seed \(seed), key \(number)")
      #expect(decoder.prefix.value == order.prefix(of: key.bytes, scratch: scratch).value, "seed \(seed)")
      if isRepeated {
        #expect(KeyComparison.areIdentical(key.bytes, keys[number - 1].bytes), "seed \(seed)")
        repeatedCount += 1
      }
    }
    #expect(position == coded.count)
    #expect(repeatedCount > 50)
  }
}

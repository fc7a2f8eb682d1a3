/// Some records of a source one behind the other, with the texts of their fields as they are read.
///
/// All texts stand in one block of memory, so that a page costs a few allocations however many records it has.
package struct RecordPage: Sendable {
  /// What is known of a record besides its fields.
  package struct Entry: Sendable, Hashable {
    /// The file's name in positions.
    package var file: String
    /// The physical line on which the record begins, from 1.
    package var line: Int
    /// The bytes of the file that it takes; `nil` if they are not known.
    package var byteRange: Range<Int>?
    /// Whether its form is so broken that its fields cannot be trusted.
    package var isBroken: Bool

    package init(file: String, line: Int, byteRange: Range<Int>?, isBroken: Bool) {
      self.file = file
      self.line = line
      self.byteRange = byteRange
      self.isBroken = isBroken
    }
  }

  private struct Cell {
    var start: UInt32
    /// -1 for a field that the record does not have.
    var count: Int32
    /// The first byte in the file, counted from the record's.
    var placeStart: Int32 = 0
    /// -1 if the place is not known.
    var placeCount: Int32 = -1
    /// Whether the source's own format says that it is a number.
    var isNumber = false
  }

  /// How many fields each record has.
  package let fieldCount: Int
  package private(set) var entries: [Entry] = []
  private var bytes: [UInt8] = []
  private var cells: [Cell] = []

  /// An empty page.
  package init(fieldCount: Int) { self.fieldCount = fieldCount }

  package var count: Int { entries.count }
  /// How many bytes the texts have together.
  package var byteCount: Int { bytes.count }

  /// Begins a record; `fieldCount` calls of `appendField` have to follow.
  package mutating func append(_ entry: Entry) { entries.append(entry) }

  /// Adds the next field of the last record.
  ///
  /// - Parameters:
  ///   - text: Its text in UTF-8; `nil` if the record does not have it.
  ///   - place: Its bytes in the file; `nil` if they are not known, or not asked for.
  ///   - isNumber: Whether the source's own format says that it is a number.
  package mutating func appendField(_ text: UnsafeBufferPointer<UInt8>?, place: Range<Int>?, isNumber: Bool = false) {
    var cell = Cell(start: UInt32(truncatingIfNeeded: bytes.count), count: -1, isNumber: isNumber)
    if let text {
      cell.count = Int32(truncatingIfNeeded: text.count)
      bytes.append(contentsOf: text)
    }
    if let place, let start = entries.last?.byteRange?.lowerBound {
      if let offset = Int32(exactly: place.lowerBound - start), let count = Int32(exactly: place.count) {
        cell.placeStart = offset
        cell.placeCount = count
      }
    }
    cells.append(cell)
  }

  /// Calls `body` with the UTF-8 bytes of a field, or with `nil` if the record does not have it.
  ///
  /// - Parameter record: The record's place in the page, from 0.
  /// - Complexity: O(1) besides `body`.
  package func withField<Result>(
    _ record: Int,
    _ field: Int,
    _ body: (UnsafeBufferPointer<UInt8>?) throws -> Result
  ) rethrows -> Result {
    let cell = cells[record * fieldCount + field]
    guard cell.count >= 0 else { return try body(nil) }
    return try bytes.withUnsafeBufferPointer { all in
      let start = Int(cell.start)
      return try body(UnsafeBufferPointer(rebasing: all[start..<start + Int(cell.count)]))
    }
  }

  /// The text of a field; `nil` if the record does not have it.
  package func text(_ record: Int, _ field: Int) -> String? {
    withField(record, field) { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  /// The bytes of the file that a field takes, with its quotes; `nil` if they are not known.
  package func byteRange(_ record: Int, _ field: Int) -> Range<Int>? {
    let cell = cells[record * fieldCount + field]
    guard cell.placeCount >= 0, let start = entries[record].byteRange?.lowerBound else { return nil }
    return start + Int(cell.placeStart)..<start + Int(cell.placeStart) + Int(cell.placeCount)
  }

  func isNumber(_ record: Int, _ field: Int) -> Bool { cells[record * fieldCount + field].isNumber }

  /// The fields of one record.
  func fields(of record: Int) -> Fields { Fields(page: self, record: record) }

  struct Fields: RecordFields {
    let page: RecordPage
    let record: Int

    func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
      page.withField(record, field, body)
    }

    func isNumber(_ field: Int) -> Bool { page.isNumber(record, field) }
  }
}

// MARK: Keeping

extension RecordPage {
  /// The page as bytes, for a file that the process keeps for itself.
  package var encoded: [UInt8] {
    var writer = PageWriter()
    writer.number(entries.count)
    var file: String?
    for entry in entries {
      writer.number((entry.isBroken ? 1 : 0) | (entry.byteRange != nil ? 2 : 0) | (entry.file != file ? 4 : 0))
      if entry.file != file {
        writer.number(entry.file.utf8.count)
        writer.bytes += Array(entry.file.utf8)
        file = entry.file
      }
      writer.number(entry.line)
      if let range = entry.byteRange {
        writer.number(range.lowerBound)
        writer.number(range.count)
      }
    }
    for cell in cells {
      writer.number((Int(cell.count) + 1) << 1 | (cell.isNumber ? 1 : 0))
      writer.number(Int(cell.placeCount) + 1)
      if cell.placeCount >= 0 { writer.signed(Int(cell.placeStart)) }
    }
    writer.bytes += bytes
    return writer.bytes
  }

  /// The page that `encoded` was made of.
  package init(encoded: [UInt8], fieldCount: Int) {
    self.init(fieldCount: fieldCount)
    var reader = PageBytes(bytes: encoded)
    let count = reader.number()
    var file = ""
    for _ in 0..<count {
      let flags = reader.number()
      if flags & 4 != 0 { file = reader.text(reader.number()) }
      let line = reader.number()
      var range: Range<Int>?
      if flags & 2 != 0 {
        let start = reader.number()
        range = start..<start + reader.number()
      }
      entries.append(Entry(file: file, line: line, byteRange: range, isBroken: flags & 1 != 0))
    }
    cells.reserveCapacity(count * fieldCount)
    var start = 0
    for _ in 0..<count * fieldCount {
      let size = reader.number()
      var cell = Cell(start: UInt32(start), count: Int32(size >> 1 - 1), isNumber: size & 1 != 0)
      cell.placeCount = Int32(reader.number() - 1)
      if cell.placeCount >= 0 { cell.placeStart = Int32(reader.signed()) }
      start += max(0, Int(cell.count))
      cells.append(cell)
    }
    bytes = Array(encoded[reader.offset...])
  }
}

/// Numbers as bytes of seven bits, lowest first.
private struct PageWriter {
  var bytes: [UInt8] = []

  mutating func number(_ value: Int) {
    var rest = UInt(bitPattern: value)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func signed(_ value: Int) { number(value << 1 ^ value >> (Int.bitWidth - 1)) }
}

private struct PageBytes {
  let bytes: [UInt8]
  var offset = 0

  mutating func number() -> Int {
    var value: UInt = 0
    var shift: UInt = 0
    while bytes[offset] >= 0x80 {
      value |= UInt(bytes[offset] & 0x7F) << shift
      shift += 7
      offset += 1
    }
    value |= UInt(bytes[offset]) << shift
    offset += 1
    return Int(bitPattern: value)
  }

  mutating func signed() -> Int {
    let value = number()
    return Int(bitPattern: UInt(bitPattern: value) >> 1) ^ -(value & 1)
  }

  mutating func text(_ count: Int) -> String {
    defer { offset += count }
    return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
  }
}

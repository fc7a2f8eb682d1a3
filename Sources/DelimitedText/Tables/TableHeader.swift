/// The header of the table, which names its columns, and its rows as they stand in the file, to recognise them further down.
struct TableHeader {
  /// The columns' names.
  private(set) var names: [String] = []
  /// How many fields a record must have; `nil` until the header or the first record says so.
  private(set) var count: Int?
  /// Whether it has been read, so that records follow.
  private(set) var isRead = false
  /// The contents of each row.
  private(set) var rows: [[String]] = []
  /// The rows' bytes as they stand in the file.
  private(set) var bytes: [UInt8] = []
  /// The last row as it stands in the file.
  private var last: (bytes: [UInt8], line: Int, byte: Int)?
  /// The contents of a header of one row, which may be repeated between records.
  private var repeatable: [[UInt8]] = []

  /// Adds a row.
  mutating func append(_ row: DelimitedRecord) {
    rows.append(row.strings)
    bytes += row.rawBytes
    last = (row.rawBytes, row.startLine, row.rawByteRange.lowerBound)
  }

  /// Says that all `count` rows of the header have been read, or there are no more.
  ///
  /// - Parameter names: The columns' names; `nil` if the first record is to say how many columns there are.
  mutating func end(after count: Int, names: [String]?) {
    if count == 1, let row = rows.first { repeatable = row.map { Array($0.utf8) } }
    if let names { (self.names, self.count) = (names, names.count) }
    isRead = true
  }

  /// Without a header, the first record says how many columns there are.
  mutating func adopt(count: Int) {
    self.count = count
    if names.isEmpty { names = ColumnNames.numbered(count) }
  }

  /// Where the name of a column stands in the last row; `nil` where names come from elsewhere.
  func place(ofField field: Int, _ locator: RecordLocator) -> FieldPlace? {
    last.map { locator.place(ofField: field, in: $0.bytes, startLine: $0.line, startByte: $0.byte) }
  }

  // MARK: Recognising

  /// What the first field of a record that repeats the header holds; `nil` if none can.
  var firstField: [UInt8]? { repeatable.count > 1 ? repeatable[0] : nil }

  /// Whether the fields just found are those of the header.
  @inline(__always)
  func isRepeated(by slots: borrowing FieldSlots, text: UnsafePointer<UInt8>) -> Bool {
    guard let first = repeatable.first, slots.count > 1, Int(slots.base[0].end &- slots.base[0].start) == first.count
    else { return false }
    return matches(slots, text: text)
  }

  @inline(never)
  private func matches(_ slots: borrowing FieldSlots, text: UnsafePointer<UInt8>) -> Bool {
    let compared = min(slots.count, repeatable.count)
    guard compared > 1, compared * 2 >= repeatable.count else { return false }
    var filled = 0
    for index in 0..<compared {
      let slot = slots.base[index]
      let cell = UnsafeBufferPointer(start: text + Int(slot.start), count: Int(slot.end - slot.start))
      guard cell.elementsEqual(repeatable[index]) else { return false }
      if !cell.isEmpty { filled += 1 }
    }
    return filled > 1
  }

  /// Whether a row at the beginning of a further table names its columns: it holds words, and values at most where the first header does.
  func resemble(_ slots: borrowing FieldSlots, text: UnsafePointer<UInt8>) -> Bool {
    guard let names = rows.first else { return false }
    func holdsData(_ name: String) -> Bool {
      Array(name.utf8).withUnsafeBufferPointer { CellKind($0) }.isDataOnly
    }
    return (0..<slots.count).allSatisfy { index in
      let slot = slots.base[index]
      let cell = UnsafeBufferPointer(start: text + Int(slot.start), count: Int(slot.end - slot.start))
      if HeaderGuess.absentWords.contains(String(decoding: cell, as: UTF8.self)) { return false }
      return !CellKind(cell).isDataOnly || index < names.count && holdsData(names[index])
    }
  }
}

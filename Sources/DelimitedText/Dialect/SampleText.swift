/// The beginning of a text, cut by one dialect after the other.
struct SampleText {
  /// One cell of the sample.
  struct Cell {
    var text: String
    var kind: CellKind
    var isQuoted: Bool
  }

  struct Row {
    var cells: [Cell]
    /// The line on which it starts, from 1.
    var line: Int
    /// Its text without a line break.
    var raw: [UInt8]
    /// Whether a blank line, or a record of empty fields, stands right before it.
    var followsBlank = false
    var count: Int { cells.count }
  }

  struct Rows {
    var rows: [Row] = []
    /// How many quotes are not closed, or closed in the middle of a field.
    var brokenQuotes = 0
    /// How many unquoted fields hold a double quote.
    var strayQuotes = 0
    var quotedCells = 0
    /// How many quoted fields hold a delimiter, a quote or a line break, so that they could not do without quotes.
    var neededQuotes = 0
    /// The line breaks between the rows.
    var lineBreaks = LineBreaks()
  }

  private let padded: [UInt8]
  private let count: Int
  private let isWhole: Bool

  init(_ sample: [UInt8], isWhole: Bool) {
    padded = sample + [UInt8](repeating: 0, count: TextPage.padding)
    count = sample.count
    self.isWhole = isWhole
  }

  /// Whether `bytes` stand anywhere in the sample.
  func contains(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, count >= bytes.count else { return false }
    for start in 0...count - bytes.count where padded[start] == first {
      if padded[start..<start + bytes.count].elementsEqual(bytes) { return true }
    }
    return false
  }

  /// Whether spaces stand in a row, or at the beginning of a line.
  var hasSpareSpaces: Bool {
    (0..<count).contains { index in
      padded[index] == 0x20 && (index == 0 || [0x20, 0x0A, 0x0D].contains(padded[index - 1]))
    }
  }

  /// Which line breaks there are, and how many.
  var lineBreaks: LineBreaks {
    var breaks = LineBreaks()
    padded.withUnsafeBufferPointer { breaks.add($0[..<count]) }
    return breaks
  }

  /// The first rows; a last one that the sample's end cuts is left out.
  func rows(_ dialect: DelimitedDialect, limit: Int) -> Rows {
    let scanner = RecordScanner(dialect)
    let storage = RecordStorage()
    var result = Rows()
    var problems: [RecordScanner.Problem] = []
    padded.withUnsafeBufferPointer { text in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count + TextPage.padding) { specials in
        guard let base = text.baseAddress, let offsets = specials.baseAddress else { return }
        let specialCount = scanner.specialBytes.index(base, from: 0, to: count, into: offsets)
        let window = RecordScanner.Window(
          text: base,
          end: count,
          isFinal: isWhole,
          specials: UnsafePointer(offsets),
          specialCount: specialCount
        )
        var start = 0
        var cursor = 0
        var line = 1
        var followsBlank = false
        scanning: while result.rows.count < limit {
          let found = scanner.scan(window, from: start, cursor: cursor, slots: &storage.slots, problems: &problems)
          switch found.outcome {
          case .record:
            result.brokenQuotes += problems.count { $0.kind == .unclosedQuote || $0.kind == .textAfterQuote }
            if dialect.quote == 0x22 { result.strayQuotes += problems.count { $0.kind == .strayQuote } }
            storage.load(base + start, count: found.next - start)
            let raw = Array(UnsafeBufferPointer(start: base + start, count: found.contentEnd - start))
            var row = Row(cells: cells(storage, dialect, &result), line: line, raw: raw)
            row.followsBlank = followsBlank
            followsBlank = row.cells.allSatisfy(\.text.isEmpty)
            result.rows.append(row)
          case .skipped:
            if found.contentEnd == start { followsBlank = true }
          case .needsMore, .end: break scanning
          }
          result.lineBreaks.add(UnsafeBufferPointer(start: base, count: count)[found.contentEnd..<found.next])
          start = found.next
          line += found.lineBreaks
          cursor = found.cursor
        }
      }
    }
    return result
  }

  private func cells(_ storage: RecordStorage, _ dialect: DelimitedDialect, _ result: inout Rows) -> [Cell] {
    (0..<storage.slots.count).map { index in
      if !storage.slots.base[index].flags.isDisjoint(with: .needsRewriting) {
        storage.rewrite(field: index, dialect: dialect)
      }
      let slot = storage.slots.base[index]
      let bytes = UnsafeBufferPointer(
        start: UnsafePointer(storage.bytes + Int(slot.start)),
        count: Int(slot.end - slot.start)
      )
      let isQuoted = slot.flags.contains(.quoted)
      if isQuoted {
        result.quotedCells += 1
        if Self.needsQuotes(bytes, dialect) { result.neededQuotes += 1 }
      }
      let kind = CellKind(bytes)
      // What stands in quotes may hold anything.
      return Cell(
        text: String(decoding: bytes.prefix(200), as: UTF8.self),
        kind: isQuoted && !slot.flags.contains(.closedEarly) && kind == .other ? .text : kind,
        isQuoted: isQuoted
      )
    }
  }

  private static func needsQuotes(_ cell: UnsafeBufferPointer<UInt8>, _ dialect: DelimitedDialect) -> Bool {
    let first = dialect.delimiter.first
    return cell.contains { $0 == dialect.quote || $0 == first || $0 == 0x0A || $0 == 0x0D }
  }
}

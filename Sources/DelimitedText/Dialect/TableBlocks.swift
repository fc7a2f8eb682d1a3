/// The tables of a text that blank lines separate.
struct TableBlocks {
  /// The rows of each table of the sample.
  let blocks: [ArraySlice<SampleText.Row>]

  /// Cuts the sample's rows where a blank line stands.
  init(_ rows: [SampleText.Row]) {
    var blocks: [ArraySlice<SampleText.Row>] = []
    var start = rows.startIndex
    for index in rows.indices where rows[index].followsBlank {
      if start < index { blocks.append(rows[start..<index]) }
      start = index
    }
    if start < rows.endIndex { blocks.append(rows[start...]) }
    self.blocks = blocks.compactMap { block in
      let filled = block.drop { $0.cells.allSatisfy(\.text.isEmpty) }
      let end = filled.lastIndex { !$0.cells.allSatisfy(\.text.isEmpty) }
      return end.map { filled[...$0] }
    }
  }

  /// Whether the blocks are tables of their own: they differ in width, and the first two each have a header over values.
  func areTables(_ dialect: DelimitedDialect) -> Bool {
    guard blocks.count > 1 else { return false }
    var widths: [Int] = []
    for block in blocks.prefix(2) {
      guard let width = Self.width(of: block), width > 1 else { return false }
      let guess = HeaderGuess(block, commonCount: width, dialect: dialect)
      guard block.count >= 3, guess.rows > 0, guess.confidence >= 0.9 else { return false }
      widths.append(width)
    }
    return widths[0] != widths[1]
  }

  /// How many fields nearly all rows of a block have.
  static func width(of block: ArraySlice<SampleText.Row>) -> Int? {
    var counts: [Int: Int] = [:]
    for row in block { counts[row.count, default: 0] += 1 }
    guard let common = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return nil }
    return common.value * 10 >= block.count * 9 ? common.key : nil
  }
}

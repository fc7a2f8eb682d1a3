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

  /// Whether the blocks are tables of their own: the first two each have a header over values, and the headers differ.
  func areTables(_ dialect: DelimitedDialect) -> Bool {
    guard blocks.count > 1, blocks[0].count + blocks[1].count >= 4 else { return false }
    let widths = blocks.prefix(2).compactMap(Self.width)
    guard widths.count == 2, Self.hasHeader(blocks[0], dialect) else { return false }
    if Self.hasHeader(blocks[1], dialect) { return widths[0] != widths[1] || isHeadedAnew(width: widths[0]) }
    return widths[0] != widths[1] && isHeadedByWords(dialect, width: widths[1])
  }

  /// Whether a block begins with names over values.
  static func hasHeader(_ block: ArraySlice<SampleText.Row>, _ dialect: DelimitedDialect) -> Bool {
    guard block.count >= 2, let width = Self.width(of: block), width > 1, block.first?.count == width else {
      return false
    }
    let guess = HeaderGuess(block, commonCount: width, dialect: dialect)
    return guess.rows > 0 && guess.confidence >= 0.9
  }

  /// Whether the second block begins with words that are not met again, over at least two rows of words.
  private func isHeadedByWords(_ dialect: DelimitedDialect, width: Int) -> Bool {
    guard let names = blocks[1].first, names.count == width, width > 1, blocks[1].count >= 3 else { return false }
    let guess = HeaderGuess(blocks[1], commonCount: width, dialect: dialect)
    return guess.rows > 0 && names.cells.allSatisfy { $0.kind == .word || $0.kind == .text }
      && !blocks[1].dropFirst().contains { row in zip(row.cells, names.cells).contains { $0.text == $1.text } }
  }

  /// Whether the second block begins with a row that is no record of the first block's table: other names, all different and none
  /// of them met again, over values of the same kinds.
  private func isHeadedAnew(width: Int) -> Bool {
    guard let names = blocks[0].first, let others = blocks[1].first else { return false }
    let texts = others.cells.map { ColumnNames.trimmed($0.text) }
    guard names.cells.map({ ColumnNames.trimmed($0.text) }) != texts, Set(texts).count == width,
      !texts.contains(where: HeaderGuess.absentWords.contains)
    else { return false }
    guard others.cells.allSatisfy({ $0.kind == .word || $0.kind == .text }) else { return false }
    let below = blocks.map { Array($0.dropFirst()) }
    guard !below.joined().contains(where: { row in zip(row.cells, texts).contains { $0.text == $1 } }) else {
      return false
    }
    let kinds = below.map { rows in
      (0..<width).map { column in
        Set(rows.compactMap { column < $0.count ? $0.cells[column].kind : nil }).subtracting([.empty])
      }
    }
    return (0..<width).contains { column in
      !kinds[0][column].isEmpty && kinds[0][column].allSatisfy(\.isDataOnly)
        && !kinds[1][column].isEmpty && kinds[1][column].allSatisfy(\.isDataOnly)
    }
  }

  /// How many fields nearly all rows of a block have.
  static func width(of block: ArraySlice<SampleText.Row>) -> Int? {
    var counts: [Int: Int] = [:]
    for row in block { counts[row.count, default: 0] += 1 }
    guard let common = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return nil }
    return common.value * 10 >= block.count * 9 ? common.key : nil
  }
}

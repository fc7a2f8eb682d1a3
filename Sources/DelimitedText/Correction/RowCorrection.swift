/// Finds the row that was probably meant when a record has too few or too many fields, by what the columns usually look like.
///
/// A missing delimiter is looked for inside every field, a surplus one between every two, and a row that is hardly cut at all is
/// cut with other delimiters. The answer is taken only if its cells fit their columns about as well as those of good rows do.
struct RowCorrection {
  private let columns: [ColumnProfile]
  private let dialect: DelimitedDialect
  /// The mean score of good rows.
  private let usualScore: Double

  /// Delimiters that a row may have been written with by mistake.
  private static let otherDelimiters: [[UInt8]] = [[0x3B], [0x09], [0x7C], [0x2C], [0x20]]
  /// How many surplus fields are joined at most.
  private static let mostSurplus = 16
  /// Longer fields are not searched for a missing delimiter.
  private static let longestSearched = 400

  /// Learns from good rows; `nil` if there are too few to learn from.
  init?(_ rows: [SampleText.Row], count: Int, dialect: DelimitedDialect) {
    let good = rows.filter { $0.count == count }.prefix(100)
    guard good.count >= 2, count >= 2 else { return nil }
    var columns = [ColumnProfile](repeating: ColumnProfile(), count: count)
    let pieces = good.map { $0.cells.map { CellPiece(Array($0.text.utf8), isQuoted: $0.isQuoted) } }
    for row in pieces {
      for (index, cell) in row.enumerated() { columns[index].add(cell) }
    }
    self.columns = columns
    self.dialect = dialect
    let scores = pieces.map { row in zip(columns, row).reduce(0.0) { $0 + $1.0.score($1.1) } }
    usualScore = scores.reduce(0, +) / Double(scores.count)
  }

  /// The row that was meant by one with the wrong number of fields; `nil` when that is not clear.
  ///
  /// - Complexity: O(*n* · *c*) in the row's bytes and the columns.
  func fields(_ cells: [CellPiece], raw: [UInt8]) -> [CellPiece]? {
    var candidates: [[CellPiece]] = []
    if cells.count * 2 <= columns.count {
      for delimiter in Self.otherDelimiters where delimiter != dialect.delimiter && delimiter[0] != dialect.quote {
        let other = self.cells(of: raw, delimiter: delimiter)
        if other.count == columns.count {
          candidates.append(other)
        } else if other.count > columns.count, let joined = join(other, delimiter: delimiter) {
          candidates.append(joined)
        }
      }
    }
    if cells.count == columns.count - 1, let split = split(cells) { candidates.append(split) }
    if cells.count > columns.count, let joined = join(cells, delimiter: dialect.delimiter) { candidates.append(joined) }
    return best(of: candidates, than: adapted(cells))
  }

  /// The row that was meant by one with a quote in the middle of an unquoted field: perhaps a delimiter is missing before it.
  func fields(raw: [UInt8], quoteAt offset: Int, instead cells: [CellPiece]) -> [CellPiece]? {
    guard offset <= raw.count else { return nil }
    let row = self.cells(of: raw[..<offset] + dialect.delimiter + raw[offset...], delimiter: dialect.delimiter)
    guard row.count == columns.count else { return nil }
    return best(of: [row], than: adapted(cells))
  }

  /// A delimiter that cuts `raw` into exactly `count` fields when the dialect's own does not.
  static func otherDelimiter(_ raw: [UInt8], _ dialect: DelimitedDialect, count: Int) -> [UInt8]? {
    guard count >= 3 else { return nil }
    return otherDelimiters.first { delimiter in
      delimiter != dialect.delimiter && delimiter[0] != dialect.quote
        && Self.row(of: raw, dialect, delimiter: delimiter)?.count == count
    }
  }

  /// The cells of a row that another delimiter cuts.
  static func cells(of raw: [UInt8], _ dialect: DelimitedDialect, delimiter: [UInt8]) -> [String] {
    row(of: raw, dialect, delimiter: delimiter)?.cells.map(\.text) ?? []
  }

  private static func row(of raw: [UInt8], _ dialect: DelimitedDialect, delimiter: [UInt8]) -> SampleText.Row? {
    var other = dialect
    other.delimiter = delimiter
    other.comment = nil
    return SampleText(raw, isWhole: true).rows(other, limit: 1).rows.first
  }

  private func cells(of raw: [UInt8], delimiter: [UInt8]) -> [CellPiece] {
    guard let row = Self.row(of: raw, dialect, delimiter: delimiter) else { return [] }
    return row.cells.map { CellPiece(Array($0.text.utf8), isQuoted: $0.isQuoted) }
  }

  private func score(_ row: [CellPiece]) -> Double { zip(columns, row).reduce(0) { $0 + $1.0.score($1.1) } }

  /// The row padded or cut at its end.
  private func adapted(_ cells: [CellPiece]) -> [CellPiece] {
    let missing = max(0, columns.count - cells.count)
    return Array(cells.prefix(columns.count)) + [CellPiece](repeating: CellPiece([], isQuoted: false), count: missing)
  }

  private func best(of candidates: [[CellPiece]], than given: [CellPiece]) -> [CellPiece]? {
    let scored = candidates.map { (row: $0, score: score($0)) }
    guard let best = scored.max(by: { $0.score < $1.score }) else { return nil }
    guard best.score >= usualScore * 0.6, best.score >= score(given) else { return nil }
    return best.row
  }

  // MARK: A missing cell or delimiter

  /// Puts an empty cell where one is missing, or cuts a field in two where a delimiter is missing, so that all fit best.
  ///
  /// A field is cut only if it fits neither of the columns that it would stand in, and each of its parts fits one: a value that is right is never
  /// taken apart because another one is missing.
  private func split(_ cells: [CellPiece]) -> [CellPiece]? {
    // before[i]: the fields before i in their columns; after[i]: the fields from i on, one column further.
    var before = [0.0]
    for (index, cell) in cells.enumerated() { before.append(before[index] + columns[index].score(cell)) }
    var after = [Double](repeating: 0, count: cells.count + 1)
    for index in cells.indices.reversed() { after[index] = after[index + 1] + columns[index + 1].score(cells[index]) }

    var best: (score: Double, index: Int, left: CellPiece, right: CellPiece)?
    for (index, cell) in cells.enumerated() {
      let (column, next) = (columns[index], columns[index + 1])
      let empty = CellPiece([], isQuoted: false)
      var pairs = [(cell, empty), (empty, cell)]
      if !column.fits(cell), !next.fits(cell) {
        pairs += cuts(of: cell).filter { column.fits($0.left) && next.fits($0.right) }
      }
      for (left, right) in pairs {
        let score = before[index] + column.score(left) + next.score(right) + after[index + 1]
        if score > best?.score ?? -.infinity { best = (score, index, left, right) }
      }
    }
    guard let best else { return nil }
    return Array(cells[..<best.index]) + [best.left, best.right] + Array(cells[(best.index + 1)...])
  }

  /// All ways to cut a field in two that are not empty.
  private func cuts(of cell: CellPiece) -> [(left: CellPiece, right: CellPiece)] {
    let bytes = cell.bytes
    var pairs: [(left: CellPiece, right: CellPiece)] = []
    guard bytes.count <= Self.longestSearched, bytes.count > 1 else { return pairs }
    for cut in 1..<bytes.count where bytes[cut] & 0xC0 != 0x80 {
      // Two quoted fields without a delimiter between look like one with an escaped quote.
      if bytes[cut] == dialect.quote, cell.isQuoted, cut + 1 < bytes.count {
        pairs.append(
          (CellPiece(Array(bytes[..<cut]), isQuoted: true), CellPiece(Array(bytes[(cut + 1)...]), isQuoted: true))
        )
      }
      let left = CellPiece(Array(bytes[..<cut]), isQuoted: cell.isQuoted)
      pairs.append((left, CellPiece(Array(bytes[cut...]), isQuoted: cell.isQuoted)))
    }
    return pairs
  }

  // MARK: Surplus delimiters

  /// Joins neighbours, or drops empty fields, until the row fits its columns best.
  private func join(_ cells: [CellPiece], delimiter: [UInt8]) -> [CellPiece]? {
    let surplus = cells.count - columns.count
    guard surplus > 0, surplus <= Self.mostSurplus else { return nil }
    // best[c][k]: the best score of columns 0..<c filled from cells 0..<c + k, and how many cells the last column took.
    let none = (score: -Double.infinity, taken: 0)
    var best = [[(score: Double, taken: Int)]](
      repeating: [(score: Double, taken: Int)](repeating: none, count: surplus + 1),
      count: columns.count + 1
    )
    best[0][0].score = 0
    for column in columns.indices {
      for used in 0...surplus where best[column][used].score > -.infinity {
        for extra in 0...(surplus - used) {
          let first = column + used
          let cell = joined(cells[first...first + extra], delimiter)
          let cost = cost(ofJoining: cells[first...first + extra])
          let score = best[column][used].score + columns[column].score(cell) - cost
          if score > best[column + 1][used + extra].score { best[column + 1][used + extra] = (score, extra + 1) }
        }
      }
    }
    guard best[columns.count][surplus].score > -.infinity else { return nil }
    var row: [CellPiece] = []
    var end = cells.count
    for column in columns.indices.reversed() {
      let taken = best[column + 1][end - column - 1].taken
      row.append(joined(cells[end - taken..<end], delimiter))
      end -= taken
    }
    return row.reversed()
  }

  /// Joining is unlikely, dropping an empty field less so; what stands in quotes is whole.
  private func cost(ofJoining cells: ArraySlice<CellPiece>) -> Double {
    let extra = Double(cells.count - 1)
    guard cells.count(where: { !$0.bytes.isEmpty }) > 1 else { return 0.1 * extra }
    return cells.contains { $0.isQuoted && !$0.bytes.isEmpty } ? 4 * extra : 0.5 * extra
  }

  private func joined(_ cells: ArraySlice<CellPiece>, _ delimiter: [UInt8]) -> CellPiece {
    let filled = cells.filter { !$0.bytes.isEmpty }
    guard filled.count > 1 else { return filled.first ?? CellPiece([], isQuoted: cells.contains { $0.isQuoted }) }
    return CellPiece(
      Array(filled.map(\.bytes).joined(separator: delimiter)),
      isQuoted: filled.allSatisfy(\.isQuoted)
    )
  }
}

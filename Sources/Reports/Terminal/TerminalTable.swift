/// A table of text columns, aligned by display width.
package struct TerminalTable {
  package enum Alignment: Sendable {
    case left, right
  }

  /// How the cells of each column are aligned.
  package var alignments: [Alignment]
  /// A cell that is wider does not widen its column: one text of a megabyte would make a megabyte of spaces in every other line.
  private static let widestColumn = 1000
  private var rows: [[String]] = []

  package init(_ alignments: [Alignment]) {
    self.alignments = alignments
  }

  /// Adds a row of plain text; the first row is the header.
  package mutating func add(_ cells: [String]) {
    precondition(cells.count == alignments.count, "A row has a cell for each column")
    rows.append(cells)
  }

  /// The lines, without spaces at their ends, the columns two spaces apart. What stands behind a cell of more than 1,000 columns is not aligned.
  ///
  /// - Parameter paint: Colours a finished line, given the row's number from 0.
  package func lines(paint: (_ line: String, _ row: Int) -> String = { line, _ in line }) -> [String] {
    let widths = alignments.indices.map { column in
      min(rows.map { DisplayWidthScanner.columns(of: $0[column]) }.max() ?? 0, Self.widestColumn)
    }
    return rows.enumerated().map { number, row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let missing = widths[column] - DisplayWidthScanner.columns(of: cell)
        let padding = String(repeating: " ", count: max(missing, 0))
        if column > 0 { line += "  " }
        line += alignments[column] == .left ? cell + padding : padding + cell
      }
      while line.last == " " { line.removeLast() }
      return paint(VisibleText.withoutCommand(line), number)
    }
  }
}

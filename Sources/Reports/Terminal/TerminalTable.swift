/// A table of text columns, aligned by display width.
package struct TerminalTable {
  package enum Alignment: Sendable {
    case left, right
  }

  /// How the cells of each column are aligned.
  package var alignments: [Alignment]
  private var rows: [[String]] = []

  package init(_ alignments: [Alignment]) {
    self.alignments = alignments
  }

  /// Adds a row of plain text; the first row is the header.
  package mutating func add(_ cells: [String]) {
    precondition(cells.count == alignments.count, "A row has a cell for each column")
    rows.append(cells)
  }

  /// The lines, without spaces at their ends, the columns two spaces apart.
  ///
  /// - Parameter paint: Colours a finished line, given the row's number from 0.
  package func lines(paint: (_ line: String, _ row: Int) -> String = { line, _ in line }) -> [String] {
    let widths = alignments.indices.map { column in
      rows.map { DisplayWidthScanner.columns(of: $0[column]) }.max() ?? 0
    }
    return rows.enumerated().map { number, row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - DisplayWidthScanner.columns(of: cell))
        if column > 0 { line += "  " }
        line += alignments[column] == .left ? cell + padding : padding + cell
      }
      while line.last == " " { line.removeLast() }
      return paint(line, number)
    }
  }
}

internal import Findings

/// A marked line laid out for a terminal: the visible text and the columns of the mark.
struct TerminalLine {
  /// The line's text, hidden characters escaped and tabs expanded, in three parts.
  private(set) var before = ""
  private(set) var mark = ""
  private(set) var after = ""
  /// The columns before the mark.
  private(set) var markColumn = 0
  /// The columns of the mark; at least 1.
  private(set) var markColumns = 1

  private static let tabWidth = 4

  /// Lays out `excerpt` so that it takes at most `columns` columns; text around the mark is cut when it must be.
  init(_ excerpt: SourceExcerpt, columns: Int?) {
    let parts = MarkedLine(excerpt)
    var cells = Self.cells(of: parts.before, from: 0)
    let markStart = cells.count
    cells += Self.cells(of: parts.mark, from: Self.width(cells))
    let markEnd = cells.count
    cells += Self.cells(of: parts.after, from: Self.width(cells))
    var shown = 0..<cells.count
    if let columns { shown = Self.window(of: cells, around: markStart..<markEnd, columns: max(columns, 20)) }
    let markShown = markStart.clamped(to: shown)..<markEnd.clamped(to: shown)
    before = (shown.lowerBound > 0 ? "…" : "") + Self.text(cells[shown.lowerBound..<markShown.lowerBound])
    mark = Self.text(cells[markShown])
    after = Self.text(cells[markShown.upperBound..<shown.upperBound]) + (shown.upperBound < cells.count ? "…" : "")
    markColumn = (shown.lowerBound > 0 ? 1 : 0) + Self.width(cells[shown.lowerBound..<markShown.lowerBound])
    markColumns = max(Self.width(cells[markShown]), 1)
  }

  private struct Cell {
    var text: String
    var columns: Int
  }

  private static func cells(of text: String, from column: Int) -> [Cell] {
    var scanner = DisplayWidthScanner()
    var column = column
    return text.unicodeScalars.map { scalar in
      var cell: Cell
      if scalar == "\t" {
        let columns = tabWidth - column % tabWidth
        cell = Cell(text: String(repeating: " ", count: columns), columns: columns)
      } else if VisibleText.isHidden(scalar) {
        let escape = VisibleText.escape(scalar)
        cell = Cell(text: escape, columns: escape.utf8.count)
      } else {
        cell = Cell(text: String(scalar), columns: scanner.columns(of: scalar))
      }
      column += cell.columns
      return cell
    }
  }

  private static func width(_ cells: some Sequence<Cell>) -> Int { cells.reduce(0) { $0 + $1.columns } }
  private static func text(_ cells: some Sequence<Cell>) -> String { cells.map(\.text).joined() }

  /// The cells to show: the mark, as far as it fits, and what fits around it, more of it before than after.
  private static func window(of cells: [Cell], around mark: Range<Int>, columns: Int) -> Range<Int> {
    guard width(cells) > columns else { return 0..<cells.count }
    // Two columns are for the ellipses.
    var room = columns - 2
    var start = mark.lowerBound
    var end = mark.lowerBound
    while end < mark.upperBound, room >= cells[end].columns {
      room -= cells[end].columns
      end += 1
    }
    let roomAfter = room / 3
    var left = room - roomAfter
    while start > 0, left >= cells[start - 1].columns {
      left -= cells[start - 1].columns
      start -= 1
    }
    var right = roomAfter + left
    while end >= mark.upperBound, end < cells.count, right >= cells[end].columns {
      right -= cells[end].columns
      end += 1
    }
    return start..<end
  }
}

extension Int {
  fileprivate func clamped(to range: Range<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

internal import Findings

/// The names of a table's columns, and which rows they come from.
struct HTMLTableHeader {
  /// What is wrong with a name, and the cell that it comes from.
  struct Problem {
    var kind: SourceFinding.Header
    var cell: Int?
  }

  private(set) var names: [String] = []
  /// The first rows, which are header.
  private(set) var rowCount = 0
  /// The cells of the header by row and column.
  private(set) var slots: [[Int]] = []
  private(set) var problems: [Problem] = []

  /// - Parameter grid: The places of the table, of which none has been asked for.
  init(_ table: HTMLTable, _ grid: HTMLGrid, of document: HTMLDocument, options: HTMLTableOptions) {
    var grid = grid
    if let columns = options.headerColumns {
      rowCount = max(0, min(columns, grid.count))
    } else {
      switch options.headerRows {
      case .count(let count): rowCount = max(0, min(count, grid.count))
      case .detect: rowCount = Self.detect(table, of: document)
      }
    }
    slots = (0..<rowCount).map { grid.slots(of: $0) }
    name(table, grid.width, document, options.text)
  }

  private static func detect(_ table: HTMLTable, of document: HTMLDocument) -> Int {
    let head = table.rows.prefix { $0.isInHead }.count
    // A head that holds all rows was never closed.
    if head > 0, head < table.rows.count { return head }
    var count = 0
    for row in table.rows {
      guard !row.cells.isEmpty, table.cells[row.cells].allSatisfy(\.isHeader) else { break }
      count += 1
    }
    // A table of header cells only has no records otherwise.
    return count == table.rows.count && count > 1 ? 1 : max(count, min(head, 1))
  }

  private mutating func name(_ table: HTMLTable, _ width: Int, _ document: HTMLDocument, _ options: HTMLTextOptions) {
    var written: [(text: String, cell: Int?)] = []
    for column in 0..<width {
      var parts: [String] = []
      var last = -1
      for row in slots where column < row.count && row[column] >= 0 && row[column] != last {
        last = row[column]
        let text = document.text(of: table.cells[last].node, options)
        // A title over the whole table says nothing about a column.
        let isTitle = slots.count > 1 && row.allSatisfy { $0 == last } && row.count == width && width > 1
        if !text.isEmpty, !isTitle, parts.last != text { parts.append(text) }
      }
      written.append((parts.joined(separator: " "), last < 0 ? nil : last))
    }
    var taken = Set(written.map(\.text))
    var seen: [String: Int] = [:]
    for (column, (text, cell)) in written.enumerated() {
      var name = text
      if text.isEmpty {
        name = Self.free("column_\(column + 1)", &taken)
        if rowCount > 0 {
          problems.append(Problem(kind: .unnamed(column: "\(column + 1)", isCalled: name), cell: cell))
        }
      } else if let first = seen[text] {
        var number = 2
        while taken.contains("\(text)_\(number)") { number += 1 }
        name = Self.free("\(text)_\(number)", &taken)
        let kind = SourceFinding.Header.repeated(column: "\(column + 1)", nameOf: "\(first + 1)", isCalled: name)
        problems.append(Problem(kind: kind, cell: cell))
      } else {
        seen[text] = column
      }
      names.append(name)
    }
  }

  private static func free(_ name: String, _ taken: inout Set<String>) -> String {
    var candidate = name
    while !taken.insert(candidate).inserted { candidate += "_" }
    return candidate
  }
}

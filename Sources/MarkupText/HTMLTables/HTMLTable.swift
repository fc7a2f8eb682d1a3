/// The rows and cells of one table of a page; tables inside its cells are left to themselves.
struct HTMLTable {
  struct Cell {
    var node: Int
    /// The number of the row in which it begins.
    var row: Int
    var columns: Int
    /// `nil` for "to the end of the row group".
    var rows: Int?
    var isHeader: Bool
  }

  struct Row {
    var node: Int
    /// The number of the row group, counted from the start of the table; rows that stand in the table itself are groups too.
    var group: Int
    var cells: Range<Int>
    var isInHead: Bool
  }

  let node: Int
  private(set) var caption: Int?
  private(set) var rows: [Row] = []
  private(set) var cells: [Cell] = []
  /// How many columns the widest row has, spans expanded.
  private(set) var width = 0

  /// Whether spans make so much of it that it must be meant to do harm.
  private(set) var isTooLarge = false

  /// How many places spans may fill beside those of the cells themselves.
  private static let greatestSurplus = 1 << 24
  /// More columns than this are not read.
  static let greatestWidth = 4_096

  init(_ node: Int, of document: HTMLDocument, text: HTMLTextWriter) {
    self.node = node
    var group = 0
    var groupEnd = Int.max
    var isHead = false
    var rowEnd = 0
    // Whether the row has no tag of its own.
    var isImplied = false
    var index = node + 1
    let end = document.tree.next(after: node)
    while index < end {
      if index >= groupEnd {
        group += 1
        groupEnd = Int.max
        isHead = false
        rowEnd = 0
      }
      guard document.tree.isElement(index, .tablePart) else {
        index += 1
        continue
      }
      if document.tree.isElement(index, .table)
        || (document.tree.nodes[index].attributeCount > 0 && !text.options.keepsHidden
          && text.isHidden(index, of: document.tree))
      {
        index = document.tree.next(after: index)
        continue
      }
      if document.tree.isElement(index, .tr) {
        appendRow(index, group, isHead)
        isImplied = false
        rowEnd = document.tree.next(after: index)
      } else if document.tree.isElement(index, .td) || document.tree.isElement(index, .th) {
        if index >= rowEnd || (isImplied && Self.hasRowEnd(after: cells[cells.count - 1].node, before: index, document))
        {
          // A cell outside of rows begins a row, to which the next cells belong.
          isImplied = true
          appendRow(index, group, isHead)
          rowEnd = groupEnd
        }
        appendCell(index, of: document.tree)
      } else if document.tree.isElement(index, .thead) || document.tree.isElement(index, .tbody)
        || document.tree.isElement(index, .tfoot)
      {
        group += 1
        groupEnd = document.tree.next(after: index)
        isHead = document.tree.isElement(index, .thead)
        rowEnd = 0
      } else if document.tree.isElement(index, .caption), caption == nil {
        caption = index
      }
      index += 1
    }
    var layout = GridLayout()
    var surplus = 0
    for row in rows.indices {
      let count = layout.slots(of: row, in: self).count
      width = max(width, count)
      surplus += count - rows[row].cells.count
      if surplus > Self.greatestSurplus {
        isTooLarge = true
        break
      }
    }
  }

  /// Whether `</tr>` stands between two cells, which libxml2 passes over where the row has no start tag.
  private static func hasRowEnd(after cell: Int, before next: Int, _ document: HTMLDocument) -> Bool {
    var start = document.tree.nodes[cell].start
    for node in cell..<next where document.tree.isElement(node, .table) {
      start = max(start, document.tree.nodes[node].end)
    }
    let end = document.tree.nodes[next].start
    guard start < end, end <= document.text.count else { return false }
    let text = document.text
    return (start..<end).contains { place in
      text[place] == UInt8(ascii: "<") && place + 4 < end && text[place + 1] == UInt8(ascii: "/")
        && text[place + 2] | 0x20 == UInt8(ascii: "t") && text[place + 3] | 0x20 == UInt8(ascii: "r")
        && (text[place + 4] == UInt8(ascii: ">") || text[place + 4] <= 0x20)
    }
  }

  private mutating func appendRow(_ index: Int, _ group: Int, _ isInHead: Bool) {
    rows.append(Row(node: index, group: group, cells: cells.count..<cells.count, isInHead: isInHead))
  }

  private mutating func appendCell(_ index: Int, of tree: borrowing NodeTree) {
    guard let row = rows.indices.last else { return }
    let span = tree.text(of: .rowspan, in: index).flatMap(Self.number)
    cells.append(
      Cell(
        node: index,
        row: row,
        columns: max(1, min(tree.text(of: .colspan, in: index).flatMap(Self.number) ?? 1, 1_000)),
        rows: span == 0 ? nil : min(span ?? 1, 65_534),
        isHeader: tree.isElement(index, .th)
      )
    )
    rows[row].cells = rows[row].cells.lowerBound..<cells.count
  }

  /// The number at the start of an attribute, as browsers read it: white space before it and anything after it are ignored.
  static func number(_ text: String) -> Int? {
    let digits = text.drop { ($0.isASCII && $0.isWhitespace && $0 != "\u{0B}") || $0 == "+" }.prefix {
      $0.isASCII && $0.isNumber
    }
    return digits.isEmpty ? nil : Int(digits.drop { $0 == "0" }.prefix(9)) ?? 0
  }

  /// The table that `node` stands in, or `nil`.
  static func table(around node: Int, of tree: borrowing NodeTree) -> Int? {
    var parent = node
    while parent >= 0 {
      if tree.isElement(parent, .table) { return parent }
      parent = Int(tree.nodes[parent].parent)
    }
    return nil
  }
}

/// Lays out rows one after the other: which cell covers which column, spans included.
struct GridLayout {
  private struct Cover {
    var cell: Int
    /// How many more rows it covers; `Int.max` to the end of the group.
    var left: Int
  }

  /// For each column the cell that reaches down from earlier rows.
  private var covers: [Cover?] = []
  private var group = -1

  /// The number of the cell in each column of the row, -1 where there is none.
  ///
  /// Rows must be asked for in order. A cell starts in the first free column; where cells overlap, the earlier one stays.
  mutating func slots(of row: Int, in table: HTMLTable) -> [Int] {
    let current = table.rows[row]
    if current.group != group {
      // Nothing reaches from one row group into the next.
      covers.removeAll(keepingCapacity: true)
      group = current.group
    }
    var slots: [Int] = []
    slots.reserveCapacity(max(covers.count, current.cells.count))
    for column in covers.indices {
      slots.append(covers[column]?.cell ?? -1)
      if let cover = covers[column], cover.left != Int.max {
        covers[column] = cover.left > 1 ? Cover(cell: cover.cell, left: cover.left - 1) : nil
      }
    }
    var column = 0
    for index in current.cells {
      let cell = table.cells[index]
      while column < slots.count, slots[column] >= 0 { column += 1 }
      let end = min(column + cell.columns, HTMLTable.greatestWidth)
      guard column < end else { break }
      for covered in column..<end {
        while slots.count <= covered { slots.append(-1) }
        guard slots[covered] < 0 else { continue }
        slots[covered] = index
        let left = cell.rows.map { $0 - 1 } ?? Int.max
        guard left > 0 else { continue }
        while covers.count <= covered { covers.append(nil) }
        covers[covered] = Cover(cell: index, left: left)
      }
      column = end
    }
    while slots.last == -1 { slots.removeLast() }
    return slots
  }
}

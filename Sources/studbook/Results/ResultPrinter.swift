import ArgumentParser
import DelimitedText
import Reports

/// How results are printed.
enum ResultFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// Aligned columns for people.
  case table
  /// A list of objects, one on a line, for programs.
  case json
  /// RFC 4180 with a header, for spreadsheets.
  case csv
}

/// Prints rows of values as a table, as JSON or as CSV, while they come in.
struct ResultPrinter {
  /// A column of the results.
  struct Column {
    var name: String
    /// Whether the values are numbers, which tables align at the right.
    var isNumeric = false
  }

  private let output: CommandOutput
  private let format: ResultFormat
  private let columns: [Column]
  private let style: TerminalStyle
  private let terminalColumns: Int?
  /// The rows of a table that wait for their columns' widths.
  private var block: [[String]] = []
  private var blockBytes = 0
  private var writer = DelimitedWriter(dialect: .rfc4180)
  private var rowCount = 0
  private var hasHeader = false

  /// How many rows of a table are aligned together; more would have to be kept in memory.
  private static let blockSize = 10_000
  /// How many bytes of texts they have at the most, but for the last row.
  private static let mostBlockBytes = 16 << 20

  init(_ output: CommandOutput, format: ResultFormat, columns: [Column]) {
    self.output = output
    self.format = format
    self.columns = columns
    style = TerminalStyle(isOn: output.usesColor(on: .results))
    terminalColumns = output.columns(of: .results)
  }

  /// Prints a row, or keeps it until its block is full.
  mutating func add(_ values: [ResultValue]) throws {
    rowCount += 1
    switch format {
    case .json:
      let row = ResultValue.object(zip(columns, values).map { ($0.name, $1) })
      try output.write((rowCount == 1 ? "[\n  " : ",\n  ") + row.json)
    case .csv:
      try writeCSVHeader()
      writer.append(record: values.map(\.plainText))
      try output.write(String(decoding: writer.takeBytes(), as: UTF8.self))
    case .table:
      let row = values.map { VisibleText.escaped($0.plainText) }
      blockBytes += row.reduce(0) { $0 + $1.utf8.count }
      block.append(row)
      if block.count >= Self.blockSize || blockBytes > Self.mostBlockBytes { try writeBlock() }
    }
  }

  /// Prints what is left; the last call.
  mutating func finish() throws {
    switch format {
    case .json: try output.writeLine(rowCount == 0 ? "[]" : "\n]")
    case .csv: try writeCSVHeader()
    case .table: if !block.isEmpty || !hasHeader { try writeBlock() }
    }
  }

  private mutating func writeCSVHeader() throws {
    guard !hasHeader else { return }
    hasHeader = true
    writer.append(record: columns.map(\.name))
    try output.write(String(decoding: writer.takeBytes(), as: UTF8.self))
  }

  private mutating func writeBlock() throws {
    let names = columns.map { VisibleText.escaped($0.name) }
    let limits = terminalColumns.map { columnLimits(for: $0, names: names) }
    var table = TerminalTable(columns.map { $0.isNumeric ? .right : .left })
    table.add(names)
    for row in block {
      table.add(
        row.enumerated().map { column, cell in if let limits { Self.cut(cell, to: limits[column]) } else { cell } }
      )
    }
    block.removeAll(keepingCapacity: true)
    blockBytes = 0
    let style = style
    for line in table.lines(paint: { line, row in row == 0 ? style.paint(line, .strong) : line }).dropFirst(
      hasHeader ? 1 : 0
    ) {
      try output.writeLine(line)
    }
    hasHeader = true
  }

  /// The width of each column in a terminal: the widest ones give way until a line fits, down to the width of their names.
  private func columnLimits(for available: Int, names: [String]) -> [Int] {
    var widths = names.map { DisplayWidthScanner.columns(of: $0) }
    let least = widths.map { max($0, 8) }
    for row in block {
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], DisplayWidthScanner.columns(of: cell))
      }
    }
    var surplus = widths.reduce(0, +) + 2 * max(0, columns.count - 1) - available
    while surplus > 0 {
      var widest: Int?
      for column in widths.indices where widths[column] > least[column] {
        if let found = widest, widths[found] >= widths[column] { continue }
        widest = column
      }
      guard let widest else { break }
      widths[widest] -= 1
      surplus -= 1
    }
    return widths
  }

  private static func cut(_ text: String, to limit: Int) -> String {
    guard DisplayWidthScanner.columns(of: text) > limit else { return text }
    var scanner = DisplayWidthScanner()
    var result = ""
    var width = 1
    for scalar in text.unicodeScalars {
      width += scanner.columns(of: scalar)
      if width > limit { break }
      result.unicodeScalars.append(scalar)
    }
    return result + "…"
  }
}

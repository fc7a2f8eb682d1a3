internal import Findings

/// The names of a sheet's columns, and how they were found.
struct SheetHeader {
  /// The header's rows; empty if there are none.
  var rows: [Int] = []
  /// The columns of the table.
  var columns = 1..<1
  var names: [String] = []
  var problems: [(column: Int, kind: SourceFinding.Header)] = []
  /// How many of the sample's rows belong to the header or stand before it.
  var rowsTaken = 0
  var confidence = 1.0
  var evidence = "given"

  /// How many rows are looked at to find the header.
  static let sampleRows = 40

  /// - Parameters:
  ///   - sample: The first rows that are not empty, without those that are skipped.
  ///   - skipped: Columns that are left out, whose names nobody misses.
  init(_ sample: [SheetRow], _ options: WorksheetOptions, without skipped: [ClosedRange<Int>]) {
    var count = options.headerRows ?? (options.columnNames == nil ? nil : 0)
    var first = 0
    if count == nil, let found = Self.detected(sample) {
      first = found
      count = 1
      confidence = 0.9
      evidence = "the first row of texts that is as wide as what follows"
    } else if count == nil {
      count = 0
      confidence = 0.7
      evidence = "no row of texts is as wide as what follows"
    }
    let header = sample[first...].prefix(count ?? 0)
    rows = header.map(\.number)
    rowsTaken = first + header.count
    // With a header, the columns that it names; else those of the sample.
    let counted = header.isEmpty ? sample[...] : header
    let filled = counted.flatMap { $0.cells.filter { !$0.isEmpty }.map(\.column) }
    if let first = filled.min(), let last = filled.max() { columns = first..<last + 1 }
    name(header, options, skipped)
  }

  /// The number of the header's row among `rows`, if there is one.
  private static func detected(_ rows: [SheetRow]) -> Int? {
    func filled(_ row: SheetRow) -> [SheetCell] { row.cells.filter { !$0.isEmpty } }
    let widths = rows.map { filled($0).count }.sorted()
    guard !widths.isEmpty else { return nil }
    let usual = widths[widths.count / 2]
    return rows.firstIndex { row in
      let cells = filled(row)
      return cells.allSatisfy { $0.kind == .text } && cells.count * 10 >= usual * 6
    }.flatMap { index in
      // A table of texts only has no header that could be told by its kind; its first row is taken for one.
      index == rows.startIndex || rows[..<index].allSatisfy { filled($0).count * 10 < usual * 6 } ? index : nil
    }
  }

  private mutating func name(
    _ header: ArraySlice<SheetRow>,
    _ options: WorksheetOptions,
    _ skipped: [ClosedRange<Int>]
  ) {
    var taken: [String: Int] = [:]
    for (index, column) in columns.enumerated() {
      var parts: [String] = []
      for row in header {
        let text = row.cell(at: column).map { String(decoding: $0.text, as: UTF8.self) } ?? ""
        let plain = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if !plain.isEmpty, parts.last != plain { parts.append(plain) }
      }
      var name = parts.joined(separator: options.headerSeparator)
      if let names = options.columnNames { name = index < names.count ? names[index] : "" }
      if name.isEmpty {
        name = "column_\(column)"
        if !header.isEmpty || options.columnNames != nil, !skipped.contains(where: { $0.contains(column) }) {
          problems.append((column, .unnamed(column: CellReference.letters(column), isCalled: name)))
        }
      }
      if let first = taken[name] {
        var number = 2
        while taken["\(name)_\(number)"] != nil { number += 1 }
        name = "\(name)_\(number)"
        let (letters, others) = (CellReference.letters(column), CellReference.letters(first))
        problems.append((column, .repeated(column: letters, nameOf: others, isCalled: name)))
      }
      taken[name] = column
      names.append(name)
    }
  }
}

public import Findings
public import TextInput

/// Reads the rows of one table of a page as records.
///
/// ```swift
/// let options = HTMLTableOptions(choice: TableChoice.caption("Popularity 2020"))
/// let reader = try HTMLTableReader(path: inputs + "/akc-statistics.html", options: options)
/// var record = MarkupRecord()
/// while try reader.next(&record) {
///   if record.value(2) == "Beagles" { break }
/// }
/// ```
///
/// Cells that span rows or columns count in each of them. Beside its columns a record has the links and images of each column that has
/// any, as `Column@href` and `Column@src`, resolved against the page's base.
///
/// The page is held in memory; the rows are laid out as they are read.
public final class HTMLTableReader {
  /// The names of the columns.
  public let header: [String]
  /// The names of all fields: the columns, then the links and images.
  public let fieldNames: [String]
  /// What the table is.
  public let summary: HTMLTableSummary
  /// The encoding in which the page is.
  public var encoding: String { document.encoding }
  package var encodingName: String { document.encoding }

  /// A column whose links or images are a field.
  private struct Link {
    var column: Int
    var element: HTMLName
    var attribute: HTMLName
    /// The attribute's name after the column's.
    var suffix: String { attribute == .href ? "@href" : "@src" }
  }

  private let document: HTMLDocument
  private let table: HTMLTable
  private let options: HTMLTableOptions
  private let headerRows: HTMLTableHeader
  /// The texts of the header's rows.
  private lazy var headerTexts = headerRows.slots.map { $0.map(text) }
  private let links: [Link]
  private let baseAddress: String
  private let names: MarkupBatch.Names
  private var findings: [Finding]
  private var faults: PageErrors
  private var grid: HTMLGrid
  private let writer: HTMLTextWriter
  /// What cells that span rows or columns have in the current batch, so that their text stands there once.
  private var spanned: [Int: MarkupBatch.Cell] = [:]
  private var row = 0
  private var recordCount = 0
  private var batch = MarkupBatch()
  private var nextIndex = 0

  /// How many cells each of the next records lacks, by its number.
  private var missingCells: [Int: Int] = [:]
  /// What whole rows look like, once a row is short.
  private var shortRows: ShortRows?

  private static let rowsPerBatch = 256

  /// Reads the file at `path`.
  ///
  /// - Throws: `MarkupTextError` of kind `unreadable`, `limit`, `tableMissing` or `path`.
  public convenience init(path: String, options: HTMLTableOptions = HTMLTableOptions()) throws {
    try self.init(.file(path), options: options)
  }

  /// Reads a page in memory.
  public convenience init(bytes: [UInt8], options: HTMLTableOptions = HTMLTableOptions()) throws {
    try self.init(.bytes(bytes), options: options)
  }

  /// Reads a page from anywhere.
  public init(_ input: ByteInput, options: HTMLTableOptions = HTMLTableOptions()) throws {
    var needsXPath = false
    if case .xpath = options.choice { needsXPath = true }
    let document = try HTMLDocument(
      input.readAll(limit: options.documentBytes),
      fileName: options.fileName ?? input.name,
      encoding: options.encoding,
      limits: options.limits,
      buildsDocument: needsXPath
    )
    let node = try document.table(options.choice, options.text)
    self.document = document
    self.options = options
    let writer = HTMLTextWriter(options.text)
    self.writer = writer
    table = HTMLTable(node, of: document, text: writer)
    guard !table.isTooLarge else {
      throw MarkupTextError(
        .limit,
        "The spans of the table make it grow beyond all measure: it has \(table.rows.count) rows of \(table.width) columns",
        at: document.position(document.tree.nodes[node].start)
      )
    }
    grid = HTMLGrid(table, readsColumns: options.headerColumns != nil)
    headerRows = HTMLTableHeader(table, grid, of: document, options: options)
    header = headerRows.names
    links = Self.links(in: table, grid, from: headerRows.rowCount, of: document, writer)
    let columns = header
    fieldNames = header + links.map { columns[$0.column] + $0.suffix }
    baseAddress = document.baseAddress(options.baseAddress)
    document.setAnchors(table.rows.map(\.node))
    names = document.names(fields: fieldNames)
    let number = (document.tables.firstIndex(of: node) ?? 0) + 1
    summary = document.summary(
      of: table,
      number: number,
      heading: document.heading(before: node).map { document.text(of: $0, options.text) },
      line: document.position(document.tree.nodes[node].start).line,
      options.text
    )
    findings = document.findings
    faults = PageErrors(document)
    findings += headerRows.problems.map { problem in
      let place = problem.cell.map { table.cells[$0].node } ?? node
      return Finding(
        SourceFinding.header(problem.kind),
        severity: .warning,
        at: document.position(document.innerRange(of: place).lowerBound)
      )
    }
  }

  /// The tables of a page, for a person to choose from.
  ///
  /// - Throws: `MarkupTextError` of kind `unreadable` or `limit`.
  public static func tables(
    in input: ByteInput,
    options: HTMLTableOptions = HTMLTableOptions()
  ) throws -> [HTMLTableSummary] {
    let document = try HTMLDocument(
      input.readAll(limit: options.documentBytes),
      fileName: options.fileName ?? input.name,
      encoding: options.encoding,
      limits: options.limits
    )
    return document.summaries(options.text)
  }

  /// Where the name of a field stands in the table's header, or the header begins for `nil`; nothing where the table has no header.
  ///
  /// - Complexity: O(*n*) in the bytes of the page up to there.
  public func headerPlace(ofField field: Int?) -> (position: SourcePosition, excerpt: SourceExcerpt)? {
    guard let row = headerRows.slots.last else { return nil }
    let column =
      field.map { $0 < header.count ? $0 : links[$0 - header.count].column } ?? row.firstIndex { $0 >= 0 } ?? 0
    guard row.indices.contains(column), row[column] >= 0 else { return nil }
    return document.place(of: document.innerRange(of: table.cells[row[column]].node))
  }

  /// What has been found wrong since the last call.
  public func takeFindings() -> [Finding] { findings.takeInOrder() }

  /// Reads the next row.
  ///
  /// Rows without cells, and rows that repeat the header, are no records; of the latter there is a finding. A column in which a row has no cell is absent, an empty cell
  /// is an empty text.
  ///
  /// - Returns: `false` at the end of the table.
  /// - Complexity: O(*n*) in the bytes of the row.
  public func next(_ record: inout MarkupRecord) throws -> Bool {
    while nextIndex >= batch.content.records.count {
      record.release()
      guard row < grid.count else {
        findings += faults.takeRest()
        return false
      }
      fill()
    }
    record.set(batch: batch, index: nextIndex)
    nextIndex += 1
    if let missing = missingCells.removeValue(forKey: record.number) { reportMissing(missing, in: record) }
    if !faults.isEmpty { findings += faults.take(of: record, isScattered: grid.readsColumns) }
    return true
  }

  // MARK: Preparing

  private static func links(
    in table: HTMLTable,
    _ grid: HTMLGrid,
    from firstRow: Int,
    of document: HTMLDocument,
    _ writer: HTMLTextWriter
  ) -> [Link] {
    var grid = grid
    var hasLink = [Bool](repeating: false, count: grid.width)
    var hasImage = hasLink
    for row in 0..<grid.count {
      let slots = grid.slots(of: row)
      guard row >= firstRow else { continue }
      for (column, cell) in slots.enumerated() where cell >= 0 && !(hasLink[column] && hasImage[column]) {
        let node = table.cells[cell].node
        if !hasLink[column] { hasLink[column] = document.hasElement(.a, with: .href, in: node, writer) }
        if !hasImage[column] { hasImage[column] = document.hasElement(.img, with: .src, in: node, writer) }
      }
    }
    return (0..<grid.width).flatMap { column in
      (hasLink[column] ? [Link(column: column, element: .a, attribute: .href)] : [])
        + (hasImage[column] ? [Link(column: column, element: .img, attribute: .src)] : [])
    }
  }

  // MARK: Reading

  private func fill() {
    if !isKnownUniquelyReferenced(&batch) { batch = MarkupBatch() }
    var content = MarkupBatch.Content()
    swap(&content, &batch.content)
    content.removeAll()
    content.names = names
    content.source = document.source
    spanned.removeAll(keepingCapacity: true)
    var cells = HTMLCellWriter(document: document, text: writer, base: baseAddress, separator: options.separator)
    while row < grid.count, content.records.count < Self.rowsPerBatch {
      let slots = grid.slots(of: row)
      if row >= headerRows.rowCount, grid.hasCells(row) {
        if repeatsHeader(slots) { reportRepeatedHeader() } else { append(slots, with: &cells, to: &content) }
      }
      row += 1
    }
    swap(&content, &batch.content)
    nextIndex = 0
  }

  /// Whether the row is one of the header's rows again, as long tables have it between their rows and at their end; with other cells than those of
  /// headers, it has several names.
  private func repeatsHeader(_ slots: [Int]) -> Bool {
    guard headerRows.rowCount > 0, !grid.readsColumns else { return false }
    let cells = table.cells[table.rows[row].cells]
    guard cells.count > 1 || cells.allSatisfy(\.isHeader) else { return false }
    return headerTexts.contains { texts in
      texts.count == slots.count && zip(slots, texts).allSatisfy { text(ofCell: $0) == $1 }
    }
  }

  private func text(ofCell cell: Int) -> String {
    cell < 0 ? "" : document.text(of: table.cells[cell].node, options.text)
  }

  private func reportRepeatedHeader() {
    let place = document.place(of: table.rows[row].node)
    findings.append(
      Finding(
        SourceFinding.leftOut(.repeatedHeader),
        severity: .note,
        at: place.position,
        excerpt: place.excerpt
      )
    )
  }

  /// Says that a row has too few cells: an error where they stand in the wrong columns, else a warning, for then the last ones are missing.
  private func reportMissing(_ missing: Int, in record: MarkupRecord) {
    let profile = shortRows ?? ShortRows(wholeRows, width: header.count)
    shortRows = profile
    let isMisplaced = profile.isMisplaced(header.indices.map(record.value))
    findings.append(
      Finding(
        RecordFinding.cellCount(header.count - missing, expected: header.count, isMisplaced: isMisplaced),
        severity: isMisplaced ? .error : .warning,
        at: record.position,
        record: record.number,
        excerpt: record.excerpt
      )
    )
  }

  /// The texts of the first rows that have a cell in each column.
  private var wholeRows: [[String]] {
    var grid = HTMLGrid(table, readsColumns: false)
    var rows: [[String]] = []
    for row in 0..<grid.count where rows.count < Self.learnedRows {
      let slots = grid.slots(of: row)
      guard row >= headerRows.rowCount, slots.count >= header.count, !slots.contains(where: { $0 < 0 }) else {
        continue
      }
      rows.append(slots.map { document.text(of: table.cells[$0].node, options.text) })
    }
    return rows
  }

  private static let learnedRows = 100

  private func append(_ slots: [Int], with cells: inout HTMLCellWriter, to content: inout MarkupBatch.Content) {
    let firstCell = content.cells.count
    for column in 0..<grid.width {
      let slot = column < slots.count ? slots[column] : -1
      if slot >= 0, let known = spanned[slot] {
        content.cells.append(known)
      } else if slot >= 0 {
        let cell = table.cells[slot]
        cells.append(textOf: cell.node, anchor: cell.row, to: &content)
        if cell.columns > 1 || cell.rows != 1 { spanned[slot] = content.cells[content.cells.count - 1] }
      } else {
        content.cells.append(MarkupBatch.Cell())
      }
    }
    for link in links {
      let slot = link.column < slots.count ? slots[link.column] : -1
      // Texts are numbered like their cells, links of both kinds below them.
      let number = -2 - 2 * slot - (link.attribute == .href ? 0 : 1)
      if slot >= 0, let known = spanned[number] {
        content.cells.append(known)
      } else if slot >= 0 {
        let cell = table.cells[slot]
        cells.append(link.attribute, of: link.element, in: cell.node, anchor: cell.row, to: &content)
        if cell.columns > 1 || cell.rows != 1 { spanned[number] = content.cells[content.cells.count - 1] }
      } else {
        content.cells.append(MarkupBatch.Cell())
      }
    }
    recordCount += 1
    let missing = (0..<grid.width).count { $0 >= slots.count || slots[$0] < 0 }
    if missing > 0, headerRows.rowCount > 0, !grid.readsColumns { missingCells[recordCount] = missing }
    let place = grid.element(of: row)
    let element = document.tree.nodes[place.node]
    content.records.append(
      MarkupBatch.Record(
        number: recordCount,
        firstCell: Int32(truncatingIfNeeded: firstCell),
        cellCount: Int32(truncatingIfNeeded: content.cells.count - firstCell),
        place: MarkupBatch.Place(
          anchor: place.row,
          start: element.start - document.source.anchors[place.row].sourceStart,
          count: element.end - element.start
        )
      )
    )
  }
}

public import Findings

/// Reads the rows of one table of a page as records.
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

  /// A column whose links or images are a field.
  private struct Link {
    var column: Int
    var element: HTMLName
    var attribute: HTMLName
  }

  private let document: HTMLDocument
  private let table: HTMLTable
  private let options: HTMLTableOptions
  private let headerRows: HTMLTableHeader
  private let links: [Link]
  private let baseAddress: String
  private let anchors: [RecordBatch.Anchor]
  private var findings: [Finding]
  private var layout = GridLayout()
  private var writer: HTMLTextWriter
  private var row = 0
  private var recordCount = 0
  private var batch = RecordBatch(RecordBatch.Content())
  private var nextIndex = 0

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
  public init(_ input: MarkupInput, options: HTMLTableOptions = HTMLTableOptions()) throws {
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
    writer = HTMLTextWriter(options.text)
    table = HTMLTable(node, of: document, text: writer)
    headerRows = HTMLTableHeader(table, of: document, choice: options.headerRows, text: options.text)
    header = headerRows.names
    links = Self.links(in: table, from: headerRows.rowCount, of: document, writer)
    let columns = header
    fieldNames = header + links.map { columns[$0.column] + "@" + "\($0.attribute)" }
    baseAddress = document.baseAddress(options.baseAddress)
    anchors = document.anchors(of: table.rows.map(\.node))
    let number = (document.tables.firstIndex(of: node) ?? 0) + 1
    summary = document.summary(of: table, number: number, options.text)
    findings = document.findings
    findings += headerRows.problems.map { problem in
      let place = problem.cell.map { table.cells[$0].node } ?? node
      return Finding(
        .sourceHeader,
        severity: .warning,
        problem.message,
        at: document.position(document.innerRange(of: place).lowerBound)
      )
    }
  }

  /// The tables of a page, for a person to choose from.
  ///
  /// - Throws: `MarkupTextError` of kind `unreadable` or `limit`.
  public static func tables(
    in input: MarkupInput,
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

  /// What has been found wrong since the last call.
  public func takeFindings() -> [Finding] {
    defer { findings.removeAll() }
    return findings
  }

  /// Reads the next row.
  ///
  /// Rows without cells, and rows that repeat the header, are no records. A column in which a row has no cell is absent, an empty cell
  /// is an empty text.
  ///
  /// - Returns: `false` at the end of the table.
  /// - Complexity: O(*n*) in the bytes of the row.
  public func next(_ record: inout MarkupRecord) throws -> Bool {
    while nextIndex >= batch.content.records.count {
      record.release()
      guard row < table.rows.count else { return false }
      fill()
    }
    record.set(batch: batch, index: nextIndex)
    nextIndex += 1
    return true
  }

  // MARK: Preparing

  private static func links(
    in table: HTMLTable,
    from firstRow: Int,
    of document: HTMLDocument,
    _ writer: HTMLTextWriter
  ) -> [Link] {
    var layout = GridLayout()
    var hasLink = [Bool](repeating: false, count: table.width)
    var hasImage = hasLink
    for row in table.rows.indices {
      let slots = layout.slots(of: row, in: table)
      guard row >= firstRow else { continue }
      for (column, cell) in slots.enumerated() where cell >= 0 && !(hasLink[column] && hasImage[column]) {
        let node = table.cells[cell].node
        if !hasLink[column] { hasLink[column] = !document.elements(.a, with: .href, in: node, writer).isEmpty }
        if !hasImage[column] { hasImage[column] = !document.elements(.img, with: .src, in: node, writer).isEmpty }
      }
    }
    return (0..<table.width).flatMap { column in
      (hasLink[column] ? [Link(column: column, element: .a, attribute: .href)] : [])
        + (hasImage[column] ? [Link(column: column, element: .img, attribute: .src)] : [])
    }
  }

  // MARK: Reading

  private func fill() {
    var content = RecordBatch.Content()
    if isKnownUniquelyReferenced(&batch) {
      swap(&content, &batch.content)
      content.removeAll()
    } else {
      batch = RecordBatch(RecordBatch.Content())
    }
    document.complete(&content, anchors: anchors, fieldNames: fieldNames)
    while row < table.rows.count, content.records.count < Self.rowsPerBatch {
      let slots = layout.slots(of: row, in: table)
      if row >= headerRows.rowCount, !table.rows[row].cells.isEmpty, !repeatsHeader(slots) {
        append(slots, to: &content)
      }
      row += 1
    }
    batch.content = content
    nextIndex = 0
  }

  /// Whether the row is one of the header's rows again, as long tables have it between their rows and at their end.
  private func repeatsHeader(_ slots: [Int]) -> Bool {
    guard headerRows.rowCount > 0, table.cells[table.rows[row].cells].allSatisfy(\.isHeader) else { return false }
    let texts = slots.map { $0 < 0 ? "" : document.text(of: table.cells[$0].node, options.text) }
    return headerRows.slots.contains { header in
      header.map { $0 < 0 ? "" : document.text(of: table.cells[$0].node, options.text) } == texts
    }
  }

  private func append(_ slots: [Int], to content: inout RecordBatch.Content) {
    let tree = document.tree
    let firstCell = content.cells.count
    for column in header.indices {
      let cell = column < slots.count && slots[column] >= 0 ? table.cells[slots[column]] : nil
      append(cell, cell.map { [$0.node] } ?? [], attribute: nil, name: column, to: &content)
    }
    for (index, link) in links.enumerated() {
      let cell = link.column < slots.count && slots[link.column] >= 0 ? table.cells[slots[link.column]] : nil
      let nodes = cell.map { document.elements(link.element, with: link.attribute, in: $0.node, writer) } ?? []
      append(cell, nodes, attribute: "\(link.attribute)", name: header.count + index, to: &content)
    }
    recordCount += 1
    let element = tree.nodes[table.rows[row].node]
    content.records.append(
      RecordBatch.Record(
        number: recordCount,
        firstCell: firstCell,
        cellCount: content.cells.count - firstCell,
        place: RecordBatch.Place(anchor: Int32(row), count: element.end - element.start)
      )
    )
  }

  private func append(
    _ cell: HTMLTable.Cell?,
    _ nodes: [Int],
    attribute: String?,
    name: Int,
    to content: inout RecordBatch.Content
  ) {
    let row = cell?.row ?? row
    var cells = HTMLCellWriter(
      document: document,
      anchor: row,
      anchorStart: anchors[row].sourceStart,
      separator: options.separator
    )
    cells.append(nodes, attribute: attribute, name: Int32(name), base: baseAddress, writer: &writer, to: &content)
  }
}

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
    anchors = Self.anchors(of: table, in: document)
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

  /// The place of each row; cells are counted from there.
  private static func anchors(of table: HTMLTable, in document: HTMLDocument) -> [RecordBatch.Anchor] {
    document.text.withUnsafeBufferPointer { text in
      var cursor = PlaceCursor()
      return table.rows.map { row in
        let start = min(max(document.tree.nodes[row.node].start, cursor.offset), text.count)
        cursor.move(over: UnsafeBufferPointer(rebasing: text[cursor.offset..<start]))
        return RecordBatch.Anchor(line: cursor.line, column: cursor.column, offset: start, sourceStart: start)
      }
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
    content.source = document.text
    content.anchors = anchors
    content.attributeNames = document.tree.names.names
    content.comparesNamesWithoutCase = true
    content.fieldNames = fieldNames
    content.fileName = document.fileName
    content.fileOffset = document.fileOffset
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
      let firstValue = Int32(content.values.count)
      let start = content.bytes.count
      var place = RecordBatch.Place()
      let isPresent = column < slots.count && slots[column] >= 0
      if isPresent {
        let cell = table.cells[slots[column]]
        writer.write(cell.node, of: tree, to: &content.bytes)
        let range = document.innerRange(of: cell.node)
        place = RecordBatch.Place(
          anchor: Int32(cell.row),
          start: range.lowerBound - anchors[cell.row].sourceStart,
          count: range.count
        )
        content.values.append(RecordBatch.Value(start: start, count: content.bytes.count - start, place: place))
      }
      content.cells.append(
        RecordBatch.Cell(
          firstValue: firstValue,
          valueCount: isPresent ? 1 : 0,
          start: start,
          count: content.bytes.count - start,
          name: Int32(column),
          place: place
        )
      )
    }
    for (index, link) in links.enumerated() {
      let cell = link.column < slots.count ? slots[link.column] : -1
      append(link, name: Int32(header.count + index), cell: cell < 0 ? nil : table.cells[cell], to: &content)
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

  /// Appends the links or images of a cell as a field.
  private func append(_ link: Link, name: Int32, cell: HTMLTable.Cell?, to content: inout RecordBatch.Content) {
    let tree = document.tree
    let firstValue = Int32(content.values.count)
    let start = content.bytes.count
    let elements = cell.map { document.elements(link.element, with: link.attribute, in: $0.node, writer) } ?? []
    for (index, node) in elements.enumerated() {
      guard let cell, let attribute = tree.attribute(of: node, passing: link.attribute.rawValue) else { continue }
      if index > 0 { content.bytes.append(contentsOf: options.separator.utf8) }
      let valueStart = content.bytes.count
      let written = String(decoding: tree.value(attribute), as: UTF8.self).trimmingSpace
      content.bytes.append(contentsOf: LibXML2.resolve(written, against: baseAddress).utf8)
      let element = tree.nodes[node]
      content.values.append(
        RecordBatch.Value(
          start: valueStart,
          count: content.bytes.count - valueStart,
          place: RecordBatch.Place(
            anchor: Int32(cell.row),
            attribute: tree.attributes[attribute].name,
            start: element.start - anchors[cell.row].sourceStart,
            count: element.end - element.start
          )
        )
      )
    }
    content.cells.append(
      RecordBatch.Cell(
        firstValue: firstValue,
        valueCount: Int32(content.values.count) - firstValue,
        start: start,
        count: content.bytes.count - start,
        name: name,
        place: elements.isEmpty ? RecordBatch.Place() : content.values[Int(firstValue)].place
      )
    )
  }
}

public import Findings
public import TextInput

/// Reads any repeated element of a page as records: the cards of a grid, the items of a list, definition lists.
///
/// ```swift
/// let fields = [try HTMLFieldPath("h3"), try HTMLFieldPath("a@href")]
/// let reader = try HTMLRecordReader(.bytes(Array(text.utf8)), records: "div.row", fields: fields)
/// var record = MarkupRecord()
/// while try reader.next(&record) { headings.append(record.value(0)) }
/// ```
///
/// Without fields, each record has what is found in it: the terms of a definition list with their definitions, else the text of each
/// innermost element by its class or name, the text beside such elements, and its links and images.
public final class HTMLRecordReader {
  private let document: HTMLDocument
  private let elements: [Int]
  /// For each field that leads out of the record, the element that it is seen from, by record; -1 if there is none.
  private let outer: [[Int]]
  /// The numbers of the anchors of the records and the elements around them.
  private let anchors: [Int: Int]
  private let fields: [HTMLFieldPath]
  private let separator: String
  private let baseAddress: String
  private var findings: [Finding]
  private var faults: PageErrors
  private let writer: HTMLTextWriter
  private let matching: CSSMatching
  private let discovery: HTMLFieldDiscovery
  private var names: [String]
  private var slots: [String: Int32] = [:]
  private var nextElement = 0
  private var batch = MarkupBatch()
  private var nextIndex = 0

  private static let recordsPerBatch = 256

  /// Reads the file at `path`.
  public convenience init(
    path: String,
    records: String,
    fields: [HTMLFieldPath] = [],
    options: HTMLTableOptions = HTMLTableOptions()
  ) throws {
    try self.init(.file(path), records: records, fields: fields, options: options)
  }

  /// Reads a page from anywhere.
  ///
  /// - Parameters:
  ///   - records: A CSS selector, or an XPath that begins with `/` or `(`.
  ///   - options: What it says about tables is ignored.
  ///   - input: Where the bytes come from.
  ///   - fields: What to take from each record.
  /// - Throws: `MarkupTextError` of kind `unreadable`, `limit` or `path`.
  public init(
    _ input: ByteInput,
    records: String,
    fields: [HTMLFieldPath] = [],
    options: HTMLTableOptions = HTMLTableOptions()
  ) throws {
    let isXPath = records.hasPrefix("/") || records.hasPrefix("(")
    document = try HTMLDocument(
      input.readAll(limit: options.documentBytes),
      fileName: options.fileName ?? input.name,
      encoding: options.encoding,
      limits: options.limits,
      buildsDocument: isXPath
    )
    elements = isXPath ? try document.elements(xpath: records) : try CSSSelector(records).elements(in: document)
    self.fields = fields
    outer = Self.outerElements(elements, fields, CSSMatching(document))
    let places = Set(elements).union(outer.joined()).subtracting([-1]).sorted()
    document.setAnchors(places)
    anchors = Dictionary(uniqueKeysWithValues: zip(places, 0...))
    separator = options.separator
    baseAddress = document.baseAddress(options.baseAddress)
    findings = document.findings
    faults = PageErrors(document)
    writer = HTMLTextWriter(options.text)
    matching = CSSMatching(document)
    discovery = HTMLFieldDiscovery(document: document, writer: writer)
    names = fields.map(\.text)
  }

  /// The name of the encoding in which the page is.
  package var encodingName: String { document.encoding }

  /// How many records there are.
  public var recordCount: Int { elements.count }

  /// What has been found wrong since the last call.
  public func takeFindings() -> [Finding] { findings.takeInOrder() }

  /// Reads the next record.
  ///
  /// - Returns: `false` when there is none.
  /// - Complexity: O(*n*) in the elements of the record for each field.
  public func next(_ record: inout MarkupRecord) throws -> Bool {
    if nextIndex >= batch.content.records.count {
      record.release()
      guard nextElement < elements.count else {
        findings += faults.takeRest()
        return false
      }
      fill()
    }
    record.set(batch: batch, index: nextIndex)
    nextIndex += 1
    if !faults.isEmpty { findings += faults.take(of: record, isScattered: false) }
    return true
  }

  private func fill() {
    if !isKnownUniquelyReferenced(&batch) { batch = MarkupBatch() }
    var content = MarkupBatch.Content()
    swap(&content, &batch.content)
    content.removeAll()
    while nextElement < elements.count, content.records.count < Self.recordsPerBatch {
      append(nextElement, to: &content)
      nextElement += 1
    }
    content.source = document.source
    content.names = document.names(fields: names)
    swap(&content, &batch.content)
    nextIndex = 0
  }

  private func append(_ index: Int, to content: inout MarkupBatch.Content) {
    let root = elements[index]
    let anchor = anchors[root] ?? 0
    let firstCell = content.cells.count
    var cells = HTMLCellWriter(document: document, text: writer, base: baseAddress, separator: separator)
    if fields.isEmpty {
      for found in discovery.fields(of: root) {
        cells.append(found.nodes, found.target, anchor: anchor, to: &content)
        content.cellNames.append(slot(found.name))
      }
    }
    for (number, field) in fields.enumerated() {
      let start = field.around.isEmpty ? root : outer[number][index]
      let found = start < 0 ? [] : nodes(field, start)
      cells.append(found, field.target, anchor: anchors[start] ?? anchor, to: &content)
    }
    let element = document.tree.nodes[root]
    content.records.append(
      MarkupBatch.Record(
        number: index + 1,
        firstCell: Int32(truncatingIfNeeded: firstCell),
        cellCount: Int32(truncatingIfNeeded: content.cells.count - firstCell),
        place: MarkupBatch.Place(anchor: anchor, start: 0, count: element.end - element.start)
      )
    )
  }

  private func nodes(_ field: HTMLFieldPath, _ root: Int) -> [Int] {
    switch field.source {
    case .record: return [root]
    case .elements(let selector):
      let inside = (root + 1)..<max(root + 1, document.tree.next(after: root))
      return selector.elements(in: inside, matching, scope: root)
    case .definition(let term):
      return discovery.definitions(root).first { HTMLFieldPath.folded($0.term) == term }?.nodes ?? []
    }
  }

  /// For each field the elements around the records that it is seen from; nothing for fields of the record itself.
  private static func outerElements(_ elements: [Int], _ fields: [HTMLFieldPath], _ matching: CSSMatching) -> [[Int]] {
    fields.map { field in
      field.around.isEmpty
        ? []
        : elements.map { element in
          field.around.reduce(element) { node, selector in selector.closest(around: node, matching) }
        }
    }
  }

  private func slot(_ name: String) -> Int32 {
    if let known = slots[name] { return known }
    let slot = Int32(names.count)
    names.append(name)
    slots[name] = slot
    return slot
  }
}

internal import Findings
internal import TextInput

extension HTMLDocument {
  /// The elements that are tables, in the order of the page.
  var tables: [Int] {
    return tree.nodes.elements.indices.filter { tree.isElement($0, .table) }
  }

  /// What a person reads in `node`.
  func text(of node: Int, _ options: HTMLTextOptions) -> String {
    var bytes = FlatBuffer<UInt8>(capacity: 256)
    var writer = HTMLTextWriter(options)
    writer.write(node, of: tree, to: &bytes)
    return String(decoding: bytes.elements, as: UTF8.self)
  }

  /// Whether an element has text that stands in none of the elements in it.
  func hasOwnText(_ node: Int, _ options: HTMLTextOptions) -> Bool {
    var bytes = FlatBuffer<UInt8>(capacity: 256)
    var writer = HTMLTextWriter(options)
    writer.writeOwnText(node, of: tree, to: &bytes)
    return bytes.count > 0
  }

  /// A description of each table.
  ///
  /// - Complexity: O(*n*) in the elements of the page, in those of a table that stands in others for each of these.
  func summaries(_ options: HTMLTextOptions) -> [HTMLTableSummary] {
    var summaries: [HTMLTableSummary] = []
    var heading: String?
    var cursor = PlaceCursor()
    for node in tree.nodes.elements.indices {
      if tree.isElement(node, .heading) { heading = text(of: node, options) }
      guard tree.isElement(node, .table) else { continue }
      let table = HTMLTable(node, of: self, text: HTMLTextWriter(options))
      // Tables stand in the order of the text, so that each line is counted from the one before.
      let start = min(tree.nodes[node].start, text.count)
      if start > cursor.offset { cursor.move(over: UnsafeBufferPointer(rebasing: text[cursor.offset..<start])) }
      summaries.append(
        summary(of: table, number: summaries.count + 1, heading: heading, line: cursor.line, options)
      )
    }
    return summaries
  }

  /// A description of one table.
  ///
  /// - Parameters:
  ///   - heading: The text of the last heading before it.
  ///   - line: The line on which it begins.
  func summary(
    of table: HTMLTable,
    number: Int,
    heading: String?,
    line: Int,
    _ options: HTMLTextOptions
  ) -> HTMLTableSummary {
    var layout = GridLayout()
    let slots = table.rows.isEmpty ? [] : layout.slots(of: 0, in: table)
    return HTMLTableSummary(
      number: number,
      id: tree.text(of: .id, in: table.node),
      caption: table.caption.map { text(of: $0, options) },
      heading: heading,
      rows: table.rows.count,
      columns: table.width,
      firstRow: slots.map { $0 < 0 ? "" : text(of: table.cells[$0].node, options) },
      line: line
    )
  }

  /// The last heading before `node`.
  func heading(before node: Int) -> Int? { (0..<node).last { self.tree.isElement($0, .heading) } }

  /// The address against which the page's links are resolved.
  func baseAddress(_ given: String?) -> String {
    let own = self.tree.nodes.elements.indices.lazy.filter { self.tree.isElement($0, .base) }
      .compactMap { self.tree.text(of: .href, in: $0) }.first
    guard let own else { return given ?? "" }
    return String(decoding: PageAddress(given ?? "").resolve(own.utf8), as: UTF8.self)
  }

  // MARK: Choosing

  /// The table that is meant.
  ///
  /// - Throws: `MarkupTextError` of kind `tableMissing` that lists the tables there are, or of kind `path`.
  func table(_ choice: TableChoice, _ options: HTMLTextOptions) throws(MarkupTextError) -> Int {
    let tables = tables
    let found: [Int]
    switch choice {
    case .number(let number): found = tables.indices.contains(number - 1) ? [tables[number - 1]] : []
    case .id(let id): found = tables.filter { tree.text(of: .id, in: $0) == id }
    case .css(let selector): found = Array(try CSSSelector(selector).elements(in: self).compactMap(tableOf).prefix(1))
    case .xpath(let path): found = Array(try elements(xpath: path).compactMap(tableOf).prefix(1))
    case .caption(let text): found = captioned(text, options)
    case .automatic: found = likelyData(options)
    }
    if found.count == 1 { return found[0] }
    throw missing(choice, isAmbiguous: !found.isEmpty, options)
  }

  /// The table that an element is, stands in or holds.
  private func tableOf(_ node: Int) -> Int? {
    if let around = HTMLTable.table(around: node, of: tree) { return around }
    return (node..<tree.next(after: node)).first { tree.isElement($0, .table) }
  }

  private func captioned(_ wanted: String, _ options: HTMLTextOptions) -> [Int] {
    let summaries = summaries(options)
    let wanted = Self.folded(wanted)
    let captions = summaries.map { $0.caption.map(Self.folded) }
    let headings = summaries.map { $0.heading.map(Self.folded) }
    func indices(where isWanted: (Int) -> Bool) -> [Int] { summaries.indices.filter(isWanted) }
    /// Of several tables below one heading the first is meant.
    func below(_ isWanted: (String) -> Bool) -> [Int] {
      let found = indices { headings[$0].map(isWanted) ?? false }
      return found.allSatisfy { headings[$0] == headings[found[0]] } ? Array(found.prefix(1)) : found
    }
    let tests: [() -> [Int]] = [
      { Array(indices { captions[$0] == wanted }.prefix(1)) },
      { below { $0 == wanted } },
      { indices { summaries[$0].id.map(Self.folded) == wanted } },
      { below { Self.withoutMark($0) == wanted } },
      { indices { captions[$0]?.contains(wanted) ?? false } },
      { below { $0.contains(wanted) } },
    ]
    return (tests.lazy.map { $0() }.first { !$0.isEmpty } ?? []).map { tables[$0] }
  }

  /// A heading without what a wiki writes behind it, such as `[edit]`.
  private static func withoutMark(_ heading: String) -> String {
    guard heading.hasSuffix("]"), let start = heading.lastIndex(of: "[") else { return heading }
    return String(heading[..<start]).trimmingSpace
  }

  private static func folded(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }

  private func likelyData(_ options: HTMLTextOptions) -> [Int] {
    let tables = tables
    guard tables.count > 1 else { return tables }
    let writer = HTMLTextWriter(options)
    let likely = tables.filter { node in
      let table = HTMLTable(node, of: self, text: writer)
      guard table.rows.count > 1, table.width > 1 else { return false }
      return !((node + 1)..<max(node + 1, tree.next(after: node))).contains { tree.isElement($0, .table) }
    }
    guard likely.count > 1, !options.keepsHidden else { return likely }
    let shown = likely.filter { !isInHidden($0, writer) }
    return shown.isEmpty ? likely : shown
  }

  /// Whether the page hides `node` or something around it.
  private func isInHidden(_ node: Int, _ writer: HTMLTextWriter) -> Bool {
    var node = node
    while node >= 0 {
      if writer.isHidden(node, of: tree) { return true }
      node = Int(tree.nodes[node].parent)
    }
    return false
  }

  private func missing(_ choice: TableChoice, isAmbiguous: Bool, _ options: HTMLTextOptions) -> MarkupTextError {
    let summaries = summaries(options)
    guard !summaries.isEmpty else {
      return MarkupTextError(.tableMissing, "\(fileName) has no table")
    }
    let lead = isAmbiguous ? "\(fileName) has more than one table \(choice)" : "\(fileName) has no table \(choice)"
    let list = summaries.prefix(40).map { "  \($0)" }.joined(separator: "\n")
    let rest = summaries.count > 40 ? "\n  and \(summaries.count - 40) more" : ""
    var error = MarkupTextError(.tableMissing, "\(lead). Its tables:\n\(list)\(rest)")
    if case .caption(let text) = choice, !isAmbiguous {
      let names = summaries.map { $0.caption ?? $0.heading ?? $0.id ?? "" }
      error.nearest = EditDistance.suggestion(for: text, among: names.filter { !$0.isEmpty })
      if let number = error.nearest.flatMap(names.firstIndex) {
        let table = tables[number]
        let named = HTMLTable(table, of: self, text: HTMLTextWriter(options)).caption ?? heading(before: table) ?? table
        error.position = position(
          summaries[number].caption == nil ? tree.nodes[table].start : innerRange(of: named).lowerBound
        )
      }
    }
    return error
  }
}

internal import Findings
internal import ImportPipeline
internal import Reports

/// The rows of a window as markup.
struct GridRows {
  let entry: GridShelf.Entry
  let columns: [PlannedSource.Column]
  let isReadOnly: Bool
  private let fixed: FixedCells

  init(_ entry: GridShelf.Entry, isReadOnly: Bool) {
    self.entry = entry
    columns = entry.grid.columns
    self.isReadOnly = isReadOnly
    fixed = FixedCells(entry)
  }

  /// A cell shows so many characters at the most; more is fetched when it is edited.
  static let mostCharacters = 300

  func rows(_ window: GridWindow) -> HTML {
    var html = HTML()
    for (index, record) in window.records.enumerated() { html += row(record, position: window.first + index) }
    return html
  }

  /// - Parameter position: The record's place among those that are shown, from 1.
  func row(_ record: GridRecord, position: Int) -> HTML {
    let names = columns.map(\.name)
    let own = entry.faults.findings(record.number, notAbout: names)
    let path = "/sources/\(entry.grid.source.number)/records/\(record.number)"
    var html: HTML = """
      <tr role="row" data-record="\(record.number)" aria-rowindex="\(position + 1)"\(" class=\"broken\"", if: record.place.isBroken)>\
      <th scope="row" role="rowheader" tabindex="-1"\(marks(own, "head"))><a href="\(path)" tabindex="-1" \
      title="\(record.place.file), line \(record.place.line)">\(record.number)</a></th>
      """
    for (field, cell) in record.cells.enumerated() {
      let reason = isReadOnly ? nil : fixed.reason(record, field)
      html += self.cell(cell, field, entry.faults.findings(record.number, field: names[field]), reason)
    }
    return html + "</tr>\n"
  }

  /// - Parameter obstacle: Why the cell cannot be changed.
  private func cell(_ cell: GridRecord.Cell, _ field: Int, _ findings: [Finding], _ obstacle: String?) -> HTML {
    let text = cell.text ?? ""
    let isCut = text.utf8.count > Self.mostCharacters && text.unicodeScalars.count > Self.mostCharacters
    let shown = isCut ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.mostCharacters))) : text
    var kind = cell.text == nil ? "absent" : ""
    if shown.first?.isWhitespace == true || shown.last?.isWhitespace == true, !isCut { kind = "spaced" }
    if obstacle != nil { kind += kind.isEmpty ? "fixed" : " fixed" }
    let mark: HTML? = obstacle.map { " aria-readonly=\"true\" data-obstacle=\"\($0)\"" }
    return """
      <td role="gridcell" tabindex="-1" aria-colindex="\(field + 2)"\(marks(findings, kind))\(mark)\
      \(" data-cut", if: isCut)\(" data-absent", if: cell.text == nil)>\(shown)</td>
      """
  }

  /// The attributes of a cell with findings.
  private func marks(_ findings: [Finding], _ kind: String) -> HTML {
    guard let worst = findings.max(by: { $0.severity < $1.severity }) else {
      return kind.isEmpty ? "" : " class=\"\(kind)\""
    }
    let text = findings.map(\.message).joined(separator: "; ")
    var html: HTML = """
       class="faulty \(worst.severity.rawValue) \(kind)" title="\(text)" data-finding="\(text)" data-rule="\(worst.rule.rawValue)"
      """
    if worst.severity == .error { html += " aria-invalid=\"true\"" }
    if findings.count == 1, let suggestion = worst.suggestion { html += " data-suggestion=\"\(suggestion)\"" }
    return html
  }
}

internal import AttributeValues
internal import TestSupport

/// Writes a source's records to a file of its format, without any code of the importer.
///
/// Every record has a field `line_no` before its columns, which nobody reads, so that no record is an empty line.
struct SourceWriter {
  let source: MatrixSource
  /// The number of the first record, where the source has several files.
  var first = 0
  /// The sources whose records stand inside these, at any depth.
  var inner: [MatrixSource] = []

  /// The file's bytes.
  var bytes: [UInt8] {
    switch source.format {
    case .csv: Array(delimited.utf8)
    case .xml: Array(xml.utf8)
    case .html: Array((inner.isEmpty ? table : page).utf8)
    case .json: Array("[\n\(source.records.indices.map { json(source, $0) }.joined(separator: ",\n"))\n]\n".utf8)
    case .jsonlines: Array(source.records.indices.map { json(source, $0) + "\n" }.joined().utf8)
    case .xlsx: workbook
    }
  }

  private var fields: [String] { fields(source) }

  private func fields(_ source: MatrixSource) -> [String] { ["line_no"] + source.columns.map(\.field) }

  private func texts(_ record: Int) -> [String] { texts(source, record) }

  private func texts(_ source: MatrixSource, _ record: Int) -> [String] {
    ["\(record + 1)"] + zip(source.records[record].cells, source.columns).map { $0.text($1.separator) }
  }

  // MARK: Records inside records

  /// Where the recipe finds the records of a page, and those inside others.
  static func path(of source: MatrixSource) -> String {
    switch source.format {
    case .html: "div.\(source.name)"
    case .json, .jsonlines: "\(source.name)[*]"
    case .csv, .xlsx, .xml: source.name
    }
  }

  /// The records inside a record, by their sources.
  private func records(inside outer: MatrixSource, _ index: Int) -> [(source: MatrixSource, records: [Int])] {
    let number = outer.name == source.name ? first + index : index
    return inner.filter { $0.nesting?.outer == outer.name }.map { inner in
      (inner, inner.records.indices.filter { inner.records[$0].outer == number })
    }
  }

  // MARK: Text

  private var delimited: String {
    let dialect = source.dialect
    func line(_ texts: [String]) -> String {
      let fields = texts.map { text in
        let needsQuotes = dialect.quotesAll || text.contains(dialect.delimiter) || text.contains("\"")
        return needsQuotes ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
      }
      return fields.joined(separator: dialect.delimiter) + dialect.lineEnd
    }
    var text = line(fields)
    for (index, record) in source.records.enumerated() {
      text += line(texts(index) + (record.isBroken ? ["surplus", "fields"] : []))
    }
    return text
  }

  private func escaped(_ text: String) -> String { text.replacing("&", with: "&amp;").replacing("<", with: "&lt;") }

  private var xml: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<data>\n"
    for index in source.records.indices { text += "  \(element(source, index, "record"))\n" }
    return text + "</data>\n"
  }

  /// A record as an element, with those inside it.
  private func element(_ source: MatrixSource, _ index: Int, _ name: String) -> String {
    var text = "<\(name)>"
    for (field, value) in zip(fields(source), texts(source, index)) {
      // A missing value is a missing element or an empty one.
      if value.isEmpty, index % 2 == 0 { continue }
      text += "<\(field)>\(escaped(value))</\(field)>"
    }
    for (inner, records) in records(inside: source, index) {
      for record in records { text += "\n    \(element(inner, record, inner.name))" }
    }
    return text + "</\(name)>"
  }

  private static let pageHead =
    "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Case</title></head><body>\n"

  /// A page whose records are no rows of a table.
  private var page: String {
    let records = source.records.indices.map { division(source, $0) + "\n" }.joined()
    return Self.pageHead + records + "</body></html>\n"
  }

  /// A record as a `div`, with those inside it.
  private func division(_ source: MatrixSource, _ index: Int) -> String {
    var text = "<div class=\"\(source.name)\">"
    for (field, value) in zip(fields(source), texts(source, index)) {
      if value.isEmpty, index % 2 == 0 { continue }
      text += "<span class=\"\(field)\">\(escaped(value))</span>"
    }
    for (inner, records) in records(inside: source, index) {
      for record in records { text += "\n  \(division(inner, record))" }
    }
    return text + "</div>"
  }

  private var table: String {
    var text = Self.pageHead + "<table>\n<tr>"
    text += fields.map { "<th>\($0)</th>" }.joined() + "</tr>\n"
    for index in source.records.indices {
      text += "<tr>" + texts(index).map { "<td>\(escaped($0))</td>" }.joined() + "</tr>\n"
    }
    return text + "</table>\n</body></html>\n"
  }

  // MARK: JSON

  private func json(_ source: MatrixSource, _ index: Int) -> String {
    let record = source.records[index]
    if record.isBroken { return "{\"line_no\": \(index + 1), what?" }
    var members = ["\"line_no\": \(index + 1)"]
    for (cell, column) in zip(record.cells, source.columns) {
      if cell == .empty, index > 0, index % 2 == 0 { continue }
      members.append("\"\(column.field)\": \(json(cell, column))")
    }
    for (inner, records) in records(inside: source, index) {
      // No records are an empty array or no member.
      if records.isEmpty, index % 2 == 1 { continue }
      members.append("\"\(inner.name)\": [\(records.map { json(inner, $0) }.joined(separator: ", "))]")
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private func json(_ cell: MatrixCell, _ column: MatrixColumn) -> String {
    guard case .values(let values) = cell else { return cell == .empty ? "null" : quoted(cell.text(nil)) }
    if values.count == 1, let value = values.first {
      switch value {
      case .integer, .double, .float, .decimal, .boolean: return value.sourceText
      default: break
      }
    }
    return quoted(cell.text(column.separator))
  }

  private func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  // MARK: Workbooks

  private var workbook: [UInt8] {
    var rows = TestWorkbook.row(1, fields.map { $0 })
    for index in source.records.indices {
      let surplus: [String?] = source.records[index].isBroken ? ["surplus"] : []
      rows += TestWorkbook.row(index + 2, texts(index).map { $0.isEmpty ? nil : escaped($0) } + surplus)
    }
    return TestWorkbook([.init("Sheet", rows)]).bytes
  }
}

extension MatrixSource.Format {
  /// Whether a single record can be broken without the whole file.
  package var canBreakRecords: Bool { self == .csv || self == .jsonlines || self == .xlsx }
}

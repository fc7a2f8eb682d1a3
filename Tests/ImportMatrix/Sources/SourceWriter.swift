internal import AttributeValues
internal import TestSupport

/// Writes a source's records to a file of its format, without any code of the importer.
///
/// Every record has a field `line_no` before its columns, which nobody reads, so that no record is an empty line.
struct SourceWriter {
  let source: MatrixSource

  /// The file's bytes.
  var bytes: [UInt8] {
    switch source.format {
    case .csv: Array(delimited.utf8)
    case .xml: Array(xml.utf8)
    case .html: Array(html.utf8)
    case .json: Array("[\n\(source.records.indices.map(json).joined(separator: ",\n"))\n]\n".utf8)
    case .jsonlines: Array(source.records.indices.map { json($0) + "\n" }.joined().utf8)
    case .xlsx: workbook
    }
  }

  private var fields: [String] { ["line_no"] + source.columns.map(\.field) }

  private func texts(_ record: Int) -> [String] {
    ["\(record + 1)"] + zip(source.records[record].cells, source.columns).map { $0.text($1.separator) }
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
    for index in source.records.indices {
      text += "  <record>"
      for (field, value) in zip(fields, texts(index)) {
        // A missing value is a missing element or an empty one.
        if value.isEmpty, index % 2 == 0 { continue }
        text += "<\(field)>\(escaped(value))</\(field)>"
      }
      text += "</record>\n"
    }
    return text + "</data>\n"
  }

  private var html: String {
    var text = "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Case</title></head><body>\n<table>\n<tr>"
    text += fields.map { "<th>\($0)</th>" }.joined() + "</tr>\n"
    for index in source.records.indices {
      text += "<tr>" + texts(index).map { "<td>\(escaped($0))</td>" }.joined() + "</tr>\n"
    }
    return text + "</table>\n</body></html>\n"
  }

  // MARK: JSON

  private func json(_ index: Int) -> String {
    let record = source.records[index]
    if record.isBroken { return "{\"line_no\": \(index + 1), what?" }
    var members = ["\"line_no\": \(index + 1)"]
    for (cell, column) in zip(record.cells, source.columns) {
      if cell == .empty, index > 0, index % 2 == 0 { continue }
      members.append("\"\(column.field)\": \(json(cell, column))")
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

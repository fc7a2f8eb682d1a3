/// Writes records as CSV, XML, HTML, JSON or JSON Lines and counts lines, columns and bytes on the way.
struct RecordTextWriter {
  struct Place {
    var line: Int
    var column: Int
    var bytes: Range<Int>
  }

  private let format: PlantedKind.Format
  private let fields: [String]
  private var text = ""
  private var line = 1

  init(format: PlantedKind.Format, fields: [String]) {
    self.format = format
    self.fields = fields
    switch format {
    case .csv: add(fields.joined(separator: ",") + "\n")
    case .xml: add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- dögs -->\n<dogs>\n")
    case .html:
      add("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Dogs</title></head><body>\n<table>\n<tr>")
      add(fields.map { "<th>\($0)</th>" }.joined() + "</tr>\n")
    case .json: add("[\n")
    case .jsonlines: break
    }
  }

  private mutating func add(_ piece: String) {
    text += piece
    line += piece.unicodeScalars.count { $0 == "\n" }
  }

  /// Writes a record.
  ///
  /// - Returns: The place of the field number `marked`.
  @discardableResult
  mutating func append(_ values: [String], marked: Int?) -> Place? {
    var place: Place?
    let before = text.utf8.count
    let recordLine = line
    var record =
      switch format {
      case .csv: ""
      case .xml: "  <dog>"
      case .html: "<tr>"
      case .json: text == "[\n" ? " {" : ",{"
      case .jsonlines: "{"
      }
    for (index, value) in values.enumerated() {
      let isJSON = format == .json || format == .jsonlines
      if format == .csv || isJSON, index > 0 { record += "," }
      if isJSON { record += "\"\(fields[index])\": " }
      // In a page, the text within the cell is meant; elsewhere the whole field.
      let (opening, text, closing) = written(value, fields[index])
      if index == marked {
        let start = record + (format == .html ? opening : "")
        let end = start + (format == .html ? text : opening + text + closing)
        place = Place(
          line: recordLine,
          column: start.unicodeScalars.count + 1,
          bytes: before + start.utf8.count..<before + end.utf8.count
        )
      }
      record += opening + text + closing
    }
    switch format {
    case .csv: record += "\n"
    case .xml: record += "</dog>\n"
    case .html: record += "</tr>\n"
    case .json, .jsonlines: record += "}\n"
    }
    add(record)
    return place
  }

  private func written(_ value: String, _ field: String) -> (opening: String, text: String, closing: String) {
    let escaped = value.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return switch format {
    case .csv:
      value.contains(",") || value.contains("\"")
        ? ("\"", value.replacing("\"", with: "\"\""), "\"") : ("", value, "")
    case .xml: ("<\(field)>", escaped, "</\(field)>")
    case .html: ("<td>", escaped, "</td>")
    case .json, .jsonlines:
      ("\"", value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\t", with: "\\t"), "\"")
    }
  }

  /// The whole file.
  func finished() -> String {
    switch format {
    case .csv, .jsonlines: text
    case .xml: text + "</dogs>\n"
    case .html: text + "</table>\n</body></html>\n"
    case .json: text + "]\n"
    }
  }
}

internal import TextInput

/// A new record, as its file would write it.
struct RecordDraft {
  private let form: SourceForm
  private let values: [String: String]

  init(_ form: SourceForm, _ values: [String: String]) {
    self.form = form
    self.values = values
  }

  /// The record's text, without what stands between records.
  ///
  /// - Parameter model: The text of a record beside it, whose form it takes; `nil` if there is none.
  /// - Throws: `FixObstacle` if the format cannot say it.
  func text(like model: String?, number: (String) throws -> Bool) throws -> String {
    switch form.format {
    case .csv:
      guard let delimited = form.cells as? DelimitedCellForm else { throw FixObstacle(reason: "the file is no text") }
      let line = try delimited.line(form.fieldNames.map { values[$0] ?? "" })
      return try delimited.decoded(line)
    case .json, .jsonlines:
      let names = form.fieldNames.filter { values[$0] != nil }
      try names.forEach(Self.requireName)
      let isWide = model.map { $0.contains("\": ") } ?? true
      let members = try names.map { name in
        let value = values[name] ?? ""
        return try JSONCellForm.string(name) + (isWide ? ": " : ":")
          + (number(name) ? JSONCellForm.value(value) : JSONCellForm.string(value))
      }
      return "{" + members.joined(separator: isWide ? ", " : ",") + "}"
    case .xml: return try element(like: model)
    case .html: return try row(like: model)
    case .xlsx: throw FixObstacle(reason: "it is a workbook")
    }
  }

  /// An element with attributes and elements of the fields' names.
  private func element(like model: String?) throws -> String {
    guard let markup = form.cells as? MarkupCellForm, let model, model.hasPrefix("<") else {
      throw FixObstacle(reason: "there is no record to take the form from")
    }
    let tag = String(model.dropFirst().prefix { !$0.isWhitespace && $0 != "/" && $0 != ">" })
    var start = "<\(tag)"
    var children: [String] = []
    for name in form.fieldNames {
      guard let value = values[name] else { continue }
      if name.hasPrefix("@") {
        try Self.requireName(String(name.dropFirst()))
        start += " \(name.dropFirst())=\"\(try markup.attributeValue(value))\""
      } else {
        try Self.requireName(name)
        children.append("<\(name)>\(try markup.content(value))</\(name)>")
      }
    }
    guard !children.isEmpty else { return start + "/>" }
    let (before, after) = Self.layout(of: model)
    return start + ">" + children.map { before + $0 }.joined() + after + "</\(tag)>"
  }

  /// A row of cells.
  private func row(like model: String?) throws -> String {
    guard let markup = form.cells as? MarkupCellForm, let model, model.lowercased().hasPrefix("<tr") else {
      throw FixObstacle(reason: "its records are no rows of a table")
    }
    let (before, after) = Self.layout(of: model)
    let names = form.fieldNames.filter { !form.isAttributeOfPage($0) }
    for name in values.keys where form.isAttributeOfPage(name) && values[name] != "" {
      throw FixObstacle(reason: "“\(name)” is an attribute of a cell")
    }
    let cells = try names.map { "\(before)<td>\(try markup.content(values[$0] ?? ""))</td>" }
    return "<tr>" + cells.joined() + after + "</tr>"
  }

  /// A value for a field that a record does not have.
  ///
  /// - Throws: `FixObstacle` if the format cannot say it there.
  static func addition(
    _ field: String,
    _ text: String,
    to record: [UInt8],
    at offset: Int,
    _ form: SourceForm
  ) throws -> SourceFix.Edit {
    let written = try form.cells.decoded(record)
    var place = written.endIndex
    var added: String
    var length = 0
    if form.format.isJSON {
      try requireName(field)
      guard written.hasPrefix("{"), let close = written.lastIndex(of: "}") else {
        throw FixObstacle(reason: "the record is no object")
      }
      if let null = try value(of: field, in: written) {
        guard written[null] == "null" else {
          throw FixObstacle(reason: "the record has it already, as no single value")
        }
        place = null.lowerBound
        length = written[null].count
        added = JSONCellForm.value(text)
      } else {
        let inner = written[..<close]
        let last = inner.lastIndex { !$0.isWhitespace } ?? written.startIndex
        place = written.index(after: last)
        let isWide = written.contains("\": ") || last == written.startIndex
        let indent = written[..<last].lastIndex(where: \.isNewline).map {
          String(written[$0..<last].prefix { $0.isWhitespace })
        }
        // Tolerant readers take a comma after the last member.
        let comma = "{,".contains(written[last]) ? "" : ","
        added =
          (written[last] == "{" ? "" : comma + (indent ?? (isWide ? " " : "")))
          + JSONCellForm.string(field) + (isWide ? ": " : ":") + JSONCellForm.value(text)
      }
    } else if let markup = form.cells as? MarkupCellForm, !markup.isHTML, written.hasPrefix("<") {
      let tag = written.dropFirst().prefix { !$0.isWhitespace && $0 != "/" && $0 != ">" }
      if field.hasPrefix("@") {
        try requireName(String(field.dropFirst()))
        place = tag.endIndex
        added = " \(field.dropFirst())=\"\(try markup.attributeValue(text))\""
      } else {
        try requireName(field)
        let element = "<\(field)>\(try markup.content(text))</\(field)>"
        if written.hasSuffix("/>") {
          place = written.index(written.endIndex, offsetBy: -2)
          length = 2
          added = ">\(element)</\(tag)>"
        } else {
          guard let end = written.ranges(of: "</").last?.lowerBound else {
            throw FixObstacle(reason: "the record's element has no end tag")
          }
          let last = written[..<end].lastIndex { !$0.isWhitespace } ?? written.startIndex
          place = written.index(after: last)
          added = layout(of: written).before + element
        }
      }
    } else {
      throw FixObstacle(reason: "the record does not have it; edit the record's text")
    }
    // Offsets are those of the file's own encoding.
    let start = try form.cells.encoded(String(written[..<place])).count
    let end = try start + form.cells.encoded(String(written[place...].prefix(length))).count
    return SourceFix.Edit(
      range: offset + start..<offset + end,
      before: Array(record[start..<end]),
      after: try form.cells.encoded(added)
    )
  }

  /// Where the value of a member stands in an object; `nil` if it has no such member.
  ///
  /// - Throws: `FixObstacle` for what only some readers take.
  private static func value(of name: String, in object: String) throws -> Range<String.Index>? {
    let form = JSONCellForm(encoding: .utf8)
    var (depth, isEscaped) = (0, false)
    var (key, start): (String?, String.Index?)
    var quote: String.Index?
    let scalars = object.unicodeScalars
    for (index, scalar) in zip(scalars.indices, scalars) {
      if let begin = quote {
        if scalar == "\"", !isEscaped {
          quote = nil
          if depth == 1, start == nil { key = try form.text(of: Array(object[begin...index].utf8), isAttribute: false) }
        }
        isEscaped = scalar == "\\" && !isEscaped
        continue
      }
      switch scalar {
      case "\"": quote = index
      case "{", "[": depth += 1
      case ":" where depth == 1: start = scalars.index(after: index)
      case ",", "}", "]":
        if depth == 1, key == name, let start {
          let value = object[start..<index]
          guard let first = value.firstIndex(where: { !$0.isWhitespace }),
            let last = value.lastIndex(where: { !$0.isWhitespace })
          else { return nil }
          return first..<value.index(after: last)
        }
        if scalar != "," { depth -= 1 } else if depth == 1 { (key, start) = (nil, nil) }
      case "/", "'": throw FixObstacle(reason: "it has comments or single quotes; edit the record's text")
      default: break
      }
    }
    return nil
  }

  /// The white space before the first element within an element, and before its end tag.
  private static func layout(of element: String) -> (before: String, after: String) {
    guard let start = element.firstIndex(of: ">").map({ element.index(after: $0) }), start < element.endIndex,
      let end = element.ranges(of: "</").last?.lowerBound, start <= end
    else { return ("", "") }
    let before = element[start...].prefix(while: \.isWhitespace)
    let after = element[start..<end].reversed().prefix(while: \.isWhitespace).reversed()
    let isLayout = element[before.endIndex...].hasPrefix("<")
    return isLayout ? (String(before), String(after)) : ("", "")
  }

  /// Only a name can be written; a path leads somewhere else.
  private static func requireName(_ name: String) throws {
    guard let first = name.first, first.isLetter || first == "_",
      name.allSatisfy({ $0.isLetter || $0.isNumber || "_-".contains($0) })
    else { throw FixObstacle(reason: "“\(name)” is a path, not a name") }
  }
}

internal import Findings
internal import MarkupText
internal import TextInput

/// How a file of a source is written.
struct SourceForm {
  let cells: any CellForm
  let format: SourceFormat
  /// The names of the fields in the file's own order.
  let fieldNames: [String]
  let lineBreaks: [[UInt8]]
  /// The fields of a page that are attributes of elements.
  private let attributes: Set<String>
  /// Whether records are rows or columns of a table in a page.
  let isTable: Bool
  /// Whether the columns of a table are its records.
  let readsColumns: Bool

  /// - Throws: `SourceEditError`; the reader's error if the file cannot be opened.
  init(_ source: SourcePlan, _ file: SourceFile) throws {
    let opened: any RecordSource
    do {
      opened = try SourceOpener(recipe: source.recipe, files: [file], fields: source.fieldNames).open()
      // The encoding of a document is known when its beginning has been read.
      if !(opened is DelimitedSource) { _ = try opened.next() }
    } catch let problem as SourceOpeningProblem {
      throw SourceEditError(.obstacle, file: file.name, problem.kind.message)
    }
    let encoding = TextEncoding(named: opened.encodingName) ?? .utf8
    format = source.recipe.format
    fieldNames = opened.fieldNames
    lineBreaks = opened.lineBreaks
    cells =
      if let delimited = opened as? DelimitedSource {
        DelimitedCellForm(dialect: delimited.dialect, encoding: encoding)
      } else if format.isJSON {
        JSONCellForm(encoding: encoding)
      } else {
        MarkupCellForm(
          encoding: encoding,
          isHTML: format == .html,
          keepsNoBreakSpaces: format == .xml || source.recipe.markup.keep.contains(.noBreakSpaces)
        )
      }
    attributes = Self.attributes(of: opened, source)
    isTable = format == .html && source.recipe.markup.records == nil
    readsColumns = source.readsColumns
  }

  /// Whether records stand in a tree or a table, where one may change what another says.
  var isTree: Bool { format != .csv }

  /// The fields of a page that are attributes: what follows the columns of a table, or what a path ends with.
  private static func attributes(of opened: any RecordSource, _ source: SourcePlan) -> Set<String> {
    if let table = opened as? ReaderSource<HTMLTableReader> {
      return Set(table.fieldNames.dropFirst(table.reader.header.count))
    }
    guard source.recipe.format == .html else { return [] }
    // The paths have been read when the source was opened.
    return Set(opened.fieldNames.filter { (try? HTMLFieldPath($0))?.isAttribute == true })
  }

  /// Whether the value of a field is that of an attribute, by its bytes in the file: elements of XML stand there with their tags.
  func isAttribute(_ field: String, _ raw: [UInt8]) -> Bool {
    guard format == .xml else { return attributes.contains(field) }
    return cells.encoding.decode(raw)?.first != "<"
  }

  /// Whether a cell of a table is that of several rows, by the tag before its text.
  func spansRows(_ place: Range<Int>, in input: InputFile) -> Bool {
    let surroundings = RecordSurroundings(input, size: place.lowerBound, self)
    // What cannot be read there is said when the cell is changed.
    guard isTable, let before = try? surroundings.text(before: place.lowerBound) else { return false }
    let bytes = Array(before.utf8)
    let start = bytes.indices.dropLast(2).last { index in
      bytes[index...].starts(with: "<t".utf8) || bytes[index...].starts(with: "<T".utf8)
    }
    guard let start else { return false }
    let tag = String(decoding: bytes[start...].prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self).lowercased()
    guard let name = tag.firstRange(of: "rowspan") else { return false }
    let count = tag[name.upperBound...].drop { $0.isWhitespace || "=\"'".contains($0) }
    return Int(count.prefix(while: \.isNumber)) ?? 1 != 1
  }

  /// Whether a field is an attribute of an element in a page.
  func isAttributeOfPage(_ field: String) -> Bool { attributes.contains(field) }
}

internal import Findings
internal import MarkupText

/// Opens an XML or HTML source with the reader that its recipe asks for.
struct MarkupOpener {
  let recipe: SourceRecipe
  let input: SourceInput
  /// The paths of the fields; a table brings its own names.
  let fields: [String]
  /// Notices paths at which nothing stands.
  var watch: FieldWatch?

  /// The source, standing before its first record.
  ///
  /// - Throws: `SourceOpeningProblem` when the recipe and the file do not fit; the reader's error when the file cannot be read.
  func open() throws -> any RecordSource {
    if recipe.format == .xml {
      return ReaderSource(try documentReader(), name: input.name, fieldNames: fields, input: input, watch: watch)
    }
    return try recipe.markup.records.map(openRepeatedElements) ?? openTable()
  }

  // MARK: XML

  /// A reader of a document's records.
  ///
  /// - Throws: As `open`.
  func documentReader() throws -> XMLRecordReader {
    guard let records = recipe.markup.records else {
      throw SourceOpeningProblem(.needs("An XML source", key: "records"))
    }
    let recordPath = try SourceOpeningProblem.understood("The path of the records", at: records.position) {
      try RecordPath(records.value)
    }
    let fieldPaths = try fields.map { field in
      try SourceOpeningProblem.understood("The field's path", at: recipe.position(ofField: field)) {
        try FieldPath(field, separator: recipe.markup.separator, records: recordPath)
      }
    }
    var options = XMLRecordOptions(recordPath: recordPath)
    options.namespaces = recipe.markup.namespaces
    options.fileName = input.name
    options.encoding = recipe.markup.encoding
    options.deliversRecordsBeforeFault = recipe.markup.beforeFault == .keep
    return try XMLRecordReader(input.contents, options: options, fields: fieldPaths)
  }

  // MARK: HTML

  private var pageOptions: HTMLTableOptions {
    let markup = recipe.markup
    var options = HTMLTableOptions(choice: markup.table.map { TableChoice(recipeText: $0.value) } ?? .automatic)
    options.fileName = input.name
    options.encoding = markup.encoding
    options.baseAddress = markup.base
    options.separator = markup.separator
    options.headerRows = markup.header.map { .count($0) } ?? .detect
    options.headerColumns = markup.headerColumns
    options.text.keepsHidden = markup.keep.contains(.hidden)
    options.text.keepsNotes = markup.keep.contains(.notes)
    options.text.keepsScripts = markup.keep.contains(.scripts)
    options.text.keepsNoBreakSpaces = markup.keep.contains(.noBreakSpaces)
    options.text.lineBreak =
      switch markup.lineBreaks {
      case .space: .space
      case .newline: .newline
      case .nothing: .nothing
      }
    return options
  }

  private func openTable() throws -> any RecordSource {
    do {
      let reader = try HTMLTableReader(input.contents, options: pageOptions)
      return ReaderSource(reader, name: input.name, fieldNames: reader.fieldNames, input: input)
    } catch let error as MarkupTextError where error.kind == .path {
      throw SourceOpeningProblem(.reader(problem: error.message), at: recipe.markup.table?.position)
    } catch let error as MarkupTextError where error.kind == .tableMissing {
      throw SourceOpeningProblem(
        SourceFinding.noTable(error.message),
        in: input.name,
        at: error.position,
        asked: recipe.markup.table?.position,
        value: error.nearest,
        expected: error.nearest.flatMap { _ in recipe.markup.table?.value }
      )
    }
  }

  private func openRepeatedElements(_ records: Located<String>) throws -> any RecordSource {
    let fieldPaths = try fields.map { field in
      try SourceOpeningProblem.understood("The field's path", at: recipe.position(ofField: field)) {
        try HTMLFieldPath(field)
      }
    }
    let reader = try SourceOpeningProblem.understood("The selector of the records", at: records.position) {
      try HTMLRecordReader(input.contents, records: records.value, fields: fieldPaths, options: pageOptions)
    }
    return ReaderSource(reader, name: input.name, fieldNames: fields, input: input, watch: watch)
  }
}

extension SourceRecipe {
  /// Where the recipe speaks of a field.
  func position(ofField name: String) -> SourcePosition? {
    mappedFields.first { $0.value == name }?.position
  }
}

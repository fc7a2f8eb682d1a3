import ArgumentParser
import DelimitedText
import Findings
import ImportPipeline
import JSONText
import MarkupText
import PackedSources
import TextInput
import Worksheets

/// Opening a source as the options say.
extension ReadCommand {
  func input(_ file: SourceFile) throws -> SourceInput {
    try SourceInput(path: file.path, name: file.name, member: member)
  }

  /// Refuses options that mean nothing for a source of this format: they would be ignored, and whoever gives one expects something of it.
  func requireOptions(for format: SourceFormat, _ name: String) throws {
    let tree: Set<SourceFormat> = [.xml, .html, .json, .jsonlines]
    let given: [(isGiven: Bool, option: String, formats: Set<SourceFormat>)] = [
      (records != nil, "--records", tree), (fields != nil, "--fields", tree),
      (!namespaces.isEmpty, "--namespaces", [.xml]),
      (table != nil, "--table", [.csv, .html]), (headerColumns != nil, "--header-columns", [.html]),
      (base != nil, "--base", [.html]), (worksheet.sheet != nil, "--sheet", [.xlsx]),
      (delimited.delimiter != nil, "--delimiter", [.csv]), (delimited.quote != nil, "--quote", [.csv]),
      (delimited.dialect != nil, "--dialect", [.csv]),
    ]
    guard let wrong = given.first(where: { $0.isGiven && !$0.formats.contains(format) }) else { return }
    let formats = wrong.formats.map(\.rawValue).sorted().joined(separator: ", ")
    throw ValidationError(
      "\(wrong.option) is for \(formats), but \(name) is read as \(format.rawValue); --as names another format."
    )
  }

  /// The records of one file.
  func source(_ input: SourceInput, of file: SourceFile) throws -> any ReadableSource {
    let format = sourceFormat ?? SourceFormat.detected(input)
    let isSaidToBeText = sourceFormat != nil || SourceFormat.named(input) != nil
    if format != .xlsx, let binary = BinaryContents(input.firstBytes, isSaidToBeText: isSaidToBeText) {
      return BinaryReadableSource(input.name, binary)
    }
    switch format {
    case .csv: return try delimitedSource(input, file.path)
    case .xml: return try xmlSource(input)
    case .html:
      guard let page = try pageSource(input) else {
        throw ValidationError("\(file.name): choose a table with --table, or other elements with --records.")
      }
      return page
    case .xlsx: return WorksheetReadableSource(try WorksheetReader(try input.workbook(), options: worksheetOptions))
    case .json, .jsonlines:
      return try jsonArguments.source(input, format) {
        guard file.path != "-" else {
          throw ValidationError("--records has to say where an object from standard input has its records.")
        }
        return try self.input(file)
      }
    }
  }

  private var jsonArguments: JSONArguments {
    JSONArguments(records: records, fields: fieldTexts, syntax: syntax, encoding: encoding)
  }

  /// What was found out about a file.
  func explanation(of file: SourceFile, _ input: SourceInput) throws -> [ExplainedItem] {
    let packings = input.packings.map {
      ExplainedItem(subject: "packing", value: $0.rawValue, confidence: 1, evidence: "its first bytes")
    }
    return packings + (try source(input, of: file).explanation)
  }

  /// Prints what a file has to choose from, if that was asked for or has to be known first.
  ///
  /// - Returns: Whether it did.
  func listContents(_ input: SourceInput, _ output: CommandOutput) throws -> Bool {
    let isChosen = table != nil || records != nil
    guard list || !isChosen else { return false }
    switch sourceFormat ?? SourceFormat.detected(input) {
    case .html:
      try listTables(input, output)
      return true
    case .json where list, .jsonlines where list:
      try listPlaces(try jsonArguments.shape(input), output)
      return true
    case .xlsx where list:
      try listSheets(try input.workbook(), output)
      return true
    case .csv, .xml, .json, .jsonlines, .xlsx:
      if list { throw ValidationError("--list is for pages, workbooks and JSON.") }
      return false
    }
  }

  private var worksheetOptions: WorksheetOptions {
    var options = WorksheetOptions()
    options.sheet = worksheet.sheet
    options.merged = worksheet.merged
    options.hidden = worksheet.hidden
    options.headerRows = header.rows
    options.headerSeparator = delimited.headerSeparator ?? options.headerSeparator
    options.columnNames = delimited.recipe().columns
    options.skipRows = delimited.skip ?? 0
    options.surplus = delimited.surplusFields == .cut ? .cut : .reject
    return options
  }

  /// Prints the sheets of a workbook.
  private func listSheets(_ workbook: Workbook, _ output: CommandOutput) throws {
    var printer = ResultPrinter(
      output,
      format: format,
      columns: [
        ResultPrinter.Column(name: "sheet", isNumeric: true), ResultPrinter.Column(name: "name"),
        ResultPrinter.Column(name: "hidden"), ResultPrinter.Column(name: "columns"),
      ]
    )
    for sheet in workbook.sheets {
      var options = worksheetOptions
      options.sheet = sheet.name
      let names = try WorksheetReader(workbook, options: options).fieldNames
      try printer.add([
        .integer(Int64(sheet.number)), .text(sheet.name), .boolean(sheet.isHidden), .list(names.map { .text($0) }),
      ])
    }
    try printer.finish()
    try output.finish()
    output.note("Choose one with --sheet.")
  }

  /// Prints where a JSON text has values that may be records.
  private func listPlaces(_ shape: JSONShape, _ output: CommandOutput) throws {
    var printer = ResultPrinter(
      output,
      format: format,
      columns: [
        ResultPrinter.Column(name: "records"), ResultPrinter.Column(name: "line", isNumeric: true),
        ResultPrinter.Column(name: "count", isNumeric: true), ResultPrinter.Column(name: "objects", isNumeric: true),
        ResultPrinter.Column(name: "names"),
      ]
    )
    for place in shape.places {
      try printer.add([
        .text(place.path), .integer(Int64(place.line)), .integer(Int64(place.count)), .integer(Int64(place.objects)),
        .list(place.names.map { .text($0) }),
      ])
    }
    try printer.finish()
    try output.finish()
    output.note("Choose one with --records.")
  }

  private func delimitedSource(_ input: SourceInput, _ path: String) throws -> any ReadableSource {
    var recipe = delimited.recipe()
    recipe.encoding = encoding.flatMap { TextEncoding(named: $0) }
    recipe.header = header.rows
    recipe.options.table = table.flatMap(DialectWord.table) ?? .number(1)
    recipe.description = try delimited.description(of: path)
    let reader = try input.delimitedReader(recipe.options(fileName: input.name))
    return try DelimitedReadableSource(reader, fileName: input.name)
  }

  private func htmlOptions(_ input: SourceInput, choice: TableChoice) -> HTMLTableOptions {
    var options = HTMLTableOptions(choice: choice, fileName: input.name, encoding: encoding, baseAddress: base)
    options.headerColumns = headerColumns
    switch header {
    case .detect: options.headerRows = .detect
    case .none: options.headerRows = .count(0)
    case .rows(let count): options.headerRows = .count(count)
    }
    return options
  }

  /// Prints what tables a page has, for the user to choose one.
  private func listTables(_ input: SourceInput, _ output: CommandOutput) throws {
    let tables = try HTMLTableReader.tables(in: input.contents, options: htmlOptions(input, choice: .automatic))
    guard list || !tables.isEmpty else {
      throw MarkupTextError(.tableMissing, "\(input.name) has no table; other elements are read with --records")
    }
    var printer = ResultPrinter(
      output,
      format: format,
      columns: [
        ResultPrinter.Column(name: "table", isNumeric: true), ResultPrinter.Column(name: "line", isNumeric: true),
        ResultPrinter.Column(name: "rows", isNumeric: true), ResultPrinter.Column(name: "columns", isNumeric: true),
        ResultPrinter.Column(name: "id"), ResultPrinter.Column(name: "caption"), ResultPrinter.Column(name: "heading"),
        ResultPrinter.Column(name: "first row"),
      ]
    )
    for table in tables {
      try printer.add([
        .integer(Int64(table.number)), .integer(Int64(table.line)), .integer(Int64(table.rows)),
        .integer(Int64(table.columns)), table.id.map { .text($0) } ?? .null, table.caption.map { .text($0) } ?? .null,
        // Any number of tables may stand below one heading.
        table.heading.map { .text(Finding.shortened($0)) } ?? .null, .list(table.firstRow.map { .text($0) }),
      ])
    }
    try printer.finish()
    try output.finish()
    output.note("Choose one with --table, by its number, its caption or a selector; or other elements with --records.")
  }

  /// The records of a page; `nil` if nobody said which.
  private func pageSource(_ input: SourceInput) throws -> (any ReadableSource)? {
    if let records {
      let options = htmlOptions(input, choice: .automatic)
      let paths = try fieldTexts.map { try HTMLFieldPath($0) }
      let reader = try HTMLRecordReader(input.contents, records: records, fields: paths, options: options)
      return MarkupReadableSource(reader, fieldNames: paths.isEmpty ? nil : paths.map(\.text))
    }
    return try table.map { table in
      let reader = try HTMLTableReader(
        input.contents,
        options: htmlOptions(input, choice: TableChoice(recipeText: table))
      )
      let chosen = ExplainedItem(subject: "table", value: "\(reader.summary)", confidence: 1, evidence: "given")
      return MarkupReadableSource(reader, fieldNames: reader.fieldNames, explanation: [chosen])
    }
  }

  private func xmlSource(_ input: SourceInput) throws -> any ReadableSource {
    var options = XMLRecordOptions(
      recordPath: try RecordPath(records ?? "/*/*"),
      fileName: input.name,
      encoding: encoding
    )
    for namespace in namespaces {
      let parts = namespace.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      options.namespaces[String(parts[0])] = String(parts[1])
    }
    let paths = try fieldTexts.map { try FieldPath($0) }
    let reader = try XMLRecordReader(input.contents, options: options, fields: paths)
    return MarkupReadableSource(reader, fieldNames: paths.isEmpty ? nil : paths.map(\.text))
  }
}

import ArgumentParser
import DelimitedText
import Findings
import MarkupText
import Reports

/// The formats that sources have.
enum SourceFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
  case csv
  case xml
  case html
}

/// Where the names of a delimited text's columns come from.
enum HeaderOption: ExpressibleByArgument {
  case detect
  case none
  case rows(Int)

  init?(argument: String) {
    switch argument {
    case "auto": self = .detect
    case "none": self = .none
    default:
      guard let rows = Int(argument), (1...100).contains(rows) else { return nil }
      self = .rows(rows)
    }
  }

  var defaultValueDescription: String { "auto" }
}

/// `studbook read`: shows what a reader sees in a source.
struct ReadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Prints the records of a source, each with its place.",
    discussion: """
      Shows what an import would see: fields by name, and where they stand. What is wrong with the source goes to standard error; with \
      errors the command exits with 1. Examples:

        studbook read akc-breeds.csv --limit 5
        studbook read nomenclature.xml --records //breed --format json
        studbook read popularity.html --table table.wikitable
      """
  )

  @Argument(help: "The source: CSV, XML or HTML; ‘-’ for standard input.", completion: .file())
  var file: String

  @Option(name: .customLong("as"), help: "The format: csv, xml or html. (default: what the file looks like)")
  var sourceFormat: SourceFormat?

  @Option(help: ArgumentHelp("XML: the path of the elements that are records.", valueName: "path"))
  var records = "/*/*"

  @Option(
    help: ArgumentHelp("XML: paths of fields, separated by commas. (default: what each record has)", valueName: "paths")
  )
  var fields: String?

  @Option(
    help: ArgumentHelp(
      "HTML: the table's number, caption, CSS selector or XPath. (default: none; the tables are listed)",
      valueName: "table"
    )
  )
  var table: String?

  @Option(help: "How to print: table, json or csv.")
  var format = ResultFormat.table

  @Option(help: "CSV: what separates fields; ‘tab’ for a tab. (default: detected)")
  var delimiter: String?

  @Option(help: "CSV: the quote; ‘none’ for none. (default: detected, or \" if a delimiter is given)")
  var quote: String?

  @Option(help: "The encoding, such as windows-1252. (default: detected)")
  var encoding: String?

  @Option(help: ArgumentHelp("CSV, HTML: how many rows are the header: a number, none or auto.", valueName: "rows"))
  var header = HeaderOption.detect

  @Option(help: ArgumentHelp("The most records to print; 0 for no limit.", valueName: "n"))
  var limit = 0

  @Flag(help: "JSON: print the place of each field too. (default: off)")
  var places = false

  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit cannot be negative.") }
    if places, format != .json { throw ValidationError("--places needs --format json.") }
    if let encoding, TextEncoding(named: encoding) == nil {
      throw ValidationError("--encoding: there is no encoding ‘\(encoding)’.")
    }
  }

  func run() async throws {
    let output = CommandOutput(outputOptions)
    var source: any ReadableSource
    switch try sourceFormat ?? SourceFormat.detected(file) {
    case .csv: source = try delimitedSource()
    case .xml: source = try xmlSource()
    case .html:
      guard let table else { return try listTables(output) }
      source = HTMLReadableSource(
        try HTMLTableReader(path: file, options: htmlOptions(choice: TableChoice(recipeText: table)))
      )
    }
    for note in source.notes { output.note(note) }
    var listing = RecordListing(output, format: format, fieldNames: source.fieldNames, showsPlaces: places)
    var findings: [Finding] = []
    var count = 0
    while limit == 0 || count < limit, let record = try source.next() {
      count += 1
      try listing.add(record)
      findings += source.takeFindings()
    }
    try listing.finish()
    findings += source.takeFindings()
    try output.finish()
    if !findings.isEmpty {
      let report = TerminalReport(
        usesColour: output.usesColor(on: .diagnostics),
        columns: output.columns(of: .diagnostics)
      )
      output.diagnostic(report.text(findings))
    }
    output.note("\(count) \(count == 1 ? "record" : "records"), \(CommandOutput.summary(of: findings))")
    if findings.contains(where: { $0.severity == .error }) { throw CommandExit.findings }
  }

  private func delimitedSource() throws -> any ReadableSource {
    var options = DelimitedOptions(encoding: encoding.flatMap { TextEncoding(named: $0) }, fileName: file)
    switch header {
    case .detect: options.header = .detect
    case .none: options.header = .none
    case .rows(let count): options.header = .rows(count)
    }
    if delimiter != nil || quote != nil {
      let text = delimiter.map { $0 == "tab" || $0 == "\\t" ? "\t" : $0 } ?? ","
      options.dialect = DelimitedDialect(delimiter: text, quote: quote == "none" ? nil : quote ?? "\"")
    }
    let reader =
      file == "-"
      ? try DelimitedReader(source: FileByteSource(descriptor: 0, fileName: "-"), options: options)
      : try DelimitedReader(path: file, options: options)
    return try DelimitedReadableSource(reader, fileName: file)
  }

  private func htmlOptions(choice: TableChoice) -> HTMLTableOptions {
    var options = HTMLTableOptions(choice: choice, fileName: file, encoding: encoding)
    switch header {
    case .detect: options.headerRows = .detect
    case .none: options.headerRows = .count(0)
    case .rows(let count): options.headerRows = .count(count)
    }
    return options
  }

  /// Prints what tables a page has, for the user to choose one.
  private func listTables(_ output: CommandOutput) throws {
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
    for table in try HTMLTableReader.tables(in: .file(file), options: htmlOptions(choice: .automatic)) {
      try printer.add([
        .integer(Int64(table.number)), .integer(Int64(table.line)), .integer(Int64(table.rows)),
        .integer(Int64(table.columns)), table.id.map { .text($0) } ?? .null, table.caption.map { .text($0) } ?? .null,
        table.heading.map { .text($0) } ?? .null, .list(table.firstRow.map { .text($0) }),
      ])
    }
    try printer.finish()
    try output.finish()
    output.note("Choose one with --table, by its number, its caption or a selector.")
  }

  private func xmlSource() throws -> any ReadableSource {
    let options = XMLRecordOptions(recordPath: try RecordPath(records), fileName: file, encoding: encoding)
    let paths = try (fields ?? "").split(separator: ",").map { try FieldPath(String($0.drop { $0 == " " })) }
    return XMLReadableSource(try XMLRecordReader(path: file, options: options, fields: paths), fields: paths)
  }
}

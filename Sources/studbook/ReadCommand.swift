import ArgumentParser
import DelimitedText
import Findings
import ImportPipeline
import MarkupText
import PackedSources
import Reports

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
        studbook read breeds.html --records div.card --fields "h3,.country,a@href"
        studbook read towns.txt --explain
        studbook read towns.txt --delimiter ';' --header 3 --encoding big5
      """
  )

  @Argument(help: "The source: CSV, XML or HTML; packed or not; ‘-’ for standard input.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp(
      "Which file of an archive: its path, its name or a pattern. (default: the only file)",
      valueName: "path"
    )
  )
  var member: String?

  @Option(name: .customLong("as"), help: "The format: csv, xml or html. (default: what the file looks like)")
  var sourceFormat: SourceFormat?

  @Option(
    help: ArgumentHelp(
      "XML: the path of the elements that are records; HTML: a selector or XPath of them. (default: XML /*/*)",
      valueName: "path"
    )
  )
  var records: String?

  @Option(
    help: ArgumentHelp(
      "XML, HTML with --records: paths of fields, separated by commas. (default: what each record has)",
      valueName: "paths"
    )
  )
  var fields: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "XML: prefixes that paths use, such as gml=http://www.opengis.net/gml. (default: none)",
      valueName: "prefix=uri"
    )
  )
  var namespaces: [String] = []

  @Option(
    help: ArgumentHelp(
      "HTML: the table's number, caption, CSS selector or XPath; CSV: its number, or all. (default: CSV 1; HTML lists them)",
      valueName: "table"
    )
  )
  var table: String?

  @Option(
    help: ArgumentHelp(
      "HTML: how many columns hold the names, where the records are columns. (default: rows are records)",
      valueName: "n"
    )
  )
  var headerColumns: Int?

  @Flag(help: "HTML: list the tables of the page. (default: on without --table and --records)")
  var list = false

  @Option(
    help: ArgumentHelp(
      "HTML: the address of the page, against which links are resolved. (default: its own base)",
      valueName: "url"
    )
  )
  var base: String?

  @Option(help: "How to print: table, json or csv.")
  var format = ResultFormat.table

  @Option(help: "The encoding, such as windows-1252 or big5. (default: detected)")
  var encoding: String?

  @Option(help: ArgumentHelp("CSV, HTML: how many rows are the header: a number, none or auto.", valueName: "rows"))
  var header = HeaderOption.detect

  @OptionGroup(title: "CSV") var delimited: DelimitedArguments

  @Option(help: ArgumentHelp("The most records to print; 0 for no limit.", valueName: "n"))
  var limit = 0

  @Flag(help: "JSON: print the place of each field too. (default: off)")
  var places = false

  @Flag(
    help: "Say what was found out about the source, how surely and from what, instead of its records. (default: off)"
  )
  var explain = false

  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit cannot be negative.") }
    if table != nil, records != nil { throw ValidationError("--table and --records exclude each other.") }
    if let wrong = namespaces.first(where: { !$0.contains("=") }) {
      throw ValidationError("--namespaces: ‘\(wrong)’ is not written like prefix=uri.")
    }
    if places, format != .json { throw ValidationError("--places needs --format json.") }
    if let table, sourceFormat == .csv, DelimitedArguments.table(table) == nil {
      throw ValidationError("--table: a CSV table has a number, from 1; or say ‘all’.")
    }
    if let encoding, TextEncoding(named: encoding) == nil {
      throw ValidationError("--encoding: there is no encoding ‘\(encoding)’.")
    }
  }

  func run() async throws {
    let output = CommandOutput(outputOptions)
    let input = try SourceInput(path: file, name: file, member: member)
    var source: any ReadableSource
    switch sourceFormat ?? SourceFormat.detected(input) {
    case .csv: source = try delimitedSource(input)
    case .xml: source = try xmlSource(input)
    case .html:
      guard !list, let page = try pageSource(input) else { return try listTables(input, output) }
      source = page
    }
    let packings = input.packings.map {
      ExplainedItem(subject: "packing", value: $0.rawValue, confidence: 1, evidence: "its first bytes")
    }
    if explain { return try print(packings + source.explanation, output) }
    for item in source.explanation { output.note(item.note) }
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

  private func delimitedSource(_ input: SourceInput) throws -> any ReadableSource {
    var recipe = delimited.recipe()
    recipe.encoding = encoding.flatMap { TextEncoding(named: $0) }
    recipe.header = header.rows
    recipe.table = table.flatMap(DelimitedArguments.table)
    recipe.description = try delimited.description(of: file)
    let reader = try input.delimitedReader(recipe.options(fileName: input.name))
    return try DelimitedReadableSource(reader, fileName: input.name)
  }

  private func print(_ items: [ExplainedItem], _ output: CommandOutput) throws {
    var printer = ResultPrinter(
      output,
      format: format,
      columns: [
        ResultPrinter.Column(name: "subject"), ResultPrinter.Column(name: "value"),
        ResultPrinter.Column(name: "confidence", isNumeric: true), ResultPrinter.Column(name: "evidence"),
      ]
    )
    for item in items {
      try printer.add([.text(item.subject), .text(item.value), .real(item.confidence), .text(item.evidence)])
    }
    try printer.finish()
    try output.finish()
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
    for table in try HTMLTableReader.tables(in: input.markup, options: htmlOptions(input, choice: .automatic)) {
      try printer.add([
        .integer(Int64(table.number)), .integer(Int64(table.line)), .integer(Int64(table.rows)),
        .integer(Int64(table.columns)), table.id.map { .text($0) } ?? .null, table.caption.map { .text($0) } ?? .null,
        table.heading.map { .text($0) } ?? .null, .list(table.firstRow.map { .text($0) }),
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
      let reader = try HTMLRecordReader(input.markup, records: records, fields: paths, options: options)
      return MarkupReadableSource(reader, fieldNames: paths.isEmpty ? nil : paths.map(\.text))
    }
    return try table.map { table in
      let reader = try HTMLTableReader(
        input.markup,
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
    let reader = try XMLRecordReader(input.markup, options: options, fields: paths)
    return MarkupReadableSource(reader, fieldNames: paths.isEmpty ? nil : paths.map(\.text))
  }

  /// The paths of `--fields`; commas in brackets, parentheses and quotes are part of a path.
  private var fieldTexts: [String] {
    var texts = [""]
    var depth = 0
    var quote: Character?
    for character in fields ?? "" {
      if let open = quote {
        if character == open { quote = nil }
      } else if "'\"".contains(character) {
        quote = character
      } else if "[(".contains(character) {
        depth += 1
      } else if "])".contains(character) {
        depth -= 1
      } else if character == ",", depth == 0 {
        texts.append("")
        continue
      }
      texts[texts.count - 1].append(character)
    }
    return texts.map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
  }
}

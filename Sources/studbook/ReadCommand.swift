import ArgumentParser
import DelimitedText
import Findings
import ImportPipeline
import JSONText
import MarkupText
import PackedSources
import Reports
import TextInput

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
        studbook read breeds.json --records '$.breeds[*]' --fields code,name.en
        studbook read breeds.xlsx --sheet Breeds --merged expand
        studbook read towns.txt --explain
        studbook read towns.txt --delimiter ';' --header 3 --encoding big5
      """
  )

  @Argument(
    help:
      "The source: CSV, XML, HTML, JSON or a workbook; packed or not; a folder or pattern for several; ‘-’ for standard input.",
    completion: .file()
  )
  var file: String

  @Option(
    help: ArgumentHelp(
      "Which file of an archive: its path, its name or a pattern. (default: the only file)",
      valueName: "path"
    )
  )
  var member: String?

  @Option(
    name: .customLong("as"),
    help: "The format: csv, xml, html, json, jsonlines or xlsx. (default: what the file looks like)"
  )
  var sourceFormat: SourceFormat?

  @Option(
    help: ArgumentHelp(
      "XML, JSON: the path of the records; HTML: a selector or XPath of them. (default: XML /*/*; JSON the likeliest)",
      valueName: "path"
    )
  )
  var records: String?

  @Option(
    help: ArgumentHelp(
      "XML, JSON, HTML with --records: paths of fields, separated by commas. (default: what each record has)",
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

  @Flag(
    help:
      "List the tables of a page, the sheets of a workbook, or where JSON has records. (default: on for pages without --table and --records)"
  )
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

  @Option(
    help: ArgumentHelp("CSV, HTML, sheets: how many rows are the header: a number, none or auto.", valueName: "rows")
  )
  var header = HeaderOption.detect

  @OptionGroup(title: "CSV") var delimited: DelimitedArguments

  @OptionGroup(title: "Worksheets") var worksheet: WorksheetArguments

  @Option(help: ArgumentHelp("The most records to print; 0 for no limit.", valueName: "n"))
  var limit = 0

  @Flag(help: "JSON: print the place of each field too. (default: off)")
  var places = false

  @Flag(
    help: "Say what was found out about the source, how surely and from what, instead of its records. (default: off)"
  )
  var explain = false

  @OptionGroup var outputOptions: OutputOptions

  @Option(help: "JSON: texts that are not quite JSON are faults (strict) or warnings (tolerant).")
  var syntax = JSONMode.strict

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit cannot be negative.") }
    if table != nil, records != nil { throw ValidationError("--table and --records exclude each other.") }
    if let wrong = namespaces.first(where: { !$0.contains("=") }) {
      throw ValidationError("--namespaces: ‘\(wrong)’ is not written like prefix=uri.")
    }
    if let wrong = namespaces.first(where: { $0.contains(/,[A-Za-z_][\w.-]*=/) }) {
      throw ValidationError("--namespaces: put a space, not a comma, between prefixes: ‘\(wrong)’.")
    }
    if places, format != .json { throw ValidationError("--places needs --format json.") }
    if let table, sourceFormat == .csv, DialectWord.table(table) == nil {
      throw ValidationError("--table: a CSV table has a number, from 1; or say ‘all’.")
    }
    if let encoding, TextEncoding(named: encoding) == nil {
      throw ValidationError("--encoding: there is no encoding ‘\(encoding)’.")
    }
  }

  func run() async throws {
    let output = CommandOutput(outputOptions, endsWithReader: true)
    let files = try SourceFiles.at(file)
    guard let first = files.first else { throw ValidationError("No file fits ‘\(file)’.") }
    // Standard input can be opened once only.
    let firstInput = try input(first)
    try requireOptions(for: sourceFormat ?? SourceFormat.detected(firstInput), first.name)
    if try listContents(firstInput, output) { return }
    if explain { return try print(explanation(of: first, firstInput), output) }
    var listing = RecordListing(
      output,
      format: format,
      fieldNames: files.count > 1 ? try fieldNames(of: files) : nil,
      showsPlaces: places
    )
    // Of very many findings only those are kept that are shown.
    let report = TerminalReport(
      usesColour: output.usesColor(on: .diagnostics),
      columns: output.columns(of: .diagnostics)
    )
    var findings = FindingSelection(perRule: report.findingsPerRule)
    var count = 0
    do {
      try list()
    } catch is OutputClosed where Self.fails(findings) {
      throw CommandExit.findings
    }
    try finish(findings, count: count, report, output)

    func list() throws {
      for (number, file) in files.enumerated() where limit == 0 || count < limit {
        let input = try number == 0 ? firstInput : input(file)
        var source = try source(input, of: file)
        if number == 0 {
          // As a block of their own, also where both streams go to one terminal.
          let notes = source.explanation.map(\.note)
          if !notes.isEmpty { output.note(notes.joined(separator: "\n") + "\n") }
          if files.count == 1 { listing.knows(source.fieldNames) }
        }
        while limit == 0 || count < limit, let record = try source.next() {
          count += 1
          try listing.add(record)
          findings.add(source.takeFindings())
        }
        findings.add(source.takeFindings() + input.takeFindings())
      }
      try listing.finish()
      try output.finish()
    }
  }

  private static func fails(_ findings: FindingSelection) -> Bool {
    findings.tally.counts.contains { $0.severity == .error }
  }

  private func finish(
    _ findings: FindingSelection,
    count: Int,
    _ report: TerminalReport,
    _ output: CommandOutput
  ) throws {
    if !findings.shown.isEmpty { output.diagnosticReport(report.text(findings)) }
    output.note("\(count) \(count == 1 ? "record" : "records"), \(CommandOutput.summary(of: findings.tally))")
    if count == 0, let records { output.note("Nothing stands at ‘\(records)’, which --records says.") }
    if Self.fails(findings) { throw CommandExit.findings }
  }

  /// The names of all files' fields, each once; `nil` if the records of a file have names of their own.
  private func fieldNames(of files: [SourceFile]) throws -> [String]? {
    var names: [String] = []
    for file in files {
      guard let ofFile = try source(input(file), of: file).fieldNames else { return nil }
      for name in ofFile where !names.contains(name) { names.append(name) }
    }
    return names
  }

  func print(_ items: [ExplainedItem], _ output: CommandOutput) throws {
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

  /// The paths of `--fields`; commas in brackets, parentheses and quotes are part of a path.
  var fieldTexts: [String] {
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

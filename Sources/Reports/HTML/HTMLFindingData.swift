internal import Findings

/// The findings as rows of JSON in the page, for the script.
///
/// A row is an array, and what repeats stands in tables: at 100,000 findings, names of members would make the page half as large again.
struct HTMLFindingData {
  private var json = JSONWriter()
  private var blocks: [[UInt8]] = []
  private var rowsInBlock = 0
  private var rules = StringTable()
  private var files = StringTable()
  private var names = StringTable()

  /// The script parses one block at a time, so that the page stays responsive.
  private static let rowsPerBlock = 2_000

  /// Appends a row; the script's `row` function has the order of its members.
  ///
  /// - Complexity: O(1) in findings.
  mutating func add(_ finding: HTMLFinding) {
    let rule = rules.index(of: finding.rule.rawValue)
    let file = finding.file.map { files.index(of: $0) } ?? -1
    let field = finding.field.map { names.index(of: $0) } ?? -1
    let target = finding.target.map { names.index(of: $0) } ?? -1
    json.array { json in
      json.string(finding.identifier)
      json.number(rule)
      json.number(finding.severity == .error ? 2 : finding.severity == .warning ? 1 : 0)
      for number in [file, finding.line, finding.column, finding.record ?? 0, field, target] { json.number(number) }
      json.string(finding.message)
      json.optional(finding.value)
      json.optional(finding.suggestion)
      if let source = finding.source {
        json.number(source.line)
        for text in [source.before, source.mark, source.after] { json.string(text) }
      } else {
        json.number(0)
      }
      if !finding.related.isEmpty || finding.acceptance != nil {
        if finding.source == nil { for _ in 0..<3 { json.number(0) } }
        json.array { json in
          for related in finding.related {
            json.string(related.place)
            json.string(related.message)
          }
        }
      }
      if let acceptance = finding.acceptance { json.string(acceptance) }
    }
    if rowsInBlock == 0 { blocks.append([]) } else { blocks[blocks.count - 1].append(UInt8(ascii: ",")) }
    blocks[blocks.count - 1].append(UInt8(ascii: "\n"))
    json.move(to: &blocks[blocks.count - 1])
    rowsInBlock = (rowsInBlock + 1) % Self.rowsPerBlock
  }

  /// Writes the tables and the rows as blocks of JSON, which browsers do not run.
  func render(into output: inout ReportBuffer, ruleOrder: [RuleCode], summary: RunSummary) {
    var ranks: [String: Int] = [:]
    for (rank, rule) in ruleOrder.enumerated() { ranks[rule.rawValue] = rank }
    var fileRanks: [String: Int] = [:]
    for (rank, source) in summary.sources.enumerated() where fileRanks[source.file] == nil {
      fileRanks[source.file] = rank
    }
    var tables = JSONWriter()
    tables.object { json in
      json.array("rules") { json in
        for code in rules.strings {
          let description = RuleCatalogue.rule(RuleCode(rawValue: code))
          json.array { json in
            json.string(VisibleText.escaped(code))
            json.string(description?.title ?? VisibleText.escaped(code))
            json.string(description?.advice ?? "")
            json.number(ranks[code] ?? ruleOrder.count)
            json.string(HTMLText.identifier("rule", code))
          }
        }
      }
      json.array("files") { json in
        for file in files.strings {
          json.array { json in
            json.string(VisibleText.escaped(file))
            json.number(fileRanks[file] ?? summary.sources.count)
            json.string(HTMLText.identifier("file", file))
          }
        }
      }
      json.array("names", names.strings) { $0.string($1) }
    }
    output.append("<script type=\"application/json\" id=\"tables\">")
    tables.move(to: &output)
    output.line("</script>")
    for block in blocks {
      output.append("<script type=\"application/json\" data-rows>[")
      output.append(contentsOf: block)
      output.line("]</script>")
    }
  }
}

extension JSONWriter {
  /// A text, or 0 for none: shorter than `null`, and as false to the script.
  fileprivate mutating func optional(_ value: String?) {
    if let value { string(value) } else { number(0) }
  }
}

/// Gives each different text a number, from 0, in the order in which they come.
private struct StringTable {
  private(set) var strings: [String] = []
  private var indices: [String: Int] = [:]

  mutating func index(of text: String) -> Int {
    if let index = indices[text] { return index }
    indices[text] = strings.count
    strings.append(text)
    return strings.count - 1
  }
}

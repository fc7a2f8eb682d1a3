internal import Findings
internal import ImportPipeline
internal import Reports

/// The list of findings, by rule, worst first.
struct FindingsPage {
  /// How many findings one page has.
  private static let perPage = 100

  private let request: DeskRequest
  private let state: DeskState
  private let desk: DeskContext
  private let cells: SourceCells?

  init(_ request: DeskRequest, _ state: DeskState, _ desk: DeskContext) throws {
    self.request = request
    self.state = state
    self.desk = desk
    cells = state.plan.map { SourceCells($0) }
  }

  var response: DeskResponse {
    get throws {
      guard let judgement = state.judgement else { return desk.page("Findings", path: "/", problem) }
      let verdict = RunVerdict(judgement.summary)
      let main: HTML = """
        <div id="verdict" class="verdict \(verdict.kind.rawValue)" data-live>\(HTML(unescaped: HTMLIcon.verdict(verdict.kind)))
        <div><p class="headline">\(verdict.headline)</p><p>\(verdict.details.joined(separator: " "))</p></div></div>
        \(try list(judgement))
        """
      return desk.page("Findings", path: "/", main)
    }
  }

  /// What is said where nothing can be judged.
  private var problem: HTML {
    let items: [HTML] = (state.problem?.findings ?? []).map { HTMLFinding($0, fingerprint: "recipe").item() }
    return """
      <section id="problem" data-live><h2>The sources cannot be judged</h2>
      \("<p class=\"limit\">\(visible: state.problem?.message ?? "")</p>", if: items.isEmpty)\("<ol class=\"list\">\(items)</ol>", if: !items.isEmpty)
      <p class="limit">The desk looks again as soon as a file is saved.</p></section>
      """
  }

  private func list(_ judgement: DeskJudgement) throws -> HTML {
    let rule = request["rule"] ?? ""
    let file = request["file"] ?? ""
    let words = (request["text"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
    let withAccepted = request["accepted"] != nil
    var fitting: [RuleCode: [DeskFinding]] = [:]
    var files: [String] = []
    for (finding, fingerprint) in zip(judgement.findings, state.fingerprints) {
      if let name = finding.position?.file, !files.contains(name) { files.append(name) }
      guard withAccepted || finding.acceptance == nil, rule.isEmpty || finding.rule.rawValue == rule,
        file.isEmpty || finding.position?.file == file
      else { continue }
      if !words.isEmpty {
        let text =
          "\(finding.message) \(finding.value ?? "") \(finding.field ?? "") \(finding.position?.description ?? "") \(finding.excerpt?.text ?? "")"
          .lowercased()
        guard words.allSatisfy({ text.contains($0) }) else { continue }
      }
      fitting[finding.rule, default: []].append(DeskFinding(finding, fingerprint, state.plan))
    }
    let rows = RuleRow.worstFirst(judgement.summary.findingCounts)
    let ordered = rows.compactMap { row in fitting[row.rule].map { (row: row, findings: $0) } }
    let total = ordered.reduce(0) { $0 + $1.findings.count }
    let first = min(max(1, Int(request["from"] ?? "") ?? 1) - 1, max(0, total - 1))
    var groups = HTML()
    var position = 0
    for (row, findings) in ordered {
      let shown = findings.enumerated().filter { (first..<first + Self.perPage).contains(position + $0.offset) }
      position += findings.count
      guard !shown.isEmpty else { continue }
      groups += try group(row, findings, shown.map(\.element))
    }
    return """
      \(filters(rows, files, rule: rule, file: file, withAccepted: withAccepted))
      <div id="groups" class="by-rule" data-live>
      \(total == 0 ? "<p class=\"nothing\">\(judgement.findings.isEmpty ? "Nothing to mend: no rule was broken." : "No finding matches.")</p>" : groups)
      \(pages(first, total))
      </div>
      """
  }

  private func filters(_ rows: [RuleRow], _ files: [String], rule: String, file: String, withAccepted: Bool) -> HTML {
    func option(_ value: String, _ title: String, _ chosen: String) -> HTML {
      "<option value=\"\(value)\"\(" selected", if: value == chosen)>\(visible: title)</option>"
    }
    let rules: [HTML] = rows.map { row in
      option(row.rule.rawValue, "\(RuleCatalogue.rule(row.rule)?.title ?? row.rule.rawValue) (\(row.total))", rule)
    }
    return """
      <form class="filter" role="search" aria-label="Filter the findings" method="get" action="/">
      <label><span>Search</span><input type="search" name="text" value="\(request["text"] ?? "")" autocomplete="off"></label>
      <label><span>Rule</span><select name="rule"><option value="">All rules</option>\(rules)</select></label>
      <label><span>File</span><select name="file"><option value="">All files</option>\(files.map { option($0, $0, file) })</select></label>
      <label class="check"><input type="checkbox" name="accepted"\(" checked", if: withAccepted)> Accepted ones too</label>
      <button class="act">Show</button>
      </form>
      """
  }

  private func pages(_ first: Int, _ total: Int) -> HTML {
    guard total > Self.perPage else { return HTML() }
    func link(_ from: Int, _ title: String) -> HTML {
      let query =
        request.values.filter { $0.name != "from" && $0.name != "token" }
        .map { "\(DeskPath.encoded($0.name))=\(DeskPath.encoded($0.value))" } + ["from=\(from + 1)"]
      return "<a href=\"/?\(query.joined(separator: "&"))\">\(title)</a> "
    }
    let last = min(first + Self.perPage, total)
    return """
      <nav class="pages" aria-label="Pages"><p>\(grouped: first + 1) to \(grouped: last) of \(grouped: total)
      \(first > 0 ? link(max(0, first - Self.perPage), "Earlier") : "")\(last < total ? link(last, "Later") : "")</p></nav>
      """
  }

  private func group(_ row: RuleRow, _ all: [DeskFinding], _ shown: [DeskFinding]) throws -> HTML {
    let identifier = HTMLText.identifier("rule", row.rule.rawValue)
    let description = RuleCatalogue.rule(row.rule)
    let suggested = all.count { $0.finding.suggestion != nil && $0.finding.acceptance == nil && $0.source != nil }
    var takeAll = HTML()
    if suggested > 1, !desk.isReadOnly {
      takeAll = """
        <form method="post" action="/rules/\(DeskPath.encoded(row.rule.rawValue))/take">\
        <button class="act">Take all \(suggested) suggestions</button></form>
        """
    }
    let items = try shown.map { try item($0) }
    return """
      <section class="group" id="\(identifier)" aria-labelledby="\(identifier)-title"><div class="group-head">\
      <h2 id="\(identifier)-title">\(visible: description?.title ?? row.rule.rawValue) <span class="count">\(grouped: all.count)</span></h2>\
      <p class="code"><code>\(visible: row.rule.rawValue)</code></p>\
      \(description.map { "<p class=\"advice\"><b>What to do</b> \($0.advice)</p>" as HTML })\(takeAll)</div>\
      <ol class="list">\(items)</ol></section>
      """
  }

  private func item(_ found: DeskFinding) throws -> HTML {
    let shown = HTMLFinding(found.finding, fingerprint: found.fingerprint)
    guard !desk.isReadOnly, let cells else { return shown.item() }
    return shown.item(actions: try FindingForms(found, state, cells).html)
  }
}

/// Texts in addresses.
enum DeskPath {
  /// A text as a part of a path or query.
  static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain =
        byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
      if isPlain || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte) { return String(Unicode.Scalar(byte)) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    .joined()
  }
}

internal import Findings
internal import ImportPipeline
internal import Reports

/// A record by itself with a field for each of its own: what a browser without script edits with, and what adds records.
struct SourceRecordForm {
  let entry: GridShelf.Entry
  /// `nil` for a record that is to be added.
  let record: GridRecord?
  /// The record after which a new one comes; `nil` for the end.
  var after: Int?
  let isReadOnly: Bool
  let version: Int

  private var source: PlannedSource { entry.grid.source }

  var html: HTML {
    let path = "/sources/\(source.number)"
    let fixed = FixedCells(entry)
    let obstacle = isReadOnly ? nil : fixed.ofSource
    let isReadOnly = isReadOnly || obstacle != nil
    let reason: HTML = obstacle.map { "<p class=\"grid-fixed\">Nothing is changed here, because \($0).</p>" } ?? ""
    func field(_ number: Int) -> HTML {
      self.field(number, isReadOnly: isReadOnly, isReadOnly ? nil : record.flatMap { fixed.reason($0, number) })
    }
    let fields = entry.grid.columns.indices.map(field)
    guard let record else {
      let place: HTML = after.map { "<input type=\"hidden\" name=\"after\" value=\"\($0)\">" } ?? ""
      return """
        <p class="grid-about"><a href="\(path)">\(source.name)</a> · \(after.map { "after record \($0)" } ?? "at the end")</p>
        \(reason)
        <form class="record" method="post" action="\(path)/records">\(place)<input type="hidden" name="version" value="\(version)">
        \(fields)<p class="grid-actions">\("<button class=\"act main\">Add</button> ", if: !isReadOnly)<a class="act" href="\(path)">Cancel</a></p></form>
        """
    }
    let own = entry.faults.findings(record.number, notAbout: entry.grid.columns.map(\.name)).map(finding)
    let around: HTML = """
      \("<a href=\"\(path)/records/\(record.number - 1)\" rel=\"prev\">Before</a> ", if: record.number > 1)\
      <a href="\(path)/records/\(record.number + 1)" rel="next">Next</a>
      """
    let head: HTML = """
      <p class="grid-about"><a href="\(path)?from=\(max(1, record.number - 5))">\(source.name)</a> · \(record.place.file), line \(record.place.line) · \(around)</p>
      \(own)\(reason)
      """
    guard !isReadOnly else { return "\(head)<div class=\"record\">\(fields)</div>" }
    let expected = record.cells.enumerated().map { number, cell -> HTML in
      cell.text.map { "<input type=\"hidden\" name=\"was\(number)\" value=\"\($0)\">" } ?? ""
    }
    return """
      \(head)
      <form class="record" method="post" action="\(path)/records/\(record.number)">\(expected)<input type="hidden" name="version" value="\(version)">
      \(fields)<p class="grid-actions"><button class="act main">Save</button> <a class="act" href="\(path)/new?after=\(record.number)">Add a record after it</a></p></form>
      <form method="post" action="\(path)/records/\(record.number)/delete">\(expected)<input type="hidden" name="version" value="\(version)">
      <p class="grid-actions"><button class="act">Delete the record</button></p></form>
      """
  }

  /// - Parameter obstacle: Why this field cannot be changed, although others can.
  private func field(_ number: Int, isReadOnly: Bool, _ obstacle: String?) -> HTML {
    let column = entry.grid.columns[number]
    let findings = record.map { entry.faults.findings($0.number, field: column.name) } ?? []
    let text = record?.cells[number].text
    let fixed: HTML = obstacle.map { "<p class=\"grid-fixed\">Not changed here, because \($0).</p>" } ?? ""
    let hasWords = !findings.isEmpty || obstacle != nil
    let about: HTML = !hasWords ? "" : " aria-describedby=\"about\(number)\""
    let rows = min(8, max(1, (text ?? "").utf8.count / 70 + (text ?? "").utf8.count { $0 == 10 } + 1))
    let readOnly: HTML = isReadOnly || obstacle != nil ? " readonly" : ""
    // The first line feed of a text area's content is not part of its value.
    return """
      <div class="field"><label for="f\(number)">\(column.name)\(column.type.map { " <small>\($0)</small>" })</label>
      <textarea id="f\(number)" name="f\(number)" rows="\(rows)" data-absent="\(text == nil ? "1" : "0")"\(about)\(readOnly)>
      \(text ?? "")</textarea>\("<div id=\"about\(number)\">\(findings.map(finding))\(fixed)</div>", if: hasWords)</div>
      """
  }

  private func finding(_ finding: Finding) -> HTML {
    let suggestion: HTML = finding.suggestion.map { " Suggested: <code>\(visible: $0)</code>" } ?? ""
    return "<p class=\"said \(finding.severity.rawValue)\">\(finding.message).\(suggestion)</p>"
  }
}

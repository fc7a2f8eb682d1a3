internal import Findings
internal import ImportPipeline
internal import Reports

/// Changes of sources that editors ask for at a finding.
extension FindingRequest {
  /// Writes what was typed into the cell.
  func mend() async throws -> DeskResponse {
    let typed = request["text"] ?? ""
    guard let plan = desk.session.state.plan, let source = found.source, let record = found.finding.record,
      let field = found.finding.field, let position = found.finding.position,
      let cell = try await desk.session.work({ try found.cell(SourceCells(plan)) })
    else {
      throw DeskProblem(.unprocessableContent, "This finding is about no cell", "Edit the text of the file there.")
    }
    if let obstacle = cell.obstacle {
      throw DeskProblem(.unprocessableContent, "The cell cannot be changed here", "Because \(obstacle).")
    }
    let now = cell.text ?? ""
    let seen = request.seen("expected", now: now) ?? ""
    guard now == seen else { return conflict(field, now: now, typed: typed, seen: seen) }
    let text = CellEdit.text(typed, over: now)
    let address = RecordAddress(source: source, number: record, file: position.file)
    do {
      try await desk.session.perform(
        [.cell(CellEdit(address, field: field, byteRange: position.byteRange, expected: cell.text, text: text))],
        title: "\(Self.short(now)) → \(Self.short(text)) in \(position.file)",
        version: request["version"].flatMap { Int($0) }
      )
    } catch let error as SourceEditError {
      switch error.kind {
      // Where nobody has changed anything, the finding stands at one of the values of the field.
      case .otherText where request["version"] == "\(desk.session.state.version)":
        throw DeskProblem(
          .unprocessableContent,
          "The cell cannot be changed here",
          "Because it is put together from several values. Edit the text of the file there."
        )
      case .otherText(_, let there): return conflict(field, now: there ?? "", typed: typed, seen: seen)
      case .changedFile: return conflict(field, now: now, typed: typed, seen: seen)
      case .missing, .obstacle:
        throw DeskProblem(.unprocessableContent, "The cell is not changed", error.description + ".")
      }
    }
    return .seeOther("/")
  }

  /// Shows the editor what stands there and what was typed; nothing is written.
  private func conflict(_ field: String, now: String, typed: String, seen: String) -> DeskResponse {
    let main: HTML = """
      <p>Somebody has changed the source since this page was shown. Nothing has been written.</p>
      <dl class="both"><dt>You saw</dt><dd><q>\(visible: seen)</q></dd><dt>Now it says</dt><dd><q>\(visible: now)</q></dd>\
      <dt>You typed</dt><dd><q>\(visible: typed)</q></dd></dl>
      \(FindingForms.form(found, field: field, expected: now, typed: typed, desk.session.state.version, button: "Write mine"))
      <p><a href="/">Leave what is there</a></p>
      """
    return desk.page("The cell says something else by now", path: "/", main, status: .conflict)
  }

  /// Writes the text of the file anew, where the finding stands.
  func write() async throws -> DeskResponse {
    guard let source = found.source, let file = found.finding.position?.file,
      let start = request["start"].flatMap({ Int($0) }), let end = request["end"].flatMap({ Int($0) }), 0 <= start,
      start <= end,
      let plan = desk.session.state.plan
    else { throw DeskProblem(.badRequest, "There is no text to write") }
    let text = request["text"] ?? ""
    let seen = request["expected"] ?? ""
    let version = request["version"].flatMap { Int($0) }
    let now = try await desk.session.work {
      try SourceEditor(plan).text(source: source, file: file, byteRange: start..<end)
    }
    guard let now, Self.plain(now) == Self.plain(seen), version == desk.session.state.version else {
      let main: HTML = """
        <p>Somebody has changed \(file) since this page was shown. Nothing has been written.</p>
        <h2>You typed</h2><pre class="source"><code>\(visible: text)</code></pre>
        <p><a href="\(found.path("text"))">Look at the text that is there now</a></p>
        """
      return desk.page("The file is another one by now", path: "/", main, status: .conflict)
    }
    do {
      try await desk.session.perform(
        [.text(TextEdit(source: source, file: file, byteRange: start..<end, expected: now, text: text))],
        title: "the text of \(file), line \(found.finding.position?.line ?? 0)"
      )
    } catch let error as SourceEditError {
      throw DeskProblem(.unprocessableContent, "The text is not changed", error.description + ".")
    }
    return .seeOther("/")
  }

  /// Takes the finding's suggestion.
  func take() async throws -> DeskResponse {
    try await Self.take(title: "the suggestion “\(Self.short(found.finding.suggestion ?? ""))”", desk) {
      finding,
      fingerprint in
      fingerprint == found.fingerprint
    }
  }

  /// Takes all suggestions of a rule.
  static func takeAll(_ rule: String, _ desk: DeskContext) async throws -> DeskResponse {
    try await take(title: "all suggestions of \(rule)", desk) { finding, _ in
      finding.rule.rawValue == rule && finding.acceptance == nil
    }
  }

  private static func take(
    title: String,
    _ desk: DeskContext,
    _ isWanted: @escaping @Sendable (Finding, String) -> Bool
  ) async throws -> DeskResponse {
    try await desk.session.change(title) { state, plan in
      let wanted = zip(state.judgement?.findings ?? [], state.fingerprints).filter { isWanted($0, $1) }.map(\.0)
      var fixer = SourceFixer(plan: plan, takesSuggestions: true)
      fixer.takesAnySuggestion = true
      let fixes = try fixer.fixes(for: wanted)
      guard fixes.contains(where: { !$0.edits.isEmpty }) else {
        let reason = fixes.flatMap(\.left).first?.reason ?? "there is none any more"
        throw DeskProblem(.unprocessableContent, "No suggestion is taken", "Because \(reason).")
      }
      return fixes.map(\.revision).filter { !$0.edits.isEmpty }
    }
    return .seeOther("/")
  }
}

internal import Findings
internal import ImportPipeline
internal import Reports

/// The text of a file where a finding stands, to be edited as it is: the record, or the lines around.
struct FindingTextPage {
  private let found: DeskFinding
  private let desk: DeskContext

  init(_ found: DeskFinding, _ desk: DeskContext) {
    self.found = found
    self.desk = desk
  }

  func response() async throws -> DeskResponse {
    let state = desk.session.state
    guard let plan = state.plan, let source = found.source, let position = found.finding.position,
      let range = position.byteRange
    else { throw DeskProblem(.notFound, "This finding is about no text of a source") }
    let found = found
    let place = try await desk.session.work { () throws -> (text: String, range: Range<Int>)? in
      let editor = SourceEditor(plan)
      var wanted = try editor.lines(source: source, file: position.file, around: range)
      if let record = found.finding.record, let place = try editor.place(ofRecord: record, inSource: source) {
        wanted = place.byteRange
      }
      guard let wanted, let text = try editor.text(source: source, file: position.file, byteRange: wanted) else {
        return nil
      }
      return (text, wanted)
    }
    guard let place else {
      throw DeskProblem(
        .unprocessableContent,
        "The file cannot be changed here",
        "It is packed or a workbook, or no text."
      )
    }
    let rows = min(max(place.text.count { $0.isNewline } + place.text.count / 90 + 1, 3), 20)
    let shown = HTMLFinding(found.finding, fingerprint: found.fingerprint)
    let form: HTML = """
      <form class="text" method="post" action="\(found.path("text"))">\
      <input type="hidden" name="version" value="\(state.version)">\
      <input type="hidden" name="start" value="\(place.range.lowerBound)"><input type="hidden" name="end" value="\(place.range.upperBound)">\
      <input type="hidden" name="expected" value="\(place.text)">\
      <label><span>\(position.file), as it stands there</span><textarea name="text" rows="\(rows)" spellcheck="false" class="code">
      \(place.text)</textarea></label>
      <button class="act main">Write</button> <a href="/">Leave it</a></form>
      """
    return desk.page(
      "The text of the file",
      path: "/",
      "<ol class=\"list\">\(shown.item())</ol>\(form, if: !desk.isReadOnly)"
    )
  }
}

internal import Findings
internal import ImportPipeline
internal import Reports

/// The fields and buttons of one finding.
struct FindingForms {
  private let found: DeskFinding
  private let state: DeskState
  private let cell: SourceCell?

  init(_ found: DeskFinding, _ state: DeskState, _ cells: SourceCells) throws {
    self.found = found
    self.state = state
    cell = try found.cell(cells)
  }

  var html: HTML { "<div class=\"mend\">\(value)\(suggestion)\(otherwise)</div>" }

  /// The field for the right value, with what stands there now.
  private var value: HTML {
    guard let cell, let field = found.finding.field else { return HTML() }
    if let obstacle = cell.obstacle { return "<p class=\"obstacle\">Not changed here, because \(obstacle).</p>" }
    return Self.form(
      found,
      field: field,
      expected: cell.text ?? "",
      typed: cell.text ?? "",
      state.version,
      button: "Write"
    )
  }

  /// A form for a cell's text.
  ///
  /// - Parameters:
  ///   - expected: What stands there, as the editor has seen it.
  ///   - typed: What is in the field.
  static func form(
    _ found: DeskFinding,
    field: String,
    expected: String,
    typed: String,
    _ version: Int,
    button: String
  ) -> HTML {
    let isLong = typed.count > 80 || typed.contains(where: \.isNewline)
    // The first line feed of a text area is dropped by browsers.
    let input: HTML =
      isLong
      ? "<textarea name=\"text\" rows=\"3\">\n\(typed)</textarea>"
      : "<input type=\"text\" name=\"text\" value=\"\(typed)\" autocomplete=\"off\" spellcheck=\"false\">"
    return """
      <form class="write" method="post" action="\(found.path("mend"))">\
      <input type="hidden" name="version" value="\(version)"><input type="hidden" name="expected" value="\(expected)">\
      <label><span>\(visible: field)</span>\(input)</label><button class="act main">\(button)</button></form>
      """
  }

  private var suggestion: HTML {
    guard let suggestion = found.finding.suggestion, found.source != nil, cell?.obstacle == nil else { return HTML() }
    return """
      <form method="post" action="\(found.path("take"))">\
      <button class="act">Take “\(visible: Finding.shortened(suggestion))”</button></form>
      """
  }

  /// What else can be done.
  private var otherwise: HTML {
    guard found.finding.acceptance == nil else { return HTML() }
    let text: HTML =
      found.source == nil || found.finding.position?.byteRange == nil
      ? "" : "<p><a href=\"\(found.path("text"))\">Edit the text of the file there</a></p>"
    return """
      <details class="otherwise"><summary>Otherwise</summary>\(text)
      <form class="write" method="post" action="\(found.path("suppress"))">\
      <label><span>Leave it as it is, because</span><input type="text" name="reason" required autocomplete="off"></label>\
      <button class="act">Suppress</button></form>
      <form method="post" action="\(found.path("baseline"))"><button class="act">Put it into the baseline</button></form>
      </details>
      """
  }
}

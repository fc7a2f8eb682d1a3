internal import Findings
internal import ImportPipeline
internal import Reports

/// Editing a property: its form, what is said while one types, and the change.
struct EditPages {
  let cache: BrowserCache

  var routes: [DeskRoute] {
    let cache = cache
    return [
      DeskRoute(.read, "/objects/:entity/:key/edit/:property") { request, desk in
        let (browser, state) = try await cache.browser(desk)
        let (edit, key) = try Self.edit(request, browser)
        // Whoever has the form will ask what would be said of a text.
        desk.session.prepareAside { browser.graph.prepareTrials() }
        return desk.page(
          "\(edit.property) of \(edit.label.title)",
          path: "/objects",
          Self.form(edit, key, state, request, desk)
        )
      },
      DeskRoute(.ask, "/objects/:entity/:key/try/:property") { request, desk in
        let (browser, _) = try await cache.browser(desk)
        guard let trial = try Self.trial(request, browser) else { throw DeskProblem.noObject(ObjectKey(request)) }
        return .html(JudgementHTML.html(trial, form: Self.asked(request).form))
      },
      DeskRoute(.change, "/objects/:entity/:key/edit/:property") { request, desk in
        try await Self.change(request, cache, desk)
      },
    ]
  }

  private static func edit(_ request: DeskRequest, _ browser: ObjectBrowser) throws -> (PropertyEdit, ObjectKey) {
    let key = ObjectKey(request)
    guard let edit = try browser.edit(request.parameters["property"] ?? "", of: key) else {
      throw DeskProblem.noObject(key)
    }
    return (edit, key)
  }

  private static func asked(_ request: DeskRequest) -> (form: PropertyEdit.Form, cell: Int) {
    (request["form"].flatMap(PropertyEdit.Form.init) ?? .value, request["cell"].flatMap { Int($0) } ?? 0)
  }

  private static func trial(_ request: DeskRequest, _ browser: ObjectBrowser) throws -> EditTrial? {
    let (form, cell) = asked(request)
    return try browser.judge(
      request["text"] ?? "",
      for: request.parameters["property"] ?? "",
      of: ObjectKey(request),
      as: form,
      cell: cell
    )
  }

  // MARK: The form

  /// - Parameter trial: What was typed before, if it was not taken at once.
  private static func form(
    _ edit: PropertyEdit,
    _ key: ObjectKey,
    _ state: DeskState,
    _ request: DeskRequest,
    _ desk: DeskContext,
    trial: EditTrial? = nil
  ) -> HTML {
    let crumbs = Crumbs.html([(key.entity, ObjectKey.path(ofEntity: key.entity)), (edit.label.title, key.path)])
    let named: HTML = """
      <p class="hint">\(grouped: edit.namedBy) other \(edit.namedBy == 1 ? "object names" : "objects name") this one by its \
      \(visible: edit.property). Their records have to be changed, too.</p>
      """
    if edit.cells.isEmpty {
      return """
        \(crumbs)<p class="stop">There is no cell to change: \(visible: edit.obstacle ?? "it comes from no source").</p>
        <p class="acts"><a class="act" href="\(key.path)">Back to \(visible: edit.label.title)</a></p>
        """
    }
    let (asked, chosen) = Self.asked(request)
    let isValue = edit.obstacle == nil
    let forms: [HTML] =
      isValue
      ? [
        fields(
          edit,
          key,
          state,
          .value,
          0,
          request["text"].flatMap { asked == .value ? $0 : nil } ?? edit.text,
          asked == .value ? trial : nil
        )
      ]
      : edit.cells.indices.map { number in
        let typed = asked == .cell && chosen == number ? request["text"] : nil
        return fields(
          edit,
          key,
          state,
          .cell,
          number,
          typed ?? edit.cells[number].text ?? "",
          typed == nil ? nil : trial
        )
      }
    let raw: HTML = """
      <details class="more"\(HTML(unescaped: asked == .cell && trial != nil ? " open" : ""))><summary>Write the cell’s own text instead</summary>
      \(isValue ? edit.cells.indices.map { number in
        let typed = asked == .cell ? request["text"] : nil
        return fields(edit, key, state, .cell, number, typed ?? edit.cells[number].text ?? "", typed == nil ? nil : trial)
      } : [])</details>
      """
    return """
      \(crumbs)
      \("<p class=\"stop\">The value itself cannot be typed: \(visible: edit.obstacle ?? "").</p>", if: !isValue)
      \(named, if: edit.namedBy > 0)
      \(forms)
      \(raw, if: isValue)
      """
  }

  private static func fields(
    _ edit: PropertyEdit,
    _ key: ObjectKey,
    _ state: DeskState,
    _ form: PropertyEdit.Form,
    _ number: Int,
    _ text: String,
    _ trial: EditTrial?
  ) -> HTML {
    let cell = edit.cells[number]
    let identifier = "\(form.rawValue)-\(number)"
    let label: HTML = form == .value ? "\(visible: edit.property)" : "\(visible: cell.field)"
    let steps: HTML = edit.steps.isEmpty ? "" : "; \(visible: edit.steps.joined(separator: ", "))"
    let also: HTML =
      cell.alsoFills.isEmpty ? "" : ". The cell also gives \(visible: cell.alsoFills.joined(separator: ", "))"
    let hints = ([edit.type] + edit.limits).filter { !$0.isEmpty }.joined(separator: "; ")
    let confirm: HTML =
      "<label class=\"sure\"><input type=\"checkbox\" name=\"sure\" value=\"1\" required> Save it all the same</label>"
    return """
      <form class="entry" method="post" action="\(key.path)/edit/\(ObjectKey.encoded(edit.property))" \
      data-try="\(key.path)/try/\(ObjectKey.encoded(edit.property))">
      <input type="hidden" name="form" value="\(form.rawValue)"><input type="hidden" name="cell" value="\(number)">
      <input type="hidden" name="version" value="\(state.version)"><input type="hidden" name="seen" value="\(cell.text ?? "")">
      <div><label for="\(identifier)"><span>\(label)</span></label>
      \(input(edit, form, identifier, text))
      <p class="hint" id="\(identifier)-hint">\("\(visible: hints). ", if: form == .value && !hints.isEmpty)From \
      <span class="place">\(visible: cell.position.description)</span>, \(visible: cell.field)\(steps)\(also).</p></div>
      <div class="judged" role="status" aria-live="polite" id="\(identifier)-judged">\(trial.map { JudgementHTML.html($0, form: form) })</div>
      \(confirm, if: trial?.isRejected == true)
      <p class="acts"><button class="act main">Save</button><a class="act" data-cancel href="\(key.path)">Cancel</a></p>
      </form>
      """
  }

  private static func input(_ edit: PropertyEdit, _ form: PropertyEdit.Form, _ identifier: String, _ text: String)
    -> HTML
  {
    let names: HTML =
      "id=\"\(identifier)\" name=\"text\" aria-describedby=\"\(identifier)-hint \(identifier)-judged\" autocomplete=\"off\""
    let focus: HTML = form == .value ? " autofocus" : ""
    if form == .value, !edit.choices.isEmpty {
      let options = edit.choices.map { "<option value=\"\($0)\"></option>" as HTML }
      return """
        <input type="text" \(names) value="\(text)" list="\(identifier)-choices"\(focus)>
        <datalist id="\(identifier)-choices">\(options)</datalist>
        """
    }
    // A line break would not survive in an input.
    if text.count > 60 || text.contains(where: \.isNewline) {
      return "<textarea \(names)\(focus)>\n\(text)</textarea>"
    }
    return "<input type=\"text\" \(names) value=\"\(text)\"\(focus)>"
  }

  // MARK: The change

  private static func change(_ request: DeskRequest, _ cache: BrowserCache, _ desk: DeskContext) async throws
    -> DeskResponse
  {
    let (browser, state) = try await cache.browser(desk)
    let (edit, key) = try Self.edit(request, browser)
    guard let trial = try trial(request, browser) else { throw DeskProblem.noObject(key) }
    let title = "\(edit.property) of \(edit.label.title)"
    guard let (cell, text) = trial.cell, !trial.isRejected || request["sure"] == "1" else {
      let form = form(edit, key, state, request, desk, trial: trial)
      return desk.page(title, path: "/objects", form)
    }
    if trial.isUnchanged { return .seeOther(key.path) }
    let version = request["version"].flatMap { Int($0) } ?? state.version
    let change = CellEdit(
      RecordAddress(source: cell.record.source, number: cell.record.record),
      field: cell.field,
      // What the editor has seen, not what stands there by now.
      expected: cell.text == nil ? nil : request.seen("seen", now: cell.text) ?? cell.text,
      text: text
    )
    let old = cell.text ?? ""
    try await desk.session.perform(
      [.cell(change)],
      title: "\(edit.property) of \(edit.label.title): \(Self.short(old)) → \(Self.short(text))",
      version: version
    )
    let (after, _) = try await cache.browser(desk)
    return .seeOther(try after.path(after: key, cell.record) ?? ObjectKey.path(ofEntity: key.entity))
  }

  static func short(_ text: String) -> String {
    if text.isEmpty { return "nothing" }
    return text.count > 40 ? "\(text.prefix(39))…" : text
  }
}

extension ObjectBrowser {
  /// The page of an object that may have another key after a change of a record: that of its old key, else that of the object which the record makes; `nil` if
  /// there is none.
  func path(after key: ObjectKey, _ record: RecordOrigin) throws -> String? {
    try graph.read { context in
      if try names.keys.object(key, in: context) != nil { return key.path }
      let made = ObjectKey(entity: key.entity, text: "@\(record.source).\(record.record).0")
      return try names.keys.object(made, in: context).map { names.keys.key(of: $0).path }
    }
  }
}

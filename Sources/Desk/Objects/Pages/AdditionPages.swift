internal import AttributeValues
internal import ImportPipeline
internal import Reports

/// Adding an object: a record of the source that makes it.
struct AdditionPages {
  let cache: BrowserCache

  var routes: [DeskRoute] {
    let cache = cache
    return [
      DeskRoute(.read, "/new/:entity") { request, desk in
        let (browser, _) = try await cache.browser(desk)
        let form = try Self.form(request, browser)
        return desk.page("New \(form.entity)", path: "/objects", Self.html(form, request))
      },
      DeskRoute(.ask, "/new/:entity/try") { request, desk in
        let (browser, _) = try await cache.browser(desk)
        let form = try Self.form(request, browser)
        let trial = try browser.judgeAddition(to: form.source, Self.texts(request, form))
        return .html(JudgementHTML.findings(trial.findings, isRejected: trial.isRejected))
      },
      DeskRoute(.change, "/new/:entity") { request, desk in
        let (browser, _) = try await cache.browser(desk)
        let form = try Self.form(request, browser)
        if let obstacle = form.obstacle { throw DeskProblem(.conflict, "Nothing can be added here", obstacle) }
        let texts = Self.texts(request, form)
        let trial = try browser.judgeAddition(to: form.source, texts)
        guard !trial.isRejected || request["sure"] == "1" else {
          return desk.page("New \(form.entity)", path: "/objects", Self.html(form, request, trial: trial))
        }
        let key = browser.key(ofAddition: trial, to: form.source)
        let values = texts.filter { !$0.value.isEmpty }
        try await desk.session.perform(
          [.insertion(RecordInsertion(source: form.source, values: values))],
          title: "New \(form.entity) in \(form.file)"
        )
        let (after, _) = try await cache.browser(desk)
        let isThere = try key.map { try after.detail(of: $0) != nil } ?? false
        return .seeOther(isThere ? key?.path ?? "" : ObjectKey.path(ofEntity: form.entity))
      },
    ]
  }

  private static func form(_ request: DeskRequest, _ browser: ObjectBrowser) throws -> AdditionForm {
    let entity = request.parameters["entity"] ?? ""
    guard let form = try browser.additionForm(for: entity, source: request["source"].flatMap { Int($0) }) else {
      throw DeskProblem(.notFound, "No \(entity) can be added", "No source of the recipe makes objects of this entity.")
    }
    return form
  }

  private static func texts(_ request: DeskRequest, _ form: AdditionForm) -> [String: String] {
    var texts: [String: String] = [:]
    for (number, field) in form.fields.enumerated() { texts[field.name] = request["field.\(number)"] ?? "" }
    return texts
  }

  private static func html(_ form: AdditionForm, _ request: DeskRequest, trial: RecordTrial? = nil) -> HTML {
    let list = ObjectKey.path(ofEntity: form.entity)
    let crumbs = Crumbs.html([(form.entity, list)])
    if let obstacle = form.obstacle {
      return """
        \(crumbs)<p class="stop">Nothing can be added here: \(visible: obstacle).</p>
        <p class="acts"><a class="act" href="\(list)">Back to \(visible: form.entity)</a></p>
        """
    }
    let others = form.sources.filter { $0.number != form.source }.map { number, file -> HTML in
      "<a href=\"/new/\(ObjectKey.encoded(form.entity))?source=\(number)\">\(visible: file)</a> "
    }
    let confirm: HTML =
      "<label class=\"sure\"><input type=\"checkbox\" name=\"sure\" value=\"1\" required> Save it all the same</label>"
    return """
      \(crumbs)
      <p class="kind">A new record at the end of <span class="place">\(visible: form.file)</span>.\(" Instead in: \(others)", if: !others.isEmpty)</p>
      <form class="entry" method="post" action="/new/\(ObjectKey.encoded(form.entity))" data-try="/new/\(ObjectKey.encoded(form.entity))/try">
      <input type="hidden" name="source" value="\(form.source)">
      \(form.fields.enumerated().map { field($1, $0, request) })
      <div class="judged" role="status" aria-live="polite">\(trial.map { JudgementHTML.findings($0.findings, isRejected: $0.isRejected) })</div>
      \(confirm, if: trial?.isRejected == true)
      <p class="acts"><button class="act main">Add</button><a class="act" data-cancel href="\(list)">Cancel</a></p>
      </form>
      """
  }

  private static func field(_ field: AdditionForm.Field, _ number: Int, _ request: DeskRequest) -> HTML {
    let text = request["field.\(number)"] ?? ""
    let fills = field.uses.map { use in
      var words = use.property == field.name ? use.type.modelName : "\(use.property), \(use.type.modelName)"
      if let reference = use.reference {
        words = "\(use.property): the \(reference.attribute) of \(use.isToMany ? "each" : "a") \(reference.entity)"
      }
      return use.steps.isEmpty ? words : "\(words); \(use.steps.joined(separator: ", "))"
    }
    let hints = (field.isRequired ? ["required"] : []) + fills + field.limits
    let list: HTML? = field.choices.isEmpty ? nil : " list=\"choices-\(number)\""
    let options = field.choices.map { "<option value=\"\($0)\"></option>" as HTML }
    let isLong =
      field.uses.first?.type == .string
      && field.limits.contains {
        $0.hasSuffix("characters") && ($0.split(separator: " ").compactMap { Int($0) }.max() ?? 0) > 120
      }
    let names: HTML =
      "id=\"field-\(number)\" name=\"field.\(number)\" aria-describedby=\"hint-\(number)\" autocomplete=\"off\"\(" aria-required=\"true\"", if: field.isRequired)"
    let input: HTML =
      isLong ? "<textarea \(names)>\n\(text)</textarea>" : "<input type=\"text\" \(names)\(list) value=\"\(text)\">"
    return """
      <div><label for="field-\(number)"><span>\(visible: field.name)</span></label>\(input)
      \("<datalist id=\"choices-\(number)\">\(options)</datalist>", if: !options.isEmpty)
      <p class="hint" id="hint-\(number)">\(visible: hints.joined(separator: "; "))</p></div>
      """
  }
}

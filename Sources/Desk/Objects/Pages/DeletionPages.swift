internal import Findings
internal import ImportPipeline
internal import Reports

/// Deleting an object: what it would take along, and the deletion.
struct DeletionPages {
  let cache: BrowserCache

  /// The most objects of a kind of effect that are listed.
  private static let most = 500

  var routes: [DeskRoute] {
    let cache = cache
    return [
      DeskRoute(.read, "/objects/:entity/:key/delete") { request, desk in
        let (browser, state) = try await cache.browser(desk)
        let preview = try Self.preview(request, browser)
        return desk.page("Delete \(preview.object.title)?", path: "/objects", Self.html(preview, state))
      },
      DeskRoute(.change, "/objects/:entity/:key/delete") { request, desk in
        let (browser, state) = try await cache.browser(desk)
        let preview = try Self.preview(request, browser)
        // Another browser may have related more to it since the editor looked.
        guard preview.isPossible, request["count"] == "\(preview.deleted.count)" else {
          return desk.page("Delete \(preview.object.title)?", path: "/objects", Self.html(preview, state))
        }
        let others = preview.deleted.count - 1
        let title =
          others == 0 ? "Deleted \(preview.object.title)" : "Deleted \(preview.object.title) and \(others) more"
        try await desk.session.perform(
          preview.edits,
          title: title,
          version: request["version"].flatMap { Int($0) } ?? state.version
        )
        return .seeOther(ObjectKey.path(ofEntity: ObjectKey(request).entity))
      },
    ]
  }

  private static func preview(_ request: DeskRequest, _ browser: ObjectBrowser) throws -> DeletionPreview {
    let key = ObjectKey(request)
    guard let preview = try browser.deletion(of: key) else { throw DeskProblem.noObject(key) }
    return preview
  }

  private static func html(_ preview: DeletionPreview, _ state: DeskState) -> HTML {
    let key = preview.object.key
    let crumbs = Crumbs.html([(key.entity, ObjectKey.path(ofEntity: key.entity)), (preview.object.title, key.path)])
    let form: HTML = """
      <form class="entry" method="post" action="\(key.path)/delete"><input type="hidden" name="version" value="\(state.version)">
      <input type="hidden" name="count" value="\(preview.deleted.count)">
      <p class="acts"><button class="act danger">Delete \(preview.deleted.count == 1 ? "it" : "all \(preview.deleted.count)")</button>
      <a class="act" data-cancel href="\(key.path)">Keep \(visible: preview.object.title)</a></p></form>
      """
    let back: HTML =
      "<p class=\"acts\"><a class=\"act\" data-cancel href=\"\(key.path)\">Back to \(visible: preview.object.title)</a></p>"
    return """
      \(crumbs)
      \(obstacles(preview))
      \(section("Goes with it", preview.cascades.map { "\(link($0.object)) <span class=\"sub\">\(visible: $0.relationship) of \(visible: $0.other.title)</span>" }))
      \(section("Stays, and is no longer related", preview.nullified.map { "\(link($0.object)) <span class=\"sub\">loses \(visible: $0.other.title) as \(visible: $0.relationship)</span>" }))
      \(section("Is made only for what goes, and so no longer", preview.vanishing.map(link)))
      \(section("Records that are removed", preview.records.map { "<span class=\"place\">\(visible: $0.position.description)</span> record \($0.origin.record), \(visible: $0.object.title)\(" <span class=\"sub\">inside another that goes</span>", if: $0.isInside)" }))
      \(section("Cells that are changed", preview.fields.map(field)))
      \(preview.remarks.map { "<p class=\"hint\">\(visible: $0)</p>" as HTML })
      \(preview.isPossible ? form : back)
      """
  }

  private static func obstacles(_ preview: DeletionPreview) -> HTML {
    var words: [HTML] = preview.denied.prefix(most).map { effect in
      "\(link(effect.object)) is in \(visible: effect.relationship) of \(visible: effect.other.title), which denies it"
    }
    words += preview.problems.map { "\(visible: $0)" }
    words += preview.fields.filter { $0.newText == nil }.map { field in
      "<span class=\"place\">\(visible: field.position.description)</span>, \(visible: field.name), names it in “\(visible: field.text)”, and it is not clear what is to stand there"
    }
    if preview.records.isEmpty, preview.fields.isEmpty {
      words.append("no record makes it, so that there is none to remove")
    }
    if words.isEmpty { return "" }
    return "<div class=\"stop\"><p>It cannot be deleted:</p><ul>\(words.map { "<li>\($0)</li>" as HTML })</ul></div>"
  }

  private static func field(_ field: DeletionPreview.Field) -> HTML {
    let new: HTML = field.newText.map { $0.isEmpty ? "nothing" : "“\(visible: $0)”" } ?? "?"
    return """
      <span class="place">\(visible: field.position.description)</span> \(visible: field.name) of \(visible: field.object.title): “\(visible: field.text)” becomes \(new)
      """
  }

  private static func link(_ label: ObjectLabel) -> HTML { "<a href=\"\(label.key.path)\">\(visible: label.title)</a>" }

  private static func section(_ title: String, _ items: [HTML]) -> HTML {
    if items.isEmpty { return "" }
    let rest = items.count - most
    return """
      <section aria-label="\(title)"><h2>\(title) <span class="count">\(grouped: items.count)</span></h2>
      <ul class="effects" tabindex="0">\(items.prefix(most).map { "<li>\($0)</li>" as HTML })\("<li>and \(grouped: rest) more</li>", if: rest > 0)</ul></section>
      """
  }
}

internal import Reports

/// A list of objects in sections: one page after the other without script, one scroll with it.
struct ObjectListPage {
  private let request: ObjectListRequest
  private let offset: Int
  private let browser: ObjectBrowser
  private let desk: DeskContext

  /// How many objects a page has.
  static let size = 200

  init(_ request: DeskRequest, _ browser: ObjectBrowser, _ desk: DeskContext) {
    self.request = ObjectListRequest(
      entity: request.parameters["entity"] ?? "",
      sections: request["by"].flatMap { SectionKey($0) },
      search: request["q"] ?? ""
    )
    // More than there can be, and far from where sums overflow.
    offset = request["from"].flatMap { Int($0) }.map { min(max(0, $0), 1 << 48) } ?? 0
    self.browser = browser
    self.desk = desk
  }

  func response() throws -> DeskResponse {
    guard let window = try browser.window(of: request, offset: offset, limit: Self.size) else {
      throw DeskProblem(.notFound, "There is no entity “\(request.entity)”", "The entities are at /objects.")
    }
    return desk.page(request.entity, path: "/objects", try html(window))
  }

  private var path: String { ObjectKey.path(ofEntity: request.entity) }

  private func address(_ window: ObjectListWindow, from: Int) -> String {
    var query = "?by=\(ObjectKey.encoded(window.key.text))"
    if !request.search.isEmpty { query += "&q=\(ObjectKey.encoded(request.search))" }
    if from > 0 { query += "&from=\(from)" }
    return path + query
  }

  private func html(_ window: ObjectListWindow) throws -> HTML {
    let form = try desk.isReadOnly ? nil : browser.additionForm(for: request.entity)
    let canAdd = form != nil
    let found: HTML =
      request.search.isEmpty
      ? "\(grouped: window.count) \(window.count == 1 ? "object" : "objects")"
      : "\(grouped: window.count) with “\(visible: request.search)”"
    let add: HTML =
      "<a class=\"act main\" href=\"/new/\(ObjectKey.encoded(request.entity))\">Add \(visible: request.entity)</a>"
    return """
      <p class="crumbs"><a href="/objects">Objects</a></p>
      <form class="look" method="get" action="\(path)" role="search">
      <label><span>Search in all texts</span><input type="search" name="q" value="\(request.search)"></label>
      <label><span>Sections by</span><select name="by">\(window.keys.map { option($0, window) })</select></label>
      <button class="act">Show</button>\(add, if: canAdd)
      </form>
      <div id="found" data-live>
      <p class="found" role="status">\(found)\(", in the order of their names: too many for sections", if: window.isTooLong)</p>
      \(index(window), if: window.sections.count > 1)
      </div>
      \(pageLink("Previous", "prev", from: max(0, window.offset - Self.size), window), if: window.offset > 0)
      <div id="objects" class="olist" data-live>\(parts(window))</div>
      \(pageLink("More", "next", from: window.offset + Self.size, window), if: window.offset + Self.size < window.count)
      """
  }

  private func option(_ key: (key: SectionKey, words: String), _ window: ObjectListWindow) -> HTML {
    let selected: HTML = key.key == window.key ? " selected" : ""
    return "<option value=\"\(key.key.text)\"\(selected)>\(key.words)</option>"
  }

  /// The places to jump to.
  private func index(_ window: ObjectListWindow) -> HTML {
    let links = window.sections.enumerated().map { number, section -> HTML in
      // A section that the page does not reach is on the page that begins with it.
      let isHere = section.start >= window.offset && section.start < window.offset + Self.size
      let target = isHere ? "#section-\(number)" : "\(address(window, from: section.start))#section-\(number)"
      return
        "<li><a href=\"\(target)\">\(title(section)) <span class=\"count\">\(grouped: section.count)</span></a></li>"
    }
    return "<nav class=\"jump\" aria-label=\"Sections\"><ul>\(links)</ul></nav>"
  }

  private func title(_ section: ObjectListWindow.Section) -> HTML {
    section.title.isEmpty ? "none" : "\(visible: section.title)"
  }

  private func parts(_ window: ObjectListWindow) -> HTML {
    if window.count == 0 { return "<p class=\"nothing\">There are no objects.</p>" }
    return HTML(unescaped: window.parts.map { part(($0), window).markup }.joined(separator: "\n"))
  }

  private func part(_ part: ObjectListWindow.Part, _ window: ObjectListWindow) -> HTML {
    let section = window.sections[part.section]
    let rows = part.objects.map(Self.row)
    if window.sections.count == 1, section.title.isEmpty {
      return "<section data-section=\"0\" aria-label=\"\(request.entity)\"><ul>\(rows)</ul></section>"
    }
    return """
      <section data-section="\(part.section)" aria-labelledby="section-\(part.section)">
      <h2 id="section-\(part.section)">\(title(section)) <span class="count">\(grouped: section.count)</span></h2><ul>\(rows)</ul></section>
      """
  }

  static func row(_ label: ObjectLabel) -> HTML {
    let subtitle: HTML = "<span class=\"sub\">\(visible: label.subtitle)</span>"
    return """
      <li><a href="\(label.key.path)"><span class="name">\(visible: label.title)</span>\(subtitle, if: !label.subtitle.isEmpty)</a></li>
      """
  }

  private func pageLink(_ words: String, _ relation: String, from: Int, _ window: ObjectListWindow) -> HTML {
    let count = relation == "next" ? min(Self.size, window.count - from) : min(Self.size, window.offset)
    return """
      <p class="paging"><a class="act" id="\(relation)" rel="\(relation)" href="\(address(window, from: from))">\(words): \(grouped: count) of \(grouped: window.count)</a></p>
      """
  }
}

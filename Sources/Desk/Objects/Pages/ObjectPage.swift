internal import Findings
internal import ImportPipeline
internal import Reports

/// One object: its values and where each comes from, and what it is related to.
struct ObjectPage {
  private let key: ObjectKey
  private let request: DeskRequest
  private let browser: ObjectBrowser
  private let desk: DeskContext

  init(_ request: DeskRequest, _ browser: ObjectBrowser, _ desk: DeskContext) {
    key = ObjectKey(request)
    self.request = request
    self.browser = browser
    self.desk = desk
  }

  func response() throws -> DeskResponse {
    var offsets: [String: Int] = [:]
    for (name, value) in request.values where name.hasPrefix("from.") {
      offsets[String(name.dropFirst(5))] = Int(value)
    }
    guard let detail = try browser.detail(of: key, offsets: offsets) else { throw DeskProblem.noObject(key) }
    return desk.page(detail.label.title, path: "/objects", html(detail))
  }

  private func html(_ detail: ObjectDetail) -> HTML {
    let maker: HTML? = detail.maker?.record.map { record in
      ", made by record \(grouped: record.number) of <span class=\"place\">\(visible: record.position.description)</span>"
    }
    let delete: HTML = "<a class=\"act\" href=\"\(key.path)/delete\">Delete …</a>"
    return """
      \(Crumbs.html(detail.lineage.map { ($0, ObjectKey.path(ofEntity: $0)) }))
      <p class="kind">\(visible: key.entity)\(maker ?? ", made by no record")</p>
      <div id="object" data-live>
      <dl class="values">\(detail.attributes.map(attribute))</dl>
      \(detail.relationships.map(relationship))
      </div>
      \("<p class=\"acts\">\(delete)</p>", if: !desk.isReadOnly)
      """
  }

  // MARK: Attributes

  private func attribute(_ attribute: ObjectDetail.Attribute) -> HTML {
    let limits = ([attribute.type, attribute.isRequired ? "required" : ""] + attribute.limits).filter { !$0.isEmpty }
    return """
      <div class="row"><dt>\(visible: attribute.name)<small>\(visible: limits.joined(separator: "; "))</small></dt>
      <dd>\(shown(attribute.value, of: attribute.name))\(kind(attribute))\(ProvenanceHTML.html(attribute.provenance))</dd>
      \(editLink(attribute.name, isPossible: attribute.kind == .stored))</div>
      """
  }

  private func editLink(_ property: String, isPossible: Bool) -> HTML? {
    guard isPossible, !desk.isReadOnly else { return nil }
    return
      "<dd class=\"do\"><a class=\"act\" href=\"\(key.path)/edit/\(ObjectKey.encoded(property))\">Edit<span class=\"away\"> \(property)</span></a></dd>"
  }

  private func kind(_ attribute: ObjectDetail.Attribute) -> HTML? {
    switch attribute.kind {
    case .stored: nil
    case .derived(let expression): "<p class=\"from\">derived: <code>\(visible: expression)</code></p>"
    case .transient: "<p class=\"from\">transient: no store keeps it</p>"
    case .composite: "<p class=\"from\">composite: sources cannot give it</p>"
    }
  }

  private func shown(_ value: ShownValue, of attribute: String) -> HTML {
    switch value {
    case .none: return "<p class=\"value none\">no value</p>"
    case .text(let text): return "<p class=\"value\">\(visible: text)</p>"
    case .link(let address):
      return
        "<p class=\"value\"><a href=\"\(address)\" rel=\"noreferrer noopener external\">\(visible: address)</a></p>"
    case .picture(_, let words):
      return """
        <figure class="picture"><img src="\(key.path)/picture/\(ObjectKey.encoded(attribute))" alt="\(attribute): \(words)" loading="lazy">
        <figcaption>\(words)</figcaption></figure>
        """
    case .elements(let elements):
      let rows = elements.map { element -> HTML in
        "<li><span class=\"sub\">\(visible: element.name)</span> \(visible: element.value.line.isEmpty ? "no value" : element.value.line)</li>"
      }
      return "<ul class=\"value\">\(rows)</ul>"
    }
  }

  // MARK: Relationships

  private func relationship(_ relationship: ObjectDetail.Relationship) -> HTML {
    var facts = [relationship.isToMany ? "to many \(relationship.destination)" : "to one \(relationship.destination)"]
    if relationship.isOrdered { facts.append("in order") }
    if let limits = relationship.limits { facts.append(limits) }
    if relationship.isRequired { facts.append("required") }
    if let inverse = relationship.inverse { facts.append("inverse \(inverse)") }
    facts.append("on deletion \(relationship.deleteRule)")
    let name = ObjectKey.encoded(relationship.name)
    let list: HTML =
      relationship.objects.isEmpty
      ? "<p class=\"value none\">none</p>"
      : relationship.isOrdered
        ? "<ol class=\"links\" start=\"\(relationship.offset + 1)\">\(relationship.objects.map(ObjectListPage.row))</ol>"
        : "<ul class=\"links\">\(relationship.objects.map(ObjectListPage.row))</ul>"
    let last = relationship.offset + relationship.objects.count
    let earlier: HTML = """
      <a class="act" href="\(key.path)?from.\(name)=\(max(0, relationship.offset - ObjectBrowser.memberWindow))#of-\(name)">Previous</a>
      """
    let later: HTML =
      "<a class=\"act\" href=\"\(key.path)?from.\(name)=\(last)#of-\(name)\">Next: \(grouped: relationship.count - last) more</a>"
    let paging: HTML =
      "<p class=\"paging\">\(earlier, if: relationship.offset > 0) \(later, if: last < relationship.count)</p>"
    return """
      <section class="relation" aria-labelledby="of-\(name)"><h2 id="of-\(name)">\(visible: relationship.name)
      \("<span class=\"count\">\(grouped: relationship.count)</span>", if: relationship.isToMany)</h2>
      <p class="from">\(visible: facts.joined(separator: "; "))</p>
      \(list)\(paging, if: relationship.count > relationship.objects.count)\(ProvenanceHTML.html(relationship.provenance))
      \("<p class=\"acts\"><a class=\"act\" href=\"\(key.path)/edit/\(name)\">Edit<span class=\"away\"> \(relationship.name)</span></a></p>", if: !desk.isReadOnly && !relationship.isToMany)
      </section>
      """
  }
}

/// The way from all objects to one.
enum Crumbs {
  static func html(_ links: [(title: String, path: String)]) -> HTML {
    let all = [("Objects", "/objects")] + links
    let items = all.map { title, path -> HTML in "<li><a href=\"\(path)\">\(visible: title)</a></li>" }
    return "<nav class=\"crumbs\" aria-label=\"Way\"><ol>\(items)</ol></nav>"
  }
}

/// What a value comes from, in a line or two.
enum ProvenanceHTML {
  /// The most records that are named.
  private static let most = 3

  static func html(_ property: ObjectProvenance.Property?) -> HTML? {
    guard let property else { return nil }
    if property.origins.isEmpty { return property.remark.map { "<p class=\"from\">\(visible: $0)</p>" } }
    let lines = property.origins.prefix(most).map { "<p class=\"from\">\(line($0))</p>" as HTML }
    let more = property.origins.count - most
    return "\(Array(lines))\("<p class=\"from\">and \(grouped: more) more records</p>", if: more > 0)"
  }

  private static func line(_ origin: ObjectProvenance.Origin) -> HTML {
    var parts: [HTML] = []
    if let constant = origin.constant { parts.append("the recipe's text “\(visible: constant)”") }
    for field in origin.fields {
      let text: HTML = field.text.map { "“\(visible: Finding.shortened($0))”" } ?? "not there"
      parts.append(
        "<span class=\"place\">\(visible: field.position.description)</span> \(visible: field.name): \(text)"
      )
    }
    if parts.isEmpty, let record = origin.record {
      parts.append("<span class=\"place\">\(visible: record.position.description)</span>")
    }
    if let other = origin.other { parts.append("the record of \(visible: other)") }
    if !origin.steps.isEmpty { parts.append("\(visible: origin.steps.joined(separator: ", "))") }
    return HTML(unescaped: parts.map(\.markup).joined(separator: "; "))
  }
}

/// The differences between two releases as one page for editors: how many objects came, went and changed, then each of them, old values beside new ones.
package struct HTMLChanges {
  /// How many objects of an entity differ.
  package struct Count {
    package var entity: String
    package var before: Int?
    package var now: Int?
    package var added: Int
    package var removed: Int
    package var changed: Int

    package init(entity: String, before: Int?, now: Int?, added: Int, removed: Int, changed: Int) {
      self.entity = entity
      self.before = before
      self.now = now
      self.added = added
      self.removed = removed
      self.changed = changed
    }
  }

  /// A property whose value is another.
  package typealias Change = (property: String, old: String, new: String)

  /// The most objects that the page shows; the others are counted.
  package static let greatestObjectCount = 20_000

  private var body = ReportBuffer()
  private var shown = 0
  private var openList: String?

  package init() {}

  /// Adds what the models differ in.
  package mutating func addModel(_ differences: [String]) {
    guard !differences.isEmpty else { return }
    body.line("<section id=\"model\"><h2>The model</h2>")
    body.line(
      "<ul class=\"objects\">" + differences.map { "<li>\(HTMLText.escaped($0))</li>" }.joined() + "</ul></section>"
    )
  }

  /// Begins an entity that has differences.
  package mutating func begin(entity: String, counts: String) {
    endEntity()
    body.line("<section id=\"\(HTMLText.identifier("entity", entity))\" class=\"changes\">")
    body.line("<h2>\(HTMLText.escaped(entity)) <span class=\"count\">\(HTMLText.escaped(counts))</span></h2>")
    isInEntity = true
  }

  private var isInEntity = false

  /// Adds an object under a heading such as `Added`.
  package mutating func add(_ title: String, tone: String, _ name: String, _ changes: [Change]) {
    shown += 1
    guard shown <= Self.greatestObjectCount else { return }
    if openList != title {
      if openList != nil { body.line("</ul>") }
      body.line("<h3>\(title)</h3><ul class=\"objects \(tone)\">")
      openList = title
    }
    body.append("<li><b>\(HTMLText.escaped(name))</b>")
    if !changes.isEmpty {
      body.append("<dl>")
      for change in changes {
        body.append(
          "<dt>\(HTMLText.escaped(change.property))</dt><dd><del>\(HTMLText.escaped(change.old))</del> "
            + "<span aria-label=\"became\">→</span> <ins>\(HTMLText.escaped(change.new))</ins></dd>"
        )
      }
      body.append("</dl>")
    }
    body.line("</li>")
  }

  private mutating func endEntity() {
    if openList != nil { body.line("</ul>") }
    if isInEntity { body.line("</section>") }
    openList = nil
    isInEntity = false
  }

  /// Writes the page.
  ///
  /// - Parameters:
  ///   - older: The older release, as it is called.
  ///   - newer: The newer one.
  ///   - isSame: Whether nothing differs, in the models neither.
  package mutating func write(
    older: String,
    newer: String,
    _ counts: [Count],
    isSame: Bool,
    to sink: @escaping ([UInt8]) throws -> Void
  ) throws {
    endEntity()
    var output = ReportBuffer(sink: sink)
    let sums = [
      (counts.reduce(0) { $0 + $1.added }, "added"), (counts.reduce(0) { $0 + $1.removed }, "removed"),
      (counts.reduce(0) { $0 + $1.changed }, "changed"),
    ]
    let total = sums.reduce(0) { $0 + $1.0 }
    let parts = sums.filter { $0.0 > 0 }.map { "\(ReadableNumber.grouped($0.0)) \($0.1)" }
    let headline =
      isSame ? "Nothing changed" : total == 0 ? "The model changed, and no object" : "\(RunVerdict.list(parts)) objects"
    let kind: RunVerdict.Kind = isSame ? .clean : .notes
    let differing = counts.filter { $0.added + $0.removed + $0.changed > 0 }
    output.append(HTMLPage.head(title: "\(headline) · \(newer)", hasScripts: false))
    output.line("<a class=\"skip\" href=\"#changes\">Skip to the changes</a>")
    output.append(
      HTMLPage.masthead(
        kind.rawValue,
        icon: HTMLIcon.verdict(kind),
        headline: headline,
        details: ["Objects are the same if their keys are, whatever their numbers in the stores."],
        links: differing.prefix(6).map { ("#" + HTMLText.identifier("entity", $0.entity), $0.entity) },
        facts: [("Older", older), ("Newer", newer)]
      )
    )
    output.line("<main id=\"changes\">")
    renderTable(counts, into: &output)
    output.append(contentsOf: body.bytes)
    if shown > Self.greatestObjectCount {
      let more = ReadableNumber.grouped(shown - Self.greatestObjectCount)
      output.line("<p class=\"rest\">\(more) more objects differ; the JSON and CSV renderings have all of them.</p>")
    }
    output.line("</main>")
    output.line("</body>")
    output.line("</html>")
    try output.finish()
  }

  private func renderTable(_ counts: [Count], into output: inout ReportBuffer) {
    output.line("<section><h2>Objects by entity</h2><table class=\"ledger\"><thead><tr><th scope=\"col\">Entity</th>")
    for name in ["Before", "Added", "Removed", "Now", "Changed"] {
      output.append("<th scope=\"col\" class=\"number\">\(name)</th>")
    }
    output.line("</tr></thead><tbody>")
    for count in counts {
      output.append("<tr><th scope=\"row\">\(HTMLText.escaped(count.entity))</th>")
      let cells: [(String, Int?)] = [
        ("before", count.before), ("added", count.added), ("removed", count.removed), ("now", count.now),
        ("changed", count.changed),
      ]
      for (label, number) in cells {
        let text = number.map(ReadableNumber.grouped) ?? "–"
        output.append("<td class=\"number\((number ?? 0) == 0 ? " zero" : "")\" data-label=\"\(label)\">\(text)</td>")
      }
      output.line("</tr>")
    }
    output.line("</tbody></table></section>")
  }
}

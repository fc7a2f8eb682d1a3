package import Findings

/// A finding as the page shows it: every text made visible, the source line split at its mark.
package struct HTMLFinding {
  package private(set) var identifier: String
  var rule: RuleCode
  var severity: Severity
  var file: String?
  var line: Int
  var column: Int
  var record: Int?
  var field: String?
  /// `entity.attribute`, or one of them.
  var target: String?
  var message: String
  /// The value, unless the source line shows it marked already.
  var value: String?
  var suggestion: String?
  var source: Source?
  var related: [Related]
  /// Why it does not count; `nil` when it does.
  var acceptance: String?

  struct Source {
    var line: Int
    var before: String
    var mark: String
    var after: String
  }

  struct Related {
    var place: String
    var message: String
  }

  package init(_ finding: Finding, fingerprint: String) {
    identifier = "f-" + fingerprint
    rule = finding.rule
    severity = finding.severity
    file = finding.position?.file
    line = finding.position?.line ?? 0
    column = finding.position?.column ?? 0
    record = finding.record
    field = finding.field.map(VisibleText.escaped)
    let target = [finding.entity, finding.attribute].compactMap(\.self).joined(separator: ".")
    self.target = target.isEmpty ? nil : VisibleText.escaped(target)
    message = VisibleText.escaped(finding.message)
    suggestion = finding.suggestion.map(VisibleText.escaped)
    var isShown = false
    if let excerpt = finding.excerpt {
      let parts = MarkedLine(excerpt)
      isShown = parts.mark == finding.value
      source = Source(
        line: excerpt.line,
        before: HTMLText.sourceText(parts.before),
        mark: HTMLText.sourceText(parts.mark),
        after: HTMLText.sourceText(parts.after)
      )
    }
    value = isShown ? nil : finding.value.map(VisibleText.escaped)
    acceptance = finding.acceptance.map { VisibleText.escaped($0.sentence) }
    related = finding.related.map {
      Related(place: VisibleText.escaped($0.position.description), message: VisibleText.escaped($0.message))
    }
  }

  /// `file:line:column`, escaped; `nil` for the run as a whole.
  var place: String? { file.map { "\(VisibleText.escaped($0)):\(line):\(column)" } }

  /// The finding as an item of a list.
  ///
  /// - Parameter actions: What can be done about it, below all that is said.
  package func item(actions: HTML = HTML()) -> HTML {
    let about = [record.map { "record \(ReadableNumber.grouped($0))" }, field.map { "field \($0)" }, target]
      .compactMap(\.self).joined(separator: " · ")
    var html: HTML = """
      <li class="finding \(severity.rawValue)" id="\(identifier)">\
      <p class="meta"><a class="place" href="#\(identifier)">\(place ?? "The run as a whole")</a> \
      <span class="tag">\(severity.rawValue.capitalizedFirst)</span> \
      <span class="rule">\(visible: rule.rawValue)</span> \
      <span class="about">\(about)</span></p>\
      <p class="message">\(message)</p>
      """
    if let source {
      html += """
        <pre class="source"><span class="line">\(source.line)</span>\
        <code>\(source.before)<mark>\(source.mark)</mark>\(source.after)</code></pre>
        """
    }
    if let value { html += "<p class=\"value\">The value is <q>\(value)</q></p>" }
    if let suggestion { html += "<p class=\"suggestion\">Did you mean <ins>\(suggestion)</ins>?</p>" }
    if let acceptance { html += "<p class=\"accepted\">Accepted: \(acceptance)</p>" }
    if !related.isEmpty {
      let items: [HTML] = related.map { "<li><span class=\"place\">\($0.place)</span> \($0.message)</li>" }
      html += "<ul class=\"related\">\(items)</ul>"
    }
    return html + actions + "</li>"
  }
}

internal import Findings
internal import Reports

/// What is said of a text while it is typed.
enum JudgementHTML {
  static func html(_ trial: EditTrial, form: PropertyEdit.Form) -> HTML {
    if let obstacle = trial.obstacle {
      return "<p class=\"stop\">It cannot be written so: \(visible: obstacle).</p>"
    }
    var parts: [HTML] = []
    if trial.isUnchanged { parts.append("<p class=\"cell\">That is what stands there.</p>") }
    if !trial.isUnchanged, form == .value, let (cell, text) = trial.cell {
      let old: HTML = cell.text.map { "“\(visible: $0)”" } ?? "nothing"
      let new: HTML = text.isEmpty ? "nothing" : "“\(visible: text)”"
      parts.append(
        "<p class=\"cell\">In \(visible: cell.position.file), \(visible: cell.field): \(old) becomes \(new).</p>"
      )
    }
    return HTML(unescaped: parts.map(\.markup).joined()) + findings(trial.findings, isRejected: trial.isRejected)
  }

  static func findings(_ findings: [Finding], isRejected: Bool) -> HTML {
    if findings.isEmpty {
      return isRejected
        ? "<p class=\"stop\">The record would be left out.</p>" : "<p class=\"fine\">Nothing is wrong with it.</p>"
    }
    let items = findings.map { finding -> HTML in
      let suggestion: HTML? = finding.suggestion.map {
        "<p class=\"suggestion\">Perhaps <ins>\(visible: $0)</ins>?</p>"
      }
      let field: HTML? = finding.field.map { "<span>\(visible: $0)</span>" }
      return """
        <div class="finding \(finding.severity.rawValue)"><p class="meta"><span class="tag">\(finding.severity.rawValue)</span>
        <code>\(finding.rule.rawValue)</code>\(field)</p><p class="message">\(visible: finding.message)</p>\(suggestion)</div>
        """
    }
    return "\(items)\("<p class=\"cell\">With an error, no object is made of the record.</p>", if: isRejected)"
  }
}

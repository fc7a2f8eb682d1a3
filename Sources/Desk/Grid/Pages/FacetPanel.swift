internal import ImportPipeline
internal import Reports

/// The values of a column, as links that take records by them.
struct FacetPanel {
  let address: GridAddress
  let columns: [PlannedSource.Column]
  let column: Int
  let profile: ColumnProfile
  /// Whether the source has been read to its end.
  let isFinished: Bool

  static let mostValues = 50

  var html: HTML {
    let name = columns[column].name
    var closed = address
    closed.panel = nil
    return """
      <section class="facet" id="facet" aria-labelledby="facet-title" data-column="\(column)">
      <h2 id="facet-title">\(name)</h2>
      <p class="facet-sum">\(summary)</p>
      <ul class="facet-values">\(values)</ul>
      <p class="facet-foot">\(clear)<a class="close" href="\(closed.path(columns))">Close</a></p>
      </section>
      """
  }

  private var facet: GridQuery.Facet { address.query.facets[columns[column].name] ?? GridQuery.Facet() }

  private var summary: HTML {
    let number: HTML =
      switch profile.distinct {
      case .exactly(1): "1 value"
      case .exactly(let count): "\(grouped: count) values"
      case .about(let count): "about \(grouped: count) values"
      }
    let key = RecordFilter.key(ofColumn: columns[column].name)
    let called: HTML = key == columns[column].name ? "" : " In predicates it is <code>\(key)</code>."
    let fills: HTML =
      columns[column].properties.isEmpty ? "" : " Fills \(columns[column].properties.joined(separator: ", "))."
    return
      "\(number) in \(grouped: profile.filled) of \(grouped: profile.records) records\(isFinished ? "" : " so far").\(fills)\(called)"
  }

  private var values: HTML {
    var html = HTML()
    let greatest = max(profile.frequent.first?.count ?? 1, profile.empty, 1)
    if profile.empty > 0 || facet.takesEmpty {
      var other = address
      other.query.facets[columns[column].name, default: .init()].takesEmpty.toggle()
      html += item("empty", profile.empty, greatest, other, isTaken: facet.takesEmpty, isNothing: true)
    }
    var shown = Set<String>()
    for value in profile.frequent {
      shown.insert(value.text)
      guard !value.isCut else {
        html +=
          "<li class=\"cut\"><span class=\"facet-text\">\(visible: value.text)…</span><span class=\"count\">\(grouped: value.count)</span></li>"
        continue
      }
      html += item(
        value.text,
        value.count,
        greatest,
        toggled(value.text),
        isTaken: facet.texts.contains(value.text),
        isMore: value.missed > 0
      )
    }
    // What is taken stays to be seen, however rare it is.
    for text in facet.texts.sorted() where !shown.contains(text) {
      html += item(text, nil, greatest, toggled(text), isTaken: true)
    }
    if case let .exactly(count) = profile.distinct, count > profile.frequent.count {
      html += "<li class=\"rest\">and \(grouped: count - profile.frequent.count) rarer ones; search for them above</li>"
    }
    return html
  }

  private func toggled(_ text: String) -> GridAddress {
    var other = address
    let name = columns[column].name
    if other.query.facets[name, default: .init()].texts.remove(text) == nil {
      other.query.facets[name, default: .init()].texts.insert(text)
    }
    return other
  }

  private func item(
    _ text: String,
    _ count: Int?,
    _ greatest: Int,
    _ other: GridAddress,
    isTaken: Bool,
    isMore: Bool = false,
    isNothing: Bool = false
  ) -> HTML {
    var other = other
    other.first = 1
    let share = count.map { max(1, $0 * 100 / greatest) } ?? 0
    let number: HTML = count.map { "\(isMore ? "≥ " : "")\(grouped: $0)" } ?? ""
    return """
      <li><a href="\(other.path(columns))" aria-pressed="\(isTaken ? "true" : "false")" role="button"\(" class=\"nothing-there\"", if: isNothing)>\
      <span class="facet-text">\(visible: text)</span><span class="count">\(number)</span>\(GridBar.svg(percent: share))</a></li>
      """
  }

  private var clear: HTML {
    guard !facet.isEmpty else { return "" }
    var other = address
    other.query.facets[columns[column].name] = nil
    other.first = 1
    return "<a href=\"\(other.path(columns))\">Take all again</a> "
  }
}

/// A bar whose length is an attribute, which needs no style of its own.
enum GridBar {
  static func svg(percent: Int) -> HTML {
    """
    <svg class="share" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="100" height="4"/>\
    <rect width="\(percent)" height="4"/></svg>
    """
  }
}

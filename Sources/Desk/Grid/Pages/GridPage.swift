internal import Findings
internal import ImportPipeline
internal import ObjectModel
internal import Reports

/// The page of a source: what is asked for, the grid, and the values of a column beside it.
struct GridPage {
  let entry: GridShelf.Entry
  let address: GridAddress
  let isReadOnly: Bool
  /// What is shown; `nil` if the query is not understood.
  let window: GridWindow?
  let problem: String?
  /// The values of the column whose panel is open.
  let panel: HTML
  /// The desk's version.
  let version: Int

  private var grid: SourceGrid { entry.grid }
  /// Why nothing of the source can be changed.
  private var obstacle: String? { isReadOnly ? nil : FixedCells(entry).ofSource }
  private var columns: [PlannedSource.Column] { grid.columns }

  var html: HTML {
    let obstacle = obstacle
    let fixed: HTML =
      obstacle.map {
        "<p class=\"grid-fixed\" id=\"grid-fixed\">Nothing of this source is changed here, because \($0).</p>"
      } ?? ""
    return """
      <p class="grid-about" id="grid-about"><a href="/sources">All sources</a> · becomes \(grid.source.entity.name)\(faultCount)</p>
      \(fixed)
      \(form)
      \(taken)
      <p id="grid-problem" class="problem" role="alert">\(problem ?? window?.problem ?? "")</p>
      <div class="grid-frame">
      <div class="grid-main">
      <p id="grid-state" class="grid-state" role="status">\(window.map(GridPage.state) ?? "")</p>
      \(table(obstacle))
      \(pager)
      <div id="grid-cell" class="grid-cell" aria-live="polite"></div>
      \(obstacle == nil ? actions : "")
      </div>
      <aside id="grid-side">\(panel)</aside>
      </div>
      """
  }

  private var faultCount: HTML {
    let count = entry.faults.records.count
    return count == 0 ? "" : " · \(grouped: count) \(count == 1 ? "record" : "records") with findings"
  }

  // MARK: What is asked for

  private var form: HTML {
    let options = columns.map { column -> HTML in
      let isChosen = column.name == address.query.searchColumn
      return "<option value=\"\(column.name)\"\(" selected", if: isChosen)>\(column.name)</option>"
    }
    var kept = address
    kept.query.search = ""
    kept.query.searchColumn = nil
    kept.query.predicate = ""
    kept.isFaulty = false
    let hidden = kept.parameters(columns).map { name, value -> HTML in
      "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
    }
    return """
      <form class="grid-form" method="get" action="/sources/\(address.source)" role="search" aria-label="Records">\(hidden)
      <label><span>Search</span><input type="search" name="q" value="\(address.query.search)" placeholder="Text in any field"></label>
      <label><span>In</span><select name="in"><option value="">all columns</option>\(options)</select></label>
      <label class="wide"><span>Where</span><input type="text" name="where" value="\(address.query.predicate)" \
      placeholder="\(example)" spellcheck="false" autocapitalize="off" autocomplete="off"></label>
      <label class="check"><input type="checkbox" name="faulty" value="1"\(" checked", if: address.isFaulty)><span>With findings</span></label>
      <button class="act">Show</button>
      </form>
      """
  }

  /// A predicate that this source understands.
  private var example: String {
    let number = columns.first {
      $0.type.map { $0.hasPrefix("Integer") || ["Double", "Float", "Decimal"].contains($0) } ?? false
    }
    if let name = number?.properties.first { return "\(name) > 20" }
    guard let first = columns.first else { return "" }
    return "\(first.properties.first ?? RecordFilter.key(ofColumn: first.name)) BEGINSWITH \"B\""
  }

  /// What is asked of columns, each with a way back.
  private var taken: HTML {
    var chips: [HTML] = []
    for (number, column) in columns.enumerated() {
      guard let facet = address.query.facets[column.name], !facet.isEmpty else { continue }
      var without = address
      without.query.facets[column.name] = nil
      without.first = 1
      let texts = facet.texts.sorted() + (facet.takesEmpty ? ["empty"] : [])
      chips.append(
        """
        <li><a href="\(without.path(columns))" data-facet="\(number)"><b>\(column.name)</b> \(visible: texts.joined(separator: " or ")) \
        <span aria-hidden="true">×</span><span class="hidden-text">remove</span></a></li>
        """
      )
    }
    return chips.isEmpty ? "" : "<ul class=\"taken\" aria-label=\"Taken by value\">\(chips)</ul>"
  }

  /// How many records there are, in words.
  static func state(_ window: GridWindow) -> HTML {
    let all: HTML = "\(grouped: window.recordCount) \(window.recordCount == 1 ? "record" : "records")"
    let some: HTML = window.total == window.recordCount ? all : "\(grouped: window.total) of \(all)"
    return window.isFinished ? some : "\(some) so far; reading …"
  }

  // MARK: The grid

  private func table(_ obstacle: String?) -> HTML {
    let rows = window.map { GridRows(entry, isReadOnly: isReadOnly).rows($0) } ?? ""
    let total = window?.total ?? 0
    let widths = columns.indices.map { column -> HTML in "<col class=\"w\(width(column))\">" }
    let readOnly: HTML = isReadOnly || obstacle != nil ? " aria-readonly=\"true\"" : ""
    return """
      <div class="grid-scroll" id="grid-scroll" tabindex="-1" data-source="\(address.source)" data-query="\(queryText)" data-first="\(address.first)" \
      data-total="\(total)" data-finished="\(window?.isFinished ?? true ? "1" : "0")" data-version="\(version)"\
      \(" data-readonly", if: isReadOnly)\(" data-fixed", if: obstacle != nil)>
      <table class="grid" role="grid" aria-label="Records of \(grid.source.name)" aria-rowcount="\(total + 1)" aria-colcount="\(columns.count + 1)"\(readOnly)>
      <colgroup><col class="w-number">\(widths)</colgroup>
      <thead><tr role="row" aria-rowindex="1"><th scope="col" role="columnheader" class="corner"><span class="hidden-text">Record</span>#</th>\
      \(columns.indices.map(header))</tr></thead>
      <tbody>\(rows)</tbody>
      </table>
      </div>
      """
  }

  /// The query as an address has it, without the window and the panel.
  private var queryText: String {
    let path = address.path(columns, below: "/")
    return path.firstIndex(of: "?").map { String(path[path.index(after: $0)...]) } ?? ""
  }

  private func width(_ column: Int) -> Int {
    let length = max(grid.profile(ofColumn: column, most: 0).typicalLength, columns[column].name.count)
    return [6, 10, 16, 24, 40].firstIndex { length <= $0 } ?? 5
  }

  private func header(_ column: Int) -> HTML {
    let profile = grid.profile(ofColumn: column, most: 0)
    let percent = Int((profile.completeness * 100).rounded(.down))
    var other = address
    other.panel = address.panel == column ? nil : column
    let type: HTML = columns[column].type.map { "<small>\($0)</small>" } ?? "<small class=\"unread\">not read</small>"
    return """
      <th scope="col" role="columnheader" tabindex="-1" aria-colindex="\(column + 2)"><a href="\(other.path(columns))" tabindex="-1" data-panel="\(column)" \
      aria-expanded="\(address.panel == column ? "true" : "false")" title="\(columns[column].name): \(percent) % filled. Show the values">\
      <span class="name">\(columns[column].name)</span>\(type)\(GridBar.svg(percent: percent))\
      <span class="hidden-text">\(percent) % filled</span></a></th>
      """
  }

  // MARK: Around it

  /// Pages, for whoever has no script.
  private var pager: HTML {
    guard let window, window.total > GridAddress.rowsOfPage || address.first > 1 else { return "" }
    func link(_ text: String, _ first: Int, _ isThere: Bool) -> HTML {
      var other = address
      other.first = max(1, first)
      return isThere ? "<a href=\"\(other.path(columns))\">\(text)</a> " : ""
    }
    let last = (window.total - 1) / GridAddress.rowsOfPage * GridAddress.rowsOfPage + 1
    let end = address.first + window.records.count - 1
    return """
      <nav class="pager" id="grid-pager" aria-label="Pages">\(link("First", 1, address.first > 1))\
      \(link("Before", address.first - GridAddress.rowsOfPage, address.first > 1))\
      <span>\(grouped: address.first)–\(grouped: end)</span> \
      \(link("Next", address.first + GridAddress.rowsOfPage, end < window.total))\(link("Last", last, end < window.total))</nav>
      """
  }

  private var actions: HTML {
    guard !isReadOnly else { return "" }
    return """
      <p class="grid-actions"><a class="act" id="grid-add" href="/sources/\(address.source)/new">Add a record</a></p>
      """
  }
}

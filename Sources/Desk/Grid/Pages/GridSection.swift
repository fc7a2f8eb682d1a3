internal import Findings
internal import Foundation
internal import ImportPipeline
internal import Reports

/// The sources: their records in grids that scroll, filter and are edited.
struct GridSection: DeskSection {
  private let shelf = GridShelf()

  var navigation: (title: String, path: String)? { ("Sources", "/sources") }
  var style: String { GridStyle.text }
  var script: String { GridScript.text }

  var routes: [DeskRoute] {
    let shelf = shelf
    return [
      DeskRoute(.read, "/sources") { _, desk in
        let state = await desk.session.current()
        let count = state.plan?.plannedSources.count ?? 0
        let entries = try await inBackground { try (0..<count).map { try shelf.entry($0, state) } }
        let list: HTML =
          state.plan == nil
          ? "<p class=\"problem\">\(state.problem?.message ?? "")</p>" : SourceList(entries: entries).html
        return desk.page("Sources", path: "/sources", "<div id=\"sources\" data-live>\(list)</div>")
      },
      DeskRoute(.read, "/sources/:source") { request, desk in try await Self.page(request, desk, shelf) },
      DeskRoute(.read, "/sources/:source/rows") { request, desk in try await Self.rows(request, desk, shelf) },
      DeskRoute(.read, "/sources/:source/columns/:column") { request, desk in
        try await Self.panel(request, desk, shelf)
      },
      DeskRoute(.read, "/sources/:source/cell") { request, desk in try await Self.cell(request, desk, shelf) },
      DeskRoute(.read, "/sources/:source/new") { request, desk in
        let (entry, state) = try await Self.entry(request, desk, shelf)
        let after = request["after"].flatMap(Int.init)
        let form = SourceRecordForm(
          entry: entry,
          record: nil,
          after: after,
          isReadOnly: desk.isReadOnly,
          version: state.version
        )
        return desk.page("A new record", path: "/sources", form.html)
      },
      DeskRoute(.read, "/sources/:source/records/:record") { request, desk in
        let (entry, state) = try await Self.entry(request, desk, shelf)
        let record = try await Self.record(request.parameters["record"], entry)
        let form = SourceRecordForm(entry: entry, record: record, isReadOnly: desk.isReadOnly, version: state.version)
        return desk.page("Record \(record.number)", path: "/sources", form.html)
      },
    ] + GridEditing(shelf: shelf).routes
  }

  /// The source that a request is about, as it is now.
  static func entry(_ request: DeskRequest, _ desk: DeskContext, _ shelf: GridShelf) async throws -> (
    GridShelf.Entry, DeskState
  ) {
    guard let number = request.parameters["source"].flatMap(Int.init) else {
      throw DeskProblem(.notFound, "There is no such source")
    }
    let state = await desk.session.current()
    return (try await inBackground { try shelf.entry(number, state) }, state)
  }

  /// A record by the number that a request names.
  static func record(_ number: String?, _ entry: GridShelf.Entry) async throws -> GridRecord {
    let record = try await inBackground { () -> GridRecord? in
      guard let number = number.flatMap(Int.init), number > 0 else { return nil }
      let progress = entry.grid.progress(atLeast: number, within: 5)
      if progress.count < number, let problem = progress.problem {
        throw DeskProblem(.internalServerError, "The source cannot be read", problem)
      }
      return try entry.grid.records(from: number, count: 1).first
    }
    guard let record else {
      throw DeskProblem(.notFound, "There is no such record", "\(entry.grid.source.name) has fewer.")
    }
    return record
  }

  private static func page(_ request: DeskRequest, _ desk: DeskContext, _ shelf: GridShelf) async throws -> DeskResponse
  {
    let (entry, state) = try await entry(request, desk, shelf)
    let columns = entry.grid.columns
    let address = GridAddress(request, source: entry.grid.source.number, columns: columns)
    let isReadOnly = desk.isReadOnly
    let html = try await inBackground { () -> HTML in
      var window: GridWindow?
      var problem: String?
      var panel = HTML()
      do {
        window = try GridWindow(entry, address, count: GridAddress.rowsOfPage)
        if let column = address.panel { panel = try Self.panel(column, entry, address) }
      } catch let error as GridQueryError {
        problem = "\(error)"
      }
      return GridPage(
        entry: entry,
        address: address,
        isReadOnly: isReadOnly,
        window: window,
        problem: problem,
        panel: panel,
        version: state.version
      ).html
    }
    return desk.page(entry.grid.source.name, path: "/sources", html)
  }

  /// Rows by themselves, with what is known of all of them.
  private static func rows(_ request: DeskRequest, _ desk: DeskContext, _ shelf: GridShelf) async throws -> DeskResponse
  {
    let (entry, state) = try await entry(request, desk, shelf)
    let address = GridAddress(request, source: entry.grid.source.number, columns: entry.grid.columns)
    let count = min(GridAddress.mostRows, max(0, request["count"].flatMap(Int.init) ?? GridAddress.rowsOfPage))
    let isReadOnly = desk.isReadOnly
    return .html(
      try await inBackground {
        do {
          let window = try GridWindow(entry, address, count: count)
          return """
            <table data-total="\(window.total)" data-finished="\(window.isFinished ? "1" : "0")" data-first="\(window.first)" \
            data-version="\(state.version)" data-state="\(GridPage.state(window).markup)" data-problem="\(window.problem ?? "")">\
            <tbody>\(GridRows(entry, isReadOnly: isReadOnly).rows(window))</tbody></table>
            """
        } catch let error as GridQueryError {
          throw DeskProblem(.badRequest, "The query is not understood", "\(error)")
        }
      }
    )
  }

  private static func panel(_ request: DeskRequest, _ desk: DeskContext, _ shelf: GridShelf) async throws
    -> DeskResponse
  {
    let (entry, _) = try await entry(request, desk, shelf)
    var address = GridAddress(request, source: entry.grid.source.number, columns: entry.grid.columns)
    guard let column = request.parameters["column"].flatMap(Int.init), entry.grid.columns.indices.contains(column)
    else {
      throw DeskProblem(.notFound, "There is no such column")
    }
    address.panel = column
    let shown = address
    return .html(try await inBackground { try Self.panel(column, entry, shown) })
  }

  private static func panel(_ column: Int, _ entry: GridShelf.Entry, _ address: GridAddress) throws -> HTML {
    FacetPanel(
      address: address,
      columns: entry.grid.columns,
      column: column,
      profile: try entry.grid.values(ofColumn: column, address.query(entry.faults), most: FacetPanel.mostValues),
      isFinished: entry.grid.progress.isFinished
    ).html
  }

  /// The whole text of a cell.
  private static func cell(_ request: DeskRequest, _ desk: DeskContext, _ shelf: GridShelf) async throws -> DeskResponse
  {
    let (entry, _) = try await entry(request, desk, shelf)
    let record = try await record(request["record"], entry)
    guard let field = request["field"].flatMap(Int.init), record.cells.indices.contains(field) else {
      throw DeskProblem(.notFound, "There is no such column")
    }
    return try .json(["text": record.cells[field].text])
  }
}

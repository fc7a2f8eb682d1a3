internal import Findings
internal import Foundation
internal import ImportPipeline
internal import Reports

/// Changes of cells and records that are made in a grid, or in the form of a record.
struct GridEditing {
  let shelf: GridShelf

  var routes: [DeskRoute] {
    [
      DeskRoute(.change, "/sources/:source/cell") { request, desk in try await cell(request, desk) },
      DeskRoute(.change, "/sources/:source/records") { request, desk in try await add(request, desk) },
      DeskRoute(.change, "/sources/:source/records/:record") { request, desk in try await save(request, desk) },
      DeskRoute(.change, "/sources/:source/records/:record/delete") { request, desk in
        try await delete(request, desk)
      },
    ]
  }

  /// One cell, for the script of the grid: answered with the row as it is then.
  private struct CellChange: Decodable {
    var record: Int
    var field: Int
    /// `nil` for a field that the record did not have.
    var expected: String?
    var text: String
    var version: Int
    /// The row's place among those that are shown, from 1.
    var position: Int
  }

  private struct Answer: Encodable {
    var version: Int
    var row: String
  }

  private struct Conflict: Encodable {
    var problem: String
    var detail: String
    /// What stands in the cell by now.
    var found: String?
    var isOther: Bool
  }

  private func cell(_ request: DeskRequest, _ desk: DeskContext) async throws -> DeskResponse {
    let change: CellChange = try request.json()
    let (entry, _) = try await GridSection.entry(request, desk, shelf)
    let record = try await GridSection.record("\(change.record)", entry)
    guard record.cells.indices.contains(change.field) else { throw DeskProblem(.notFound, "There is no such column") }
    let name = entry.grid.columns[change.field].name
    let text = CellEdit.text(change.text, over: change.expected ?? "")
    let edit = CellEdit(
      address(record, entry),
      field: name,
      byteRange: record.cells[change.field].byteRange,
      expected: change.expected,
      text: text
    )
    do {
      let state = try await desk.session.perform(
        [.cell(edit)],
        title: "\(Self.short(change.expected ?? "")) → \(Self.short(text)) in \(entry.grid.source.name)",
        version: change.version
      )
      let number = entry.grid.source.number
      let after = try await inBackground { try shelf.entry(number, state) }
      let changed = try await GridSection.record("\(change.record)", after)
      let row = GridRows(after, isReadOnly: false).row(changed, position: change.position)
      return try .json(Answer(version: state.version, row: row.markup))
    } catch let error as SourceEditError {
      var conflict = Conflict(problem: "The cell is as it was", detail: "\(error)", found: nil, isOther: false)
      if case .otherText(_, let found) = error.kind { (conflict.found, conflict.isOther) = (found, true) }
      return try .json(conflict, status: .conflict)
    }
  }

  private func add(_ request: DeskRequest, _ desk: DeskContext) async throws -> DeskResponse {
    let (entry, _) = try await GridSection.entry(request, desk, shelf)
    var values: [String: String] = [:]
    for (number, column) in entry.grid.columns.enumerated() {
      if let text = request["f\(number)"], !text.isEmpty { values[column.name] = FindingRequest.plain(text) }
    }
    guard !values.isEmpty else { throw DeskProblem(.badRequest, "A record needs a value in one field at least") }
    let source = entry.grid.source
    let after = request["after"].flatMap(Int.init)
    guard after ?? 0 >= 0 else { throw DeskProblem(.badRequest, "There is no record \(after ?? 0)") }
    let first = entry.grid.columns.lazy.compactMap { values[$0.name] }.first ?? ""
    let state = try await perform(
      [.insertion(RecordInsertion(source: source.number, after: after, values: values))],
      "\(Self.short(first)) added to \(source.name)",
      request,
      desk
    )
    let grid = try await inBackground { try shelf.entry(source.number, state).grid }
    let count = try await inBackground { grid.progress(atLeast: .max, within: 5).count }
    return .seeOther("/sources/\(source.number)?from=\(max(1, (after ?? count - 1) - 19))")
  }

  private func save(_ request: DeskRequest, _ desk: DeskContext) async throws -> DeskResponse {
    let (entry, _) = try await GridSection.entry(request, desk, shelf)
    let record = try await GridSection.record(request.parameters["record"], entry)
    var edits: [SourceEdit] = []
    var title = ""
    for (number, column) in entry.grid.columns.enumerated() {
      guard let sent = request["f\(number)"] else { continue }
      let was = request.seen("was\(number)", now: record.cells[number].text)
      let text = CellEdit.text(sent, over: was ?? "")
      guard !text.utf8.elementsEqual((was ?? "").utf8) else { continue }
      edits.append(
        .cell(
          CellEdit(
            address(record, entry),
            field: column.name,
            byteRange: record.cells[number].byteRange,
            expected: was,
            text: text
          )
        )
      )
      title = "\(Self.short(was ?? "")) → \(Self.short(text)) in \(entry.grid.source.name)"
    }
    if edits.count > 1 { title = "\(edits.count) fields of record \(record.number) in \(entry.grid.source.name)" }
    if !edits.isEmpty { _ = try await perform(edits, title, request, desk) }
    return .seeOther("/sources/\(entry.grid.source.number)/records/\(record.number)")
  }

  private func delete(_ request: DeskRequest, _ desk: DeskContext) async throws -> DeskResponse {
    let (entry, _) = try await GridSection.entry(request, desk, shelf)
    let record = try await GridSection.record(request.parameters["record"], entry)
    var expected: [String: String] = [:]
    for (number, column) in entry.grid.columns.enumerated() {
      if let text = request.seen("was\(number)", now: record.cells[number].text) {
        expected[column.name] = text
      } else if request.wantsJSON, let text = record.cells[number].text {
        // The script shows what this grid has, and the version says whether that still holds.
        expected[column.name] = text
      }
    }
    let source = entry.grid.source
    let name = record.cells.compactMap(\.text).first { !$0.isEmpty } ?? "record \(record.number)"
    let state = try await perform(
      [.deletion(RecordDeletion(address(record, entry), expected: expected))],
      "\(Self.short(name)) deleted from \(source.name)",
      request,
      desk
    )
    if request.wantsJSON { return try .json(["version": state.version]) }
    return .seeOther("/sources/\(source.number)?from=\(max(1, record.number - 5))")
  }

  private func perform(_ edits: [SourceEdit], _ title: String, _ request: DeskRequest, _ desk: DeskContext) async throws
    -> DeskState
  {
    do {
      return try await desk.session.perform(edits, title: title, version: request["version"].flatMap(Int.init))
    } catch let error as SourceEditError {
      throw DeskProblem(.conflict, "The source is as it was", "\(error). Go back, and look at the record again.")
    }
  }

  private func address(_ record: GridRecord, _ entry: GridShelf.Entry) -> RecordAddress {
    RecordAddress(
      source: entry.grid.source.number,
      number: record.number,
      file: record.place.file,
      byteRange: record.place.byteRange
    )
  }

  /// A text as titles show it.
  private static func short(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return text.isEmpty ? "nothing" : line.count > 30 ? line.prefix(29) + "…" : line
  }
}

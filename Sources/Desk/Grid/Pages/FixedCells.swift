internal import ImportPipeline

/// Which cells of a source cannot be changed in their files, and why, as far as that is seen without trying.
///
/// Used by one thread.
final class FixedCells {
  private let cells: SourceCells
  private let source: PlannedSource

  init(_ entry: GridShelf.Entry) {
    cells = SourceCells(entry.plan)
    source = entry.grid.source
  }

  /// Why nothing of the source can be changed: what is in the way in all of its files; `nil` if something can.
  var ofSource: String? {
    let reasons = source.files.map { ofFile($0.name) }
    return reasons.contains(nil) ? nil : reasons.first ?? nil
  }

  /// Why a cell cannot be changed; `nil` if nothing is known to be in the way.
  ///
  /// - Parameter field: The number of its column.
  func reason(_ record: GridRecord, _ field: Int) -> String? {
    if let reason = ofFile(record.place.file) { return reason }
    // In a line of fields, any of them can be written; what is not there can be added.
    guard source.format != .csv, record.cells[field].text != nil else { return nil }
    guard let range = record.cells[field].byteRange else {
      return source.format == .jsonlines ? nil : "its place in the file's bytes is not known"
    }
    let name = source.columns[field].name
    // A file that cannot be read is spoken of where its records are read.
    let cell = try? cells.cell(source: source.number, file: record.place.file, field: name, byteRange: range)
    return cell?.obstacle
  }

  private func ofFile(_ name: String) -> String? {
    // As above.
    (try? cells.obstacle(source: source.number, file: name)) ?? nil
  }
}

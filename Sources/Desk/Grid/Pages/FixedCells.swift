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
    let cell = record.cells[field]
    // A file that cannot be read is spoken of where its records are read.
    let reason = try? cells.obstacle(
      source: source.number,
      file: record.place.file,
      field: source.columns[field].name,
      text: cell.text,
      byteRange: cell.byteRange
    )
    return reason ?? nil
  }

  private func ofFile(_ name: String) -> String? {
    // As above.
    (try? cells.obstacle(source: source.number, file: name)) ?? nil
  }
}

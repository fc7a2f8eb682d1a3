internal import Findings

/// Cells of sources that say something else than before, where that is all by which the sources and all else that is read differ from what they were.
package struct CellChanges: Sendable {
  package struct Cell: Sendable, Hashable {
    /// The source's place in the recipe, from 0.
    var source: Int
    /// The record's number in its source, from 1.
    var record: Int
    var field: String
  }

  /// What stands in the cells now.
  private(set) var texts: [Cell: String?] = [:]
  /// The files that were written, as they are since.
  private(set) var states: [String: FileState] = [:]

  package init() {}

  /// How many cells there are.
  package var count: Int { texts.count }

  /// - Parameters:
  ///   - edits: What was done, in this order.
  ///   - states: The files that were written, as they are since.
  package init(_ edits: [CellEdit], states: [String: FileState]) {
    for edit in edits {
      texts[Cell(source: edit.record.source, record: edit.record.number, field: edit.field)] = .some(edit.text)
    }
    self.states = states
  }

  /// Adds what was changed after that.
  package mutating func add(_ later: CellChanges) {
    texts.merge(later.texts) { $1 }
    states.merge(later.states) { $1 }
  }

  /// The fields that were changed, with what stands there now, by record.
  var records: [RecordOrigin: [String: String?]] {
    var records: [RecordOrigin: [String: String?]] = [:]
    for (cell, text) in texts {
      records[RecordOrigin(source: cell.source, record: cell.record), default: [:]][cell.field] = .some(text)
    }
    return records
  }
}

extension SourceEdit {
  /// The cells that edits change; `nil` if they change anything else.
  package static func cells(of edits: [SourceEdit]) -> [CellEdit]? {
    var cells: [CellEdit] = []
    for edit in edits {
      guard case .cell(let cell) = edit else { return nil }
      cells.append(cell)
    }
    return cells
  }
}

extension CellEdit {
  /// What takes the edit back.
  package var reversed: CellEdit {
    // The record's bytes are elsewhere afterwards.
    CellEdit(RecordAddress(source: record.source, number: record.number), field: field, expected: text, text: expected)
  }
}

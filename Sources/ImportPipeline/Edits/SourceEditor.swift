internal import DelimitedText
internal import TextInput

/// The one room in which sources are changed: it finds the bytes of cells and records, and writes other ones in the form of the file.
///
/// ```swift
/// let edit = CellEdit(RecordAddress(source: 0, number: 12), field: "breed", expected: "Beegle", text: "Beagle")
/// for revision in try SourceEditor(plan).revisions(for: [.cell(edit)]) { try revision.apply() }
/// ```
package struct SourceEditor {
  let plan: ImportPlan

  package init(_ plan: ImportPlan) { self.plan = plan }

  /// What has to be changed for some edits, file by file in the order of the recipe; nothing is written.
  ///
  /// - Throws: `SourceEditError` for the first edit that cannot be made; the reader's error if a source cannot be opened any more.
  package func revisions(for edits: [SourceEdit]) throws -> [SourceRevision] {
    throw SourceEditError(.obstacle, file: "", "edits are not made yet")
  }
}

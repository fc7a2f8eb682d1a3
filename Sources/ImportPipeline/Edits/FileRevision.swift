internal import Findings
internal import TextInput

/// The changes of one file as they come together.
struct FileRevision {
  private let source: SourcePlan
  private let file: SourceFile
  private let input: InputFile
  private let state: FileState?
  private var form: SourceForm?
  private var edits: [SourceFix.Edit] = []
  /// The bytes of records that are to go.
  private var deleted: [Range<Int>] = []
  /// What is read again before it is written.
  private var records = RevisedRecords()

  init(_ source: SourcePlan, _ file: SourceFile, _ input: InputFile, _ state: FileState?) {
    self.source = source
    self.file = file
    self.input = input
    self.state = state
  }

  /// The revision; `nil` if nothing is changed.
  ///
  /// - Throws: `SourceEditError` if changes overlap, or if records would be others then than they are to be; the reader's error.
  func revision() throws -> SourceRevision? {
    guard let form else { return nil }
    var edits = edits
    try describing(deleted.count == 1 ? "the record cannot be deleted" : "the records cannot be deleted") {
      edits += try RecordSurroundings(input, size: state?.size ?? 0, form).cuts(deleted)
    }
    guard !edits.isEmpty else { return nil }
    var revision = SourceRevision(
      file: file.name,
      path: file.path,
      edits: [],
      encoding: form.cells.encoding,
      state: state
    )
    try revision.add(edits)
    if records.areInDoubt {
      try describing("nothing is written") { try records.confirm(revision, of: file, in: source, form.cells) }
    }
    return revision
  }

  // MARK: Cells

  /// Changes cells of one record.
  mutating func change(_ record: FoundCells, _ wanted: [CellEdit]) throws {
    let form = try opened()
    var changed: [SourceFix.Edit] = []
    var texts = record.texts
    for edit in wanted {
      guard let field = record.fieldNames.firstIndex(of: edit.field) else {
        throw SourceEditError(.missing, file: file.name, "record \(record.number) has no field “\(edit.field)”")
      }
      let found = record.texts[field]
      guard form.cells.areSame(found, edit.expected) else {
        throw SourceEditError(.otherText(expected: edit.expected, found: found), file: file.name)
      }
      texts[field] = edit.text
      try describing("“\(edit.field)” of record \(record.number) cannot be changed here") {
        guard let range = record.byteRange(ofField: field) else {
          throw FixObstacle(reason: "its place in the file's bytes is not known")
        }
        if found == nil, form.isTree {
          guard edit.text != nil else { return }
          changed.append(try addition(edit, to: record, form))
          if let place = record.byteRange { records.change(edit, of: place, isAlone: false) }
          return
        }
        let before = try input.bytes(in: range)
        let isAttribute = form.isAttribute(edit.field, before)
        if form.isTree {
          try form.cells.requireWhole(before, saying: found, isAttribute: isAttribute)
        }
        let after = try form.cells.written(edit.text, over: before, isAttribute: isAttribute)
        guard after != before else { return }
        changed.append(SourceFix.Edit(range: range, before: before, after: after))
        if form.isTree, let place = record.byteRange {
          // A cell of a table may reach into other records, a path may lead out of the record, and records may be found by what an attribute says.
          let isAlone =
            form.format != .html && place.contains(range) && !(isAttribute && source.hasRecordConditions)
          records.change(edit, of: place, isAlone: isAlone)
        }
      }
    }
    try describing("record \(record.number) cannot be changed field by field") {
      try form.confirm(changed, of: record, saying: texts, in: input)
    }
    edits += changed
  }

  // MARK: Texts

  /// Writes a stretch of the file otherwise.
  mutating func replace(_ edit: TextEdit) throws {
    let form = try opened()
    try describing("the text cannot be changed here") {
      guard edit.byteRange.lowerBound >= 0, edit.byteRange.upperBound <= state?.size ?? 0 else {
        throw SourceEditError(.changedFile, file: file.name)
      }
      let before = try input.bytes(in: edit.byteRange)
      let shown = ShownText(before, form.cells.encoding)
      guard shown.text == edit.expected else {
        throw SourceEditError(.otherText(expected: edit.expected, found: shown.text), file: file.name)
      }
      guard let (part, written) = try shown.difference(from: edit.text) else { return }
      edits.append(
        SourceFix.Edit(
          range: part.moved(by: edit.byteRange.lowerBound),
          before: Array(before[part]),
          after: try form.cells.encoded(written)
        )
      )
    }
  }

  // MARK: Records

  /// Takes a record out of the file.
  mutating func delete(_ record: FoundCells, _ deletion: RecordDeletion) throws {
    let form = try opened()
    for (field, expected) in deletion.expected.sorted(by: { $0.key < $1.key }) {
      let found = record.fieldNames.firstIndex(of: field).flatMap { record.texts[$0] }
      guard form.cells.areSame(found, expected) else {
        throw SourceEditError(.otherText(expected: expected, found: found), file: file.name)
      }
    }
    try describing("record \(record.number) cannot be deleted") {
      guard let range = record.byteRange else {
        throw FixObstacle(reason: "its place in the file's bytes is not known")
      }
      if form.readsColumns { throw Self.columnObstacle }
      deleted.append(range)
      if form.isTree { records.delete(range) }
    }
  }

  /// Puts a record into the file.
  mutating func insert(_ insertion: RecordInsertion, beside neighbour: FoundCells?) throws {
    let form = try opened()
    try describing("a record cannot be added") {
      for name in insertion.values.keys where !form.fieldNames.contains(name) {
        throw FixObstacle(reason: "the source has no field “\(name)”")
      }
      if form.readsColumns { throw Self.columnObstacle }
      let surroundings = RecordSurroundings(input, size: state?.size ?? 0, form)
      edits.append(try surroundings.insertion(insertion, beside: neighbour, as: RecordDraft(form, insertion.values)))
      guard form.isTree else { return }
      var values = insertion.values
      // A row has all of its fields itself.
      if form.isTable { for name in form.fieldNames where values[name] == nil { values[name] = "" } }
      records.insert(
        RevisedRecords.Insertion(values: values, neighbour: neighbour?.byteRange, isBefore: insertion.after == 0)
      )
    }
  }

  private static let columnObstacle = FixObstacle(
    reason: "the records are the columns of a table, whose cells stand in all of its rows; edit the text of the file"
  )

  /// A value for a field that a record of a tree does not have.
  private func addition(_ edit: CellEdit, to record: FoundCells, _ form: SourceForm) throws -> SourceFix.Edit {
    guard let range = record.byteRange else { throw FixObstacle(reason: "its place in the file's bytes is not known") }
    return try RecordDraft.addition(edit.field, edit.text ?? "", to: input.bytes(in: range), at: range.lowerBound, form)
  }

  // MARK: The file

  private mutating func opened() throws -> SourceForm {
    if let form { return form }
    if let reason = try file.obstacle(source.recipe) {
      throw SourceEditError(.obstacle, file: file.name, "it cannot be changed in place, because \(reason)")
    }
    let form = try SourceForm(source, file)
    self.form = form
    return form
  }

  private func describing(_ what: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let obstacle as FixObstacle {
      throw SourceEditError(.obstacle, file: file.name, "\(what), because \(obstacle.reason)")
    }
  }
}

extension SourceRevision {
  /// Adds edits of the same file.
  ///
  /// - Throws: `SourceEditError` if one overlaps another.
  mutating func add(_ more: [SourceFix.Edit]) throws {
    // What is put in at one place stays in its order.
    var sorted: [SourceFix.Edit] = []
    for edit in (edits + more).enumerated().sorted(by: {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset) < (
        $1.element.range.lowerBound, $1.element.range.upperBound, $1.offset
      )
    }).map(\.element) {
      if let last = sorted.last, last.range.upperBound > edit.range.lowerBound {
        throw SourceEditError(.obstacle, file: file, "two of the changes are about the same text")
      }
      if let last = sorted.last, last.range.isEmpty, last.range == edit.range {
        sorted[sorted.count - 1].after += edit.after
      } else {
        sorted.append(edit)
      }
    }
    edits = sorted
  }
}

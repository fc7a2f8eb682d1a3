internal import Findings
internal import SystemErrors
internal import TextInput

/// What the records of a tree or a table are to be after a revision of their file. The file is read once more as it would be, so that nothing is
/// written that moves a cell to another record, or cannot be read.
struct RevisedRecords {
  /// A record that is to be there.
  struct Insertion {
    /// The values by the fields' names; the other fields may have some from elsewhere.
    let values: [String: String]
    /// The bytes of the record beside it; `nil` if there is none.
    let neighbour: Range<Int>?
    let isBefore: Bool
  }

  /// Cells that are to say something else, by the bytes of their records.
  private var changed: [Range<Int>: [CellEdit]] = [:]
  private var deleted: Set<Range<Int>> = []
  private var inserted: [Insertion] = []
  /// Whether the file has to be read again; a cell that stands by itself changes nothing else.
  private(set) var areInDoubt = false

  /// - Parameter isAlone: Whether the cell's own bytes say what it says and nothing else.
  mutating func change(_ edit: CellEdit, of record: Range<Int>, isAlone: Bool) {
    changed[record, default: []].append(edit)
    if !isAlone { areInDoubt = true }
  }

  mutating func delete(_ record: Range<Int>) {
    deleted.insert(record)
    areInDoubt = true
  }

  mutating func insert(_ insertion: Insertion) {
    inserted.append(insertion)
    areInDoubt = true
  }

  /// Reads a file as it is and as it would be, and makes sure that the second has the records that it is to have.
  ///
  /// - Throws: `FixObstacle` if it does not; `FileWriteError` if its copy cannot be written; the reader's error if the file cannot be read.
  /// - Complexity: O(*n*) in the file's bytes.
  func confirm(_ revision: SourceRevision, of file: SourceFile, in source: SourcePlan, _ cells: any CellForm) throws {
    let copy = TemporaryItem()
    try revision.write(to: copy.path)
    let old = try RecordCourse(source, file)
    let new: RecordCourse
    do {
      new = try RecordCourse(source, SourceFile(name: file.name, path: copy.path))
    } catch let problem as SourceOpeningProblem {
      throw FixObstacle(reason: "the file could not be read then: \(problem.kind.message)")
    }
    func otherwise(_ number: Int) -> FixObstacle {
      let remark = source.conditionRemark
      return FixObstacle(
        reason: "record \(number) of the file would be read otherwise then; edit the text of the file\(remark)"
      )
    }
    var others = 0
    var number = 0
    while try old.next() {
      number += 1
      let range = old.source.byteRange
      let beside = inserted.filter { $0.neighbour == range && range != nil }
      for insertion in beside where insertion.isBefore { try require(new, insertion, cells) }
      if !deleted.contains(where: { $0 == range }) {
        guard try new.next(), old.source.isBroken == new.source.isBroken else { throw otherwise(number) }
        if !isSame(old.source, new.source, range.flatMap { changed[$0] } ?? [], cells) {
          guard deleted.isEmpty, inserted.isEmpty, changed[range ?? 0..<0] == nil else { throw otherwise(number) }
          others += 1
        }
      }
      // What is put in at one place stays in its order.
      for insertion in beside where !insertion.isBefore { try require(new, insertion, cells) }
    }
    for insertion in inserted where insertion.neighbour == nil { try require(new, insertion, cells) }
    guard try !new.next(), new.faults <= old.faults else { throw otherwise(number + 1) }
    guard others == 0 else {
      let what = others == 1 ? "1 more record has its value" : "\(others) more records have their value"
      throw FixObstacle(reason: "\(what) from there and would be changed, too; edit the text of the file")
    }
  }

  private func require(_ course: RecordCourse, _ insertion: Insertion, _ cells: any CellForm) throws {
    guard try course.next(), !course.source.isBroken,
      course.source.fieldNames.enumerated().allSatisfy({ field, name in
        guard let value = insertion.values[name] else { return true }
        return cells.areSame(course.source.text(ofField: field) ?? "", value)
      })
    else { throw FixObstacle(reason: "the new record would not have these values when the file is read again") }
  }

  /// Whether a record says what it has said, but for the cells that are changed.
  private func isSame(
    _ old: any RecordSource,
    _ new: any RecordSource,
    _ edits: [CellEdit],
    _ cells: any CellForm
  ) -> Bool {
    if edits.isEmpty, old.fieldNames == new.fieldNames {
      return old.fieldNames.indices.allSatisfy { old.text(ofField: $0) == new.text(ofField: $0) }
    }
    // A cell may stand for several fields of its record.
    let place = old.place
    let changed = edits.compactMap { edit in
      old.fieldNames.firstIndex(of: edit.field).map { (field: $0, place.located($0).position.byteRange, edit.text) }
    }
    for (field, name) in old.fieldNames.enumerated() {
      let found = new.fieldNames.firstIndex(of: name).flatMap { new.text(ofField: $0) }
      let text = old.text(ofField: field)
      let edit =
        changed.first { $0.field == field }
        ?? changed.first { $0.1 != nil && $0.1 == byteRange(field, text, place) }
      guard let edit else {
        if found != text { return false }
        continue
      }
      guard cells.areSame(found ?? "", edit.2 ?? "") else { return false }
    }
    // Columns of links come and go with their last one.
    return new.fieldNames.enumerated().allSatisfy { old.fieldNames.contains($1) || new.text(ofField: $0) ?? "" == "" }
  }

  /// The place of a field that the record has.
  private func byteRange(_ field: Int, _ text: String?, _ place: any PlacedRecord) -> Range<Int>? {
    text == nil ? nil : place.located(field).position.byteRange
  }
}

/// The records of one file, one after the other.
private final class RecordCourse {
  let source: any RecordSource
  /// How many errors the file's form has, as far as it has been read.
  private(set) var faults = 0

  init(_ plan: SourcePlan, _ file: SourceFile) throws {
    source = try SourceOpener(recipe: plan.recipe, files: [file], fields: plan.fieldNames).open()
  }

  func next() throws -> Bool {
    defer { faults += source.takeFindings().count { $0.severity == .error } }
    return try source.next()
  }
}

extension RecordSource {
  fileprivate func text(ofField field: Int) -> String? {
    withField(field) { bytes in bytes.map { String(decoding: $0, as: UTF8.self) } }
  }
}

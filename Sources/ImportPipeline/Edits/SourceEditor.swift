internal import DelimitedText
internal import Findings
internal import TextInput

/// The one room in which sources are changed: it finds the bytes of cells and records, and writes other ones in the form of the file.
///
/// ```swift
/// let edit = CellEdit(RecordAddress(source: 0, number: 12), field: "breed", expected: "Beegle", text: "Beagle")
/// for revision in try SourceEditor(plan).revisions(for: [.cell(edit)]) { _ = try revision.apply() }
/// ```
package struct SourceEditor {
  let plan: ImportPlan
  private let places: RecordPlaces?

  /// - Parameter places: Where records stand, so that a file need not be read up to them.
  package init(_ plan: ImportPlan, places: RecordPlaces? = nil) {
    self.plan = plan
    self.places = places
  }

  /// What has to be changed for some edits, file by file in the order of the recipe; nothing is written.
  ///
  /// - Throws: `SourceEditError` for the first edit that cannot be made; the reader's error if a source cannot be opened any more.
  /// - Complexity: O(*n*) in the bytes of each source up to the last record that is changed; O(1) where it is known where the record stands.
  package func revisions(for edits: [SourceEdit]) throws -> [SourceRevision] {
    var revisions: [SourceRevision] = []
    for (number, ofSource) in Dictionary(grouping: edits, by: \.source).sorted(by: { $0.key < $1.key }) {
      guard plan.sources.indices.contains(number) else {
        throw SourceEditError(.missing, file: plan.recipe.path, "there is no source \(number + 1)")
      }
      var changes = SourceChanges(plan.sources[number], places)
      for edit in ofSource { changes.add(edit) }
      for revision in try changes.revisions() {
        // Several sources may be made from one file.
        if let index = revisions.firstIndex(where: { $0.path == revision.path }) {
          try revisions[index].add(revision.edits)
        } else {
          revisions.append(revision)
        }
      }
    }
    return revisions
  }

  /// Where a record stands in its file; `nil` if there is no such record, or if its bytes are not known.
  ///
  /// - Throws: The reader's error if the source cannot be read.
  /// - Complexity: O(*n*) in the bytes of the source up to the record.
  package func place(ofRecord number: Int, inSource source: Int) throws -> (file: String, byteRange: Range<Int>)? {
    guard plan.sources.indices.contains(source) else { return nil }
    let opened = try plan.sources[source].open()
    while try opened.next() {
      _ = opened.takeFindings()
      if opened.recordNumber == number { return opened.byteRange.map { (opened.name, $0) } }
    }
    return nil
  }

  /// The whole lines of a file around a place, with those before and after; `nil` if the file cannot be changed, or is not in an encoding in which a
  /// line feed is one byte.
  ///
  /// - Throws: The reader's error if the file cannot be read.
  package func lines(source number: Int, file name: String, around place: Range<Int>) throws -> Range<Int>? {
    guard plan.sources.indices.contains(number),
      let file = plan.sources[number].files.first(where: { $0.name == name }),
      try file.obstacle(plan.sources[number].recipe) == nil
    else { return nil }
    let input = try InputFile(file.path)
    let size = input.regularSize ?? 0
    guard place.upperBound <= size else { return nil }
    let window = max(0, place.lowerBound - (8 << 10))..<min(size, place.upperBound + (8 << 10))
    let bytes = try input.bytes(in: window)
    guard !bytes.contains(0) else { return nil }
    let lineFeed = UInt8(ascii: "\n")
    var start = place.lowerBound - window.lowerBound
    for _ in 0..<3 { start = bytes[..<start].lastIndex(of: lineFeed) ?? 0 }
    var end = place.upperBound - window.lowerBound
    for _ in 0..<3 { end = bytes[end...].firstIndex(of: lineFeed).map { $0 + 1 } ?? bytes.count }
    if start > 0 || window.lowerBound > 0 { start += 1 }
    return window.lowerBound + start..<window.lowerBound + end
  }

  /// Some bytes of a file as text, to be edited as it stands there; `nil` if the file does not have them, or cannot be changed.
  ///
  /// - Throws: The reader's error if the file cannot be read.
  package func text(source number: Int, file name: String, byteRange: Range<Int>) throws -> String? {
    guard plan.sources.indices.contains(number),
      let file = plan.sources[number].files.first(where: { $0.name == name }),
      try file.obstacle(plan.sources[number].recipe) == nil
    else { return nil }
    let input = try InputFile(file.path)
    guard byteRange.lowerBound >= 0, byteRange.upperBound <= input.regularSize ?? 0 else { return nil }
    let form = try SourceForm(plan.sources[number], file)
    return ShownText(try input.bytes(in: byteRange), form.cells.encoding).text
  }
}

/// The texts of cells whose bytes are known, without reading up to them.
package final class SourceCells {
  private let plan: ImportPlan
  private var files: [String: (form: SourceForm, input: InputFile)] = [:]
  private var obstacles: [String: String?] = [:]

  package init(_ plan: ImportPlan) { self.plan = plan }

  /// Why no cell of a file can be changed in its place; `nil` if cells of it can.
  ///
  /// - Throws: The reader's error if the file cannot be read.
  /// - Complexity: O(1) but for the first time that a file is asked for, for which its beginning is read.
  package func obstacle(source number: Int, file name: String) throws -> String? {
    guard plan.sources.indices.contains(number), let file = plan.sources[number].file(named: name) else {
      return "it stands in no file of the sources"
    }
    let key = "\(number) \(file.path)"
    if let known = obstacles[key] { return known }
    let reason = try file.obstacle(plan.sources[number].recipe)
    obstacles[key] = .some(reason)
    return reason
  }

  /// Why a cell cannot be changed in its file, of which the text is known; `nil` if nothing is seen to be in the way.
  ///
  /// - Parameters:
  ///   - text: What the reader delivers.
  ///   - byteRange: The field's bytes; `nil` if they are not known, or if the record does not have the field.
  /// - Throws: The reader's error if the file cannot be read.
  /// - Complexity: As `cell(source:file:field:byteRange:)`.
  package func obstacle(source number: Int, file name: String, field: String, text: String?, byteRange: Range<Int>?)
    throws -> String?
  {
    if let reason = try obstacle(source: number, file: name) { return reason }
    // In a line of fields, any of them can be written.
    guard let file = plan.sources[number].file(named: name), plan.sources[number].recipe.format != .csv else {
      return nil
    }
    // What is not there can be added.
    guard let byteRange else { return text == nil ? nil : "its place in the file's bytes is not known" }
    let opened = try opened(number, file)
    do {
      let raw = try opened.input.bytes(in: byteRange)
      if opened.form.spansRows(byteRange, in: opened.input) {
        return "the cell is that of several rows; edit the text of the file"
      }
      try opened.form.cells.requireWhole(raw, saying: text, isAttribute: opened.form.isAttribute(field, raw))
      return nil
    } catch let obstacle as FixObstacle {
      return obstacle.reason
    }
  }

  private func opened(_ number: Int, _ file: SourceFile) throws -> (form: SourceForm, input: InputFile) {
    let key = "\(number) \(file.path)"
    let opened = try files[key] ?? (SourceForm(plan.sources[number], file), InputFile(file.path))
    files[key] = opened
    return opened
  }

  /// The text of a cell as it stands in its file; why it cannot be changed there, if so.
  ///
  /// - Parameters:
  ///   - field: The field, as the source names it.
  ///   - byteRange: The field's bytes, as places of findings have them.
  /// - Throws: The reader's error if the file cannot be read.
  /// - Complexity: O(1) but for the first cell of a file, for which the file is opened.
  package func cell(source number: Int, file name: String, field: String, byteRange: Range<Int>?) throws -> SourceCell {
    if let reason = try obstacle(source: number, file: name) { return SourceCell(text: nil, obstacle: reason) }
    guard let file = plan.sources[number].file(named: name), let byteRange else {
      return SourceCell(text: nil, obstacle: "its place in the file's bytes is not known")
    }
    let opened = try opened(number, file)
    do {
      let raw = try opened.input.bytes(in: byteRange)
      let isAttribute = opened.form.isAttribute(field, raw)
      return SourceCell(text: try opened.form.cells.text(of: raw, isAttribute: isAttribute), obstacle: nil)
    } catch let obstacle as FixObstacle {
      return SourceCell(text: nil, obstacle: obstacle.reason)
    }
  }
}

/// What a cell says, or why it cannot be changed in its file.
package struct SourceCell: Sendable, Hashable {
  /// `nil` for no value, or if there is an obstacle.
  package let text: String?
  package let obstacle: String?
}

extension SourcePlan {
  /// The file that a place names; places in archives and workbooks have the member's path or the sheet after the file's.
  func file(named name: String) -> SourceFile? {
    files.first { $0.name == name } ?? files.first { name.hasPrefix($0.name + "/") }
  }
}

internal import DelimitedText
internal import TextInput

/// Reading records of delimited files as they would be, before anything is written.
extension SourceForm {
  /// Makes sure that a record says what it is to say once its bytes have changed, and nothing else; records of other formats are read with their file.
  ///
  /// - Parameters:
  ///   - texts: What the record is to say, in the order of its fields.
  ///   - input: The file as it is.
  /// - Throws: `FixObstacle` if it would not.
  func confirm(_ edits: [SourceFix.Edit], of record: FoundCells, saying texts: [String?], in input: InputFile) throws {
    guard let delimited = cells as? DelimitedCellForm, !edits.isEmpty else { return }
    guard let range = record.byteRange, edits.allSatisfy({ range.contains($0.range) }) else {
      throw FixObstacle(reason: "its place in the file's bytes is not known")
    }
    var bytes = try input.bytes(in: range)
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range.moved(by: -range.lowerBound), with: edit.after)
    }
    guard let fields = try delimited.records(in: bytes)?.map(columns), fields.count == 1 else {
      throw FixObstacle(reason: "it would not be one record of the file's form then; edit its text")
    }
    // The file may have its columns in another order than the source.
    let wanted = fieldNames.map { name in record.fieldNames.firstIndex(of: name).flatMap { texts[$0] } }
    guard fields[0].count <= max(wanted.count, record.texts.count), areSame(fields[0], wanted) else {
      throw FixObstacle(reason: "other fields would be read otherwise then; edit the record's text")
    }
  }

  /// Makes sure that a line says what a new record is to say, and that the line beside it stays what it is.
  ///
  /// - Parameters:
  ///   - line: The record with its line break.
  ///   - values: What it is to say, by the fields' names.
  ///   - neighbour: The bytes of the record beside it; empty if there is none.
  /// - Throws: `FixObstacle` if it would not.
  func confirm(line: [UInt8], saying values: [String: String], beside neighbour: [UInt8], isBefore: Bool) throws {
    guard let delimited = cells as? DelimitedCellForm else { return }
    let wanted = fieldNames.map { values[$0] }
    guard let read = try delimited.records(in: line)?.map(columns), read.count == 1, areSame(read[0], wanted) else {
      throw FixObstacle(
        reason: "the file's form cannot say it: read again, the line would not be one record with these values"
      )
    }
    guard !neighbour.isEmpty, let old = try delimited.records(in: neighbour)?.map(columns) else { return }
    let both = try delimited.records(in: isBefore ? line + neighbour : neighbour + line)?.map(columns)
    guard both == (isBefore ? read + old : old + read) else {
      throw FixObstacle(reason: "the record beside it would be read otherwise then; edit the text of the file there")
    }
  }

  /// A record's fields without the empty one after the last delimiter, where records are written so.
  private func columns(_ fields: [String]) -> [String] {
    guard let delimited = cells as? DelimitedCellForm, delimited.dialect.hasTrailingDelimiter,
      fields.count == fieldNames.count + 1, fields.last?.isEmpty == true
    else { return fields }
    return fields.dropLast()
  }

  private func areSame(_ fields: [String], _ wanted: [String?]) -> Bool {
    zip(fields, wanted).allSatisfy { $0 == ($1 ?? "") } && wanted.dropFirst(fields.count).allSatisfy { $0 ?? "" == "" }
  }
}

internal import Findings

/// A record of which somebody has typed the texts, as the pipeline reads records.
final class TypedRecord: RecordCursor {
  let fieldNames: [String]
  let recordNumber: Int
  let place: any PlacedRecord
  private let texts: [String?]
  private let found: FoundRecord?
  private let hasNumbers: Bool

  /// - Parameters:
  ///   - texts: The fields' texts in the order of the plan's numbers; `nil` where the record does not have the field.
  ///   - found: The record as it stands in its source; `nil` for one that is not there yet.
  init(_ plan: SourcePlan, _ texts: [String?], _ found: FoundRecord?, number: Int) {
    fieldNames = plan.fieldNames
    self.texts = texts
    self.found = found
    hasNumbers = plan.recipe.format.hasNumbers
    recordNumber = number
    place = Place(
      record: found?.position ?? SourcePosition(file: plan.recipe.file.value, line: 0),
      fields: found?.fields.map(\.position) ?? []
    )
  }

  /// Places of a record that is looked up; there is no text around them.
  private struct Place: PlacedRecord {
    var record: SourcePosition
    var fields: [SourcePosition]
    var rejectBytes: [UInt8] { [] }

    func located(_ field: Int?) -> SourcePlace {
      (field.flatMap { fields.indices.contains($0) ? fields[$0] : nil } ?? record, nil)
    }
  }

  var line: Int { place.located(nil).position.line }
  var isBroken: Bool { false }
  func takeFindings() -> [Finding] { [] }

  /// What takes the place of a number is written as one if it can be, and so is what a record did not have.
  func isNumber(_ field: Int) -> Bool {
    guard hasNumbers, let old = found?.fields[field], let text = texts[field] else { return false }
    return (old.isNumber || old.text == nil) && JSONCellForm.isNumber(text)
  }

  func withField<Result>(_ field: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    guard let text = texts[field] else { return body(nil) }
    return text.withContiguousBytes { body($0) }
  }
}

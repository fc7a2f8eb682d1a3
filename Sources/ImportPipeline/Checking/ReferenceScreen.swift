internal import AttributeValues
internal import ObjectModel

/// Tells from a field's bytes whether the object that a to-one relationship means is there.
final class ReferenceScreen {
  private let field: Int
  private let isRequired: Bool
  private let isPlainText: Bool
  private let converter: ValueConverter
  private let table: KeyTable

  /// `nil` for relationships that are not filled from one field with one value.
  init?(_ plan: RelationshipPlan, tables: KeyTables) {
    guard case .field(let field) = plan.input, plan.steps.isPlain, !plan.relationship.isToMany,
      let table = tables.table(of: plan.destination, slots: [plan.matchSlot])
    else { return nil }
    self.field = field
    self.table = table
    isRequired = !plan.relationship.isOptional
    isPlainText = plan.matches.attributeType == .string && plan.converter.takesTextAsItStands
    converter = plan.converter
  }

  /// Whether the current record's reference is surely right.
  ///
  /// - Complexity: O(*n*) in the field's bytes.
  func passes(_ source: some RecordSource) -> Bool {
    source.withField(field) { bytes in
      if isPlainText, let bytes {
        let text = converter.steps.trims ? bytes.trimmed : bytes
        if text.isEmpty || converter.steps.isNull(text) { return !isRequired }
        if text.isASCII { return table.holder(of: KeyPrint(ascii: text)) != nil }
      }
      do throws(ConversionFailure) {
        let value = try converter.value(bytes)
        return value.isNull ? !isRequired : table.holder(of: KeyPrint(value)) != nil
      } catch {
        return false
      }
    }
  }
}

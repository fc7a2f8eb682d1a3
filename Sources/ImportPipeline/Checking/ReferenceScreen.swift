internal import AttributeValues
internal import ObjectModel

/// Tells from a field's bytes whether the object that a to-one relationship means is there.
final class ReferenceScreen: Sendable {
  /// What is known of a reference.
  enum Verdict {
    case good
    case doubtful
    /// It is good if the source's own records before it have made an object with this key.
    case depends(KeyPrint)
  }

  private let field: Int
  private let isRequired: Bool
  private let isPlainText: Bool
  private let converter: ValueConverter
  /// The keys of the sources before; `nil` if the source's own objects are meant.
  private let known: KeyIndex?

  /// `nil` for relationships that are not filled from one field with one value.
  init?(_ plan: RelationshipPlan, of source: SourcePlan, tables: KeyTables) {
    guard case .field(let field) = plan.input, plan.steps.isPlain, !plan.relationship.isToMany,
      let table = tables.table(of: plan.destination, slots: [plan.matchSlot])
    else { return nil }
    self.field = field
    known = plan.destination === source.entity ? nil : table.prints
    isRequired = !plan.relationship.isOptional
    isPlainText = plan.matches.attributeType == .string && plan.converter.takesTextAsItStands
    converter = plan.converter
  }

  /// Judges a record's reference.
  ///
  /// - Complexity: O(*n*) in the field's bytes.
  func judge(_ record: some RecordFields) -> Verdict {
    record.withField(field) { bytes in
      if isPlainText, let bytes {
        let text = converter.steps.trims ? bytes.trimmed : bytes
        if text.isEmpty || converter.steps.isNull(text) { return isRequired ? .doubtful : .good }
        if text.isASCII { return judge(KeyPrint(ascii: text)) }
      }
      do throws(ConversionFailure) {
        let value = try converter.value(bytes)
        if value.isNull { return isRequired ? .doubtful : .good }
        return judge(KeyPrint(value))
      } catch {
        return .doubtful
      }
    }
  }

  private func judge(_ print: KeyPrint) -> Verdict {
    guard let known else { return .depends(print) }
    return known.holder(of: print) == nil ? .doubtful : .good
  }
}

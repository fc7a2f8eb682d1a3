internal import AttributeValues
internal import ObjectModel

/// Proves from a field's bytes that the one object that a to-one relationship means is there.
final class ReferencePrecheck: Sendable {
  /// What is known of a reference.
  enum Verdict {
    /// It refers to nothing, and may.
    case empty
    /// It means the object with this key.
    case found(Int64)
    case doubtful
    /// It is good if the source's own records before it have made an object with this key.
    case depends(Fingerprint)
  }

  let slot: Int
  private let field: Int
  /// Whether a record without a value is in doubt: it needs one, the recipe has a default, or the record around it should have one.
  private let isRequired: Bool
  private let isPlainText: Bool
  private let converter: ValueConverter
  /// The objects of the sources before; `nil` if the source itself may add to them, or change by what they are found.
  let known: FingerprintTable?

  /// `nil` for relationships that are not filled from one field with one value.
  init?(_ plan: RelationshipPlan, of source: SourcePlan, resolver: ObjectResolver) {
    guard case .field(let field) = plan.input, plan.converter.steps.isPlain, !plan.relationship.isToMany,
      plan.folding == .none, plan.converter.ofNumbers == nil,
      let index = resolver.index(of: plan.destination, [.attribute(plan.matchSlot)])
    else { return nil }
    self.field = field
    slot = plan.slot
    let makesTargets =
      source.entity.isKind(of: plan.destination) || source.relationships.contains { $0.missing == .create }
    // A record of the entity above may be about an object of the destination.
    let changesTargets = source.recipe.mode != .insert && plan.destination.isKind(of: source.entity)
    let isOwn = makesTargets || changesTargets
    known = isOwn ? nil : index.snapshot
    isRequired = !plan.relationship.isOptional || plan.isToParent || !plan.defaultValue.isNull
    isPlainText = plan.matches.attributeType == .string && plan.converter.takesTextAsItStands
    converter = plan.converter
  }

  /// Whether every object that may be meant was there before the source is read.
  var knowsAllTargets: Bool { known != nil }

  /// Looks at a record's reference.
  ///
  /// - Complexity: O(*n*) in the field's bytes.
  func inspect(_ record: some RecordFields) -> Verdict {
    record.withField(field) { bytes in
      if isPlainText, let bytes {
        let text = converter.steps.trims ? bytes.trimmed : bytes
        if text.isEmpty || converter.steps.isNull(text) { return isRequired ? .doubtful : .empty }
        if text.isASCII { return verdict(Fingerprint(ascii: text)) }
      }
      do throws(ConversionFailure) {
        let value = try converter.value(bytes)
        if value.isNull { return isRequired ? .doubtful : .empty }
        return verdict(Fingerprint(value))
      } catch {
        return .doubtful
      }
    }
  }

  private func verdict(_ fingerprint: Fingerprint) -> Verdict {
    guard let known else { return .depends(fingerprint) }
    return known.only(fingerprint).map { .found($0.reference) } ?? .doubtful
  }
}

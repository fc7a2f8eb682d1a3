internal import AttributeValues
internal import Findings
internal import ObjectModel

extension ImportPlan {
  /// A field's text after a suggestion has been taken, which is about what the steps of the recipe make of it: a part of a list, or what a lookup table
  /// has for it.
  ///
  /// - Parameters:
  ///   - text: The whole trimmed text of the field.
  ///   - texts: The fields of the record.
  /// - Returns: `nil` if it cannot be told what stands for the suggestion there.
  func replacement(of text: String, by finding: Finding, of source: SourcePlan, texts: [String?]) -> String? {
    guard let suggestion = finding.suggestion else { return nil }
    // Several sources may be made from one file.
    let isOwn = finding.entity == source.entity.name
    let owner = isOwn ? source : self.source(of: finding).map { sources[$0] }
    guard let property = finding.attribute, let (input, converter) = owner?.input(of: property) else {
      return suggestion
    }
    let steps = converter.steps
    let isPart = steps.list.map { $0.takesOnePart || $0.parts(of: text, trims: true).count > 1 } ?? false
    // A lookup table is asked for what stands in the field.
    let isOriginal = steps.lookup == nil || finding.rule == .valueLookup
    if !isPart, isOriginal { return suggestion }
    guard isOwn, case .field(let field) = input, field < texts.count else { return nil }
    if isOriginal { return steps.list.flatMap { $0.replacingPart(of: text, with: suggestion) } }
    guard let type = type(of: property, in: source), let value = typedValue(suggestion, as: type) else { return nil }
    var trimmed = texts
    trimmed[field] = text
    guard case .field(field, _, let written) = writing(value, to: property, ofSource: source.number, texts: trimmed)
    else { return nil }
    return written
  }

  /// The type of a property's values, or of those by which its objects are found.
  private func type(of property: String, in source: SourcePlan) -> AttributeType? {
    source.attributes.first { $0.attribute.name == property }?.attribute.attributeType
      ?? source.relationships.first { $0.relationship.name == property }?.matches.attributeType
  }
}

package import AttributeValues
internal import ObjectModel

/// A source as somebody sees it who writes a record for it.
package struct RecordForm: Sendable {
  /// A field that the plan reads.
  package struct Field: Sendable {
    package var name: String
    /// What it fills, in the plan's order.
    package var uses: [Use]
  }

  /// A property that a field fills, or helps to fill.
  package struct Use: Sendable {
    package var property: String
    /// The type of the attribute, or of the one by which related objects are found.
    package var type: AttributeType
    /// For a relationship, the entity of the objects that the field names and the attribute that is compared.
    package var reference: (entity: String, attribute: String)?
    package var isToMany = false
    /// Whether the property has to have a value and nothing else gives it one.
    package var isRequired = false
    /// Whether the field alone is read for it.
    package var isAlone = true
    package var isKey = false
    /// What is done to the text, in words.
    package var steps: [String] = []
  }

  /// The source's place in the recipe, from 0.
  package var number: Int
  /// As the recipe names it.
  package var file: String
  package var entity: String
  package var mode: ImportMode
  /// For records inside others, the entity of the outer ones' objects.
  package var outerEntity: String?
  package var fields: [Field]
}

extension ImportPlan {
  /// The sources in their order.
  package var recordForms: [RecordForm] { sources.map(\.recordForm) }

  /// Records by their numbers, with their fields; those that are not there any more are missing. Each source is read once more, as far as the last of them.
  ///
  /// - Parameter places: Where records stand, so that a file need not be read up to them.
  /// - Throws: The reader's error when a source cannot be read.
  package func records(of origins: Set<RecordOrigin>, places: RecordPlaces? = nil) throws
    -> [RecordOrigin: FoundRecord]
  {
    try FieldFinder(plan: self, places: places).records(of: origins)
  }
}

extension SourcePlan {
  fileprivate var recordForm: RecordForm {
    var fields = fieldNames.map { RecordForm.Field(name: $0, uses: []) }
    func add(_ use: RecordForm.Use, _ input: InputPlan) {
      var use = use
      use.isAlone = input.fields.count == 1
      for field in input.fields { fields[field].uses.append(use) }
    }
    for (index, plan) in attributes.enumerated() {
      let use = RecordForm.Use(
        property: plan.attribute.name,
        type: plan.attribute.attributeType,
        isRequired: plan.attribute.needsValue && defaults[plan.slot].isNull || keyAttributes.contains(index),
        isKey: keyAttributes.contains(index),
        steps: plan.converter.words(isList: false)
      )
      add(use, plan.input)
    }
    for plan in relationships {
      let use = RecordForm.Use(
        property: plan.relationship.name,
        type: plan.matches.attributeType,
        reference: (plan.destination.name, plan.matches.name),
        isToMany: plan.relationship.isToMany,
        isRequired: plan.relationship.needsObject,
        steps: plan.converter.words(isList: plan.relationship.isToMany)
      )
      add(use, plan.input)
    }
    return RecordForm(
      number: number,
      file: recipe.file.value,
      entity: entity.name,
      mode: recipe.mode,
      outerEntity: recipe.parent?.entity.value,
      fields: fields
    )
  }
}

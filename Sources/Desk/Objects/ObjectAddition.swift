internal import AttributeValues
package import ImportPipeline
internal import ManagedObjects
internal import ObjectModel

/// The form for an object that is not there yet: a record of the source that would make it.
package struct AdditionForm: Sendable {
  package struct Field: Sendable {
    package var name: String
    package var uses: [RecordForm.Use]
    /// What the model asks of the attribute that the field fills, in words.
    package var limits: [String]
    package var choices: [String]
    package var isRequired: Bool
  }

  package var entity: String
  /// The source's place in the recipe, from 0.
  package var source: Int
  package var file: String
  package var fields: [Field]
  /// All sources that make objects of the entity.
  package var sources: [(number: Int, file: String)]
  /// Why no record can be added; `nil` if it can.
  package var obstacle: String?
}

extension ObjectBrowser {
  /// The form for a new object of an entity.
  ///
  /// - Parameter number: The source to add to, of several; `nil` for the first.
  /// - Returns: `nil` if the model has no such entity or no source makes its objects.
  package func additionForm(for entity: String, source number: Int? = nil) throws -> AdditionForm? {
    let forms = plan.recordForms.filter { $0.entity == entity && $0.mode != .update }
    guard let form = forms.first(where: { $0.number == number }) ?? forms.first,
      let described = plan.model.entitiesByName[entity]
    else { return nil }
    return try graph.read { context in
      let fields = try form.fields.map { field in
        let use = field.uses.first
        let attribute = use.flatMap { described.attributesByName[$0.property] }
        let found = try use?.reference.map { try choices($0, context).texts } ?? []
        return AdditionForm.Field(
          name: field.name,
          uses: field.uses,
          // Limits are about values; where a conversion lies between, the text is another one.
          limits: use?.steps.isEmpty == true ? attribute.map(Self.limits) ?? [] : [],
          choices: found,
          isRequired: field.uses.contains { $0.isRequired && $0.isAlone }
        )
      }
      var addition = AdditionForm(
        entity: entity,
        source: form.number,
        file: form.file,
        fields: fields,
        sources: forms.map { ($0.number, $0.file) }
      )
      if let outer = form.outerEntity {
        addition.obstacle = "its records stand inside those of \(outer), so that a new one has to be written there"
      }
      if let file = plan.plannedSources[form.number].files.last, let reason = try obstacle(form.number, file.name) {
        addition.obstacle = reason
      }
      return addition
    }
  }

  /// What would become of a new record.
  ///
  /// - Parameter texts: What was typed, by the fields' names; empty texts are none.
  package func judgeAddition(to source: Int, _ texts: [String: String]) throws -> RecordTrial {
    try graph.read { _ in
      let fields = plan.recordForms[source].fields
      return try graph.trials().judge(fields.map { texts[$0.name] }, ofSource: source)
    }
  }

  /// The key that the object of a new record would have; `nil` if that is not known.
  package func key(ofAddition trial: RecordTrial, to source: Int) -> ObjectKey? {
    guard let entity = plan.model.entitiesByName[plan.recordForms[source].entity] else { return nil }
    return names.keys.key(of: entity, trial.values)
  }
}

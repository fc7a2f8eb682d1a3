internal import AttributeValues
internal import Foundation
package import Findings
package import ImportPipeline
internal import ManagedObjects
internal import ObjectModel

/// How a property of an object can be changed: by the cells that it came from, and by nothing else.
package struct PropertyEdit: Sendable {
  /// A cell that has a say in the property.
  package struct Cell: Sendable {
    package var record: RecordOrigin
    /// The place of the field, or of the record where that does not have it.
    package var position: SourcePosition
    package var field: String
    /// The field's number in the plan.
    package var number: Int
    /// The text that stands there; `nil` where the record does not have the field.
    package var text: String?
    /// What else is filled from the cell, by the properties' names.
    package var alsoFills: [String]
  }

  /// How the editor's text is taken.
  package enum Form: String, Sendable {
    /// As a value of the property, which is led back through the recipe's conversions.
    case value
    /// As the text of one cell.
    case cell
  }

  package var label: ObjectLabel
  package var property: String
  /// The type of the attribute, or of the attribute by which the related object is found.
  package var type: String
  /// For a relationship, the names by which objects can be given, the first ones of them.
  package var choices: [String] = []
  /// Whether the choices are all that there are.
  package var hasAllChoices = false
  /// The value as an editor would type it.
  package var text: String
  package var cells: [Cell]
  /// The conversions on the way, in words.
  package var steps: [String]
  /// Why there is no cell, or why the value cannot be typed but only the cells' own texts; `nil` if it can.
  package var obstacle: String?
  /// What the model asks, in words.
  package var limits: [String]
  /// The objects that are found by this value: if it changes, they have to be changed, too.
  package var namedBy: Int = 0
}

/// What a typed text would do.
package struct EditTrial: Sendable {
  /// The text that would stand in a cell, and where; `nil` if there is none that surely reads as the value.
  package var cell: (cell: PropertyEdit.Cell, text: String)?
  /// Why there is none.
  package var obstacle: String?
  /// What is wrong with the record then, in the words of an import.
  package var findings: [Finding] = []
  /// Whether the record would be left out.
  package var isRejected = false
  /// Whether the cell says so already.
  package var isUnchanged = false
}

extension ObjectBrowser {
  /// How a property of an object can be changed.
  ///
  /// - Returns: `nil` if there is no such object or property.
  /// - Throws: The reader's error when a source cannot be read any more.
  package func edit(_ property: String, of key: ObjectKey) throws -> PropertyEdit? {
    try graph.read { context in
      guard let object = try names.keys.object(key, in: context) else { return nil }
      return try edit(property, of: object, context)?.edit
    }
  }

  /// How a property can be changed, with the record that its cells stand in.
  func edit(_ property: String, of object: ManagedObject, _ context: ManagedObjectContext) throws
    -> (edit: PropertyEdit, record: FoundRecord?, filled: String?)?
  {
    guard let described = object.entity.propertiesByName[property] else { return nil }
    let traces = graph.log.traces(of: object, plan: plan, mostMembers: 20).only(property)
    let provenance = try ObjectProvenance(traces, plan: plan, places: graph.places)
    guard let found = provenance.properties.first(where: { $0.name == property }) else { return nil }
    var edit = PropertyEdit(
      label: names.label(of: object),
      property: property,
      type: "",
      text: "",
      cells: [],
      steps: [],
      limits: []
    )
    if let attribute = described as? AttributeDescription {
      edit.type = attribute.attributeType.modelName
      edit.limits = Self.limits(of: attribute)
      edit.text = Self.typed(object.attributeValue(forKey: property) ?? .null)
      edit.namedBy = try referrers(to: object, by: property).count
    }
    guard let origin = likelyOrigin(of: found, object, provenance), let source = origin.source,
      let number = origin.record?.number
    else {
      edit.obstacle = obstacle(found, described)
      return (edit, nil, nil)
    }
    let record = RecordOrigin(source: source, record: number)
    guard let read = try plan.records(of: [record], places: graph.places)[record] else {
      edit.obstacle = "its record is not in the source any more"
      return (edit, nil, nil)
    }
    edit.steps = origin.steps
    edit.cells = cells(origin, record, read, filled: origin.filled ?? property)
    if let file = edit.cells.first?.position.file, let reason = try obstacle(source, file) {
      edit.cells = []
      edit.obstacle = reason
      return (edit, nil, nil)
    }
    if let constant = origin.constant {
      edit.obstacle = "the recipe gives it the text “\(constant)”, which stands in no source"
    } else if let other = origin.other {
      edit.obstacle = "it is set by the record of \(other)"
    } else if edit.cells.count > 1 {
      let fields = edit.cells.map { "“\($0.field)”" }.joined(separator: ", ")
      edit.obstacle = "it is made from the fields \(fields); change one of these"
    } else if let relationship = described as? RelationshipDescription {
      try describe(relationship, object, source, &edit, context)
    }
    try leaveOutFixedCells(&edit, of: read)
    return (edit, read, origin.filled ?? property)
  }

  /// The origin of a value; for one that no record gives although the object has a record, the field that would give it.
  private func likelyOrigin(
    of property: ObjectProvenance.Property,
    _ object: ManagedObject,
    _ provenance: ObjectProvenance
  )
    -> ObjectProvenance.Origin?
  {
    if let origin = property.origins.last { return origin }
    guard let maker = provenance.maker, let source = maker.source, !graph.log.isMadeByReference(object.objectID),
      plan.recordForms[source].fields.contains(where: { $0.uses.contains { $0.property == property.name } })
    else { return nil }
    var origin = maker
    origin.filled = property.name
    return origin
  }

  /// Why no cell can be changed, as a clause.
  private func obstacle(_ property: ObjectProvenance.Property, _ described: PropertyDescription) -> String {
    let remark = property.remark ?? "no record gives a value"
    if described is DerivedAttributeDescription || described.isTransient { return remark }
    let fills = plan.recordForms.flatMap(\.fields).flatMap(\.uses).contains { $0.property == described.name }
    return fills
      ? "\(remark), and the object has no record with a field for it" : "\(remark); no source has a field for it"
  }

  /// Why nothing of a file can be changed; `nil` if cells of it can.
  func obstacle(_ source: Int, _ file: String) throws -> String? {
    try SourceCells(plan).obstacle(source: source, file: file).map { "\(file) is not changed here, because \($0)" }
  }

  /// Leaves out the cells that cannot be changed in their file; where that is all of them, the edit says why.
  private func leaveOutFixedCells(_ edit: inout PropertyEdit, of record: FoundRecord) throws {
    let cells = SourceCells(plan)
    var changeable: [PropertyEdit.Cell] = []
    for cell in edit.cells {
      let range = cell.position.byteRange
      let reason = try cells.obstacle(
        source: cell.record.source,
        file: cell.position.file,
        field: cell.field,
        text: cell.text,
        byteRange: range == record.position.byteRange ? nil : range
      )
      if let reason {
        edit.obstacle = "“\(cell.field)” is not changed here, because \(reason)"
      } else {
        changeable.append(cell)
      }
    }
    edit.cells = changeable
  }

  private func cells(_ origin: ObjectProvenance.Origin, _ record: RecordOrigin, _ read: FoundRecord, filled: String)
    -> [PropertyEdit.Cell]
  {
    let fields = plan.recordForms[record.source].fields
    var numbers: [Int] = []
    // The fields that were taken; where none was, all that could have been.
    if !origin.fields.isEmpty {
      numbers = origin.fields.compactMap { field in fields.firstIndex { $0.name == field.name } }
    } else if origin.constant == nil {
      numbers = fields.indices.filter { fields[$0].uses.contains { $0.property == filled } }
    }
    return numbers.map { number in
      PropertyEdit.Cell(
        record: record,
        position: read.fields[number].position,
        field: fields[number].name,
        number: number,
        text: read.fields[number].text,
        alsoFills: fields[number].uses.map(\.property).filter { $0 != filled }
      )
    }
  }

  /// What can be typed for a relationship.
  private func describe(
    _ relationship: RelationshipDescription,
    _ object: ManagedObject,
    _ source: Int,
    _ edit: inout PropertyEdit,
    _ context: ManagedObjectContext
  ) throws {
    let uses = plan.recordForms[source].fields.flatMap(\.uses)
    guard let use = uses.first(where: { $0.property == relationship.name }), let reference = use.reference else {
      return
    }
    edit.type = use.type.modelName
    let found = try choices(reference, context)
    edit.choices = found.texts
    edit.hasAllChoices = found.areAll
    if case .toOne(let slot)? = object.entity.layout.slot(named: relationship.name) {
      edit.text = Self.typed(object.toOneObject(slot: slot)?.attributeValue(forKey: reference.attribute) ?? .null)
    } else {
      edit.obstacle = "the field names several objects"
    }
  }

  /// The values by which objects can be named, the first ones.
  func choices(_ reference: (entity: String, attribute: String), _ context: ManagedObjectContext) throws
    -> (texts: [String], areAll: Bool)
  {
    var request = FetchRequest<ManagedObject>(entityName: reference.entity)
    request.sortDescriptors = [SortKey(reference.attribute)]
    request.fetchLimit = Self.mostChoices + 1
    let objects = try context.fetch(request)
    let texts = objects.prefix(Self.mostChoices).map {
      Self.typed($0.attributeValue(forKey: reference.attribute) ?? .null)
    }
    return (texts.filter { !$0.isEmpty }, objects.count <= Self.mostChoices)
  }

  private static var mostChoices: Int { 500 }

  /// A value as an editor types it.
  static func typed(_ value: AttributeValue) -> String {
    switch value {
    case .boolean(let value): value ? "yes" : "no"
    case .binary(let data): data.base64EncodedString()
    case .transformable, .composite: ""
    default: ShownValue(value).line
    }
  }

  // MARK: Trying

  /// What a text would do that somebody types for a property.
  ///
  /// - Parameters:
  ///   - form: Whether it is a value of the property, or what is to stand in a cell.
  ///   - cell: The place of the cell among those of the property.
  /// - Returns: `nil` if there is no such object, property or cell.
  package func judge(
    _ text: String,
    for property: String,
    of key: ObjectKey,
    as form: PropertyEdit.Form,
    cell number: Int = 0
  ) throws -> EditTrial? {
    try graph.read { context -> EditTrial? in
      guard let object = try names.keys.object(key, in: context),
        let (edit, record, filled) = try self.edit(property, of: object, context)
      else { return EditTrial?.none }
      guard edit.cells.indices.contains(number), let record, let filled else {
        return EditTrial(obstacle: edit.obstacle)
      }
      var trial = EditTrial()
      var cell = edit.cells[number]
      // Forms write line breaks in their own way.
      let text = CellEdit.text(text, over: form == .value ? edit.text : cell.text ?? "")
      var new = text
      if form == .value {
        if let obstacle = edit.obstacle { return EditTrial(obstacle: obstacle) }
        let written = writing(text, property: filled, cell, record)
        switch written {
        case .field(let field, _, let written):
          new = written
          if let other = edit.cells.first(where: { $0.number == field }) { cell = other }
        // A text that is no value of the type is judged as it is, so that the findings say so.
        case nil: break
        case .unclear(let reason): trial.obstacle = reason
        }
      }
      if trial.obstacle == nil { trial.cell = (cell, new) }
      trial.isUnchanged = new == (cell.text ?? "") && trial.obstacle == nil
      let replaced = objects(madeBy: cell.record)
      let judged = try graph.trials().judge(
        record.texts(with: new, in: cell.number),
        ofSource: cell.record.source,
        found: record,
        recordNumber: cell.record.record,
        replacing: replaced
      )
      trial.findings = judged.findings
      trial.isRejected = judged.isRejected
      return trial
    }
  }

  /// The text for a cell; `nil` if what was typed is no value.
  private func writing(_ text: String, property: String, _ cell: PropertyEdit.Cell, _ record: FoundRecord)
    -> ValueWriting?
  {
    let uses = plan.recordForms[cell.record.source].fields[cell.number].uses
    guard let use = uses.first(where: { $0.property == property }), let value = plan.typedValue(text, as: use.type)
    else {
      return nil
    }
    return plan.writing(
      value,
      to: property,
      ofSource: cell.record.source,
      texts: record.fields.map(\.text),
      numbers: Set(record.fields.indices.filter { record.fields[$0].isNumber })
    )
  }

  /// The objects that a record has made, which a change of it replaces.
  private func objects(madeBy record: RecordOrigin) -> [ManagedObjectID] {
    guard let made = plan.model.entitiesByName[plan.recordForms[record.source].entity] else { return [] }
    return graph.log.references(madeBy: record, of: made).map {
      ManagedObjectID(entity: made, storeNumber: graph.store.number, reference: $0)
    }
    .filter { !graph.log.isMadeByReference($0) }
  }
}

extension FoundRecord {
  /// The fields' texts with another one in its place.
  func texts(with text: String, in field: Int) -> [String?] {
    var texts = fields.map(\.text)
    texts[field] = text
    return texts
  }
}

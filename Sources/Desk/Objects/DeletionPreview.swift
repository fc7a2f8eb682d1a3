package import Findings
package import ImportPipeline
internal import ManagedObjects
internal import ObjectModel

/// What the deletion of an object would do, to the objects and to the sources.
package struct DeletionPreview: Sendable {
  /// An object that goes or stays, and because of what.
  package struct Effect: Sendable, Hashable {
    package var object: ObjectLabel
    /// The relationship that leads to it, or that is cut.
    package var relationship: String
    /// The object at the other end.
    package var other: ObjectLabel
  }

  /// A record that goes.
  package struct Record: Sendable {
    package var origin: RecordOrigin
    package var position: SourcePosition
    package var object: ObjectLabel
    /// Whether it stands inside another record that goes.
    package var isInside: Bool
    /// The texts of the fields that tell it apart, as they stand there.
    package var fields: [String: String]
  }

  /// A field of a record that stays, which names an object that goes.
  package struct Field: Sendable {
    package var origin: RecordOrigin
    package var position: SourcePosition
    package var name: String
    package var text: String
    /// What is to stand there; `nil` if that is not clear.
    package var newText: String?
    /// The object that the record is about.
    package var object: ObjectLabel
    package var relationship: String
  }

  package var object: ObjectLabel
  /// All objects that go, the object itself first.
  package var deleted: [ObjectLabel]
  /// How the others of them are taken along.
  package var cascades: [Effect]
  /// The objects that stay and lose a relationship.
  package var nullified: [Effect]
  /// The objects that no record is about, and that are not made any more because only what goes refers to them.
  package var vanishing: [ObjectLabel] = []
  /// The objects that stand in the way, because a delete rule denies it while they are there.
  package var denied: [Effect]
  /// What else does not allow it, in the words of the model's validation.
  package var problems: [String]
  package var records: [Record]
  package var fields: [Field]
  /// Records that go on speaking of an object that goes, and what is said of that.
  package var remarks: [String]

  /// Whether the objects may go, and all of the sources' texts that are to change are known.
  package var isPossible: Bool {
    denied.isEmpty && problems.isEmpty && fields.allSatisfy { $0.newText != nil } && !edits.isEmpty
  }

  /// What has to be changed in the sources.
  package var edits: [SourceEdit] {
    let cells = fields.map { field in
      let address = RecordAddress(source: field.origin.source, number: field.origin.record)
      return SourceEdit.cell(CellEdit(address, field: field.name, expected: field.text, text: field.newText))
    }
    let deletions = records.filter { !$0.isInside }.map { record in
      let address = RecordAddress(source: record.origin.source, number: record.origin.record)
      return SourceEdit.deletion(RecordDeletion(address, expected: record.fields))
    }
    return cells + deletions
  }
}

extension ObjectBrowser {
  /// What a deletion would do: a context deletes the object, follows the delete rules, validates, and is thrown away.
  ///
  /// - Returns: `nil` if there is no such object any more.
  /// - Throws: The store's error; the reader's when a source cannot be read any more.
  package func deletion(of key: ObjectKey) throws -> DeletionPreview? {
    try graph.read { context in
      guard let object = try names.keys.object(key, in: context) else { return nil }
      var graphPart = try ScratchDeletion(object, context).result
      var preview = DeletionPreview(
        object: names.label(of: object),
        deleted: graphPart.deleted.map { names.label(of: $0) },
        cascades: graphPart.cascades.map(effect),
        nullified: graphPart.nullified.map(effect),
        denied: graphPart.denied.map(effect),
        problems: graphPart.problems,
        records: [],
        fields: [],
        remarks: []
      )
      graphPart.nullified.sort { $0.relationship.name < $1.relationship.name }
      try addSources(graphPart, to: &preview, context)
      let places = preview.records.map { ($0.origin, $0.position) } + preview.fields.map { ($0.origin, $0.position) }
      let files = Dictionary(places.map { ($1.file, $0.source) }) { first, _ in first }
      for (file, source) in files.sorted(by: { $0.key < $1.key }) {
        if let reason = try obstacle(source, file) { preview.problems.append(reason) }
      }
      return preview
    }
  }

  private func effect(_ effect: ScratchDeletion.Effect) -> DeletionPreview.Effect {
    DeletionPreview.Effect(
      object: names.label(of: effect.object),
      relationship: effect.relationship.name,
      other: names.label(of: effect.other)
    )
  }

  // MARK: Sources

  /// Finds the records that go, and the fields of others that name what goes.
  private func addSources(
    _ deletion: ScratchDeletion.Result,
    to preview: inout DeletionPreview,
    _ context: ManagedObjectContext
  ) throws {
    let gone = Set(deletion.deleted.map(\.objectID))
    var records: [RecordOrigin: ManagedObject] = [:]
    var staying: [RecordOrigin: ManagedObject] = [:]
    for object in deletion.deleted {
      if let maker = graph.log.maker(of: object.objectID), !graph.log.isMadeByReference(object.objectID) {
        try note(maker, object, gone, &records, &staying, context)
      }
      for origin in graph.log.records(about: object.objectID)
      where plan.recordForms[origin.source].mode != .update || plan.needsMatch(origin.source) {
        try note(origin, object, gone, &records, &staying, context)
      }
    }
    for (origin, object) in staying.sorted(by: { ($0.key.source, $0.key.record) < ($1.key.source, $1.key.record) }) {
      let form = plan.recordForms[origin.source]
      preview.remarks.append(
        "Record \(origin.record) of \(form.file) speaks of other objects besides \(names.title(of: object)), so that it stays."
      )
    }
    preview.vanishing = vanishing(deletion, Set(records.keys)).map { names.label(of: $0) }
    let cuts = try cuts(deletion, records, context)
    let found = try plan.records(of: Set(records.keys).union(cuts.map(\.origin)), places: graph.places)
    preview.records = records.compactMap { origin, object in
      guard let record = found[origin] else { return nil }
      let form = plan.recordForms[origin.source]
      let fields = zip(form.fields, record.fields).compactMap { field, read in
        field.uses.contains(where: \.isKey) ? read.text.map { (field.name, $0) } : nil
      }
      return DeletionPreview.Record(
        origin: origin,
        position: record.position,
        object: names.label(of: object),
        isInside: isInside(origin, object, Set(records.keys)),
        fields: Dictionary(fields) { first, _ in first }
      )
    }
    .sorted { ($0.origin.source, $0.origin.record) < ($1.origin.source, $1.origin.record) }
    preview.fields = cuts.flatMap { cut in found[cut.origin].map { fields(of: cut, $0) } ?? [] }
  }

  /// The objects that are made by references alone, all of them from records or objects that go.
  private func vanishing(_ deletion: ScratchDeletion.Result, _ records: Set<RecordOrigin>) -> [ManagedObject] {
    let gone = Set(deletion.deleted.map(\.objectID))
    var seen: Set<ManagedObjectID> = []
    return deletion.nullified.map(\.object).filter { object in
      guard graph.log.isMadeByReference(object.objectID), seen.insert(object.objectID).inserted else { return false }
      return !object.related.contains { relationship, others in
        others.contains { other in
          guard !gone.contains(other.objectID),
            let (origin, _) = graph.log.origin(of: relationship, from: object.objectID, to: other.objectID, plan: plan)
          else { return false }
          return !records.contains(origin)
        }
      }
    }
  }

  /// Sorts a record by whether all of the objects that it speaks of go.
  private func note(
    _ origin: RecordOrigin,
    _ object: ManagedObject,
    _ gone: Set<ManagedObjectID>,
    _ records: inout [RecordOrigin: ManagedObject],
    _ staying: inout [RecordOrigin: ManagedObject],
    _ context: ManagedObjectContext
  ) throws {
    if records[origin] != nil || staying[origin] != nil { return }
    let entity = plan.model.entitiesByName[plan.recordForms[origin.source].entity] ?? object.entity
    let made = graph.log.references(madeBy: origin, of: entity)
      .map { ManagedObjectID(entity: entity, storeNumber: graph.store.number, reference: $0) }
      .filter { !graph.log.isMadeByReference($0) }
    let spoken = graph.log.references(spokenOfBy: origin, of: entity)
      .map { ManagedObjectID(entity: entity, storeNumber: graph.store.number, reference: $0) }
    let goneReferences = Set(gone.filter { $0.entity.rootEntity === entity.rootEntity }.map(\.reference))
    if (made + spoken).allSatisfy({ goneReferences.contains($0.reference) }) {
      records[origin] = object
    } else {
      staying[origin] = object
    }
  }

  /// Whether a record stands inside that of an object which goes with it.
  private func isInside(_ origin: RecordOrigin, _ object: ManagedObject, _ records: Set<RecordOrigin>) -> Bool {
    guard let outer = plan.recordForms[origin.source].outerEntity else { return false }
    return object.entity.layout.toOneRelationships.enumerated().contains { slot, relationship in
      guard relationship.destinationEntity?.name == outer, let parent = object.toOneIdentifier(slot: slot) else {
        return false
      }
      return graph.log.maker(of: parent).map(records.contains) ?? false
    }
  }

  /// A field that names an object which goes: its record, and the property that it fills.
  private struct Cut: Hashable {
    var origin: RecordOrigin
    var property: String
    var owner: ManagedObject
    /// The values by which the objects are named.
    var gone: Set<ManagedObject>
  }

  /// The fields of records that stay which relate objects that stay to those that go.
  private func cuts(
    _ deletion: ScratchDeletion.Result,
    _ records: [RecordOrigin: ManagedObject],
    _ context: ManagedObjectContext
  ) throws -> [Cut] {
    var cuts: [Cut] = []
    for effect in deletion.nullified {
      guard
        let (origin, property) = graph.log.origin(
          of: effect.relationship,
          from: effect.object.objectID,
          to: effect.other.objectID,
          plan: plan
        ), records[origin] == nil
      else { continue }
      // Set at the other end, the record is about the object that goes, unless it is another source's.
      let isOwn = property == effect.relationship.name
      let target = isOwn ? effect.other : effect.object
      let owner = isOwn ? effect.object : effect.other
      if let known = cuts.firstIndex(where: { $0.origin == origin && $0.property == property }) {
        cuts[known].gone.insert(target)
      } else {
        cuts.append(Cut(origin: origin, property: property, owner: owner, gone: [target]))
      }
    }
    return cuts.sorted { ($0.origin.source, $0.origin.record) < ($1.origin.source, $1.origin.record) }
  }

  private func fields(of cut: Cut, _ record: FoundRecord) -> [DeletionPreview.Field] {
    let form = plan.recordForms[cut.origin.source]
    let places = form.fields.indices.filter { form.fields[$0].uses.contains { $0.property == cut.property } }
    return places.compactMap { place in
      guard let text = record.fields[place].text, !text.isEmpty,
        let use = form.fields[place].uses.first(where: { $0.property == cut.property }), let reference = use.reference
      else { return nil }
      let values = cut.gone.compactMap { $0.attributeValue(forKey: reference.attribute) }
      let left = plan.text(text, without: values, of: cut.property, inSource: cut.origin.source)
      // Where other fields are read as well, or other properties from this one, nobody knows what is to stand there.
      let isClear = use.isAlone && form.fields[place].uses.count == 1
      return DeletionPreview.Field(
        origin: cut.origin,
        position: record.fields[place].position,
        name: form.fields[place].name,
        text: text,
        newText: isClear ? left : nil,
        object: names.label(of: cut.owner),
        relationship: cut.property
      )
    }
  }

  /// The fields of records that name an object by an attribute, each with the object that it is about.
  func referrers(to object: ManagedObject, by attribute: String) throws -> [ManagedObject] {
    var found: [ManagedObject] = []
    let layout = object.entity.layout
    func look(_ relationship: RelationshipDescription, _ others: [ManagedObject]) {
      for other in others {
        guard let inverse = relationship.inverseRelationship,
          let (origin, property) = graph.log.origin(of: inverse, from: other.objectID, to: object.objectID, plan: plan),
          property == inverse.name,
          plan.recordForms[origin.source].fields.flatMap(\.uses).contains(where: {
            $0.property == property && $0.reference?.attribute == attribute
          })
        else { continue }
        found.append(other)
      }
    }
    for (slot, relationship) in layout.toOneRelationships.enumerated() {
      look(relationship, [object.toOneObject(slot: slot)].compactMap(\.self))
    }
    for (slot, relationship) in layout.toManyRelationships.enumerated() {
      look(relationship, object.toManyObjects(slot: slot))
    }
    return found
  }
}

package import AttributeValues
package import Findings
package import ManagedObjects
internal import ObjectModel

/// What would become of a record.
package struct RecordTrial: Sendable {
  /// What is wrong with it, in the words of an import.
  package var findings: [Finding] = []
  /// The values of the attributes that the source fills, by their names; none where the text cannot be converted or stands for no value.
  package var values: [String: AttributeValue] = [:]
  /// Whether the record would be left out.
  package var isRejected = false
}

/// Judges records that somebody types, beside the objects of a store, as an import would: conversions, the model, the recipe's checks of values, keys,
/// references, uniqueness and rules. What looks at all records together, such as values that are only nearly alike, is left to the import.
///
/// Used from one thread at a time.
package final class RecordTrials {
  let plan: ImportPlan
  private let context: ManagedObjectContext
  let store: any PersistentStore
  let resolver: ObjectResolver
  let log: OriginLog
  let places: RecordPlaces?

  /// Reads what keys and references are looked up in.
  ///
  /// - Parameters:
  ///   - context: A context of the store's coordinator, without changes; it is reset at each trial.
  ///   - store: The store that an import of the plan's sources has filled.
  ///   - log: What that import has noted.
  ///   - places: Where records stand, so that a file need not be read up to them.
  /// - Throws: The store's error.
  /// - Complexity: O(objects), for each key and each attribute by which objects are referred to.
  package init(
    plan: ImportPlan,
    context: ManagedObjectContext,
    store: any PersistentStore,
    log: OriginLog,
    places: RecordPlaces? = nil
  ) throws {
    self.log = log
    self.places = places
    self.plan = plan
    self.context = context
    self.store = store
    resolver = ObjectResolver(plan: plan)
    try resolver.read(store)
  }

  /// What would become of a record with these texts.
  ///
  /// - Parameters:
  ///   - texts: The fields' texts in the order of `RecordForm.fields`; `nil` where the record does not have the field.
  ///   - found: The record as it stands in its source; `nil` for one that is not there yet.
  ///   - replaced: The objects that the record has made, which do not stand in its way.
  /// - Throws: The store's error.
  package func judge(
    _ texts: [String?],
    ofSource number: Int,
    found: FoundRecord? = nil,
    recordNumber: Int = 0,
    replacing replaced: [ManagedObjectID] = []
  ) throws -> RecordTrial {
    let source = plan.sources[number]
    let maker = maker(of: source)
    let mapper = RecordMapper(source: TypedRecord(source, texts, found, number: recordNumber), maker: maker)
    let record = mapper.mapRecord([])
    let decision = try decide(record, of: source, maker, replacing: replaced, notesRepetitions: true)
    var trial = RecordTrial(findings: record.findings.map(\.finding))
    for finding in decision.findings where !trial.findings.contains(finding) { trial.findings.append(finding) }
    for (index, attribute) in source.attributes.enumerated() where index < record.values.count {
      trial.values[attribute.attribute.name] = record.values[index]
    }
    trial.isRejected = decision.outcome == .rejected || decision.outcome == .skipped
    return trial
  }

  func maker(of source: SourcePlan) -> FindingMaker {
    FindingMaker(source, of: plan.recipe, rulesOff: plan.recipe.rulesOff)
  }

  /// What would become of a record.
  ///
  /// - Parameters:
  ///   - replaced: The objects that the record has made, which do not stand in its way.
  ///   - notesRepetitions: Whether objects that other records of the source speak of may not be spoken of again.
  func decide(
    _ record: ProposedRecord,
    of source: SourcePlan,
    _ maker: FindingMaker,
    replacing replaced: [ManagedObjectID],
    notesRepetitions: Bool
  ) throws -> Decision {
    context.reset()
    defer { context.reset() }
    let identifiers = IdentifierPool(store)
    let validator = RecordValidator(
      source,
      of: plan,
      resolver: resolver,
      reader: ObjectSink(context: context),
      identifiers: identifiers,
      origins: OriginTable(entities: []),
      maker: maker
    )
    let taken = try takeOut(replaced, filledBy: source)
    defer { for (index, fingerprint, entry, text) in taken { index.insert(fingerprint, entry, text: text) } }
    if notesRepetitions { try noteRepetitions(of: record, source, validator) }
    // Not the validator's own decision: it would remember the keys of rejected records.
    var inspection = RecordInspection(record, validator)
    let decision = try inspection.decide()
    identifiers.putBack()
    return decision
  }

  /// Tells the validator which objects other records of the source speak of.
  private func noteRepetitions(of record: ProposedRecord, _ source: SourcePlan, _ validator: RecordValidator) throws {
    guard let index = validator.keyIndex else { return }
    for key in record.keys(source) where !key.contains(where: \.isNull) {
      for entry in index.objects(index.fingerprint(key)) {
        let objectID = ManagedObjectID(entity: index.entity, storeNumber: store.number, reference: entry.reference)
        let origins = [log.maker(of: objectID)].compactMap(\.self) + log.records(about: objectID)
        let others = origins.filter { $0.source == source.number && $0.record != record.number }
        guard let other = others.first else { continue }
        let place = try plan.records(of: [other], places: places)[other]?.position
        validator.touched.set(place?.line ?? 1, of: entry.reference)
      }
    }
  }

  private typealias Taken = (ObjectIndex, Fingerprint, FingerprintTable.Entry, AttributeValue)

  /// Takes objects out of the indexes, and out of the relationships that a source fills.
  private func takeOut(_ objects: [ManagedObjectID], filledBy source: SourcePlan) throws -> [Taken] {
    var taken: [Taken] = []
    for objectID in objects {
      let object = try context.existingObject(with: objectID)
      let attributes = object.entity.layout.attributes.indices.map { object.attribute(slot: $0) }
      for index in resolver.indexes(of: object.entity) {
        guard let fingerprint = index.fingerprint(attributes, toOne: { object.toOneIdentifier(slot: $0) }),
          let entry = index.objects(fingerprint).first(where: { $0.reference == objectID.reference })
        else { continue }
        let text = index.text(of: attributes)
        index.remove(fingerprint, reference: objectID.reference, text: text)
        taken.append((index, fingerprint, entry, text))
      }
      for relationship in source.relationships where object.entity.isKind(of: source.entity) {
        if relationship.relationship.isToMany {
          object.setMembers([], slot: relationship.slot)
        } else {
          object.setToOne(nil, slot: relationship.slot)
        }
      }
    }
    return taken
  }
}

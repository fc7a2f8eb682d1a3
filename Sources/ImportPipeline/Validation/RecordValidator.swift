internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel

/// Validates the records of one source, in their order: the only place where a record is validated, whether objects are made of it or not.
///
/// It resolves every object that a record speaks of, every reference, every uniqueness constraint and cardinality, and evaluates the rules on the objects
/// as they would be. What it decides is entered into the indexes by `adopt`, after a sink has applied it.
final class RecordValidator {
  let plan: SourcePlan
  let resolver: ObjectResolver
  let reader: any ObjectReader
  let identifiers: IdentifierPool
  let wording: RecordFindings
  let origins: OriginTable
  let checks: SourceChecks
  let keyIndex: ObjectIndex?
  /// The indexes that new objects enter.
  private let indexes: UncountedInstances<ObjectIndex>
  /// Which of them may have an object once only.
  private let isUnique: [Bool]
  /// Where the IDs of the source's new objects come from.
  private let newIdentifiers: IdentifierPool.Counter
  /// The indexes that references are looked up in, by the plan's relationships.
  let relationshipIndexes: [ObjectIndex]
  /// What to do when another source gave an attribute another value, also for objects of sub-entities.
  let agreements: [AgreementPlan]
  /// Whether what a record proposes has to be seen together with the objects around it.
  let needsGraph: Bool
  private let importPlan: ImportPlan
  private var rules: [EntityDescription: [BoundRule]] = [:]
  /// The indexes that remember the keys of rejected records, because others may speak of the objects that these would have made.
  private let rememberingIndexes: [ObjectIndex]
  /// The lines of the source's records that have spoken of objects without making them.
  var touched = LinesByReference()

  init(
    _ plan: SourcePlan,
    of importPlan: ImportPlan,
    resolver: ObjectResolver,
    reader: any ObjectReader,
    identifiers: IdentifierPool,
    origins: OriginTable,
    maker: FindingMaker
  ) {
    self.plan = plan
    self.importPlan = importPlan
    self.resolver = resolver
    self.reader = reader
    self.identifiers = identifiers
    self.origins = origins
    wording = RecordFindings(plan: plan, maker: maker)
    checks = SourceChecks(importPlan.checks, source: plan, model: importPlan.model)
    let key = plan.keyAttributes.isEmpty ? nil : resolver.index(of: plan.entity, plan.keyParts, plan.recipe.folding)
    keyIndex = key
    relationshipIndexes = plan.relationships.compactMap {
      resolver.index(of: $0.destination, [.attribute($0.matchSlot)], $0.folding)
    }
    precondition(relationshipIndexes.count == plan.relationships.count, "Every reference has an index")
    agreements = importPlan.checks.agreements.filter { agreement in
      plan.entity.isKind(of: agreement.entity) || agreement.entity.isKind(of: plan.entity)
    }
    needsGraph = importPlan.readsObjects(plan)
    let entered = resolver.indexes(of: plan.entity)
    indexes = UncountedInstances(entered)
    isUnique = entered.map { $0.isConstraint || $0 === key }
    newIdentifiers = identifiers.counter(of: plan.entity)
    rememberingIndexes =
      plan.recipe.mode == .update ? [] : entered.filter { $0.isAboutAttributes && ($0.isReferenced || $0.isKey) }
  }

  // MARK: Deciding

  /// What becomes of a record.
  ///
  /// - Throws: What the reader of objects throws.
  /// - Complexity: O(1) on average for each key and reference; O(*n*) in the members of to-many relationships that a rule looks at.
  func decide(_ record: ProposedRecord) throws -> Decision {
    var inspection = RecordInspection(record, self)
    do {
      let decision = try inspection.decide()
      switch decision.outcome {
      case .inserted, .updated, .unchanged: identifiers.keep()
      case .skipped: identifiers.putBack()
      case .rejected:
        identifiers.putBack()
        if !inspection.makesNothing { rememberRejectedKey(record) }
      }
      return decision
    } catch {
      identifiers.putBack()
      throw error
    }
  }

  /// Enters what a decision changes, once a sink has applied it.
  func adopt(_ decision: Decision, _ record: ProposedRecord) {
    let line = record.line
    for change in decision.indexChanges {
      if let old = change.old { change.index.remove(old.fingerprint, reference: change.reference, text: old.text) }
      if let new = change.new {
        let entry = FingerprintTable.Entry(
          reference: change.reference,
          source: change.isOfSubject ? Int32(plan.number) : -1,
          line: Int32(clamping: line)
        )
        change.index.insert(new.fingerprint, entry, text: new.text)
      }
    }
    for change in decision.changes where !change.isNew { note(change, record) }
    for subject in decision.existingSubjects { touched.set(line, of: subject.reference) }
    for change in decision.changes where change.isNew {
      origins.note(change.objectID, madeBy: RecordOrigin(source: plan.number, record: record.number))
    }
  }

  private func note(_ change: ObjectChange, _ record: ProposedRecord) {
    guard origins.keeps(change.objectID.entity) else { return }
    let origin = RecordOrigin(source: plan.number, record: record.number)
    let layout = change.objectID.entity.layout
    for (slot, _, _) in change.values {
      origins.note(change.objectID, property: layout.attributes[slot].name, changedBy: origin)
    }
    for connection in change.connections {
      let relationship =
        connection.isToMany ? layout.toManyRelationships[connection.slot] : layout.toOneRelationships[connection.slot]
      origins.note(change.objectID, property: relationship.name, changedBy: origin)
    }
  }

  /// Remembers the keys of a record that would have made an object: what speaks of them later is told so, or not reported at all.
  private func rememberRejectedKey(_ record: ProposedRecord) {
    let keySlots = plan.keyAttributes.map { plan.attributes[$0].slot }
    for key in record.keys(plan) {
      for index in rememberingIndexes {
        let values = index.attributeSlots.map { slot in
          keySlots.firstIndex(of: slot).map { key[$0] } ?? wording.attributeOfSlot[slot].map(record.value) ?? .null
        }
        if !values.contains(where: \.isNull) { index.noteRejected(index.fingerprint(values)) }
      }
    }
  }

  /// Prepares for admitting the records of a batch, one after the other.
  func prepareToAdmit(_ prechecked: PrecheckedBatch) throws {
    try newIdentifiers.reserve(prechecked.count)
    for number in indexes.indices { indexes.with(number) { $0.prefetch(prechecked.keys(number)) } }
  }

  /// Admits a record that the precheck has proved to be right by itself, unless what the records before it say puts it in doubt.
  ///
  /// - Returns: The key of the object that the record inserts; it has taken effect then. With `nil` nothing has happened, and it has to be decided in full.
  /// - Complexity: O(1) on average for each key and reference.
  func admit(_ record: Int, of prechecked: PrecheckedBatch, line: Int) throws -> Int64? {
    if prechecked.haveOwnReferences {
      for reference in prechecked.ownReferences(record)
      where relationshipIndexes[reference.relationship].only(reference.fingerprint) == nil { return nil }
    }
    for number in indexes.indices where isUnique[number] {
      if let fingerprint = prechecked.key(number, of: record),
        !indexes.with(number, { $0.lacks(fingerprint) })
      {
        return nil
      }
    }
    let entry = FingerprintTable.Entry(
      reference: try newIdentifiers.takeAndKeep(),
      source: Int32(plan.number),
      line: Int32(clamping: line)
    )
    for number in indexes.indices {
      guard let fingerprint = prechecked.key(number, of: record) else { continue }
      indexes.with(number) { index in
        index.insert(fingerprint, entry, text: prechecked.row(record).map { index.text(of: $0) } ?? .null)
      }
    }
    return entry.reference
  }

  /// The ID of an object that the source inserts.
  private func objectID(_ reference: Int64) -> ManagedObjectID {
    ManagedObjectID(entity: plan.entity, storeNumber: identifiers.storeNumber, reference: reference)
  }

  /// The row of the object that an admitted record inserts. The precheck has to have kept values.
  func row(_ record: Int, of prechecked: PrecheckedBatch, reference: Int64) -> StoreRow {
    var toOne = [ManagedObjectID?](repeating: nil, count: plan.entity.layout.toOneRelationships.count)
    func refer(_ relationship: Int, to target: Int64) {
      toOne[plan.relationships[relationship].slot] = ManagedObjectID(
        entity: relationshipIndexes[relationship].entity,
        storeNumber: identifiers.storeNumber,
        reference: target
      )
    }
    for relationship in relationshipIndexes.indices {
      let target = prechecked.target(slot: plan.relationships[relationship].slot, of: record)
      if target != 0 { refer(relationship, to: target) }
    }
    for own in prechecked.ownReferences(record) {
      // The first one: the record's own object, which has been entered meanwhile, may have the same value.
      if let found = relationshipIndexes[own.relationship].first(own.fingerprint) {
        refer(own.relationship, to: found.reference)
      }
    }
    return StoreRow(
      objectID: objectID(reference),
      version: 1,
      attributes: prechecked.row(record) ?? [],
      toOne: toOne
    )
  }

  /// Whether the values of prechecked records are of use, for suggestions; once they are not, they never are again.
  var wantsValues: Bool { indexes.instances.contains(where: \.wantsTexts) }

  // MARK: What is known

  /// The line of the record of this same source that spoke of the object before, if one did.
  func lineOfRepetition(_ entry: FingerprintTable.Entry) -> Int? {
    Int(entry.source) == plan.number ? Int(entry.line) : touched.line(of: entry.reference)
  }

  /// On what the sources of an attribute have to agree for objects of `entity`.
  func agreement(slot: Int, of entity: EntityDescription) -> AgreementPlan? {
    agreements.last { $0.slot == slot && entity.isKind(of: $0.entity) }
  }

  /// The rules that each object of `entity` has to meet.
  func rules(of entity: EntityDescription) -> [BoundRule] {
    if let known = rules[entity] { return known }
    let bound = importPlan.rules.filter { $0.timing == .record && entity.isKind(of: $0.entity) }
      .map { BoundRule(plan: $0, layout: entity.layout) }
    rules[entity] = bound
    return bound
  }

  /// What to call an object in a message.
  func name(of objectID: ManagedObjectID, in graph: ProposedGraph) throws -> String {
    let entity = try graph.entity(of: objectID)
    let attributes = try graph.attributes(of: objectID)
    return entity.nameForPeople(attributes) ?? "another \(entity.name)"
  }
}

internal import AttributeValues
internal import Findings
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage

/// What is checked once every source has been read.
extension ImportRun {
  /// Checks rules, counts and values over all objects, and gives each finding its place by looking at the sources again.
  func checkAtEnd(_ context: ManagedObjectContext, _ store: any PersistentStore) throws {
    var late = disagreements
    for rule in plan.rules where rule.timing == .end { try check(rule, context, store, into: &late) }
    try checkRelationshipCounts(context, store, into: &late)
    try makeEndChecks(store, into: &late)
    try keepPlaced(late)
    for finding in plan.completenessFindings(result.completeness) { keep(finding) }
    try checkWholeRules(store)
  }

  private func check(
    _ rule: RulePlan,
    _ context: ManagedObjectContext,
    _ store: any PersistentStore,
    into late: inout [DeferredFinding]
  ) throws {
    for objectID in try violators(of: rule, store) {
      let object = context.object(withIDOfFamily: objectID)
      let words = rule.words(layout: object.entity.layout) { object.attribute(slot: $0) }
      let severity = plan.severity(of: rule.kind.rule, inSource: nil) ?? rule.severity
      guard hasRoomForFindings, late.count < Self.mostDeferredFindings else {
        keep(Finding(words.kind, severity: severity, entity: rule.entity.name))
        continue
      }
      late.append(
        DeferredFinding(
          kind: words.kind.naming(object: object.nameForPeople),
          severity: severity,
          subject: DeferredFinding.Subject(objectID: objectID, property: rule.attributeNames.first),
          suggestion: words.suggestion
        )
      )
    }
    context.reset()
  }

  /// As many findings wait for their places at most; each takes some hundred bytes.
  private static let mostDeferredFindings = 100_000

  /// The objects that do not meet a rule; one that the rule cannot be evaluated for does not.
  private func violators(of rule: RulePlan, _ store: any PersistentStore) throws -> [ManagedObjectID] {
    var fetch = StoreFetch(entity: rule.entity)
    fetch.predicate = .not(rule.predicate)
    if store.canExecute(fetch) { return try store.objectIDs(for: fetch) }
    fetch.predicate = nil
    let failure = ReadFailure()
    return try store.objectIDs(for: fetch).filter { objectID in
      guard let row = try store.row(for: objectID) else { return false }
      let subject = StoredRowSubject(row: row, store: store, failure: failure)
      let isMet = (try? rule.predicate.evaluate(with: subject)) ?? false
      try failure.check()
      return !isMet
    }
  }

  /// Checks how many related objects each object has, where the model limits it.
  private func checkRelationshipCounts(
    _ context: ManagedObjectContext,
    _ store: any PersistentStore,
    into late: inout [DeferredFinding]
  ) throws {
    for entity in plan.model.entitiesWithObjects {
      for (slot, relationship) in entity.layout.toManyRelationships.enumerated() where relationship.limitsCount {
        for objectID in try store.objectIDs(for: StoreFetch(objectsOf: entity)) {
          let count = try store.members(of: objectID, toManySlot: slot).count
          guard let failure = relationship.validate(count: count) else { continue }
          let name = context.object(withIDOfFamily: objectID).nameForPeople
          late.append(
            DeferredFinding(
              kind: ReferenceFinding.count(count, object: name, problem: failure.message),
              subject: DeferredFinding.Subject(objectID: objectID, property: relationship.name)
            )
          )
        }
        context.reset()
      }
    }
  }

  /// Shows every row of an entity to all of its checks.
  private func makeEndChecks(_ store: any PersistentStore, into late: inout [DeferredFinding]) throws {
    for entity in plan.model.entities {
      let checks = plan.checks.atEnd.filter { $0.entity === entity }.compactMap { $0.makeCheck(origins: origins) }
      guard !checks.isEmpty else { continue }
      try store.forEachRow(for: StoreFetch(entity: entity)) { row in
        for check in checks { check.see(row) }
        return true
      }
      for check in checks { late += try check.findings(in: store) }
    }
  }

  // MARK: Places

  /// Keeps findings with their places.
  private func keepPlaced(_ late: [DeferredFinding]) throws {
    var requests: Set<PlaceFinder.Request> = []
    for finding in late.prefix(Self.mostDeferredFindings) {
      if let request = request(finding.subject, finding.origin) { requests.insert(request) }
      if let related = finding.related, let request = request(related.subject, related.origin) {
        requests.insert(request)
      }
    }
    let places = requests.isEmpty ? [:] : try PlaceFinder(plan: plan).places(of: requests)
    for finding in late { keep(placed(finding, places)) }
  }

  private func request(_ subject: DeferredFinding.Subject, _ origin: RecordOrigin?) -> PlaceFinder.Request? {
    guard let origin = origin ?? origins.origin(of: subject.objectID, property: subject.property) else { return nil }
    return PlaceFinder.Request(origin: origin, property: subject.property)
  }

  private func placed(_ late: DeferredFinding, _ places: [PlaceFinder.Request: PlaceFinder.Place]) -> Finding {
    let request = request(late.subject, late.origin)
    let own = request.flatMap { places[$0] }
    let origin = request?.origin
    var related: [RelatedPlace] = []
    var kind = late.kind
    if let other = late.related {
      let found = self.request(other.subject, other.origin).flatMap { places[$0] }?.place.position
      if let found {
        related = [RelatedPlace(other.relation, at: found)]
        kind = (kind as? RecordFinding)?.withOther(at: found) ?? kind
      }
    }
    return Finding(
      kind,
      severity: plan.severity(of: kind.rule, inSource: origin?.source) ?? late.severity,
      at: own?.place.position,
      record: origin?.record,
      field: own?.field,
      entity: late.subject.objectID.entity.name,
      attribute: late.subject.property,
      value: late.value ?? own?.text,
      suggestion: late.suggestion,
      excerpt: own?.place.excerpt,
      related: related
    )
  }

  // MARK: Without a record

  private func checkWholeRules(_ store: any PersistentStore) throws {
    guard !plan.wholeRules.isEmpty else { return }
    let subject = WholeStore(model: plan.model, store: store)
    for rule in plan.wholeRules {
      let isMet = (try? rule.predicate.evaluate(with: subject)) ?? false
      try subject.failure.check()
      if isMet { continue }
      let severity = plan.recipe.severities[rule.kind.rule] ?? rule.severity
      keep(Finding(rule.kind, severity: severity, at: rule.position.inRecipe))
    }
  }
}

/// All objects of a store: each entity's name is the key of its objects.
private final class WholeStore: PredicateSubject {
  private let model: ManagedObjectModel
  private let store: any PersistentStore
  private var collections: [String: PredicateValue] = [:]
  /// What went wrong when the store was read.
  let failure = ReadFailure()

  init(model: ManagedObjectModel, store: any PersistentStore) {
    self.model = model
    self.store = store
  }

  func predicateValue(forKey key: String) -> PredicateValue? {
    if let known = collections[key] { return known }
    guard let entity = model.entitiesByName[key] else { return nil }
    do {
      let rows = try store.rows(for: StoreFetch(entity: entity))
      let objects = rows.map { PredicateValue.object(StoredRowSubject(row: $0, store: store, failure: failure)) }
      let collection = PredicateValue.collection(objects, isOrdered: false)
      collections[key] = collection
      return collection
    } catch {
      failure.note(error)
      return .collection([], isOrdered: false)
    }
  }
}

extension ManagedObjectModel {
  /// The entities whose objects may not have any number of related objects.
  var entitiesWithLimits: [EntityDescription] {
    entities.filter { $0.layout.toManyRelationships.contains(where: \.limitsCount) }
  }
}

extension ImportPlan {
  /// Whether single objects of the store are asked for after the last source, so that its indexes are of use.
  public var asksStoreAtEnd: Bool {
    !wholeRules.isEmpty || rules.contains { $0.timing == .end } || !model.entitiesWithLimits.isEmpty
  }

  /// The entities of which something is checked after the last source.
  var entitiesCheckedAtEnd: [EntityDescription] {
    rules.filter { $0.timing == .end }.map(\.entity) + checks.atEnd.map(\.entity) + checks.agreements.map(\.entity)
      + model.entitiesWithLimits
  }
}

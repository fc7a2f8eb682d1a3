internal import AttributeValues

/// An importer that is plain, slow and obviously right: one record at a time over arrays.
///
/// For each record the whole world is copied, the record is applied to the copy, everything is checked on the copy, and the copy is kept or dropped.
/// The numbers in comments are those of the semantics of an import: what one record does.
package struct ReferenceImporter {
  let matrix: MatrixCase
  var world: ReferenceWorld
  private var result: ReferenceResult
  /// The objects that earlier records of the current source have spoken of.
  var touched: Set<Int> = []
  /// The records of earlier sources that were rejected and would have made an object: their entities and what they say.
  var rejected: [(entity: String, values: [String: AttributeValue], isBroken: Bool)] = []
  var undecided: [String] = []

  private init(_ matrix: MatrixCase) {
    self.matrix = matrix
    world = ReferenceWorld(model: matrix.model)
    result = ReferenceResult(world: world)
  }

  /// Imports all sources of a case.
  package static func run(_ matrix: MatrixCase) -> ReferenceResult {
    var importer = ReferenceImporter(matrix)
    for source in matrix.sources { importer.run(source) }
    importer.checkAtEnd()
    importer.result.world = importer.world
    importer.result.undecided = importer.undecided
    return importer.result
  }

  private mutating func run(_ source: MatrixSource) {
    touched = []
    var outcomes: [ReferenceOutcome] = []
    var rejectedHere: [(entity: String, values: [String: AttributeValue], isBroken: Bool)] = []
    for record in source.records {
      let outcome = importRecord(record, source)
      outcomes.append(outcome)
      if outcome.kind == .rejected, source.mode != .update {
        // A record that a warning would have left out anyway would have made nothing, whatever its errors.
        var lenient = Attempt(importer: self, source: source, record: record, goesOnAfterErrors: true)
        if !record.isBroken { lenient.apply() }
        guard lenient.skips.isEmpty else { continue }
        var attempt = Attempt(importer: self, source: source, record: record)
        rejectedHere += attempt.statements().map { (source.entity, $0, record.isBroken) }
      }
    }
    rejected += rejectedHere
    result.outcomes.append(outcomes)
  }

  // MARK: One record

  private mutating func importRecord(_ record: MatrixRecord, _ source: MatrixSource) -> ReferenceOutcome {
    // 0. A record whose form is broken.
    if record.isBroken { return ReferenceOutcome(.rejected, ["record.field-count", "json.syntax"]) }
    var attempt = Attempt(importer: self, source: source, record: record)
    attempt.apply()
    undecided += attempt.undecided
    if !attempt.errors.isEmpty { return ReferenceOutcome(.rejected, attempt.errors) }
    if !attempt.skips.isEmpty { return ReferenceOutcome(.skipped, attempt.skips) }
    if attempt.subjects.isEmpty { return ReferenceOutcome(.skipped) }
    // 7. Applied.
    let isChanged = attempt.world != world
    if !isChanged, attempt.hasMoved { undecided.append("subjects that take a member from each other") }
    world = attempt.world
    touched.formUnion(attempt.subjects.map(\.object))
    if attempt.subjects.contains(where: \.isNew) { return ReferenceOutcome(.inserted) }
    return ReferenceOutcome(isChanged ? .updated : .unchanged)
  }

  // MARK: The end

  // 8. After the last source.
  private mutating func checkAtEnd() {
    for rule in matrix.rules where rule.isCheckedAtEnd {
      for object in world.objects.indices where matrix.model.isKind(world.objects[object].entity, of: rule.entity) {
        if !world.meets(object, rule.condition) { result.endFindings[rule.code, default: 0] += 1 }
      }
    }
    for object in world.objects.indices {
      for relationship in matrix.model.relationships(of: world.objects[object].entity) where relationship.isToMany {
        let count = world.links(object, relationship.name).count
        let isWrong =
          count == 0
          ? !relationship.isOptional && relationship.minCount > 0
          : count < relationship.minCount || relationship.maxCount > 0 && count > relationship.maxCount
        if isWrong { result.endFindings["reference.count", default: 0] += 1 }
      }
    }
  }
}

internal import AttributeValues

/// One record applied to a copy of the world.
struct Attempt {
  /// An object that the record speaks of.
  struct Subject {
    var object: Int
    var isNew: Bool
    var key: [(name: String, value: AttributeValue)]
  }

  /// What the record says of a relationship.
  struct Reference {
    var relationship: MatrixRelationship
    /// The entity whose objects it may mean.
    var destination: String
    var column: MatrixColumn.Reference
    var values: [AttributeValue]
  }

  let importer: ReferenceImporter
  let matrix: MatrixCase
  let source: MatrixSource
  let record: MatrixRecord
  /// The copy.
  var world: ReferenceWorld
  var subjects: [Subject] = []
  /// The rules of error severity that the record breaks.
  var errors: [String] = []
  /// The rules of lowered severity for which the record is skipped.
  var skips: [String] = []
  var undecided: [String] = []
  /// Whether anything was connected that was not before, though another subject may have taken it back.
  private(set) var hasMoved = false
  /// The objects that `unknown: create` has made, by what was asked for.
  private var created: [[AttributeValue]: Int] = [:]
  /// The record's values by attribute; nothing for those that are left out.
  var values: [String: AttributeValue] = [:]
  /// All values of a key of one attribute; nothing if it has none or a wrong one.
  var keyValues: [AttributeValue] = []
  /// Whether a lookup leaves out all values of the key on purpose.
  var isKeyLeftOut = false
  /// What the record says of its relationships.
  var references: [Reference] = []

  var model: MatrixModel { matrix.model }
  /// The properties that have an error, so that nobody knows whether they would be missing.
  var unknownProperties: Set<String> = []
  /// Whether errors are noted only, to see what else is wrong with the record.
  private let goesOnAfterErrors: Bool
  private var isOver: Bool { !errors.isEmpty && !goesOnAfterErrors || !skips.isEmpty }

  init(importer: ReferenceImporter, source: MatrixSource, record: MatrixRecord, goesOnAfterErrors: Bool = false) {
    self.importer = importer
    self.goesOnAfterErrors = goesOnAfterErrors
    matrix = importer.matrix
    self.source = source
    self.record = record
    world = importer.world
  }

  mutating func apply() {
    mapValues()
    if isOver { return }
    findSubjects()
    if isOver || subjects.isEmpty { return }
    setValues()
    setReferences()
    if isOver { return }
    checkChangedObjects()
    if isOver { return }
    checkRules()
  }

  // MARK: Severities

  /// Notes what rejects the record, unless its severity is lowered.
  ///
  /// - Returns: Whether it rejects the record.
  @discardableResult
  mutating func isError(_ rule: String, default severity: String = "error") -> Bool {
    guard matrix.severity(rule, in: source, default: severity) == "error" else { return false }
    errors.append(rule)
    return true
  }

  /// 9. Notes what rejects the record or, with its severity lowered, skips it.
  private mutating func rejectOrSkip(_ rule: String) {
    if !isError(rule) { skips.append(rule) }
  }

  // MARK: 1. Subjects

  private mutating func findSubjects() {
    guard !source.key.isEmpty else {
      subjects = [Subject(object: world.make(source.entity), isNew: true, key: [])]
      return
    }
    if isKeyLeftOut { return }
    // Nobody knows which object a record with an error in its key is about; with a key to insert, it is a new one.
    if source.key.contains(where: unknownProperties.contains) {
      if source.mode == .insert { subjects = [Subject(object: world.make(source.entity), isNew: true, key: [])] }
      return
    }
    for key in keys() {
      if key.contains(where: \.value.isNull) {
        rejectOrSkip("value.required")
        continue
      }
      let found = importer.world.find(source.entity, key, ignoringCase: source.ignoresCase)
      if found.count > 1, source.mode != .insert {
        if !isError("reference.ambiguous") { undecided.append("a lowered severity of a key that several objects have") }
      } else if let object = found.first {
        let isRepeated = source.mode == .insert || !source.mergesRepeats && importer.touched.contains(object)
        if isRepeated { rejectOrSkip("record.duplicate") }
        subjects.append(Subject(object: object, isNew: false, key: key))
      } else if source.mode != .update {
        subjects.append(Subject(object: world.make(source.entity), isNew: true, key: key))
      } else {
        passOver(key)
      }
    }
  }

  /// The keys that the record speaks of: each distinct value of a list, or the values of all key attributes together.
  private func keys() -> [[(name: String, value: AttributeValue)]] {
    if keyValues.isEmpty { return [source.key.map { ($0, values[$0] ?? .null) }] }
    var known: Set<AttributeValue> = []
    let distinct = keyValues.filter { known.insert(source.ignoresCase ? ReferenceValues.folded($0) : $0).inserted }
    return distinct.map { [(source.key[0], $0)] }
  }

  /// Nothing has the key of an update.
  private mutating func passOver(_ key: [(name: String, value: AttributeValue)]) {
    let consequences = importer.rejected.filter { record in
      model.isKind(record.entity, of: source.entity)
        && key.allSatisfy { name, value in
          let other = record.values[name] ?? .null
          return source.ignoresCase ? ReferenceValues.folded(other) == ReferenceValues.folded(value) : other == value
        }
    }
    if !consequences.isEmpty {
      if consequences.allSatisfy(\.isBroken) { undecided.append("the key stands in broken records only") }
      return
    }
    guard source.unmatched == .error else { return }
    if !isError("record.unmatched") {
      skips.append("record.unmatched")
      if keyValues.count > 1 { undecided.append("a lowered severity of one of several keys") }
    }
  }

  // MARK: 2. Values

  private mutating func setValues() {
    for subject in subjects {
      if subject.isNew {
        for column in source.columns where !column.defaultValue.isNull && column.reference == nil {
          world.objects[subject.object].values[column.property] = column.defaultValue
        }
      }
      for (name, value) in values where !value.isNull {
        // The key of an object that is there stays as it is, whatever the case of the record's letters.
        if source.key.contains(name), !subject.isNew { continue }
        world.objects[subject.object].values[name] = value
      }
      if subject.isNew { for (name, value) in subject.key { world.objects[subject.object].values[name] = value } }
    }
  }

  // MARK: 3. and 4. References

  private mutating func setReferences() {
    var found: [(relationship: MatrixRelationship, reference: MatrixColumn.Reference, target: Int)] = []
    for reference in references {
      for value in reference.values {
        let errorsBefore = errors.count
        guard let target = target(value, reference.destination, reference.column) else {
          if errors.count > errorsBefore { unknownProperties.insert(reference.relationship.name) }
          continue
        }
        found.append((reference.relationship, reference.column, target))
      }
    }
    // One object after the other gets all of its relationships.
    for subject in subjects {
      for (relationship, reference, target) in found { connect(subject.object, relationship, reference, to: target) }
    }
  }

  /// The object that a value means; it is looked for among those that earlier records have made.
  private mutating func target(
    _ value: AttributeValue,
    _ destination: String,
    _ reference: MatrixColumn.Reference
  ) -> Int? {
    let found = importer.world.find(
      destination,
      [(reference.matches, value)],
      ignoringCase: reference.ignoresCase
    )
    if found.count > 1 {
      isError("reference.ambiguous")
      return nil
    }
    if let object = found.first { return object }
    switch reference.unknown {
    case .error: isError("reference.unknown")
    case .warning: isError("reference.unknown", default: "warning")
    case .skip: break
    case .create: return create(value, destination, reference)
    }
    return nil
  }

  private mutating func create(
    _ value: AttributeValue,
    _ destination: String,
    _ reference: MatrixColumn.Reference
  ) -> Int? {
    let wanted = [
      .string(destination), .string(reference.matches),
      reference.ignoresCase ? ReferenceValues.folded(value) : value,
    ]
    if let known = created[wanted] { return known }
    let object = world.make(destination)
    world.objects[object].values[reference.matches] = value
    if let attribute = model.attribute(reference.matches, of: destination) {
      for rule in ReferenceValues.faults(of: value, attribute) { isError(rule) }
    }
    created[wanted] = object
    return object
  }

  private mutating func connect(
    _ object: Int,
    _ relationship: MatrixRelationship,
    _ reference: MatrixColumn.Reference,
    to target: Int
  ) {
    let inverse = relationship.inverse.flatMap { model.relationship($0, of: world.objects[target].entity) }
    if !relationship.isToMany, let inverse, !inverse.isToMany, !reference.replacesTaken,
      world.links(target, inverse.name).contains(where: { $0 != object })
    {
      isError("reference.taken")
      return
    }
    let before = world
    world.connect(object, relationship, to: target)
    hasMoved = hasMoved || world != before
  }

  // MARK: 2. to 5. Every object that the record makes or changes

  private mutating func checkChangedObjects() {
    let before = importer.world.objects
    let changed = world.objects.indices.filter { !before.indices.contains($0) || world.objects[$0] != before[$0] }
    for object in changed {
      let missing = world.missing(object) + missingMembers(object)
      for _ in missing.filter({ !unknownProperties.contains($0) }) { rejectOrSkip("value.required") }
      // 5. Uniqueness.
      for _ in world.brokenConstraints(of: object) { rejectOrSkip("record.duplicate") }
    }
  }

  /// 3. The required to-many relationships of a new object that are empty. Those that its source does not fill may be filled by a later one.
  private func missingMembers(_ object: Int) -> [String] {
    guard !importer.world.objects.indices.contains(object) else { return [] }
    let isSubject = subjects.contains { $0.object == object }
    return model.relationships(of: world.objects[object].entity).filter { relationship in
      relationship.isToMany && !relationship.isOptional && relationship.minCount > 0
        && world.links(object, relationship.name).isEmpty
        && (!isSubject || source.nesting?.property == relationship.name || source.column(of: relationship.name) != nil)
    }
    .map(\.name)
  }

  // MARK: 6. Rules

  private mutating func checkRules() {
    for rule in matrix.rules where !rule.isCheckedAtEnd {
      for subject in subjects where model.isKind(world.objects[subject.object].entity, of: rule.entity) {
        if !world.meets(subject.object, rule.condition) { isError(rule.code, default: rule.severity) }
      }
    }
  }
}

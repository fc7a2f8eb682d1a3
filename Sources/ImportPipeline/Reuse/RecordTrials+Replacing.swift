package import AttributeValues
internal import Findings
package import ManagedObjects
internal import ObjectModel

/// Other values of an object that is there.
package struct ObjectReplacement: Sendable {
  package let objectID: ManagedObjectID
  /// Attributes by slot.
  package var attributes: [(slot: Int, value: AttributeValue)] = []
  /// To-one relationships by slot.
  package var toOne: [(slot: Int, target: ManagedObjectID?)] = []
}

extension RecordTrials {
  /// The other values by which the objects of an import of the changed sources differ from those that are there, if nothing but values differs.
  ///
  /// That is so where each record whose cells were changed has made one object and would make it again, with the same key, and where the properties that
  /// the cells fill have to do with no other record (`ImportPlan.replaceableProperties`). Everything else gets the same decisions as before.
  ///
  /// - Parameter forms: How the sources were read before the changes, by their places in the recipe.
  /// - Returns: `nil` if it is not sure.
  /// - Throws: The reader's error if a source cannot be read, the store's.
  /// - Complexity: O(*n*) in the bytes of the sources up to the last of the records, where it is not known where they stand; O(*n*) in the objects.
  package func replacements(by changes: CellChanges, forms: [Int: String]) throws -> [ObjectReplacement]? {
    var replacements: [ObjectReplacement] = []
    for (number, changed) in Dictionary(grouping: changes.records, by: \.key.source) {
      guard plan.sources.indices.contains(number) else { return nil }
      let source = plan.sources[number]
      let state = changes.states[source.path]
      guard state != nil, try FileState(ofFile: source.path) == state else { return nil }
      guard let opened = try source.open() as? DelimitedSource, opened.fieldNames == source.fieldNames,
        let form = forms[number], source.judgedForm(of: opened) == form
      else { return nil }
      let texts = Dictionary(uniqueKeysWithValues: changed.map { ($0.key.record, $0.value) })
      var reading = Reading(self, source, texts)
      let areKnown = try places?.read(Set(texts.keys), of: source) { try reading.take($0, []) } ?? false
      if !areKnown {
        reading = Reading(self, source, texts)
        while !reading.isAtEnd, try opened.next() { try reading.take(opened, opened.takeFindings()) }
      }
      guard reading.isGood, try FileState(ofFile: source.path) == state else { return nil }
      replacements += reading.replacements
    }
    return replacements
  }

  /// Takes records of a source that were changed.
  private struct Reading {
    private let trials: RecordTrials
    private let source: SourcePlan
    private let maker: FindingMaker
    /// The texts of the cells that were changed, by record and field.
    private let texts: [Int: [String: String?]]
    private var properties: [Set<Int>: ReplaceableProperties] = [:]
    private(set) var replacements: [ObjectReplacement] = []
    private var isSure = true

    init(_ trials: RecordTrials, _ source: SourcePlan, _ texts: [Int: [String: String?]]) {
      self.trials = trials
      self.source = source
      self.texts = texts
      maker = trials.maker(of: source)
    }

    /// Whether all records have been taken and are sure to change values only.
    var isGood: Bool { isSure && replacements.count == texts.count }

    var isAtEnd: Bool { !isSure || replacements.count == texts.count }

    /// Takes the record at which a source stands, if it is one of them.
    mutating func take(_ opened: DelimitedSource, _ findings: [Finding]) throws {
      guard isSure, let changed = texts[opened.recordNumber] else { return }
      isSure = false
      var fields: Set<Int> = []
      for (name, text) in changed {
        guard let field = opened.fieldNames.firstIndex(of: name), opened.text(ofField: field) == text ?? "" else {
          return
        }
        fields.insert(field)
      }
      guard
        let affected = properties[fields]
          ?? trials.plan.replaceableProperties(fields, of: source, trials.resolver.indexes(of: source.entity))
      else { return }
      properties[fields] = affected
      let record = RecordMapper(source: opened, maker: maker).mapRecord(findings)
      guard let replacement = try trials.replacement(record, affected, of: source, maker) else { return }
      replacements.append(replacement)
      isSure = true
    }
  }

  /// What a record gives to some properties of the object that it has made.
  fileprivate func replacement(
    _ record: ProposedRecord,
    _ properties: ReplaceableProperties,
    of source: SourcePlan,
    _ maker: FindingMaker
  ) throws -> ObjectReplacement? {
    let origin = RecordOrigin(source: source.number, record: record.number)
    guard let objectID = object(madeBy: origin, of: source.entity) else { return nil }
    let decision = try decide(record, of: source, maker, replacing: [objectID], notesRepetitions: false)
    guard decision.outcome == .inserted, decision.changes.count == 1, let change = decision.changes.first,
      change.isNew, change.objectID.entity === source.entity
    else { return nil }
    var replacement = ObjectReplacement(objectID: objectID)
    for number in properties.attributes {
      let slot = source.attributes[number].slot
      replacement.attributes.append((slot, change.attributes[slot]))
    }
    for number in properties.relationships {
      let slot = source.relationships[number].slot
      let target = change.connections.last { !$0.isToMany && $0.slot == slot }?.target
      // When the record is read, the object has to be there already.
      if let target, !isThere(target, before: origin) { return nil }
      replacement.toOne.append((slot, target))
    }
    return replacement
  }

  /// The only object that a record has made of its own.
  private func object(madeBy origin: RecordOrigin, of entity: EntityDescription) -> ManagedObjectID? {
    let found = log.references(madeBy: origin, of: entity)
      .map { ManagedObjectID(entity: entity, storeNumber: store.number, reference: $0) }
      .filter { !log.isMadeByReference($0) }
    return found.count == 1 ? found[0] : nil
  }

  private func isThere(_ objectID: ManagedObjectID, before origin: RecordOrigin) -> Bool {
    guard let maker = log.maker(of: objectID) else { return false }
    return (maker.source, maker.record) < (origin.source, origin.record)
  }
}

extension DelimitedSource {
  fileprivate func text(ofField field: Int) -> String {
    withField(field) { bytes in bytes.map { String(decoding: $0, as: UTF8.self) } ?? "" }
  }
}

extension ImportPlan {
  /// How the sources are read of which parts may be read by themselves, by their places in the recipe.
  ///
  /// - Throws: The reader's error if a source cannot be opened.
  package func readingForms() throws -> [Int: String] {
    var forms: [Int: String] = [:]
    for source in sources where source.isPlain && !source.isStandIn && source.recipe.format == .csv {
      guard let opened = try source.open() as? DelimitedSource else { continue }
      forms[source.number] = source.judgedForm(of: opened)
    }
    return forms
  }
}

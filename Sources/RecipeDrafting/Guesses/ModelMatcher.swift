internal import AttributeValues
internal import ImportPipeline
internal import ObjectModel

/// Finds out which entities of a model that is there the sources' records are, and which properties their fields.
struct ModelMatcher {
  private let model: ManagedObjectModel
  /// What does not fit.
  private(set) var notes: [String] = []

  init(model: ManagedObjectModel) { self.model = model }

  /// Gives each source its entity, and its attributes and relationships the model's names.
  mutating func match(_ drafts: [SourceDraft]) {
    for draft in drafts where !draft.attributes.isEmpty {
      guard let entity = entity(for: draft) else {
        notes.append(
          "\(draft.set.file): no entity of the model is called like \(draft.entity), and none has attributes like its fields; it is left out"
        )
        draft.attributes = []
        draft.key = []
        continue
      }
      match(draft, entity, drafts)
    }
    // The order of the sources follows from what they refer to.
    for draft in drafts {
      for index in draft.relationships.indices {
        let destination = draft.relationships[index].destination
        guard let target = drafts.first(where: { $0.entity == destination && !$0.attributes.isEmpty }) else { continue }
        draft.relationships[index].target.source = target.number
        if target === draft { draft.relationships[index].isLate = true }
      }
    }
  }

  /// The entity of the same name; otherwise the one that has most of the fields, if that is half of them.
  private func entity(for draft: SourceDraft) -> EntityDescription? {
    let usable = model.entities.filter { !$0.isAbstract }
    let wanted = Self.forms(draft.entity)
    if let same = usable.first(where: { !Self.forms($0.name).isDisjoint(with: wanted) }) { return same }
    // `akc-breeds.csv` holds breeds, if there is one entity of that name.
    let last = CoreDataNames.words(draft.entity).last.map(Self.forms) ?? []
    let alike = usable.filter { !(CoreDataNames.words($0.name).last.map(Self.forms) ?? []).isDisjoint(with: last) }
    if alike.count == 1 { return alike[0] }
    let fields = draft.profile.fields.map { Self.withoutBrackets($0.field, "").union(Self.sameName($0.field, "")) }
    let ranked = usable.map { entity -> (entity: EntityDescription, count: Int) in
      let names = Set(entity.propertiesByName.keys.map(CoreDataNames.folded))
      return (entity, fields.count { !names.isDisjoint(with: $0) })
    }
    guard let best = ranked.max(by: { $0.count < $1.count }), best.count * 2 >= fields.count, best.count > 0,
      ranked.filter({ $0.count == best.count }).count == 1
    else { return nil }
    return best.entity
  }

  /// A name in singular and plural, without case.
  private static func forms(_ name: String) -> Set<String> {
    let words = CoreDataNames.words(name).map { $0.lowercased() }
    guard let last = words.last else { return [] }
    let stem = words.dropLast().joined()
    return [stem + last, stem + CoreDataNames.singular(last)]
  }

  private mutating func match(_ draft: SourceDraft, _ entity: EntityDescription, _ drafts: [SourceDraft]) {
    draft.entity = entity.name
    let attributes = entity.propertiesByName.values.compactMap { $0 as? AttributeDescription }
      .filter(\.isFilledByRecords)
    let relationships = entity.propertiesByName.values.compactMap { $0 as? RelationshipDescription }
    var left = draft.attributes
    var matched: [AttributeDraft] = []
    var used: Set<String> = []
    // The same name first; then the name without what stands in brackets, and without the entity's own.
    for forms in [Self.sameName, Self.withoutBrackets, Self.looseName] {
      for attribute in left {
        let field = draft.profile.fields[attribute.field].field
        let wanted = forms(field, entity.name)
        func isFree(_ property: PropertyDescription) -> Bool {
          !used.contains(property.name) && wanted.contains(CoreDataNames.folded(property.name))
        }
        guard let found = attributes.first(where: isFree) else {
          if let relationship = relationships.first(where: isFree),
            let related = Self.related(draft, attribute, relationship)
          {
            used.insert(relationship.name)
            draft.relationships.append(related)
            left.removeAll { $0.field == attribute.field }
          }
          continue
        }
        used.insert(found.name)
        left.removeAll { $0.field == attribute.field }
        matched.append(Self.named(attribute, found))
      }
    }
    matchParts(of: draft, attributes, &left, &matched, &used)
    draft.attributes = matched.sorted { $0.field < $1.field }
    draft.left = left.map(\.field).sorted()
    if let inner = draft.set.inner, let parent = model.entitiesByName[drafts[inner.parent].entity] {
      if let found = relationships.first(where: { $0.destinationEntity === parent }) {
        used.insert(found.name)
        draft.toParent = (found.name, found.inverseRelationship?.name ?? "")
      }
    }
    chooseKey(draft, entity)
    let unfilled =
      attributes.filter { !$0.isOptional && $0.defaultValue.isNull && !used.contains($0.name) }.map(\.name)
      + relationships.filter { !$0.isOptional && !$0.isToMany && !used.contains($0.name) }.map(\.name)
    if !unfilled.isEmpty {
      let text =
        "required in \(entity.name), but no field is called like it: \(unfilled.sorted().joined(separator: ", "))"
      draft.notes.append(text)
      notes.append("\(draft.set.file): \(text)")
    }
  }

  /// Matches what is left by parts of names: `Established` with `yearEstablished`, if nothing else has that word and the types fit.
  private func matchParts(
    of draft: SourceDraft,
    _ attributes: [AttributeDescription],
    _ left: inout [AttributeDraft],
    _ matched: inout [AttributeDraft],
    _ used: inout Set<String>
  ) {
    func words(_ name: String) -> Set<String> {
      Set(CoreDataNames.words(name).map { CoreDataNames.singular($0.lowercased()) })
    }
    for attribute in left {
      let wanted = words(draft.profile.fields[attribute.field].field)
      let found = attributes.filter { candidate in
        let own = words(candidate.name)
        return !used.contains(candidate.name) && candidate.attributeType.isAlike(attribute.guess.type)
          && (wanted.isSubset(of: own) || own.isSubset(of: wanted))
      }
      guard !wanted.isEmpty, found.count == 1, let only = found.first else { continue }
      used.insert(only.name)
      left.removeAll { $0.field == attribute.field }
      var own = Self.named(attribute, only)
      own.guess.evidence += "; by a part of the name"
      matched.append(own)
    }
  }

  private static func sameName(_ field: String, _ entity: String) -> Set<String> { [CoreDataNames.folded(field)] }

  private static func withoutBrackets(_ field: String, _ entity: String) -> Set<String> {
    [CoreDataNames.folded(String(field.prefix { $0 != "(" && $0 != "[" }))]
  }

  /// Names that mean the same: `Established` and `yearEstablished` do not, but `Group` is the name of a `Group`, and `Breed ID` the `id` of a `Breed`.
  private static func looseName(_ field: String, _ entity: String) -> Set<String> {
    let words = CoreDataNames.words(field).map { $0.lowercased() }
    let own = Set(CoreDataNames.words(entity).map { CoreDataNames.singular($0.lowercased()) })
    let rest = words.filter { !own.contains(CoreDataNames.singular($0)) }
    var names: Set<String> = [
      CoreDataNames.folded(entity) + words.joined(), (own.sorted { $0 > $1 }.first ?? "") + words.joined(),
    ]
    if rest.isEmpty { names.insert("name") } else { names.insert(rest.joined()) }
    if let last = words.last, ["id", "code", "name"].contains(last), words.count > 1 {
      names.insert(words.dropLast().joined())
    }
    return names
  }

  /// A field as an attribute of the model, and how it becomes a value of that one's type.
  private static func named(_ draft: AttributeDraft, _ attribute: AttributeDescription) -> AttributeDraft {
    let type = attribute.attributeType
    var draft = draft
    draft.name = attribute.name
    draft.isRequired = !attribute.isOptional
    if draft.guess.type != type { draft.guess.evidence = "from \(draft.guess.evidence)" }
    draft.guess.type = type
    if !type.isNumber { draft.guess.numberFormat = nil }
    if type != .boolean { draft.guess.truthWords = nil }
    if type != .date { draft.guess.datePatterns = [] }
    return draft
  }

  private static func related(
    _ draft: SourceDraft,
    _ attribute: AttributeDraft,
    _ relationship: RelationshipDescription
  ) -> RelationshipDraft? {
    guard let destination = relationship.destinationEntity,
      let matches = destination.nameOfOneUniqueAttribute
        ?? ["id", "name"].first(where: { destination.attributesByName[$0]?.isFilledByRecords == true })
    else { return nil }
    let samples = draft.profile.fields[attribute.field].samples
    let separator =
      relationship.isToMany
      ? ReferenceCandidate.separators.first { separator in samples.contains { $0.contains(separator) } } ?? ";" : nil
    return RelationshipDraft(
      name: relationship.name,
      inverseName: relationship.inverseRelationship?.name ?? "",
      field: attribute.field,
      target: (-1, -1),
      destination: destination.name,
      matches: matches,
      separator: separator,
      isRequired: !relationship.isOptional,
      evidence: "the relationship of this name; looked up by \(destination.name).\(matches)",
      nulls: draft.ownNulls(attribute.field)
    )
  }

  /// The model's own uniqueness constraint first, then what the values say.
  private func chooseKey(_ draft: SourceDraft, _ entity: EntityDescription) {
    let before = draft.key
    draft.key = []
    for constraint in entity.uniquenessConstraints {
      let fields = constraint.compactMap { name in draft.attributes.first { $0.name == name }?.field }
      guard fields.count == constraint.count else { continue }
      draft.key = fields
      draft.keyEvidence = "unique in the model"
      return
    }
    if before.allSatisfy({ draft.attribute(of: $0) != nil }) { draft.key = before }
  }
}

extension AttributeType {
  fileprivate var isNumber: Bool {
    [.integer16, .integer32, .integer64, .double, .float, .decimal].contains(self)
  }

  /// Whether values of both types are written alike: numbers, or the same.
  fileprivate func isAlike(_ other: AttributeType) -> Bool {
    self == other || isNumber && other.isNumber || self == .string && other == .uri
  }
}

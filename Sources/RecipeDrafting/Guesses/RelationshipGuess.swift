/// Which fields lead to other records, and how the relationships are called.
struct RelationshipGuess {
  let drafts: [SourceDraft]
  let folder: String

  /// Gives the sources their relationships: first those to the records around theirs, then those that their values show.
  ///
  /// - Throws: As `RecordStream`.
  func relate() throws {
    relateToParents()
    let found = ReferenceCandidate.find(drafts)
    for draft in drafts {
      var own = found.filter { $0.source == draft.number }
      guard !own.isEmpty else { continue }
      try SecondReading(draft: draft, drafts: drafts, folder: folder).count(&own)
      own = own.filter(\.holds)
      for field in draft.profile.fields.indices {
        func rank(_ candidate: ReferenceCandidate) -> (Double, Int) {
          (candidate.score, -drafts[candidate.target.source].profile.records)
        }
        if let best = own.filter({ $0.field == field }).max(by: { rank($0) < rank($1) }) { relate(draft, best) }
      }
    }
  }

  private func relateToParents() {
    for draft in drafts where !draft.attributes.isEmpty {
      guard let inner = draft.set.inner else { continue }
      let parent = drafts[inner.parent]
      let name = freeName(CoreDataNames.uncapitalised(parent.entity), in: draft)
      let inverse = freeName(CoreDataNames.plural(CoreDataNames.uncapitalised(draft.entity)), in: parent)
      draft.toParent = (name, inverse)
    }
  }

  private func relate(_ draft: SourceDraft, _ candidate: ReferenceCandidate) {
    let target = drafts[candidate.target.source]
    // What others refer to stays an attribute.
    let isTarget = drafts.contains { $0.relationships.contains { $0.target == (draft.number, candidate.field) } }
    guard !isTarget, let attribute = draft.attribute(of: candidate.field),
      let matched = target.attribute(of: candidate.target.field)
    else { return }
    draft.attributes.removeAll { $0.field == candidate.field }
    let name = freeName(Self.relationshipName(attribute.name, candidate, target), in: draft)
    let plain = CoreDataNames.plural(CoreDataNames.uncapitalised(draft.entity))
    var inverse = plain
    if isTaken(plain, in: target) || plain == name && target === draft {
      inverse = plain + "As" + name.prefix(1).uppercased() + name.dropFirst()
    }
    inverse = freeName(inverse, in: target, besides: target === draft ? name : nil)
    let isSelf = target === draft
    if isSelf, draft.key.isEmpty {
      draft.key = [candidate.target.field]
      draft.keyEvidence = draft.uniqueness
    }
    draft.relationships.append(
      RelationshipDraft(
        name: name,
        inverseName: inverse,
        field: candidate.field,
        target: candidate.target,
        destination: target.entity,
        matches: matched.name,
        separator: candidate.separator,
        isRequired: !candidate.isEmptySomewhere && candidate.separator == nil && !isSelf && draft.profile.records > 0,
        isLate: isSelf,
        evidence: Self.evidence(candidate, target),
        nulls: draft.ownNulls(candidate.field)
      )
    )
  }

  private static func relationshipName(
    _ attribute: String,
    _ candidate: ReferenceCandidate,
    _ target: SourceDraft
  ) -> String {
    var words = CoreDataNames.words(attribute)
    let suffixes: Set<String> = [
      "id", "ids", "code", "codes", "key", "no", "nr", "number", "ref", "fk", "uuid", "name", "names",
    ]
    if words.count > 1, let last = words.last, suffixes.contains(last.lowercased()) { words.removeLast() }
    guard !words.isEmpty, !suffixes.contains(words[0].lowercased()) || words.count > 1 else {
      return CoreDataNames.uncapitalised(target.entity)
    }
    if candidate.separator != nil, let last = words.last, CoreDataNames.singular(last) == last {
      words[words.count - 1] = CoreDataNames.plural(last)
    }
    return CoreDataNames.property(words.joined(separator: " "), number: 0)
  }

  private static func evidence(_ candidate: ReferenceCandidate, _ target: SourceDraft) -> String {
    let field = target.profile.fields[candidate.target.field].field
    let what = candidate.separator == nil ? "values" : "parts"
    let place = "“\(YAMLText.comment(field))” of \(target.entity)"
    if candidate.misses == 0 { return "all \(candidate.references) \(what) are among \(place)" }
    let examples = candidate.examples.map { "“\(YAMLText.comment($0.text, most: 30))” in line \($0.line)" }
      .joined(separator: ", ")
    let more = candidate.misses > candidate.examples.count ? ", …" : ""
    return "\(candidate.misses) of \(candidate.references) \(what) are not among \(place): \(examples)\(more)"
  }

  private func isTaken(_ name: String, in draft: SourceDraft) -> Bool {
    var taken = draft.attributes.map(\.name) + draft.relationships.map(\.name)
    if let toParent = draft.toParent { taken.append(toParent.name) }
    for other in drafts {
      taken += other.relationships.filter { $0.target.source == draft.number }.map(\.inverseName)
      if let toParent = other.toParent, other.set.inner?.parent == draft.number { taken.append(toParent.inverse) }
    }
    return taken.contains { $0.lowercased() == name.lowercased() }
  }

  private func freeName(_ name: String, in draft: SourceDraft, besides: String? = nil) -> String {
    CoreDataNames.free(CoreDataNames.taken.contains(name) ? name + "Value" : name) {
      isTaken($0, in: draft) || $0 == besides
    }
  }
}

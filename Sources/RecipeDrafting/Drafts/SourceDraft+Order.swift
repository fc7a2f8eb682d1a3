extension SourceDraft {
  /// Sources in the order in which they are read: first what others refer to.
  ///
  /// Where each waits for another one, relationships are filled when all objects are there.
  static func inOrder(_ drafts: [SourceDraft]) -> [SourceDraft] {
    let drafts = drafts.filter { !$0.attributes.isEmpty || !$0.relationships.isEmpty }
    var sources: [SourceDraft] = []
    var left = drafts.filter { $0.set.inner == nil }
    func family(_ draft: SourceDraft) -> [SourceDraft] {
      [draft] + drafts.filter { $0.set.inner?.parent == draft.number }.flatMap(family)
    }
    func waits(_ draft: SourceDraft) -> Bool {
      let own = Set(family(draft).map(\.number))
      return family(draft).flatMap(\.relationships).contains { relationship in
        !relationship.isLate && !own.contains(relationship.target.source)
          && left.contains { $0 !== draft && family($0).contains { $0.number == relationship.target.source } }
      }
    }
    while !left.isEmpty {
      if let next = left.firstIndex(where: { !waits($0) }) {
        sources += family(left.remove(at: next))
        continue
      }
      let waiting = Set(left.dropFirst().flatMap(family).map(\.number))
      for member in family(left[0]) { member.delayRelationships { waiting.contains($0) } }
    }
    // Within one document, inner records are read after all outer ones; what they refer to may come later.
    let places = Dictionary(uniqueKeysWithValues: sources.enumerated().map { ($1.number, $0) })
    for (place, draft) in sources.enumerated() { draft.delayRelationships { places[$0] ?? 0 > place } }
    return sources
  }

  /// Fills relationships to some sources only when all objects are there, so that no record has to have them.
  private func delayRelationships(to isLate: (Int) -> Bool) {
    for index in relationships.indices where isLate(relationships[index].target.source) {
      relationships[index].isLate = true
      relationships[index].isRequired = false
    }
  }
}

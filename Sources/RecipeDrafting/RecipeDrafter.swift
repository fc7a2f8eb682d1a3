internal import Findings
internal import ImportPipeline
package import ObjectModel

/// What a recipe is drafted from.
package struct DraftRequest: Sendable {
  /// Files, folders or patterns, in the order in which they were named.
  package var files: [String]
  /// The recipe's folder; the deepest one that all files are in, unless given.
  package var folder: String?
  /// The name of the recipe and the model; that of the file, or of the folder of several, unless given.
  package var name: String?
  /// Which file of an archive is meant.
  package var member: String?
  /// How many records of each source are looked at; `nil` for all.
  package var sample: Int?
  /// A model whose entities the records become, and its path.
  package var model: (path: String, model: ManagedObjectModel)?

  package init(files: [String]) { self.files = files }
}

/// Drafts a recipe and a model from sources: what their values have in common becomes types, keys and relationships.
package struct RecipeDrafter {
  private let request: DraftRequest
  /// The recipe's folder.
  private let folder: String

  /// Drafts as `request` says.
  package init(_ request: DraftRequest) {
    self.request = request
    folder = request.folder.map(FilePaths.absolute) ?? FilePaths.commonFolder(request.files)
  }

  /// Reads the sources, and writes nothing.
  ///
  /// - Throws: `DraftingError` if a file has no records that can be found; the error of a reader that cannot read on.
  package func draft() throws -> RecipeDraft {
    var survey = SourceSurvey(folder: folder, member: request.member)
    for file in request.files {
      guard file != "-" else {
        throw DraftingError("A recipe reads its sources again and again: save what comes from standard input as a file")
      }
      let name = try FilePaths.relative(FilePaths.absolute(file), to: folder, named: file)
      try survey.add(file, name: name)
    }
    let drafts = try profiles(survey.sets)
    nameEntities(drafts)
    guessKeys(drafts)
    rehang(drafts)
    nameAttributes(drafts)
    if let model = request.model {
      var matcher = ModelMatcher(model: model.model)
      matcher.match(drafts)
      return text(of: drafts, notes: matcher.notes)
    }
    guard drafts.contains(where: { !$0.attributes.isEmpty }) else {
      throw DraftingError("nothing in \(request.files.joined(separator: ", ")) has a name that a recipe can write")
    }
    relateToParents(drafts)
    try relate(drafts)
    try guessPairs(drafts)
    return text(of: drafts, notes: [])
  }

  private func text(of drafts: [SourceDraft], notes: [String]) -> RecipeDraft {
    let name = request.name ?? FilePaths.draftName(request.files, folder: folder)
    let order = SourceOrder(drafts)
    let modelName =
      request.model.map { FilePaths.relativeAnywhere(FilePaths.absolute($0.path), to: folder) }
      ?? "\(name).xcdatamodeld"
    let writer = RecipeText(name: name, model: modelName, drafts: order.sources, isForOwnModel: request.model != nil)
    return RecipeDraft(
      name: name,
      folder: folder,
      recipe: writer.text,
      model: request.model == nil ? ModelText(order.sources).text : nil,
      sources: order.sources.map { DraftedSource($0, order.sources) },
      notes: notes
    )
  }

  // MARK: Steps

  private func profiles(_ sets: [RecordSet]) throws -> [SourceDraft] {
    try sets.enumerated().map { number, set in
      let recipe = try set.recipe()
      var paths: [String] = []
      var late: Set<String> = []
      if recipe.locatesFields {
        let most = request.sample ?? 100_000
        let all = try RecordStream.discoveredFields(recipe, in: folder, most: most).map(\.path)
        let isNested = all.map { path in
          set.nestedPaths.contains {
            path == $0 || path.hasPrefix($0 + "/") || path.hasPrefix($0 + ".") || path.hasPrefix($0 + "[")
          }
        }
        paths = zip(all, isNested).filter { !$1 }.map(\.0)
        if set.format == .xml, let first = isNested.firstIndex(of: true) {
          late = Set(zip(all, isNested).dropFirst(first).filter { !$1 }.map(\.0))
        }
      }
      var mixed: [String] = []
      if set.format.isJSON {
        // What is a value in some records and an object or array in others cannot be read as either.
        let all = paths
        mixed = all.filter { path in all.contains { $0.hasPrefix(path + ".") || $0.hasPrefix(path + "[") } }
        paths.removeAll { mixed.contains($0) }
      }
      let profile = try SourceProfile(recipe, in: folder, paths: paths, sample: request.sample)
      if profile.fields.isEmpty {
        let problem = profile.findings.first { $0.severity == .error }.map { ": \($0.message)" } ?? ""
        throw DraftingError("\(set.file) has no fields that could be found\(problem)")
      }
      let draft = SourceDraft(number: number, set: set, profile: profile)
      draft.lateFields = late
      if !mixed.isEmpty {
        draft.notes.append(
          "left out, because they are values in some records and more than that in others: \(mixed.joined(separator: ", "))"
        )
      }
      return draft
    }
  }

  private func nameEntities(_ drafts: [SourceDraft]) {
    var used: Set<String> = []
    for draft in drafts { draft.entity = CoreDataNames.free(CoreDataNames.entity(draft.set.entityHint), &used) }
  }

  private func guessKeys(_ drafts: [SourceDraft]) {
    for draft in drafts {
      guard let best = KeyGuess.candidates(draft).first else { continue }
      draft.key = [best]
      draft.keyEvidence = Self.uniqueness(draft)
    }
  }

  private static func uniqueness(_ draft: SourceDraft) -> String {
    let count = draft.profile.records
    return
      "unique and never empty in \(draft.profile.isSample ? "the first " : "")\(count) \(count == 1 ? "record" : "records")"
  }

  /// Takes records inside records that have no key out of these: nothing could say to which of them they belong.
  ///
  /// They then belong to the next records around that have a key, or to none.
  private func rehang(_ drafts: [SourceDraft]) {
    for draft in drafts {
      guard let inner = draft.set.inner, drafts[inner.parent].key.isEmpty else { continue }
      let without = drafts[inner.parent]
      let isLost = draft.set.format == .jsonlines && without.set.inner == nil
      (isLost ? without : draft).notes.append(
        isLost
          ? "\(draft.profile.records) records at \(inner.path) are left out: nothing unique says which \(without.entity) they belong to"
          : "they stand in records of \(without.entity), of which nothing unique says which is which, so that they do not lead there"
      )
      guard let outer = without.set.inner else {
        if draft.set.format == .jsonlines { draft.isLeftOut = true } else { draft.set.inner = nil }
        continue
      }
      draft.set.inner = ("\(outer.path)\(draft.set.format == .xml ? "/" : ".")\(inner.path)", outer.parent)
    }
  }

  private func nameAttributes(_ drafts: [SourceDraft]) {
    for draft in drafts where !draft.isLeftOut {
      var used: Set<String> = []
      for field in draft.profile.fields.indices {
        let guess = draft.guesses[field]
        let path = draft.profile.fields[field].field
        // YAML takes a byte order mark for no part of a text.
        guard !path.hasPrefix("\u{FEFF}") else {
          draft.left.append(field)
          continue
        }
        let name = CoreDataNames.free(CoreDataNames.property(path, number: field + 1, entity: draft.entity), &used)
        draft.attributes.append(
          AttributeDraft(
            name: name,
            field: field,
            guess: guess,
            isRequired: guess.missing == 0 && draft.profile.records > 0
          )
        )
      }
    }
  }

  private func relateToParents(_ drafts: [SourceDraft]) {
    for draft in drafts where !draft.attributes.isEmpty {
      guard let inner = draft.set.inner else { continue }
      let parent = drafts[inner.parent]
      let name = freeName(CoreDataNames.uncapitalised(parent.entity), in: draft, drafts)
      let inverse = freeName(CoreDataNames.plural(CoreDataNames.uncapitalised(draft.entity)), in: parent, drafts)
      draft.toParent = (name, inverse)
    }
  }

  // MARK: Relationships

  private func relate(_ drafts: [SourceDraft]) throws {
    let found = ReferenceCandidate.find(drafts)
    for draft in drafts {
      var own = found.filter { $0.source == draft.number }
      guard !own.isEmpty else { continue }
      try SecondReading(draft: draft, drafts: drafts, folder: folder).count(&own)
      own = own.filter(\.holds)
      for field in draft.profile.fields.indices {
        let best = own.filter { $0.field == field }
          .max {
            ($0.score, -drafts[$0.target.source].profile.records) < (
              $1.score, -drafts[$1.target.source].profile.records
            )
          }
        if let best { relate(draft, best, drafts) }
      }
    }
  }

  private func relate(_ draft: SourceDraft, _ candidate: ReferenceCandidate, _ drafts: [SourceDraft]) {
    let target = drafts[candidate.target.source]
    // What others refer to stays an attribute.
    let isTarget = drafts.contains { $0.relationships.contains { $0.target == (draft.number, candidate.field) } }
    guard !isTarget, let attribute = draft.attribute(of: candidate.field),
      let matched = target.attribute(of: candidate.target.field)
    else { return }
    draft.attributes.removeAll { $0.field == candidate.field }
    let name = freeName(Self.relationshipName(attribute.name, candidate, target), in: draft, drafts)
    let plain = CoreDataNames.plural(CoreDataNames.uncapitalised(draft.entity))
    var inverse = plain
    if isTaken(plain, in: target, drafts) || plain == name && target === draft {
      inverse = plain + "As" + name.prefix(1).uppercased() + name.dropFirst()
    }
    inverse = freeName(inverse, in: target, drafts, besides: target === draft ? name : nil)
    let isSelf = target === draft
    if isSelf, draft.key.isEmpty {
      draft.key = [candidate.target.field]
      draft.keyEvidence = Self.uniqueness(draft)
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

  private func isTaken(_ name: String, in draft: SourceDraft, _ drafts: [SourceDraft]) -> Bool {
    let lower = name.lowercased()
    if draft.attributes.contains(where: { $0.name.lowercased() == lower }) { return true }
    if draft.relationships.contains(where: { $0.name.lowercased() == lower }) { return true }
    if draft.toParent?.name.lowercased() == lower { return true }
    return drafts.contains { other in
      other.relationships.contains { $0.target.source == draft.number && $0.inverseName.lowercased() == lower }
        || other.set.inner?.parent == draft.number && other.toParent?.inverse.lowercased() == lower
    }
  }

  private func freeName(
    _ name: String,
    in draft: SourceDraft,
    _ drafts: [SourceDraft],
    besides: String? = nil
  ) -> String {
    var candidate = CoreDataNames.taken.contains(name) ? name + "Value" : name
    let stem = candidate
    var number = 2
    while isTaken(candidate, in: draft, drafts) || candidate == besides {
      candidate = "\(stem)\(number)"
      number += 1
    }
    return candidate
  }

  private func guessPairs(_ drafts: [SourceDraft]) throws {
    for draft in drafts where draft.key.isEmpty && draft.profile.records > 1 && !draft.attributes.isEmpty {
      let pairs = KeyGuess.pairs(draft)
      guard !pairs.isEmpty else { continue }
      let reading = SecondReading(draft: draft, drafts: drafts, folder: folder)
      guard let pair = try reading.uniquePair(pairs) else { continue }
      draft.key = [pair.0, pair.1]
      draft.keyEvidence = "together \(Self.uniqueness(draft)); no single field is"
    }
  }
}

/// The order in which sources are read: first what others refer to.
struct SourceOrder {
  private(set) var sources: [SourceDraft] = []

  init(_ drafts: [SourceDraft]) {
    let drafts = drafts.filter { !$0.attributes.isEmpty || !$0.relationships.isEmpty }
    var left = drafts.filter { $0.set.inner == nil }
    func family(_ draft: SourceDraft) -> [SourceDraft] {
      [draft] + drafts.filter { $0.set.inner?.parent == draft.number }.flatMap(family)
    }
    while !left.isEmpty {
      func waits(_ draft: SourceDraft) -> Bool {
        let own = Set(family(draft).map(\.number))
        return family(draft).flatMap(\.relationships).contains { relationship in
          !relationship.isLate && !own.contains(relationship.target.source)
            && left.contains { $0 !== draft && family($0).contains { $0.number == relationship.target.source } }
        }
      }
      if let next = left.firstIndex(where: { !waits($0) }) {
        sources += family(left.remove(at: next))
        continue
      }
      // Each waits for another one: the first one's relationships are filled when all objects are there.
      let waiting = Set(left.dropFirst().flatMap(family).map(\.number))
      for member in family(left[0]) {
        for index in member.relationships.indices where waiting.contains(member.relationships[index].target.source) {
          member.relationships[index].isLate = true
          member.relationships[index].isRequired = false
        }
      }
    }
    // Within one document, inner records are read after all outer ones; what they refer to may come later.
    let places = Dictionary(uniqueKeysWithValues: sources.enumerated().map { ($1.number, $0) })
    for draft in sources {
      for index in draft.relationships.indices {
        let target = places[draft.relationships[index].target.source] ?? 0
        if target > places[draft.number] ?? 0 {
          draft.relationships[index].isLate = true
          draft.relationships[index].isRequired = false
        }
      }
    }
  }
}

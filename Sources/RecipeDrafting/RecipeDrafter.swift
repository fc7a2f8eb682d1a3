internal import Findings
internal import ImportPipeline
internal import ObjectModel

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
    let drafts = try survey.sets.enumerated().map(profile)
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
    try RelationshipGuess(drafts: drafts, folder: folder).relate()
    try guessPairs(drafts)
    return text(of: drafts, notes: [])
  }

  private func text(of drafts: [SourceDraft], notes: [String]) -> RecipeDraft {
    let name = request.name ?? FilePaths.draftName(request.files, folder: folder)
    let sources = SourceDraft.inOrder(drafts)
    let modelName =
      request.model.map { FilePaths.relativeAnywhere(FilePaths.absolute($0.path), to: folder) }
      ?? "\(name).xcdatamodeld"
    let writer = RecipeText(name: name, model: modelName, drafts: sources, isForOwnModel: request.model != nil)
    return RecipeDraft(
      name: name,
      folder: folder,
      recipe: writer.text,
      model: request.model == nil ? ModelText(sources).text : nil,
      sources: sources.map { DraftedSource($0, sources) },
      notes: notes
    )
  }

  // MARK: Steps

  /// Reads the records of a set, all of them or the first ones.
  private func profile(_ number: Int, _ set: RecordSet) throws -> SourceDraft {
    let recipe = try set.recipe()
    var paths: [String] = []
    var late: Set<String> = []
    if recipe.locatesFields {
      let all = try RecordStream.discoveredFields(recipe, in: folder, most: request.sample ?? 100_000).map(\.path)
      let isNested = all.map { path in set.nestedPaths.contains { path == $0 || Self.leads(path, into: $0) } }
      let own = zip(all, isNested)
      paths = own.filter { !$1 }.map(\.0)
      if set.format == .xml, let first = isNested.firstIndex(of: true) {
        late = Set(own.dropFirst(first).filter { !$1 }.map(\.0))
      }
    }
    // What is a value in some records of JSON and an object or array in others cannot be read as either.
    let all = paths
    let mixed = set.format.isJSON ? all.filter { path in all.contains { Self.leads($0, into: path, by: ".[") } } : []
    paths.removeAll { mixed.contains($0) }
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

  /// Whether a path goes on behind another one, with one of `marks`.
  private static func leads(_ path: String, into outer: String, by marks: String = "/.[") -> Bool {
    path.hasPrefix(outer) && path.dropFirst(outer.count).first.map(marks.contains) ?? false
  }

  private func nameEntities(_ drafts: [SourceDraft]) {
    var used: Set<String> = []
    for draft in drafts { draft.entity = CoreDataNames.free(CoreDataNames.entity(draft.set.entityHint), &used) }
  }

  private func guessKeys(_ drafts: [SourceDraft]) {
    for draft in drafts {
      guard let best = KeyGuess.candidates(draft).first else { continue }
      draft.key = [best]
      draft.keyEvidence = draft.uniqueness
    }
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
        let isRequired = guess.missing == 0 && draft.profile.records > 0
        draft.attributes.append(AttributeDraft(name: name, field: field, guess: guess, isRequired: isRequired))
      }
    }
  }

  private func guessPairs(_ drafts: [SourceDraft]) throws {
    for draft in drafts where draft.key.isEmpty && draft.profile.records > 1 && !draft.attributes.isEmpty {
      let pairs = KeyGuess.pairs(draft)
      guard !pairs.isEmpty else { continue }
      let reading = SecondReading(draft: draft, drafts: drafts, folder: folder)
      guard let pair = try reading.uniquePair(pairs) else { continue }
      draft.key = [pair.0, pair.1]
      draft.keyEvidence = "together \(draft.uniqueness); no single field is"
    }
  }
}

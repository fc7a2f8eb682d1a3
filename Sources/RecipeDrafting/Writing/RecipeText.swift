internal import AttributeValues
internal import ImportPipeline

/// Writes a recipe with a comment for each guess.
struct RecipeText {
  private let drafts: [SourceDraft]
  private let isForOwnModel: Bool
  private var lines: [String] = []

  /// - Parameters:
  ///   - name: The recipe's name, which is that of the store.
  ///   - model: The model's path, seen from the recipe.
  ///   - drafts: The sources in the order in which they are read, inner records right after outer ones.
  ///   - isForOwnModel: Whether the model was there before.
  init(name: String, model: String, drafts: [SourceDraft], isForOwnModel: Bool) {
    self.drafts = drafts
    self.isForOwnModel = isForOwnModel
    lines = [
      "# Drafted by “studbook init”. Every guess says what it rests on: change what is wrong, and delete what is said.",
      "# What else a recipe can say: rules, checks, lookups and more, in docs/recipe.md.",
      "model: \(YAMLText.scalar(model))",
      "output: \(YAMLText.scalar(name + ".sqlite"))",
      "",
      "sources:",
    ]
    let outer = drafts.filter { $0.set.inner == nil }
    for (number, draft) in outer.enumerated() {
      if number > 0 { lines.append("") }
      write(draft, indent: 2)
    }
    for draft in drafts where draft.relationships.contains(where: \.isLate) { writeDeferred(draft) }
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  private mutating func add(_ line: String, _ indent: Int, comment: String = "") {
    let note = comment.isEmpty ? "" : "  # \(comment)"
    lines.append(String(repeating: " ", count: indent) + line + note)
  }

  private mutating func addStart(of set: RecordSet, _ entity: String, _ indent: Int) {
    for (number, line) in set.lines(entity: entity).enumerated() {
      add(number == 0 ? "- \(line)" : line, number == 0 ? indent : indent + 2)
    }
  }

  private mutating func addKey(_ names: [String], _ indent: Int, comment: String = "") {
    let names = names.map(YAMLText.scalar)
    let list = names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]"
    add("key: \(list)", indent, comment: comment)
  }

  private mutating func write(_ draft: SourceDraft, indent: Int) {
    for comment in comments(draft) { add("# \(comment)", indent) }
    addStart(of: draft.set, draft.entity, indent)
    let inner = indent + 2
    if let toParent = draft.toParent {
      add("relationship: \(YAMLText.scalar(toParent.name))", inner, comment: "each record stands in one of these")
    }
    let key = draft.key.compactMap { draft.attribute(of: $0)?.name }
    if key.count == draft.key.count, !key.isEmpty {
      addKey(key, inner, comment: draft.keyEvidence)
    } else if !isForOwnModel || draft.key.isEmpty {
      add(
        "# no key: neither a field nor a pair of fields is unique and never empty, so each record becomes a new object",
        inner
      )
    }
    let nulls = draft.nullCounts
    if !nulls.isEmpty {
      let counts = nulls.prefix(4).map {
        "“\(YAMLText.comment($0.text))” \($0.count) \($0.count == 1 ? "time" : "times")"
      }
      add(
        self.nulls(nulls.map(\.text)).joined(),
        inner,
        comment: "stand for no value, as it seems: \(counts.joined(separator: ", "))\(nulls.count > 4 ? ", …" : "")"
      )
    }
    writeAttributes(draft, inner)
    let relationships = draft.relationships.filter { !$0.isLate }
    if !relationships.isEmpty {
      add("relationships:", inner)
      for relationship in relationships { write(relationship, of: draft, inner + 2) }
    }
    let children = drafts.filter { $0.set.inner?.parent == draft.number }
    guard !children.isEmpty else { return }
    add("children:", inner)
    for child in children { write(child, indent: inner + 2) }
  }

  private func comments(_ draft: SourceDraft) -> [String] {
    let profile = draft.profile
    var first =
      "\(profile.isSample ? "the first " : "")\(profile.records) \(profile.records == 1 ? "record" : "records")"
    if profile.broken > 0 { first += " and \(profile.broken) that cannot be read" }
    if let dialect = profile.dialect {
      let mark = dialect.delimiter == "\t" ? "tabs" : "“\(YAMLText.comment(dialect.delimiter))”"
      first += "; \(dialect.delimiter.isEmpty ? "" : "\(mark) between fields, ")\(dialect.encoding)"
    }
    var comments = [first]
    if let note = draft.set.note { comments.append(YAMLText.comment(note, most: 200)) }
    comments += draft.notes.map { YAMLText.comment($0, most: 200) }
    if !draft.left.isEmpty {
      let names = draft.left.map { "“\(YAMLText.comment(profile.fields[$0].field))”" }.joined(separator: ", ")
      comments.append(
        isForOwnModel
          ? "nothing in \(draft.entity) is called like \(names)"
          : "left out, because a recipe cannot write their names: \(names)"
      )
    }
    return comments
  }

  private mutating func writeAttributes(_ draft: SourceDraft, _ indent: Int) {
    guard !draft.attributes.isEmpty else { return }
    add("attributes:", indent)
    for attribute in draft.attributes {
      let options = options(attribute.guess) + nulls(draft.ownNulls(attribute.field))
      write(attribute, options, of: draft, indent + 2, comment: evidence(attribute, draft))
    }
  }

  private mutating func write(
    _ attribute: AttributeDraft,
    _ options: [String],
    of draft: SourceDraft,
    _ indent: Int,
    comment: String = ""
  ) {
    let field = YAMLText.scalar(draft.profile.fields[attribute.field].field)
    let value = options.isEmpty ? field : "{ " + (["field: \(field)"] + options).joined(separator: ", ") + " }"
    add("\(YAMLText.scalar(attribute.name)): \(value)", indent, comment: comment)
  }

  private func options(_ guess: TypeGuess) -> [String] {
    var options: [String] = []
    if let format = guess.numberFormat {
      if let thousands = format.thousands { options.append("thousands: \(YAMLText.scalar(thousands))") }
      if format.decimal != "." { options.append("decimal: \(YAMLText.scalar(format.decimal))") }
    }
    let patterns = guess.datePatterns.map(YAMLText.scalar)
    if patterns.count == 1 { options.append("date: \(patterns[0])") }
    if patterns.count > 1 { options.append("date: [\(patterns.joined(separator: ", "))]") }
    if guess.isPresence { options.append("presence: true") }
    if let words = guess.truthWords, !words.isKnown {
      options += ["true: [\(YAMLText.scalar(words.yes))]", "false: [\(YAMLText.scalar(words.no))]"]
    }
    return options
  }

  private func nulls(_ texts: [String]) -> [String] {
    texts.isEmpty ? [] : ["nulls: [\(texts.map(YAMLText.scalar).joined(separator: ", "))]"]
  }

  private func evidence(_ attribute: AttributeDraft, _ draft: SourceDraft) -> String {
    let profile = draft.profile.fields[attribute.field]
    var text = "\(attribute.guess.type.modelName): \(attribute.guess.evidence)"
    let missing = attribute.guess.missing
    if missing > 0, missing < profile.records {
      text += "; \(missing) of \(profile.records) records \(missing == 1 ? "has" : "have") none"
    } else if attribute.isRequired, !isForOwnModel, !attribute.guess.isPresence {
      text += "; never empty"
    }
    return text
  }

  private mutating func write(_ relationship: RelationshipDraft, of draft: SourceDraft, _ indent: Int) {
    var options = ["field: \(YAMLText.scalar(draft.profile.fields[relationship.field].field))"]
    if let separator = relationship.separator {
      let clean = separator.trimmed
      options.append("split: \(YAMLText.scalar(clean.isEmpty ? separator : clean))")
    }
    options.append("matches: \(YAMLText.scalar(relationship.matches))")
    options += nulls(relationship.nulls)
    add(
      "\(YAMLText.scalar(relationship.name)): { \(options.joined(separator: ", ")) }",
      indent,
      comment: relationship.evidence
    )
  }

  /// Writes a source once more, for relationships that lead to objects which were not there the first time.
  private mutating func writeDeferred(_ draft: SourceDraft) {
    lines.append("")
    add("# The same records again: what these lead to is read only now.", 2)
    var set = draft.set
    set.inner = nil
    addStart(of: set, draft.entity, 2)
    let key = draft.attributes.filter { draft.key.contains($0.field) }
    addKey(key.map(\.name), 4)
    add("mode: update", 4)
    add("mapByName: false", 4)
    for nulls in nulls(draft.nullCounts.map(\.text)) { add(nulls, 4) }
    add("attributes:", 4)
    for attribute in key { write(attribute, options(attribute.guess), of: draft, 6) }
    add("relationships:", 4)
    for relationship in draft.relationships where relationship.isLate { write(relationship, of: draft, 6) }
  }
}

internal import AttributeValues
internal import ImportPipeline

/// A field whose values may be those of a unique field of another source, or of its own.
struct ReferenceCandidate {
  var source: Int
  var field: Int
  var target: (source: Int, field: Int)
  var separator: String?
  /// Whether the names speak for it too.
  var isNamed: Bool
  /// How good it is in comparison with others of the same field.
  var score: Double

  /// What a reading of all records counts.
  var references = 0
  var misses = 0
  var examples: [FieldProfile.Example] = []
  var isEmptySomewhere = false

  static let separators = ["; ", ";", "|", ", ", ",", " / "]

  /// The candidates among the fields of all sources, told by the first different values of each.
  static func find(_ drafts: [SourceDraft]) -> [ReferenceCandidate] {
    var targets: [(draft: SourceDraft, field: Int)] = []
    for draft in drafts where draft.profile.records > 1 {
      for field in draft.profile.fields.indices {
        let profile = draft.profile.fields[field]
        guard profile.isUnique, profile.values > 1, draft.attribute(of: field) != nil, draft.guesses[field].missing == 0
        else { continue }
        switch draft.guesses[field].type {
        case .string where profile.longest <= 200: break
        case .integer16, .integer32, .integer64, .uuid, .uri: break
        default: continue
        }
        // A unique field that is not the key is referred to only if it is text that names things.
        guard draft.key.first == field || draft.guesses[field].type == .string else { continue }
        targets.append((draft, field))
      }
    }
    return drafts.flatMap { draft in
      draft.profile.fields.indices.flatMap { field -> [ReferenceCandidate] in
        guard !draft.key.contains(field), draft.attribute(of: field) != nil else { return [] }
        return targets.compactMap { Self.candidate(draft, field, $0.draft, $0.field) }
      }
    }
  }

  private static func candidate(
    _ draft: SourceDraft,
    _ field: Int,
    _ target: SourceDraft,
    _ targetField: Int
  ) -> ReferenceCandidate? {
    let profile = draft.profile.fields[field]
    let guess = draft.guesses[field]
    let targetType = target.guesses[targetField].type
    guard !profile.samples.isEmpty, draft.number != target.number || field != targetField else { return nil }
    switch guess.type {
    case .boolean, .date, .double, .decimal: return nil
    default: break
    }
    // A record inside another one refers to it already.
    if draft.set.inner?.parent == target.number, target.key.first == targetField { return nil }
    let names = NameLikeness(draft, field, target, targetField)
    guard draft.number != target.number || names.isSelfReference else { return nil }
    if targetType != .string && targetType != .uuid && targetType != .uri {
      // Numbers from 1 on are among all others of the kind by chance.
      guard names.isNamedAfter, guess.type == .integer16 || guess.type == .integer32 || guess.type == .integer64 else {
        return nil
      }
    }
    let known = target.profile.fields[targetField].hashes
    func share(_ texts: [String]) -> Double {
      texts.isEmpty ? 0 : Double(texts.count { known.contains(TextHash.of($0)) }) / Double(texts.count)
    }
    var candidate = ReferenceCandidate(
      source: draft.number,
      field: field,
      target: (target.number, targetField),
      isNamed: names.isAlike,
      score: 0
    )
    let bonus = (names.isAlike ? 2.0 : 0) + (target.key.first == targetField ? 1 : 0)
    let whole = share(profile.samples)
    if whole >= (names.isNamedAfter ? 0.5 : 0.8), names.isAlike || profile.samples.count >= 3 && whole >= 0.9 {
      candidate.score = whole + bonus
      return candidate
    }
    guard guess.type == .string else { return nil }
    for separator in separators where profile.samples.contains(where: { $0.contains(separator) }) {
      let parts = Set(profile.samples.flatMap { Self.parts($0, separator) })
      let found = share(Array(parts))
      guard parts.count >= 3, found >= 0.9 || names.isAlike && found >= 0.8 else { continue }
      candidate.separator = separator
      candidate.score = found + bonus
      return candidate
    }
    return nil
  }

  /// The parts of a list that are not empty, as an import takes them.
  static func parts(_ text: String, _ separator: String) -> [String] {
    text.split(separator: separator).map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  /// Whether the whole source bears the guess out.
  var holds: Bool {
    guard references > 0 else { return false }
    let share = Double(references - misses) / Double(references)
    return misses == 0 || share >= (isNamed ? 0.8 : 0.95)
  }
}

/// Whether the names of two fields say that one refers to the other.
struct NameLikeness {
  /// Whether the field is named after the other source's records.
  let isAlike: Bool
  /// Whether its name is that of the other source's records or key, as in `group`, `group_id` and `akc_group`.
  let isNamedAfter: Bool
  /// Whether the field is named like one that leads to another record of its own source.
  let isSelfReference: Bool

  private static let suffixes: Set<String> = [
    "id", "ids", "code", "codes", "name", "names", "key", "no", "number", "nr", "ref", "fk", "uuid", "slug",
  ]
  private static let kin: Set<String> = [
    "parent", "manager", "super", "superior", "boss", "mother", "father", "dam", "sire", "predecessor", "previous",
    "next", "head", "lead", "mentor", "supervisor", "root", "original", "replaced", "replaces", "successor", "sibling",
    "related", "alias", "reports", "friend", "friends", "similar", "see", "ancestor",
  ]

  init(_ draft: SourceDraft, _ field: Int, _ target: SourceDraft, _ targetField: Int) {
    func singulars(_ text: String) -> [String] {
      CoreDataNames.words(text).map { CoreDataNames.singular($0.lowercased()) }
    }
    let all = singulars(draft.profile.fields[field].field)
    let words = all.filter { !Self.suffixes.contains($0) }
    let entity = Set(singulars(target.entity))
    let key = Set(singulars(target.profile.fields[targetField].field)).subtracting(Self.suffixes)
    let isKin = draft.number == target.number && !Set(words).isDisjoint(with: Self.kin)
    isAlike = isKin || !Set(words).isDisjoint(with: entity.union(key))
    isSelfReference = isKin
    let named = all.last(where: { !Self.suffixes.contains($0) }) ?? ""
    isNamedAfter = isKin || entity.union(key).contains(named)
  }
}

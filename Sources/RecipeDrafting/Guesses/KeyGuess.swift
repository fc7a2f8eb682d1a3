internal import AttributeValues
internal import ImportPipeline

/// Which field identifies a record.
enum KeyGuess {
  /// The fields that are unique and never empty, the likeliest key first.
  ///
  /// Of few records anything is unique: there a field has to sound like a key, or be the first.
  static func candidates(_ draft: SourceDraft) -> [Int] {
    draft.profile.fields.indices.compactMap { field -> (field: Int, score: Double)? in
      let profile = draft.profile.fields[field]
      guard profile.records > 0, profile.isUnique, draft.guesses[field].missing == 0,
        let score = score(field, of: draft)
      else { return nil }
      return profile.records < 10 && score < 55 ? nil : (field, score)
    }
    .sorted { $0.score > $1.score }
    .map(\.field)
  }

  /// How much a field is like a key; `nil` if it cannot be one.
  static func score(_ field: Int, of draft: SourceDraft) -> Double? {
    let profile = draft.profile.fields[field]
    let guess = draft.guesses[field]
    var score: Double
    switch guess.type {
    case .integer16, .integer32, .integer64: score = 25
    case .string: score = profile.longest > 200 ? 5 : 30
    case .uuid: score = 60
    case .uri: score = 20
    case .date: score = 10
    default: return nil
    }
    // Lists of values are none; nor is what was joined of several.
    if profile.field.contains("[*]") { return nil }
    let isNumber = score == 25
    // What stands behind inner records is not known when these are read.
    if draft.lateFields.contains(profile.field) { return nil }
    let words = CoreDataNames.words(profile.field).map { $0.lowercased() }
    let entity = Set(
      CoreDataNames.words(draft.entity.isEmpty ? draft.set.entityHint : draft.entity).map {
        CoreDataNames.singular($0.lowercased())
      }
    )
    let rest = words.filter { !entity.contains(CoreDataNames.singular($0)) }
    switch rest.last {
    case nil where !words.isEmpty: score += 50
    case "id", "uuid", "guid", "key", "pk": score += rest.count == 1 ? 70 : 30
    case "code", "number", "no", "nr", "num", "sku", "isbn", "issn", "ean", "gtin", "slug", "abbreviation", "symbol",
      "iso", "iso2",
      "iso3":
      score += rest.count == 1 ? 50 : 30
    case "name", "title", "label": score += rest.count == 1 ? 40 : 20
    case "description", "comment", "comments", "note", "notes", "text", "summary": score -= 25
    default: break
    }
    if profile.field == "~" { score += 60 }
    if draft.set.format == .xml, profile.field.hasPrefix("@") { score += 15 }
    // The first field says what a record is about, unless it is a mere number.
    if field == 0 { score += isNumber && score < 50 ? 5 : 25 }
    return score - Double(min(field, 100)) * 0.1
  }

  /// Pairs of fields that may be a key together, the likeliest first.
  static func pairs(_ draft: SourceDraft) -> [(Int, Int)] {
    let related = Set(draft.relationships.map(\.field))
    let records = draft.profile.records
    let fields = draft.profile.fields.indices.compactMap { field -> (field: Int, score: Double)? in
      let profile = draft.profile.fields[field]
      guard !related.contains(field), draft.attribute(of: field) != nil, draft.guesses[field].missing == 0,
        profile.hashes.count > 1, profile.longest <= 200, !profile.field.contains("[*]")
      else { return nil }
      switch draft.guesses[field].type {
      case .integer16, .integer32, .integer64, .string, .uuid, .date: break
      default: return nil
      }
      return (field, (score(field, of: draft) ?? 0))
    }
    .sorted { $0.score > $1.score }
    .prefix(8)
    var pairs: [(first: Int, second: Int, score: Double)] = []
    for (index, one) in fields.enumerated() {
      for other in fields.dropFirst(index + 1) {
        let first = draft.profile.fields[one.field]
        let second = draft.profile.fields[other.field]
        // So few different values cannot tell so many records apart; what is not counted further may.
        let isCounted = first.hashes.count < 4_096 && second.hashes.count < 4_096
        if isCounted, first.hashes.count * second.hashes.count < records { continue }
        pairs.append((min(one.field, other.field), max(one.field, other.field), one.score + other.score))
      }
    }
    return pairs.sorted { $0.score > $1.score }.map { ($0.first, $0.second) }
  }
}

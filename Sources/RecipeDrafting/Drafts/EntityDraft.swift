internal import AttributeValues

/// An attribute that a field becomes.
struct AttributeDraft {
  var name: String
  /// The number of its field in the profile.
  var field: Int
  var guess: TypeGuess
  /// Whether every record has a value.
  var isRequired: Bool
}

/// A relationship that a field's values lead along.
struct RelationshipDraft {
  var name: String
  var inverseName: String
  /// The number of its field.
  var field: Int
  /// The numbers of the source whose objects it leads to, and of the field there that has the same values.
  var target: (source: Int, field: Int)
  /// The entity that it leads to, and the attribute there that the text is compared with.
  var destination: String
  var matches: String
  /// What separates the parts of a list; `nil` for a single value.
  var separator: String?
  var isRequired: Bool
  /// Whether it can be filled only when all objects are there, by reading the source once more.
  var isLate = false
  var evidence: String
  /// Texts for no value in this field.
  var nulls: [String]

  var isToMany: Bool { separator != nil }
}

/// One source: its records, what they become, and why.
final class SourceDraft {
  let number: Int
  var set: RecordSet
  let profile: SourceProfile
  /// The fields' guesses, by the fields' numbers.
  let guesses: [TypeGuess]
  var entity = ""
  var attributes: [AttributeDraft] = []
  var relationships: [RelationshipDraft] = []
  /// The relationship to the object of the record around this one, and its inverse.
  var toParent: (name: String, inverse: String)?
  /// The fields of the key, by their numbers.
  var key: [Int] = []
  var keyEvidence = ""
  /// Fields of XML that stand behind the records in a record, so that these cannot be told by them.
  var lateFields: Set<String> = []
  /// Whether its records become nothing, because nothing says what they belong to.
  var isLeftOut = false
  /// Fields that become nothing.
  var left: [Int] = []
  /// What is to be said besides.
  var notes: [String] = []

  init(number: Int, set: RecordSet, profile: SourceProfile) {
    self.number = number
    self.set = set
    self.profile = profile
    guesses = profile.fields.map(TypeGuess.init)
  }

  /// What speaks for the key.
  var uniqueness: String {
    let count = "\(profile.records) \(profile.records == 1 ? "record" : "records")"
    return "unique and never empty in \(profile.isSample ? "the first " : "")\(count)"
  }

  /// The attribute that a field becomes.
  func attribute(of field: Int) -> AttributeDraft? { attributes.first { $0.field == field } }

  /// The texts for no value that count in the whole source.
  var sharedNulls: [String] {
    Set(profile.fields.flatMap { $0.placeholders.keys }).sorted()
  }

  /// The texts for no value that count in one field only.
  func ownNulls(_ field: Int) -> [String] {
    let shared = Set(sharedNulls)
    return guesses[field].nulls.filter { !shared.contains($0) }
  }

  /// How often each text for no value stands in the source.
  var nullCounts: [(text: String, count: Int)] {
    var counts: [String: Int] = [:]
    for field in profile.fields { counts.merge(field.placeholders) { $0 + $1 } }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

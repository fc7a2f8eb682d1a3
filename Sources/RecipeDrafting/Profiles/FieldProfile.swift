internal import ImportPipeline
internal import FoundationEssentials

/// What the values of one field have in common, gathered value by value in bounded memory.
final class FieldProfile {
  /// A value and where it stands.
  struct Example {
    var text: String
    var line: Int
  }

  /// Values of one kind: how many there are, and the first value that is none.
  struct Kind {
    var count = 0
    var exception: Example?
  }

  /// The field's name or path.
  let field: String
  /// How many records have been read, and how many of them have a text here.
  private(set) var records = 0
  private(set) var filled = 0
  /// Texts that surely, or perhaps, stand for no value, by how often they occur.
  private(set) var placeholders: [String: Int] = [:]
  private(set) var doubtful: [String: Int] = [:]
  /// How many values there are besides placeholders, doubtful ones included in neither.
  private(set) var values = 0

  private(set) var numbers = NumberProfile()
  /// The first value that is no number, or none of the format of those before it.
  private(set) var nonNumber: Example?
  private(set) var leadingZero: Example?

  private(set) var dates = Kind()
  private(set) var datePatterns = DateForm.all
  /// The sets of patterns that single values fit, where there is none that fits all.
  private(set) var datePatternSets: Set<UInt64> = []

  private(set) var uuids = 0
  private(set) var addresses = 0
  /// The words of a field that has few and short ones, in lower case; `nil` if it has others.
  private(set) var words: Set<String>? = []
  private(set) var longest = 0

  /// The different values, as far as they are followed; see `isFollowed`.
  private(set) var hashes: Set<Int> = []
  /// The first value that stands there twice, and the line of its repetition.
  private(set) var repetition: Example?
  /// Whether all values are in `hashes`, or at least the first of them that a relation is guessed from.
  private(set) var isFollowed = true
  /// The first different values.
  private(set) var samples: [String] = []

  private let mostSamples: Int
  private let budget: TableBudget
  /// How many different values are followed of a field that has repetitions.
  private static let mostRepeated = 4_096

  init(_ field: String, mostSamples: Int, budget: TableBudget) {
    self.field = field
    self.mostSamples = mostSamples
    self.budget = budget
  }

  /// Whether each value stands there once, as far as is known.
  var isUnique: Bool { repetition == nil && isFollowed }

  /// How many records have no value, if the doubtful placeholders are values.
  var missing: Int { records - values - doubtful.values.reduce(0, +) }

  /// Takes the next record's field.
  ///
  /// - Complexity: O(*n*) in bytes.
  func add(_ bytes: UnsafeBufferPointer<UInt8>?, line: Int) {
    records += 1
    guard let bytes else { return }
    let text = bytes.trimmed
    guard !text.isEmpty else { return }
    filled += 1
    switch Placeholder.kind(of: text) {
    case .sure:
      placeholders[String(decoding: text, as: UTF8.self), default: 0] += 1
      return
    case .likely:
      doubtful[String(decoding: text, as: UTF8.self), default: 0] += 1
      return follow(text, line: line)
    case nil: break
    }
    values += 1
    longest = max(longest, text.count)
    readNumber(text, line: line)
    readDate(text, line: line)
    readWord(text)
    if text.count == 36, uuids == values - 1, UUID(uuidString: String(decoding: text, as: UTF8.self)) != nil {
      uuids += 1
    }
    if addresses == values - 1, Self.isAddress(text) { addresses += 1 }
    follow(text, line: line)
  }

  // MARK: Kinds

  private func readNumber(_ text: UnsafeBufferPointer<UInt8>, line: Int) {
    // Nothing more is learnt from a field most of whose values are no numbers.
    guard numbers.count * 2 + 100 > values else { return }
    guard let number = NumberReading(text), numbers.add(number) else {
      if nonNumber == nil { nonNumber = example(text, line) }
      return
    }
    if number.hasLeadingZero, leadingZero == nil { leadingZero = example(text, line) }
  }

  private func readDate(_ text: UnsafeBufferPointer<UInt8>, line: Int) {
    guard dates.count * 2 + 20 > values else { return }
    var fitting = datePatterns == 0 ? 0 : DateForm.fitting(text, among: datePatterns)
    if fitting == 0 { fitting = DateForm.fitting(text, among: DateForm.all) }
    guard fitting != 0 else {
      if dates.exception == nil { dates.exception = example(text, line) }
      return
    }
    dates.count += 1
    if datePatterns & fitting != 0, datePatternSets.isEmpty {
      datePatterns &= fitting
    } else {
      if datePatternSets.isEmpty { datePatternSets.insert(datePatterns) }
      if datePatternSets.count < 16 { datePatternSets.insert(fitting) }
      datePatterns = 0
    }
  }

  private func readWord(_ text: UnsafeBufferPointer<UInt8>) {
    guard words != nil else { return }
    guard text.count <= 10 else { return words = nil }
    words?.insert(String(decoding: text, as: UTF8.self).lowercased())
    if let count = words?.count, count > 2 { words = nil }
  }

  private static func isAddress(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count > 8, !text.contains(where: { $0 <= 0x20 }) else { return false }
    let start = String(decoding: text.prefix(8), as: UTF8.self).lowercased()
    guard ["http://", "https://", "ftp://"].contains(where: start.hasPrefix) else { return false }
    return URL(string: String(decoding: text, as: UTF8.self)) != nil
  }

  private func example(_ text: UnsafeBufferPointer<UInt8>, _ line: Int) -> Example {
    Example(text: String(decoding: text.prefix(200), as: UTF8.self), line: line)
  }

  // MARK: Different values

  private func follow(_ text: UnsafeBufferPointer<UInt8>, line: Int) {
    guard isFollowed else { return }
    if repetition != nil, hashes.count >= Self.mostRepeated { return }
    if hashes.isFull, !budget.take(max(16, hashes.capacity)) {
      isFollowed = false
      budget.give(hashes.capacity)
      hashes = []
      return
    }
    guard hashes.insert(TextHash.of(text)).inserted else {
      if repetition == nil { repetition = example(text, line) }
      return
    }
    if samples.count < mostSamples, text.count <= 1_000 { samples.append(String(decoding: text, as: UTF8.self)) }
  }
}

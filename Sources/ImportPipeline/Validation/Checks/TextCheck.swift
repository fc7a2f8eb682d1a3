internal import AttributeValues
internal import Findings

/// The text is tidy: the rules of the family `text`. It is looked at as it will be stored, after all steps of its mapping.
///
/// White space around a field is told of as well, although trimming takes it away, so that the source can be tidied; in markup it is layout.
/// Nearly every text is clean ASCII, which one pass over its bytes tells; only the others become a `String`.
struct TextCheck: ValueCheck {
  let rules: Set<RuleCode>
  let wording: CheckMessage
  /// Whether spaces around the text and line breaks in it mean nothing, as in markup.
  let isMarkup: Bool
  /// Whether the mapping takes away white space around the text.
  let trims: Bool
  /// Whether the text is stored as it stands, but for white space around it.
  let isPlain: Bool
  private let checksSpaces: Bool
  /// Not where the mapping makes capitals itself.
  private let checksCapitals: Bool

  init(rules: Set<RuleCode>, wording: CheckMessage, isMarkup: Bool, mapping: FieldMapping) {
    self.rules = rules
    self.wording = wording
    self.isMarkup = isMarkup
    trims = mapping.trims
    isPlain =
      !mapping.collapses && mapping.letterCase == nil && mapping.splitSeparators.isEmpty && mapping.lookup == nil
    checksSpaces = rules.contains(.textSpaces)
    checksCapitals = rules.contains(.textCapitals) && mapping.letterCase != .upper
  }

  func passes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    isPlain && !TextTraits(isMarkup && trims ? text.trimmed : text).mayBeUntidy
  }

  func inspect(_ value: AttributeValue, _ text: UnsafeBufferPointer<UInt8>, into problems: inout [CheckProblem]) {
    if isPlain { return inspect(isMarkup && trims ? text.trimmed : text, source: nil, into: &problems) }
    guard case .string(let stored) = value else { return }
    let source = String(decoding: text.trimmed, as: UTF8.self)
    stored.withContiguousBytes { inspect($0, source: stored == source ? nil : source, into: &problems) }
    let whole = String(decoding: text, as: UTF8.self)
    let edges = TextRepair.edges(whole)
    guard !isMarkup, trims, edges != whole, checksSpaces, !problems.contains(where: { $0.kind.rule == .textSpaces })
    else {
      return
    }
    problems.append(
      wording.problem(TextFinding.spaces(whole), suggestion: edges)
    )
  }

  /// - Parameters:
  ///   - text: The text as it will be stored, perhaps with the white space around it.
  ///   - source: The text of the field where the mapping makes another of it; suggestions are about that one.
  private func inspect(_ text: UnsafeBufferPointer<UInt8>, source: String?, into problems: inout [CheckProblem]) {
    let traits = TextTraits(text)
    guard traits.mayBeUntidy else { return }
    let whole = String(decoding: text, as: UTF8.self)
    let trimmed = String(decoding: text.trimmed, as: UTF8.self)
    func add(_ kind: TextFinding, _ suggestion: String?) {
      guard rules.contains(kind.rule) else { return }
      // What is wrong with the stored text may come from the source's own, or from a lookup table.
      let ofSource: String? =
        switch (source, kind) {
        case (nil, _): suggestion
        case (let source?, .spaces): TextRepair.spaces(source)
        case (let source?, .invisible): TextRepair.invisible(source)
        case (let source?, .scripts): MixedScripts.find(in: source)?.repaired
        default: nil
        }
      let isNoChange = source != nil && ofSource == source
      problems.append(wording.problem(kind, suggestion: isNoChange ? nil : ofSource))
    }
    if PlaceholderTexts.contains(trimmed) {
      add(.placeholder(trimmed), nil)
      return
    }
    if checksSpaces, traits.mayHoldNeedlessSpaces {
      let repaired = TextRepair.spaces(whole)
      if repaired != whole {
        add(.spaces(whole), repaired)
      }
    }
    if traits.mayHoldInvisible, let found = TextRepair.firstInvisible(in: whole) {
      add(.invisible(TextRepair.name(of: found)), TextRepair.invisible(whole))
    }
    if traits.mayMixScripts, let mixed = MixedScripts.find(in: trimmed) {
      add(.scripts(word: mixed.word, scripts: mixed.scripts), mixed.repaired)
    }
    if let last = trimmed.unicodeScalars.last, TextTraits.trailingMarks.contains(last) {
      var kept = trimmed.unicodeScalars
      while let mark = kept.last, TextTraits.trailingMarks.contains(mark) || mark == " " { kept.removeLast() }
      add(.punctuation(trimmed), String(kept))
    }
    if checksCapitals, traits.mayBeCapitals, Capitals.isAllCapitals(trimmed) {
      add(.capitals(trimmed), Capitals.lowered(trimmed))
    }
  }
}

/// Words that people type until they know better.
enum PlaceholderTexts {
  private static let words: Set<String> = [
    "tbd", "tba", "tbc", "todo", "to do", "fixme", "n/a", "n.a.", "none", "null", "nil", "nan", "undefined", "unknown",
    "asdf", "qwerty", "qwertz", "test", "dummy", "foo", "bar", "foobar", "placeholder", "changeme", "change me", "#n/a",
    "#ref!", "#value!", "#name?", "#div/0!", "#null!", "#num!", "[object object]", "…",
  ]

  /// Which of 4096 hashes words have.
  private static let hashes: [Bool] = {
    var hashes = [Bool](repeating: false, count: 4096)
    for word in words { hashes[word.withContiguousBytes(hash)] = true }
    return hashes
  }()

  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in bytes { hash = (hash ^ UInt32(byte &- 65 < 26 ? byte | 0x20 : byte)) &* 16_777_619 }
    return Int((hash ^ hash >> 12) & 4095)
  }

  /// Whether a text without spaces at its ends may be such a word: nearly all that are not are told without making a `String`.
  ///
  /// - Complexity: O(1), since longer texts are told by their beginning.
  static func mayContain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count <= 16 else { return text[0] | 0x20 == 0x6C && text[1] | 0x20 == 0x6F && text[2] | 0x20 == 0x72 }
    var onlySigns = true
    var onlyX = true
    for byte in text {
      onlySigns = onlySigns && !byte.isASCIILetterOrDigit
      onlyX = onlyX && byte | 0x20 == 0x78
    }
    return onlySigns || onlyX || hashes[hash(text)]
  }

  /// Whether the whole text is such a word, signs alone, `x` several times, or begins as printers' blind text does.
  static func contains(_ text: String) -> Bool {
    let bytes = text.utf8
    if bytes.count <= 16 {
      if !bytes.isEmpty, bytes.allSatisfy({ "?-._*/".utf8.contains($0) }) || text == "–" || text == "—" { return true }
      if bytes.count >= 2, bytes.allSatisfy({ $0 | 0x20 == 0x78 }) { return true }
      if words.contains(text.lowercased()) { return true }
    }
    return bytes.count >= 11 && text.prefix(11).lowercased() == "lorem ipsum"
  }
}

/// Texts whose letters are all capitals.
enum Capitals {
  /// Whether the text has at least five letters, all of them capitals, and no digits.
  static func isAllCapitals(_ text: String) -> Bool {
    var letters = 0
    for scalar in text.unicodeScalars {
      if scalar.properties.numericType != nil { return false }
      guard scalar.properties.isAlphabetic else { continue }
      guard scalar.properties.isUppercase else { return false }
      letters += 1
    }
    return letters >= 5
  }

  /// The text with each word in lower case but for its first letter.
  static func lowered(_ text: String) -> String {
    var result = ""
    var isInWord = false
    for character in text {
      result += character.isLetter && isInWord ? character.lowercased() : String(character)
      isInWord = character.isLetter || (isInWord && (character == "’" || character == "'"))
    }
    return result
  }
}

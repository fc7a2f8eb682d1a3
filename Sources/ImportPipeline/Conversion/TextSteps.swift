internal import Findings

/// What happens to a field's text before it is read as a value of some type.
final class TextSteps: Sendable {
  let trims: Bool
  private let collapses: Bool
  private let letterCase: LetterCase?
  private let nulls: NullTexts
  let list: ListParts?
  let joinSeparator: String
  let lookup: LookupTable?
  private let lookupMissing: MissingPolicy

  /// - Parameters:
  ///   - isNumber: Whether the value is a number, whose sign is no separator.
  ///   - takenParts: The parts of the field's list that mappings of the source take; `nil` if one of them takes it whole.
  init(
    mapping: FieldMapping,
    sourceNulls: [String],
    lookup: LookupTable?,
    isNumber: Bool,
    takenParts: ListParts.Taken?
  ) {
    trims = mapping.trims
    collapses = mapping.collapses
    letterCase = mapping.letterCase
    nulls = NullTexts(sourceNulls + mapping.nulls)
    list = ListParts(mapping, isNumber: isNumber, taken: takenParts)
    joinSeparator = mapping.joinSeparator ?? ", "
    self.lookup = lookup
    lookupMissing = mapping.lookupMissing
  }

  /// What is done to a text beyond trimming it, in order and in words.
  ///
  /// - Parameter isList: Whether each part of a list is a value of its own; else they become one text again.
  func words(isList: Bool) -> [String] {
    var words: [String] = []
    if collapses { words.append("white space collapsed") }
    if let list { words.append(list.words) }
    if let lookup { words.append("translated by the lookup table \(lookup.name)") }
    if !isList, list?.takesOnePart == false { words.append("joined with “\(joinSeparator)”") }
    switch letterCase {
    case .lower: words.append("in lower case")
    case .upper: words.append("in upper case")
    case nil: break
    }
    return words
  }

  /// Whether trimming and texts for no value are all there is to do, so that no `String` is needed.
  var isPlain: Bool { !collapses && letterCase == nil && list == nil && lookup == nil }

  /// Whether a field can give one text only.
  var giveOneText: Bool { list == nil && lookup == nil }

  /// Whether the trimmed text stands for no value.
  func isNull(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { nulls.contains(bytes) }

  /// The text after all steps, parts of a list joined; `nil` if it stands for no value.
  func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(ConversionFailure) -> String? {
    var results: [String] = []
    for part in try parts(bytes) {
      let targets = try translations(of: part)
      if targets.count > 1, let lookup { throw .severalTranslations(table: lookup.name, text: part) }
      results += targets
    }
    return results.isEmpty ? nil : cased(results.joined(separator: joinSeparator))
  }

  /// All texts after all steps: the parts of a list, each with all of its translations.
  func texts(_ bytes: UnsafeBufferPointer<UInt8>) throws(ConversionFailure) -> [String] {
    var results: [String] = []
    for part in try parts(bytes) { results += try translations(of: part).map(cased) }
    return results
  }

  /// What the lookup table has for a text; the text itself if there is no table.
  private func translations(of text: String) throws(ConversionFailure) -> [String] {
    guard let lookup else { return [text] }
    if let targets = lookup.targets(of: text) { return targets }
    switch lookupMissing {
    case .keep: return [text]
    case .skip: return []
    case .error, .warning:
      throw .lookup(table: lookup.name, text: text, suggestion: lookup.suggestion(for: text), policy: lookupMissing)
    }
  }

  /// The trimmed parts of the text that are not empty.
  private func parts(_ bytes: UnsafeBufferPointer<UInt8>) throws(ConversionFailure) -> [String] {
    guard let text = wholeText(bytes) else { return [] }
    guard let list else { return [text] }
    return try list.chosen(of: parts(of: list, text), text)
  }

  /// All parts of a list; those that stand for no value are empty.
  private func parts(of list: ListParts, _ text: String) -> [String] {
    list.parts(of: text, trims: trims).map { $0.withContiguousBytes(isNull) ? "" : $0 }
  }

  /// The text before it is split; `nil` if it stands for no value.
  private func wholeText(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let whole = trims ? bytes.trimmed : bytes
    if whole.isEmpty || isNull(whole) { return nil }
    let text = String(decoding: whole, as: UTF8.self)
    guard collapses else { return text }
    let collapsed = TextSteps.collapsed(text)
    return collapsed.withContiguousBytes(isNull) ? nil : collapsed
  }

  /// Whether there may be parts that no mapping takes.
  var takesParts: Bool { list?.taken != nil }

  /// What is wrong with the parts that no mapping takes, if there are any.
  func partsProblem(_ bytes: UnsafeBufferPointer<UInt8>) -> CheckProblem? {
    guard let list, list.taken != nil, let text = wholeText(bytes) else { return nil }
    return list.restProblem(parts(of: list, text), text)
  }

  private func cased(_ text: String) -> String {
    switch letterCase {
    case .lower: text.lowercased()
    case .upper: text.uppercased()
    case nil: text
    }
  }

  /// `text` with each run of white space, no-break spaces included, made one space.
  static func collapsed(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var isInSpace = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        isInSpace = true
        continue
      }
      if isInSpace { result.unicodeScalars.append(" ") }
      isInSpace = false
      result.unicodeScalars.append(scalar)
    }
    if isInSpace { result.unicodeScalars.append(" ") }
    return result
  }
}

/// The texts that stand for no value.
struct NullTexts: Sendable {
  private let texts: [[UInt8]]

  init(_ texts: [String]) { self.texts = texts.map { Array($0.utf8) } }

  /// Whether a trimmed text is one of them.
  ///
  /// - Complexity: O(*n*) in the texts of the same length; does not allocate.
  func contains(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for text in texts where text.count == bytes.count {
      if text.indices.allSatisfy({ text[$0] == bytes[$0] }) { return true }
    }
    return false
  }
}

internal import Foundation

/// Which of SQLite's modules searches texts.
package enum SearchModule: String, Sendable, CaseIterable {
  /// SQLite's newer one, which Apple's systems have and Android's own SQLite has not.
  case fts5
  /// SQLite's older one, which every phone has.
  case fts4
  /// No search tables.
  case off
}

/// How texts are cut into words for searching: the words of FTS5's option `tokenize`, such as `porter unicode61 remove_diacritics 2`.
///
/// [FTS5](https://sqlite.org/fts5.html#tokenizers) and [FTS4](https://sqlite.org/fts3.html#tokenizer) have other ones, and write them in another way.
package struct SearchTokenizer: Sendable, Hashable {
  /// The words, without quotes.
  private let words: [String]

  /// What is wrong with a tokenizer.
  package struct Problem: LocalizedError, Sendable, Hashable, CustomStringConvertible {
    package let description: String
    package var errorDescription: String? { description }
  }

  /// Ignores case and accents.
  static let standard = SearchTokenizer(words: ["unicode61", "remove_diacritics", "2"])

  private init(words: [String]) { self.words = words }

  /// Reads a tokenizer with its options.
  ///
  /// - Throws: `Problem` for one that no module of SQLite's has.
  package init(_ text: String) throws(Problem) {
    words = try Self.words(of: text)
    guard let name = words.first else { throw Problem(description: "a tokenizer needs a name") }
    // What neither module knows is wrong whichever is used.
    do { _ = try fts5(nil) } catch {
      do { _ = try fts4(nil) } catch let other {
        throw Self.fts4Names.contains(name) && !Self.fts5Names.contains(name) ? other : error
      }
    }
  }

  /// The words of a text; those in single or double quotes may have spaces.
  private static func words(of text: String) throws(Problem) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in text {
      if let open = quote {
        if character == open { quote = nil } else { word?.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { throw Problem(description: "a quote in the tokenizer ‘\(text)’ is not closed") }
    return words + (word.map { [$0] } ?? [])
  }

  // MARK: FTS5

  private static let fts5Names = ["unicode61", "ascii", "porter", "trigram"]

  /// The value of FTS5's `tokenize`.
  ///
  /// - Parameter version: The version of SQLite that is to read it; `nil` for the newest.
  func fts5(_ version: SQLiteVersion?) throws(Problem) -> String {
    try checkFTS5(words[...], version)
    var words = words
    // The accents of letters with several marks came later.
    if let version, version < SQLiteVersion(3, 27), let place = words.firstIndex(of: "remove_diacritics"),
      place + 1 < words.count, words[place + 1] == "2"
    {
      words[place + 1] = "1"
    }
    return words.map { word in
      let isBare = !word.isEmpty && word.utf8.allSatisfy { isalnum(Int32($0)) != 0 || $0 == UInt8(ascii: "_") }
      return isBare ? word : SQLText.literal(word)
    }.joined(separator: " ")
  }

  private func checkFTS5(_ words: ArraySlice<String>, _ version: SQLiteVersion?) throws(Problem) {
    guard let name = words.first else { return }
    let options = words.dropFirst()
    switch name {
    case "porter": return try checkFTS5(options, version)
    case "unicode61":
      try check(
        options,
        of: name,
        ["remove_diacritics": ["0", "1", "2"], "categories": nil, "tokenchars": nil, "separators": nil]
      )
    case "ascii": try check(options, of: name, ["tokenchars": nil, "separators": nil])
    case "trigram":
      if let version, version < SQLiteVersion(3, 34) {
        throw Problem(description: "the tokenizer trigram needs SQLite 3.34")
      }
      if let version, version < SQLiteVersion(3, 45), options.contains("remove_diacritics") {
        throw Problem(description: "remove_diacritics of the tokenizer trigram needs SQLite 3.45")
      }
      try check(options, of: name, ["case_sensitive": ["0", "1"], "remove_diacritics": ["0", "1"]])
    default:
      throw Problem(description: "FTS5 has no tokenizer ‘\(name)’; it has \(Self.fts5Names.joined(separator: ", "))")
    }
  }

  /// Throws unless options are pairs of a known name and one of its values.
  private func check(_ options: ArraySlice<String>, of name: String, _ known: [String: [String]?]) throws(Problem) {
    var rest = options
    while let option = rest.popFirst() {
      guard let values = known[option] else {
        let names = known.keys.sorted().joined(separator: ", ")
        throw Problem(description: "the tokenizer \(name) has no option ‘\(option)’; it has \(names)")
      }
      guard let value = rest.popFirst() else {
        throw Problem(description: "the option \(option) of the tokenizer \(name) needs a value")
      }
      if let values, !values.contains(value) {
        throw Problem(
          description:
            "the option \(option) of the tokenizer \(name) is one of \(values.joined(separator: ", ")), not ‘\(value)’"
        )
      }
    }
  }

  // MARK: FTS4

  private static let fts4Names = ["unicode61", "simple", "porter"]

  /// What stands behind `tokenize=` of FTS4, where an option and its value are one word.
  ///
  /// - Parameter version: As for `fts5(_:)`.
  func fts4(_ version: SQLiteVersion?) throws(Problem) -> String {
    guard let name = words.first else { return "simple" }
    guard Self.fts4Names.contains(name) else {
      throw Problem(description: "FTS4 has no tokenizer ‘\(name)’; it has \(Self.fts4Names.joined(separator: ", "))")
    }
    let options = words.dropFirst()
    guard name == "unicode61" else {
      guard let first = options.first else { return name }
      throw Problem(description: "FTS4's tokenizer \(name) has no options, so ‘\(first)’ cannot stand behind it")
    }
    try check(options, of: name, ["remove_diacritics": ["0", "1", "2"], "tokenchars": nil, "separators": nil])
    // Before, letters beyond ASCII are compared as they are.
    if let version, version < SQLiteVersion(3, 7, 13) { return "simple" }
    var text = name
    var rest = options
    while let option = rest.popFirst(), var value = rest.popFirst() {
      if option == "remove_diacritics", value == "2", let version, version < SQLiteVersion(3, 27) { value = "1" }
      text += " " + SQLText.name("\(option)=\(value)")
    }
    return text
  }
}

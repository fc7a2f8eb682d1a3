import Foundation
import PredicateLanguage
import TestSupport
import Testing

@Suite struct TextPatternTests {
  static let matching: [(String, [String], [String])] = [
    ("", [""], ["a"]),
    ("abc", ["abc"], ["", "ab", "abcd", "ABC"]),
    ("a|ab", ["a", "ab"], ["b", "abb"]),
    ("(a|ab)(c|bcd)", ["ac", "abc", "abcd", "abbcd"], ["ab", "abcdd"]),
    ("a*", ["", "a", "aaaa"], ["b", "ab"]),
    ("(?:ab)+?c?", ["ab", "ababc"], ["", "c", "abcc"]),
    ("a{2,3}", ["aa", "aaa"], ["a", "aaaa"]),
    ("(ab){2}", ["abab"], ["ab", "ababab"]),
    ("a{2,}", ["aa", "aaaaaa"], ["a"]),
    ("^[A-Z]{3}-\\d{1,4}$", ["FCI-297"], ["FCI-", "FCI-12345", "fci-1", "FCI-1\n"]),
    ("^a$|^b$", ["a", "b"], ["ab"]),
    ("\\A(?:a|ab)\\z", ["a", "ab"], ["b", "a\n"]),
    ("a\\Z|b$", ["a", "b"], ["a\n", "b\n", "aZ"]),
    (".+", ["a", "é🐶"], ["", "a\nb", "\u{2028}", "a\r"]),
    ("[^,;]*", ["abc\n", ""], ["a,b"]),
    ("[a-c\\-x.\\]]+", ["a-x.]"], ["d", "\\"]),
    ("[-a]+", ["-a"], ["b"]),
    ("[a-]+", ["-a"], ["b"]),
    ("[à-ü]+", ["äöü"], ["a"]),
    ("grün|blau", ["grün"], ["grun"]),
    ("\\p{L}+", ["Größe", "abc"], ["1", "a b"]),
    ("[\\p{L} '.-]+", ["Saint-Hubert d'Été", "St. John's"], ["a_b", ""]),
    ("\\w+\\s\\w+", ["ab cd", "é\u{A0}é"], ["ab", "a  b"]),
    ("https?://[^\\s/]+(/.*)?", ["https://example.org/p/297.jpg", "http://x"], ["ftp://x", "https:///x"]),
    ("(a)\\1", ["aa"], ["ab"]),
    ("(?i)abc", ["aBc"], ["abd"]),
    ("foo(?=b).*", ["foobar"], ["foocar"]),
    ("\\bx\\b", ["x"], ["xx"]),
    ("\\Qa.b", ["a.b"], ["axb"]),
    ("(?x) a b # comment", ["ab"], ["a b"]),
    ("[[a-z]&&[^aeiou]]+", ["bcd"], ["abc"]),
    ("(a*)*b", ["b", "aaab"], ["aaa"]),
    ("(a?){50}a{50}", [String(repeating: "a", count: 60)], [String(repeating: "a", count: 49), ""]),
    ("(.*)(.*)(.*)(.*)x", ["aax"], [String(repeating: "a", count: 2_000)]),
  ]

  @Test(arguments: matching)
  func matchesTheWholeText(pattern: String, accepted: [String], refused: [String]) throws {
    let prepared = try TextPattern(pattern, [])
    for text in accepted { #expect(prepared.matches(text), "\(text)") }
    for text in refused { #expect(!prepared.matches(text), "\(text)") }
  }

  static let folding: [(String, PredicateComparison.Options, String, Bool)] = [
    ("abc", .caseInsensitive, "ABC", true),
    ("[a-f]+", .caseInsensitive, "AbF", true),
    ("[^a]+", .caseInsensitive, "bcD", true),
    ("k", .caseInsensitive, "\u{212A}", true),
    ("é+", .caseInsensitive, "ÉÉ", true),
    ("eclair", .diacriticInsensitive, "éclair", true),
    ("éclair", .diacriticInsensitive, "eclair", true),
    ("éclair", .diacriticInsensitive, "Eclair", false),
    ("éclair", [.caseInsensitive, .diacriticInsensitive], "Eclair", true),
    ("éclair", [.caseInsensitive, .diacriticInsensitive, .normalized], "Eclair", false),
  ]

  @Test(arguments: folding)
  func ignoresCaseAndDiacriticsOnDemand(
    pattern: String,
    options: PredicateComparison.Options,
    text: String,
    matches: Bool
  ) throws {
    #expect(try TextPattern(pattern, options).matches(text) == matches)
  }

  @Test(arguments: ["(", "a)", "[a", "a{2,1}", "*", "a**", "(?<n", "\\p{Nonsense}", "a\\", "[b-a]", "x{", "a)(b"])
  func refusesWhatIsNoPattern(_ pattern: String) {
    #expect(throws: TextPattern.Invalid.self) { try TextPattern(pattern, []) }
  }

  /// The automaton and ICU are two implementations that must agree.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func agreesWithICU(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<400 {
      let pattern = Self.randomPattern(&random, depth: 3)
      let options: PredicateComparison.Options = round % 4 == 0 ? .caseInsensitive : []
      let icu = try? NSRegularExpression(
        pattern: "(?:\(pattern))\\z",
        options: options.isEmpty ? [] : .caseInsensitive
      )
      guard let icu, let own = try? TextPattern(pattern, options) else {
        #expect(throws: TextPattern.Invalid.self, "\(pattern)") { try TextPattern(pattern, options) }
        continue
      }
      for _ in 0..<25 {
        let text = Self.randomText(&random)
        let whole = NSRange(location: 0, length: text.utf16.count)
        let expected = icu.firstMatch(in: text, options: .anchored, range: whole)?.range == whole
        #expect(own.matches(text) == expected, "\(pattern.debugDescription) on \(text.debugDescription)")
      }
    }
  }

  private static func randomPattern(_ random: inout SeededGenerator, depth: Int) -> String {
    let leaves = [
      "a", "b", "A", "-", " ", "é", "É", "k", "1", ".", "\\d", "\\w", "\\s", "\\S", "\\W", "\\D", "[ab]", "[^a]",
      "[a-cx-z]", "[\\d_-]", "[^\\s]",
      "\\p{L}", "\\p{Lu}", "[\\p{Ll}1]", "\\.", "\\-", "[-a]", "[a-]", "[é-ü]", "\\n", "\\t", "[.*+?^$|()]", "[a^]",
      "/", "#", "\"", "'", "[!#%,;<=>@_`~]",
    ]
    let choice = depth > 0 ? Int.random(in: 0..<8, using: &random) : 0
    switch choice {
    case 1, 2, 3:
      return (0..<Int.random(in: 1...3, using: &random)).map { _ in randomPattern(&random, depth: depth - 1) }.joined()
    case 4: return "(" + randomPattern(&random, depth: depth - 1) + "|" + randomPattern(&random, depth: depth - 1) + ")"
    case 5:
      return "(?:" + randomPattern(&random, depth: depth - 1) + ")"
        + (["*", "+", "?", "{2}", "{1,2}", "{0,}"].randomElement(using: &random) ?? "")
    case 6:
      return (leaves.randomElement(using: &random) ?? "")
        + (["*", "+?", "??", "{1,3}", "*?"].randomElement(using: &random) ?? "")
    case 7: return "(" + randomPattern(&random, depth: depth - 1) + ")"
    default: return leaves.randomElement(using: &random) ?? ""
    }
  }

  private static func randomText(_ random: inout SeededGenerator) -> String {
    let characters = [
      "a", "a", "b", "A", "-", " ", "é", "É", "k", "\u{212A}", "1", "\n", "\u{B}", "\u{85}", "_", "x", ".", "٣", "ſ",
      "\t", "ü", "^", "/", ",",
    ]
    return (0..<Int.random(in: 0...5, using: &random)).map { _ in characters.randomElement(using: &random) ?? "" }
      .joined()
  }
}

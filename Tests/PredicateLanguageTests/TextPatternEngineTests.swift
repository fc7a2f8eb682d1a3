import Foundation
import PredicateLanguage
import TestSupport
import Testing

/// Which patterns run without ICU, and that it makes no difference to the answers.
@Suite struct TextPatternEngineTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var pattern: String
    var hasAutomaton = true
    var accepted: [String]
    var refused: [String]
    var testDescription: String { pattern }
  }

  static let examples: [Example] = [
    Example(
      pattern: #"https://.+\.jpg"#,
      accepted: ["https://example.org/a.jpg", "https://é.jpg"],
      refused: ["http://example.org/a.jpg", "https://.jpg", "https://a.jpg ", "https://a.JPG", ""]
    ),
    Example(
      pattern: #"https://.+\.([Jj][Pp][Ee]?[Gg]|[Pp][Nn][Gg])"#,
      accepted: ["https://a.jpg", "https://a.JPEG", "https://a.b.Png"],
      refused: ["https://a.gif", "https://a.jpe", "https://a.pngx", "https://\n.png"]
    ),
    Example(pattern: "[A-Z]{3}", accepted: ["ABC"], refused: ["", "AB", "ABCD", "AbC", "ÄBC"]),
    Example(
      pattern: "^https?://.*$",
      accepted: ["http://", "https://a.ö"],
      refused: ["ftp://a", "xhttp://a", "http://a\nb"]
    ),
    Example(pattern: "\\d{3,5}", accepted: ["123", "12345", "٣٤٥"], refused: ["12", "123456", "12a"]),
    Example(
      pattern: "\\w+@\\w+(\\.\\w+)+",
      accepted: ["a_1@b.de", "jörg@büro.org"],
      refused: ["a@b", "@b.de", "a b@c.de"]
    ),
    Example(pattern: "[^\\s,]+", accepted: ["abc", "ä"], refused: ["a b", "a,b", "a\u{b}b", "\u{a0}", ""]),
    Example(pattern: "\\p{Lu}[\\p{L}' -]*", accepted: ["Épagneul d'eau", "A"], refused: ["épagneul", "A1", ""]),
    Example(pattern: "(?i)yes|no", accepted: ["YES", "No"], refused: ["maybe"]),
    Example(pattern: "(?i)[k-s]+", accepted: ["KLMS", "\u{212a}", "\u{17f}"], refused: ["a"]),
    Example(pattern: "a.c", accepted: ["abc", "a🐕c", "aéc"], refused: ["ac", "a\nc", "a\u{2028}c", "abbc"]),
    Example(pattern: "[-+]?\\d+(?:[.,]\\d*?)?", accepted: ["1", "-1.", "+1,5"], refused: ["+", "1.5.2", "."]),
    Example(pattern: "[\\]\\\\^-]+", accepted: ["]\\^-"], refused: ["a"]),
    Example(
      pattern: ".*a.{12}",
      hasAutomaton: false,
      accepted: ["a123456789012", "aaa123456789012"],
      refused: ["a12345678901", "b123456789012"]
    ),
    Example(pattern: "(?s).+", hasAutomaton: false, accepted: ["a\nb"], refused: [""]),
    Example(pattern: "\\x41\\u0042\\x{43}\\.", hasAutomaton: false, accepted: ["ABC."], refused: ["ABCD"]),
    Example(
      pattern: "(?<year>\\d{4})-(?:0[1-9]|1[0-2])",
      hasAutomaton: false,
      accepted: ["2026-11"],
      refused: ["2026-13", "2026-1"]
    ),
    Example(pattern: "(?=[a-z]{3})(?:a|ab)+", hasAutomaton: false, accepted: ["aab"], refused: ["abc"]),
    Example(pattern: "(?!b)a.*", hasAutomaton: false, accepted: ["ab"], refused: ["b"]),
    Example(pattern: "(a|b)\\1", hasAutomaton: false, accepted: ["bb"], refused: ["ab"]),
    Example(pattern: "a++b", hasAutomaton: false, accepted: ["aab"], refused: ["aa"]),
    Example(pattern: "[[:alpha:]]+", hasAutomaton: false, accepted: ["aé"], refused: ["1"]),
    Example(pattern: "a$\\n?", hasAutomaton: false, accepted: ["a", "a\n"], refused: ["ab"]),
    Example(pattern: "x^a", hasAutomaton: false, accepted: [], refused: ["xa", "x^a", "a"]),
  ]

  @Test(arguments: examples)
  func matchesWholeTextsWithEitherEngine(_ example: Example) throws {
    let pattern = try TextPattern(example.pattern, [])
    #expect(pattern.hasAutomaton == example.hasAutomaton)
    for text in example.accepted { #expect(pattern.matches(text), "\(text)") }
    for text in example.refused { #expect(!pattern.matches(text), "\(text)") }
  }

  @Test(arguments: examples)
  func agreesWithICUOnTextsThatNearlyMatch(_ example: Example) throws {
    let pattern = try TextPattern(example.pattern, [])
    let icu = try NSRegularExpression(pattern: "(?:\(example.pattern))\\z")
    let alphabet = Array(
      "abcdABCDkKsS0129-+.,@_/: '\\]^\n\u{b}httpsyeno\u{e9}\u{c4}\u{661}\u{1F415}\u{2028}".unicodeScalars
    )
    var random = SeededGenerator(seed: 42)
    for _ in 0..<300 {
      // A known text with up to three scalars changed, or a random one.
      var scalars = Array(((example.accepted + [""]).randomElement(using: &random) ?? "").unicodeScalars)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let scalar = try #require(alphabet.randomElement(using: &random))
        let place = Int.random(in: 0...scalars.count, using: &random)
        if place < scalars.count, Bool.random(using: &random) {
          scalars[place] = scalar
        } else {
          scalars.insert(scalar, at: place)
        }
      }
      let text = String(String.UnicodeScalarView(scalars))
      let whole = NSRange(location: 0, length: text.utf16.count)
      let expected = icu.firstMatch(in: text, options: .anchored, range: whole)?.range == whole
      #expect(pattern.matches(text) == expected, "\(text.debugDescription)")
    }
  }

  @Test func takesTimeInProportionToTheText() throws {
    // Exponential for engines that try one way after the other.
    let text = String(repeating: "a", count: 5_000) + "!"
    #expect(try !TextPattern("(a*)*b", []).matches(text))
    #expect(try !TextPattern("(a|aa)+", []).matches(text))
    #expect(try !TextPattern("(a|aa)+ü", []).matches(text + "ü"))
  }

  @Test(arguments: ["((a{150}){150}){150}", "((((((){150}){150}){150}){150}){150}){150}"])
  func leavesPatternsThatAreTooLargeToICU(_ text: String) {
    #expect((try? TextPattern(text, []))?.hasAutomaton != true)
  }
}

import ObjectModel
import PredicateLanguage
import Testing

@Suite struct ValuePatternTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var pattern: String
    var matching: [String]
    var others: [String]
    var testDescription: String { pattern }
  }

  static let fastCases: [Case] = [
    Case(
      pattern: "[A-Z]{2}-[0-9]+",
      matching: ["AB-1", "ZZ-0123"],
      others: ["", "A-1", "AB-", "ab-1", "AB-1x", "ÄB-1"]
    ),
    Case(
      pattern: "^https?://.*$",
      matching: ["http://", "https://a.ö"],
      others: ["ftp://a", "xhttp://a", "http://a\nb"]
    ),
    Case(pattern: "", matching: [""], others: ["a"]),
    Case(pattern: "(a|bc)*d?", matching: ["", "a", "bcabc", "ad", "d"], others: ["b", "dd", "ba"]),
    Case(pattern: "\\d{3,5}", matching: ["123", "12345", "٣٤٥"], others: ["12", "123456", "12a"]),
    Case(
      pattern: "\\w+@\\w+(\\.\\w+)+",
      matching: ["a_1@b.de", "jörg@büro.org"],
      others: ["a@b", "@b.de", "a b@c.de"]
    ),
    Case(pattern: "[^\\s,]+", matching: ["abc", "ä"], others: ["a b", "a,b", "\u{a0}", ""]),
    Case(pattern: "\\p{Lu}[\\p{L}' -]*", matching: ["Épagneul d'eau", "A"], others: ["épagneul", "A1", ""]),
    Case(pattern: "(?i)yes|no", matching: ["YES", "No"], others: ["maybe"]),
    Case(pattern: "(?i)[k-s]+", matching: ["KLMS", "\u{212a}", "\u{17f}"], others: ["a"]),
    Case(pattern: "(?s).+", matching: ["a\nb"], others: [""]),
    Case(pattern: "a.c", matching: ["abc", "a🐕c", "aéc"], others: ["ac", "a\nc", "a\u{2028}c", "abbc"]),
    Case(pattern: "[-+]?\\d+(?:[.,]\\d*?)?", matching: ["1", "-1.", "+1,5"], others: ["+", "1.5.2", "."]),
    Case(pattern: "\\x41\\u0042\\x{43}\\.", matching: ["ABC."], others: ["ABCD"]),
    Case(pattern: "[\\]\\\\^-]+", matching: ["]\\^-"], others: ["a"]),
    Case(pattern: "(?<year>\\d{4})-(?:0[1-9]|1[0-2])", matching: ["2026-11"], others: ["2026-13", "2026-1"]),
    Case(pattern: "\\A[a-c]*\\z", matching: ["abc", ""], others: ["d"]),
    Case(
      pattern: ".*a.{12}",
      matching: ["a123456789012", "aaa123456789012"],
      others: ["a12345678901", "b123456789012"]
    ),
  ]

  @Test(arguments: fastCases)
  func matchesWholeTexts(_ example: Case) {
    let pattern = ValuePattern(example.pattern)
    #expect(pattern.isFast)
    for text in example.matching { #expect(pattern.matches(text), "\(text)") }
    for text in example.others { #expect(!pattern.matches(text), "\(text)") }
  }

  @Test(arguments: fastCases.filter { !$0.pattern.isEmpty })
  func agreesWithTheGeneralEngine(_ example: Case) throws {
    let pattern = ValuePattern(example.pattern)
    let general = try #require(ValuePattern.general(example.pattern))
    var generator = SmallGenerator(state: 42)
    let alphabet = Array("abcdABCDkKsS0129-+.,@_/: '\\]^\nhttpsyeno\u{e9}\u{c4}\u{661}\u{1F415}\u{2028}".unicodeScalars)
    var texts = example.matching + example.others
    for _ in 0..<300 {
      // A known text with up to three scalars changed, or a random one.
      var scalars = Array(
        (example.matching + [""])[Int(generator.next() % UInt64(example.matching.count + 1))].unicodeScalars
      )
      for _ in 0...(generator.next() % 3) {
        let scalar = alphabet[Int(generator.next() % UInt64(alphabet.count))]
        let place = Int(generator.next() % UInt64(scalars.count + 1))
        if place < scalars.count, generator.next() % 2 == 0 {
          scalars[place] = scalar
        } else {
          scalars.insert(scalar, at: place)
        }
      }
      texts.append(String(String.UnicodeScalarView(scalars)))
    }
    for text in texts {
      #expect(pattern.matches(text) == general.matches(text), "\(text.debugDescription)")
    }
  }

  @Test(arguments: ["\\bword\\b", "(a)\\1", "(?=a)a", "(?!b)a.*", "a++", "[a&&b]", "[[:alpha:]]+", "a$\\n?", "x^a"])
  func leavesOtherPatternsToTheGeneralEngine(_ text: String) {
    #expect(!ValuePattern(text).isFast)
  }

  @Test(arguments: ["([", "a{2,1}", "*", "(?<x", "\\"])
  func saysThatAPatternCannotBeUsed(_ text: String) {
    let pattern = ValuePattern(text)
    #expect(!pattern.isUsable)
    #expect(!pattern.matches("a"))
  }

  @Test(arguments: [
    ("\\bword\\b", "word", "words"), ("(a|b)\\1", "bb", "ab"), ("(?=[a-z]{3})(?:a|ab)+", "aab", "abc"),
    ("[a-z&&[^b]]+", "ac", "ab"),
  ])
  func matchesOtherPatternsToo(_ text: String, matching: String, other: String) {
    #expect(ValuePattern(text).matches(matching))
    #expect(!ValuePattern(text).matches(other))
  }

  @Test func takesTimeInProportionToTheText() {
    // Exponential for engines that try one way after the other.
    let text = String(repeating: "a", count: 5_000) + "!"
    #expect(!ValuePattern("(a*)*b").matches(text))
    #expect(!ValuePattern("(a|aa)+").matches(text))
    #expect(!ValuePattern("(a|aa)+ü").matches(text + "ü"))
  }

  @Test func refusesPatternsThatAreTooLarge() {
    #expect(!ValuePattern("((a{900}){900}){900}").isFast)
    #expect(!ValuePattern("(((){900}){900}){900}").isFast)
  }
}

/// A small generator of the same numbers in every run.
struct SmallGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

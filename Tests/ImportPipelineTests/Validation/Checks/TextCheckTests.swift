import Findings
import ImportPipeline
import Testing
import TestSupport

/// The rules about tidy texts.
@Suite("Checks of texts")
struct TextCheckTests {
  private func findings(_ value: String, rules: String = "clean") throws -> [String] {
    try ValueCheckTests.findings("temper", "{ text: \(rules) }", values: ["\"" + value + "\""])
  }

  @Test(arguments: [
    "calm", "A calm dog.", "Größe 5\u{A0}kg", "« Oui\u{A0}»", "C'est quoi\u{202F}?", "FCI", "Σωκράτης", "Москва",
    "日本\u{3000}犬",
    "Türkiye", "Côte d'Ivoire", "日本の犬種", "собака from Altai", "“quoted” – and so on", "Ἀθῆναι and Rome",
    "well-known", "USA", "x", "Don’t", "👩\u{200D}🚀", "ABC-12345", "Two\nlines", "K9", "α-wolf",
  ])
  func leavesTidyTextsAlone(_ text: String) throws {
    #expect(try findings(text) == [])
  }

  @Test(arguments: [
    ("two  spaces", "text.spaces → two spaces"), (" before", "text.spaces → before"), ("after ", "text.spaces → after"),
    ("\tboth ", "text.spaces → both"), ("no\u{A0}break", "text.invisible → no break"),
    ("zero\u{200B}width", "text.invisible → zerowidth"), ("soft\u{AD}hyphen", "text.invisible → softhyphen"),
    ("thin\u{2009}space", "text.invisible → thin space"), ("\u{FEFF}mark", "text.invisible → mark"),
    ("bell\u{7}", "text.invisible → bell"),
    (
      "a bell\u{7} in a text that is longer than a block",
      "text.invisible → a bell in a text that is longer than a block"
    ),
    ("next\u{85}line", "text.invisible → nextline"), ("Ogham\u{1680}space", "text.invisible → Ogham space"),
    ("narrow\u{202F}space", "text.invisible → narrow space"),
    ("mathematical\u{205F}space", "text.invisible → mathematical space"),
    ("word\u{2060}joiner", "text.invisible → wordjoiner"), ("turned\u{202E}around", "text.invisible → turnedaround"),
    ("isolated\u{2066}text", "text.invisible → isolatedtext"), ("wide\u{3000}space", "text.invisible → wide space"),
    ("un\u{212A}nown", "text.placeholder"), ("…", "text.placeholder"), ("–", "text.placeholder"),
    (
      "two  spaces in a text that is longer than a block",
      "text.spaces → two spaces in a text that is longer than a block"
    ),
    ("a text that is longer than a block  and two", "text.spaces → a text that is longer than a block and two"),
    ("A lοnger text", "text.scripts → A longer text"), ("B\u{435}llo", "text.scripts → Bello"),
    ("Mоskva", "text.scripts → Moskva"), ("Мocква", "text.scripts → Москва"), ("calm,", "text.punctuation → calm"),
    ("calm;", "text.punctuation → calm"), ("calm -", "text.punctuation → calm"), ("TBD", "text.placeholder"),
    ("n/a", "text.placeholder"), ("xxx", "text.placeholder"), ("?", "text.placeholder"), ("--", "text.placeholder"),
    ("Lorem ipsum dolor sit amet", "text.placeholder"), ("#REF!", "text.placeholder"),
    ("VERY LOUD", "text.capitals → Very Loud"), ("ÉCOLE NORMALE", "text.capitals → École Normale"),
  ])
  func findsUntidyTexts(_ text: String, _ expected: String) throws {
    #expect(try findings(text) == ["2 \(expected)"])
  }

  @Test func saysEachThingThatIsWrongOnce() throws {
    #expect(
      try findings(" two  spaces\u{A0}and a comma,") == [
        "2 text.spaces → two spaces\u{A0}and a comma,", "2 text.invisible →  two  spaces and a comma,",
        "2 text.punctuation → two spaces\u{A0}and a comma".replacing("two spaces", with: "two  spaces"),
      ]
    )
  }

  @Test func checksOnlyTheRulesThatAreAskedFor() throws {
    #expect(try findings("VERY  LOUD", rules: "[spaces]") == ["2 text.spaces → VERY LOUD"])
    #expect(try findings("VERY  LOUD", rules: "[placeholder]") == [])
  }

  @Test func textDecodedTwiceIsNotReportedAsSomethingElseToo() throws {
    #expect(try findings("Ã\u{A0} la carte") == ["2 value.mojibake → à la carte"])
  }
}

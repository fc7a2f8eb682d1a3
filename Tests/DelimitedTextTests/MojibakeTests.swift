import DelimitedText
import Testing

@Suite("Text that was decoded twice")
struct MojibakeTests {
  static let broken = [
    "CafÃ©": "Café", "MÃ¼nchen": "München", "SÃ£o Paulo": "São Paulo", "voilÃ\u{A0}": "voilà", "Ã‰cole": "École",
    "itâ€™s": "it’s", "â€œquotedâ€\u{9D}": "“quoted”", "10â€“20": "10–20", "20Â°C": "20°C", "Â© 2020": "© 2020",
    "æ—¥æœ¬": "日本", "Ð¡Ð¾Ð±Ð°ÐºÐ°": "Собака", "ðŸ•": "ðŸ•", "Å\u{A0}koda": "Škoda", "KovaÄ‡": "Kovać", "Ãland": "Ãland",
    "BÃªte noire, dÃ©jÃ\u{A0} vu": "Bête noire, déjà vu",
  ]

  @Test(arguments: broken.filter { $0.key != $0.value }.sorted { $0.key < $1.key })
  func repairsWhatIsSurelyBroken(_ text: String, _ expected: String) {
    #expect(Mojibake.repair(text) == expected)
  }

  @Test(arguments: [
    "", "plain", "Café", "München", "São Paulo", "MANHÃ", "“MANHÃ”", "AMANHÃ…", "touché…”", "“café”—", "Nescafé®”",
    "Spaß”", "MENÜ™",
    "日本の犬種", "собака", "Ångström–Öre", "« À »", "ÎLE’S", "à–b", "20 °C", "£5–€6", "naïve’s", "Ô, là…", "Vâ…", "ÂNGELA",
    "Ñandú", "PIÑA",
    "Åland ’working’ line", "jalapeño-red 🐕", "Açores — island", "Übergröße", "Ærø", "façade", "Køge", "Łódź", "Çeşme",
  ])
  func leavesHonestTextAlone(_ text: String) {
    #expect(Mojibake.repair(text) == nil)
  }
}

import DelimitedText
import Testing

@Suite("Text that was decoded twice")
struct MojibakeTests {
  static let broken = [
    "CafÃ©": "Café", "MÃ¼nchen": "München", "SÃ£o Paulo": "São Paulo", "voilÃ\u{A0}": "voilà", "Ã‰cole": "École",
    "itâ€™s": "it’s", "â€œquotedâ€\u{9D}": "“quoted”", "10â€“20": "10–20", "20Â°C": "20°C", "Â© 2020": "© 2020",
    "æ—¥æœ¬": "日本", "Ð¡Ð¾Ð±Ð°ÐºÐ°": "Собака", "ðŸ•": "ðŸ•", "Å\u{A0}koda": "Škoda", "KovaÄ‡": "Kovać", "Ãland": "Ãland",
    "Caf√©": "Café", "M√ºnchen": "München", "o√π": "où", "√âcole": "École", "it‚Äôs": "it’s", "10‚Äì20": "10–20",
    "Du≈°an": "Dušan",
    "≈†koda": "Škoda", "20¬∞C": "20°C", "¬© 2020": "© 2020", "5 ‚Ç¨": "5 €", "CafÃƒÂ©": "Café", "CafÃƒÆ’Ã‚Â©": "Café",
    "itÃ¢â‚¬â„¢s": "it’s", "Caf‚àö¬©": "Café", "‚Äúgut‚Äù": "“gut”", "Gr√∂√üe": "Größe",
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
    "√2", "√π", "≈ 5", "≈£5", "≈±3", "ƒ(x)", "¬p", "2√π r", "√ ä", "‚gut‘", "a ≈ b", "ƒ 5",
    "Åland ’working’ line", "jalapeño-red 🐕", "Açores — island", "Übergröße", "Ærø", "façade", "Køge", "Łódź", "Çeşme",
  ])
  func leavesHonestTextAlone(_ text: String) {
    #expect(Mojibake.repair(text) == nil)
  }
}

/// The letters beyond ASCII of a language, and the encodings of one byte a character that it is written in.
struct Alphabet {
  /// What words in it look like, for people.
  let language: String
  /// Small letters, the most frequent first; of scripts without capitals all letters.
  let letters: [Unicode.Scalar]
  /// The names that `iconv` knows, the most usual first.
  let encodings: [String]
  /// Whether the language is written in Latin letters, so that ASCII letters stand in its words, too.
  let isLatin: Bool

  private init(_ language: String, _ letters: String, _ encodings: [String], isLatin: Bool = true) {
    self.language = language
    self.letters = Array(letters.unicodeScalars)
    self.encodings = encodings
    self.isLatin = isLatin
  }

  private static let western = ["WINDOWS-1252", "ISO-8859-15", "MACINTOSH", "CP850"]
  private static let central = ["CP1250", "ISO-8859-2", "CP852"]
  private static let cyrillic = ["CP1251", "KOI8-R", "ISO-8859-5", "CP866", "MAC-CYRILLIC"]
  private static let baltic = ["CP1257", "ISO-8859-13"]

  /// The alphabets that are tried, those of the most usual encodings first.
  static let all = [
    Alphabet("German", "üäöß", western),
    Alphabet("French", "éèàêçâôùîûëïœ", western),
    Alphabet("Spanish", "óíáéñúü", western),
    Alphabet("Portuguese", "ãçáéíóõêúâàôü", western),
    Alphabet("Italian", "àèéìòù", western),
    Alphabet("Swedish", "äåöéü", western),
    Alphabet("Danish", "øåæéöü", western),
    Alphabet("Icelandic", "áðíéóæþöúý", western),
    Alphabet("western European", "éäöüáíóèåñçøãêßàúæôâëîïòìûõùýðþœ", western),
    Alphabet("Polish", "łęąóśżćńź", central),
    Alphabet("Czech", "íáéěřčýžšůúťňďó", central),
    Alphabet("Slovak", "áíéýčžťšúľôňďäŕĺó", central),
    Alphabet("Hungarian", "áéőöóüíúű", central),
    Alphabet("Romanian", "ăîâşţ", central),
    Alphabet("Croatian", "čšžćđ", central),
    // Russian, Ukrainian, Bulgarian, Serbian.
    Alphabet("Cyrillic", "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё", cyrillic, isLatin: false),
    Alphabet("Cyrillic", "оаинівтерслкудмпязьбгйчхцїжюєшщфґ", ["CP1251", "KOI8-U"], isLatin: false),
    Alphabet("Cyrillic", "аиоетнрсвлкдпмзуъгбчщйжшцхюяьф", cyrillic, isLatin: false),
    Alphabet("Cyrillic", "аиоенрстујквдмплзгбшчцњжћљхђфџ", ["CP1251", "ISO-8859-5"], isLatin: false),
    Alphabet("Greek", "αοιετσνηρπκμλςυδγωάίόχέθήφβύξώζψϊ", ["CP1253", "ISO-8859-7"], isLatin: false),
    Alphabet("Turkish", "ıüşçğöİâî", ["CP1254"]),
    Alphabet("Hebrew", "יוהלארמתבשנכדפקחעגטסזצםןךףץ", ["CP1255"], isLatin: false),
    Alphabet("Arabic", "الينموربتعدسةكهفقحجأشصطىضخزذثغئءظآإؤ", ["CP1256", "ISO-8859-6"], isLatin: false),
    Alphabet("Lithuanian", "ėšįžųčąūę", baltic),
    Alphabet("Latvian", "āīēšņūļžģķč", baltic),
    Alphabet("Estonian", "äõüöšž", baltic + ["ISO-8859-15"]),
    Alphabet(
      "Thai",
      "านรอกเงมยลวดท\u{E48}\u{E49}\u{E31}\u{E34}\u{E35}สตปบคะหแจพชข\u{E38}\u{E39}ไโ\u{E47}\u{E4C}ใผถ\u{E37}ซณธศษภฟญฉ",
      ["CP874"],
      isLatin: false
    ),
  ]

  /// By how many bits of evidence a text has to speak for an encoding more than for Windows-1252, because it is seldom met.
  static func rarity(of encoding: String) -> Double {
    switch encoding {
    case "WINDOWS-1252": 0
    case "CP1250", "CP1251", "CP1253": 2
    case "CP1254", "ISO-8859-15", "CP1255", "CP1256", "CP1257", "CP874", "KOI8-R": 3
    case "CP850", "CP852", "CP866", "MACINTOSH", "MAC-CYRILLIC": 6
    default: 4
    }
  }
}

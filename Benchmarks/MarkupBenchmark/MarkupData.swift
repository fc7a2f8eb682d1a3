import Foundation

/// Makes the benchmark's documents: the same bytes for the same number of records on every machine.
struct MarkupData {
  private var state: UInt64 = 20_261_121

  private static let words = [
    "steady", "loyal", "alert", "calm", "brave", "gentle", "lively", "keen", "Löwchen", "sturdy", "coat", "tail",
    "herd",
    "guard", "hunt", "water", "farm", "house", "field", "trail", "scent", "mountain", "valley", "coast", "Épagneul",
    "Tom &amp; Jerry",
  ]
  private static let countries = ["Great Britain", "Germany", "France", "Italy", "Spain", "Türkiye", "Japan", "Canada"]

  /// SplitMix64, so that the data does not depend on the standard library.
  private mutating func random(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ (bits >> 31)) % UInt64(limit))
  }

  private mutating func text(_ count: Int) -> String {
    (0..<count).map { _ in Self.words[random(below: Self.words.count)] }.joined(separator: " ")
  }

  /// An XML document of `records` breeds in groups of a hundred, about 330 bytes each.
  ///
  /// - Parameter isDeclared: Whether a document type declares its elements.
  mutating func xml(records: Int, isDeclared: Bool = false) -> String {
    var document = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    if isDeclared {
      document += """
        <!DOCTYPE nomenclature [
          <!ELEMENT nomenclature (group*)>
          <!ELEMENT group (breed+)>
          <!ATTLIST group number CDATA #REQUIRED name CDATA #IMPLIED>
          <!ELEMENT breed (name, country, height?, page?, text?)>
          <!ATTLIST breed number CDATA #REQUIRED status CDATA #IMPLIED>
          <!ELEMENT name (#PCDATA)>
          <!ENTITY fci "Fédération Cynologique Internationale">
        ]>

        """
    }
    document += "<nomenclature>\n"
    for number in 1...records {
      if number % 100 == 1 { document += "  <group number=\"\(number / 100 + 1)\" name=\"\(text(2))\">\n" }
      document += """
            <breed number="\(number)" status="\(number % 9 == 0 ? "provisional" : "definitive")">
              <name>\(text(2)) \(number)</name>
              <country>\(Self.countries[random(below: Self.countries.count)])</country>
              <height unit="cm">\(20 + random(below: 60)).\(random(below: 10))</height>
              <page href="https://www.example.org/nomenclature/\(number).html"/>
              <text>\(text(12))</text>
            </breed>

        """
      if number % 100 == 0 || number == records { document += "  </group>\n" }
    }
    return document + "</nomenclature>\n"
  }

  /// A page with a table of `rows` rows of five cells, one of them a link.
  mutating func page(rows: Int) -> String {
    var page = """
      <!DOCTYPE html>
      <html><head><meta charset="utf-8"><title>Ranks</title></head><body><h1>Ranks</h1>
      <table class="wikitable" id="ranks"><caption>Popularity</caption>
      <thead><tr><th>Rank</th><th>Breed</th><th>Country</th><th>Height</th><th>Notes</th></tr></thead><tbody>

      """
    for number in 1...rows {
      page += """
        <tr><td class="rank">\(number)</td><td><a href="/breeds/\(number).html" title="breed">\(text(2))</a></td>
        <td>\(Self.countries[random(below: Self.countries.count)])</td><td>\(20 + random(below: 60)).5</td><td>\(text(6))<br>\(text(2))</td></tr>

        """
    }
    return page + "</tbody></table></body></html>\n"
  }
}

import Foundation

/// Makes the benchmark's files: the same bytes for the same number of rows on every machine.
///
/// Nine columns: a number, a unique name, one of nine groups, a country, two measures of which 2 % are empty, a text of about 120 characters — a
/// quarter quoted for a comma, 4 % with doubled quotes, 2 % with a line break, 5 % beyond ASCII —, a URL and a date.
struct DogData {
  static let groups = [
    "Sporting", "Hound", "Working", "Terrier", "Toy", "Non-Sporting", "Herding", "Miscellaneous", "Foundation Stock",
  ]
  private static let countries = [
    "Germany", "France", "Italy", "Spain", "Portugal", "England", "Scotland", "Wales", "Ireland", "Norway", "Sweden",
    "Finland", "Denmark", "Iceland", "Poland", "Hungary", "Serbia", "Croatia", "Austria", "Switzerland", "Belgium",
    "Türkiye", "Russia", "China", "Japan", "South Korea", "Thailand", "India", "Côte d'Ivoire", "Canada", "Mexico",
  ]
  private static let syllables = [
    "ba", "be", "bi", "bo", "bu", "da", "de", "di", "do", "du", "fa", "fe", "fi", "fo", "fu", "ga", "ge", "gi", "go",
    "gu", "ka", "ke", "ki", "ko", "ku", "la", "le", "li", "lo", "lu", "ma", "me", "mi", "mo", "mu", "na", "ne", "ni",
    "no", "nu", "pa", "pe", "pi", "po", "pu", "ra", "re", "ri", "ro", "ru", "sa", "se", "si", "so", "su", "ta", "te",
    "ti", "to", "tu",
  ]
  private static let kinds = ["Hound", "Terrier", "Shepherd", "Spaniel", "Mastiff", "Pointer", "Setter", "Spitz"]
  private static let words = [
    "the", "a", "steady", "loyal", "alert", "calm", "brave", "gentle", "lively", "keen", "compact", "sturdy", "coat",
    "tail", "muzzle", "herd", "guard", "hunt", "water", "farm", "house", "field", "trail", "scent", "runs", "works",
    "follows", "learns", "with", "and", "for", "from", "over", "under", "long", "short", "dense", "silky", "wiry",
    "mountain", "valley", "coast", "shepherds", "hunters", "families", "children", "kennel", "island", "village",
  ]
  private static let foreign = ["Café-au-lait coat", "Naïve and playful", "日本の犬種", "собака from Altai", "Malmö line 🐕"]

  private var state: UInt64 = 20_261_121

  /// SplitMix64, so that the data does not depend on the standard library.
  private mutating func random(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(limit))
  }

  /// A name that no other number below 12,960,000 has, in no sorted order.
  private static func name(_ number: Int) -> String {
    var x = (number * 7_368_787) % (60 * 60 * 60 * 60)
    var parts: [Int] = []
    for _ in 0..<4 {
      parts.append(x % 60)
      x /= 60
    }
    let first = syllables[parts[0]] + syllables[parts[1]]
    let second = syllables[parts[2]] + syllables[parts[3]]
    return "\(first.capitalized) \(second.capitalized) \(kinds[(parts[0] + parts[3]) % kinds.count])"
  }

  private mutating func half() -> String {
    var text = ""
    while text.utf8.count < 54 {
      if !text.isEmpty { text += " " }
      text += Self.words[random(below: Self.words.count)]
    }
    return text
  }

  /// The fields of a row, in the order of `header`.
  private mutating func row(_ number: Int, _ halves: [String]) -> [String] {
    let kind = random(below: 100)
    let first = halves[random(below: 4096)]
    let second = halves[random(below: 4096)]
    var text =
      switch kind {
      case ..<21: first + ", " + second
      case ..<25: first + ", the \"" + Self.words[random(below: Self.words.count)] + "\" " + second
      case ..<27: first + "\n" + second
      default: first + " " + second
      }
    if random(below: 20) == 0 { text = Self.foreign[random(below: Self.foreign.count)] + " " + text }
    let height = random(below: 50) == 0 ? "" : "\(15 + random(below: 75)).\(random(below: 10))"
    let weight = random(below: 50) == 0 ? "" : "\(1 + random(below: 90)).\(random(below: 10))"
    let month = random(below: 12) + 1
    let day = random(below: 28) + 1
    let group = Self.groups[random(below: 9)]
    let country = Self.countries[random(below: Self.countries.count)]
    let photo = "https://cdn.example.org/photos/\(String(random(below: 0xFFFF_FFFF), radix: 16)).jpg"
    let year = 1870 + random(below: 155)
    let date = "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    return ["\(number)", Self.name(number), group, country, height, weight, text + ".", photo, date]
  }

  private static let header = [
    "number", "name", "group", "country", "height", "weight", "text", "photo URL", "recognised on",
  ]

  /// Writes rows to `path`.
  private mutating func write(
    rows: Int,
    to path: String,
    before: String,
    after: String = "",
    _ form: ([String]) -> String
  ) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
    else { throw CocoaError(.fileWriteUnknown) }
    var halves: [String] = []
    for _ in 0..<4096 { halves.append(half()) }
    var buffer = before
    for number in 1...rows {
      buffer += form(row(number, halves))
      if buffer.utf8.count > 1 << 20 {
        try file.write(contentsOf: Data(buffer.utf8))
        buffer.removeAll(keepingCapacity: true)
      }
    }
    try file.write(contentsOf: Data((buffer + after).utf8))
    try file.close()
  }

  /// Writes a CSV file.
  mutating func writeCSV(rows: Int, to path: String) throws {
    try write(rows: rows, to: path, before: Self.header.joined(separator: ",") + "\n") { row in
      row.map { field in
        let isQuoted = field.contains { $0 == "," || $0 == "\"" || $0 == "\n" }
        return isQuoted ? "\"\(field.replacingOccurrences(of: "\"", with: "\"\""))\"" : field
      }
      .joined(separator: ",") + "\n"
    }
  }

  /// Writes a CSV file that gives every object another country and weight.
  mutating func writeUpdates(rows: Int, to path: String) throws {
    try write(rows: rows, to: path, before: "name,country,weight\n") { row in
      "\(row[1]),\(row[3]) too,\(row[4].isEmpty ? "12.5" : row[4])\n"
    }
  }

  /// Writes an XML file with an element for each row, and one in it for each field.
  mutating func writeXML(rows: Int, to path: String) throws {
    let names = ["number", "name", "group", "country", "height", "weight", "text", "photoURL", "recognisedOn"]
    try write(rows: rows, to: path, before: "<dogs>\n", after: "</dogs>\n") { row in
      "  <dog>\n" + zip(names, row).map { "    <\($0)>\($1)</\($0)>\n" }.joined() + "  </dog>\n"
    }
  }

  /// Writes an HTML page with a table.
  mutating func writeHTML(rows: Int, to path: String) throws {
    let titles = Self.header.map { "<th>\($0)</th>" }.joined()
    let before = "<!DOCTYPE html>\n<meta charset=\"utf-8\"><title>Dogs</title>\n<table>\n<tr>\(titles)</tr>\n"
    try write(rows: rows, to: path, before: before, after: "</table>\n") { row in
      "<tr>" + row.map { "<td>\($0)</td>" }.joined() + "</tr>\n"
    }
  }
}

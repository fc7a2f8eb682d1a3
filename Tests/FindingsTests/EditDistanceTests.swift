import Findings
import Testing

@Suite struct EditDistanceTests {
  static let distances: [(String, String, Int)] = [
    ("", "", 0), ("abc", "", 3), ("", "ab", 2), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "acb", 1),
    ("ca", "abc", 3),
    ("kitten", "sitting", 3), ("größe", "grösse", 2),
  ]

  @Test(arguments: distances)
  func countsEdits(left: String, right: String, distance: Int) {
    #expect(EditDistance.distance(from: left, to: right) == distance)
    #expect(EditDistance.distance(from: right, to: left) == distance)
  }

  static let names = [
    "name", "heightMin", "heightMax", "weightMin", "weightMax", "group", "breedDescription", "photoURL", "fci_number",
    "id",
  ]

  static let suggestions: [(String, String?)] = [
    ("nmae", "name"), ("Name", "name"), ("heigthMin", "heightMin"), ("height_min", "heightMin"),
    ("HEIGHT MAX", "heightMax"),
    ("hightMax", "heightMax"), ("photoUrl", "photoURL"), ("photURL", "photoURL"), ("FCI-Number", "fci_number"),
    ("breed_descripton", "breedDescription"), ("groups", "group"), ("grp", nil), ("colour", nil), ("x", nil), ("", nil),
    ("i", "id"), ("ID", "id"),
  ]

  @Test(arguments: suggestions)
  func suggestsWhatWasMeant(name: String, expected: String?) {
    #expect(EditDistance.suggestion(for: name, among: Self.names) == expected)
  }

  @Test func prefersTheNearestAndThenTheFirst() {
    #expect(EditDistance.suggestion(for: "test", among: ["tast", "Test", "tests"]) == "Test")
    #expect(EditDistance.suggestion(for: "teste", among: ["testa", "testb"]) == "testa")
    #expect(EditDistance.suggestion(for: "name", among: ["name", "names"]) == "names")
  }
}

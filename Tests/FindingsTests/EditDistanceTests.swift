import Findings
import TestSupport
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

  @Test func aLimitDecidesOnlyWhetherThereIsADistance() {
    var random = SeededGenerator(1)
    for _ in 0..<5_000 {
      let (left, right) = (word(&random), word(&random))
      let distance = naiveDistance(Array(left), Array(right))
      for limit in 0...9 {
        let found = EditDistance.distance(from: left, to: right, atMost: limit)
        #expect(found == (distance <= limit ? distance : nil), "\(left) \(right) \(limit)")
      }
    }
  }

  private func word(_ random: inout SeededGenerator) -> String {
    String((0..<Int.random(in: 0...9, using: &random)).map { _ in "abc".randomElement(using: &random) ?? "a" })
  }

  /// The whole table, as the definition has it.
  private func naiveDistance(_ left: [Character], _ right: [Character]) -> Int {
    var table = (0...left.count).map { i in (0...right.count).map { i == 0 ? $0 : $0 == 0 ? i : 0 } }
    for i in 1..<left.count + 1 {
      for j in 1..<right.count + 1 {
        let replaced = table[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
        table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, replaced)
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
        }
      }
    }
    return table[left.count][right.count]
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

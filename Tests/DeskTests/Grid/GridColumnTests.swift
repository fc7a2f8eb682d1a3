import Desk
import Foundation
import ImportPipeline
import TestSupport
import Testing

/// What the values of columns are, and which records a query asks for.
@Suite("Columns and filters of a grid")
struct GridColumnTests {
  private static let groups = ["Hound", "Toy", "Herding", "", "Terrier", " ", "hound"]

  private static func table(_ random: inout SeededGenerator, _ count: Int) -> [[String]] {
    (0..<count).map { number in
      let weight = random.once(in: 5) ? "" : "\(random.number(below: 90)).5"
      return ["dog \(number)", weight, random.pick(groups), random.pick(["Süß é", "plain", "a,b"])]
    }
  }

  private static func fixture(_ rows: [[String]]) throws -> GridFixture {
    let lines = rows.map { $0.map { $0.contains(",") ? "\"\($0)\"" : $0 }.joined(separator: ",") + "\n" }
    let form = "delimiter: comma\nquote: '\"'\nheader: 1\nattributes: { name: name, weight: kg }"
    let fixture = try GridFixture(form, csv: "name,kg,the group,note\n" + lines.joined())
    // The folder may go then: what has been read stays open.
    fixture.grid.finish()
    return fixture
  }

  @Test(arguments: [0, 1, 2, 3]) func columnsAreCountedAsAPlainCountDoes(_ seed: Int) throws {
    var random = SeededGenerator(UInt64(seed))
    let rows = Self.table(&random, 100 + random.number(below: 4_000))
    let grid = try Self.fixture(rows).grid
    for column in 0..<4 {
      let texts = rows.map { $0[column] }.filter { $0.contains { $0 != " " } }
      var counts: [String: Int] = [:]
      for text in texts { counts[text, default: 0] += 1 }
      let profile = grid.profile(ofColumn: column, most: 1_000_000)
      #expect(profile.records == rows.count && profile.filled == texts.count)
      #expect(profile.distinct == .exactly(counts.count))
      #expect(Dictionary(uniqueKeysWithValues: profile.frequent.map { ($0.text, $0.count) }) == counts)
      #expect(profile.frequent.allSatisfy { $0.missed == 0 && !$0.isCut })
      let order = profile.frequent.map(\.count)
      #expect(order == order.sorted(by: >))
    }
  }

  @Test func manyDifferentTextsAreEstimatedAndFrequentOnesFound() throws {
    var random = SeededGenerator(7)
    let rows = (0..<60_000).map { number in
      [random.once(in: 10) ? "common" : "dog \(number)", "", number % 3 == 0 ? "third" : "x\(number / 20)", ""]
    }
    let grid = try Self.fixture(rows).grid
    for column in [0, 2] {
      let counts = rows.reduce(into: [String: Int]()) { $0[$1[column], default: 0] += 1 }
      let profile = grid.profile(ofColumn: column)
      let first = try #require(profile.frequent.first)
      let real = try #require(counts[first.text])
      #expect(first.text == (column == 0 ? "common" : "third"))
      #expect(first.count <= real && real <= first.count + first.missed)
      for value in profile.frequent {
        let real = counts[value.text] ?? 0
        #expect(value.count <= real && real <= value.count + value.missed)
      }
      switch profile.distinct {
      case .exactly(let count): #expect(count == counts.count)
      case .about(let count): #expect(abs(count - counts.count) < counts.count / 10)
      }
      if column == 0, case .exactly = profile.distinct { Issue.record("54,000 texts cannot be counted exactly") }
    }
  }

  @Test func longTextsAreShownCut() throws {
    let long = String(repeating: "ä", count: 400)
    let grid = try Self.fixture([[long, "", "", ""], [long, "", "", ""], [long + "b", "", "", ""]]).grid
    let profile = grid.profile(ofColumn: 0)
    #expect(profile.distinct == .exactly(2))
    #expect(profile.frequent.map(\.count) == [2, 1])
    #expect(profile.frequent.allSatisfy { $0.isCut && $0.text == String(repeating: "ä", count: 120) })
  }

  private static let queries: [(String, @Sendable (inout GridQuery) -> Void, @Sendable ([String]) -> Bool)] = [
    ("one value", { $0.facets["the group"] = .init(texts: ["Hound"]) }, { $0[2] == "Hound" }),
    (
      "several values and nothing", { $0.facets["the group"] = .init(texts: ["Toy", "hound"], takesEmpty: true) },
      { ["Toy", "hound", "", " "].contains($0[2]) }
    ),
    (
      "two columns",
      {
        $0.facets["the group"] = .init(texts: ["Toy"])
        $0.facets["note"] = .init(texts: ["a,b"])
      }, { $0[2] == "Toy" && $0[3] == "a,b" }
    ),
    ("a text anywhere", { $0.search = "HOUND" }, { $0[2].lowercased() == "hound" }),
    ("a text without its accents", { $0.search = "suss E" }, { $0[3] == "Süß é" }),
    (
      "a text in one column",
      {
        $0.search = "dog 1"
        $0.searchColumn = "name"
      }, { $0[0].contains("dog 1") }
    ),
    ("an attribute's value", { $0.predicate = "weight > 45" }, { Double($0[1]).map { $0 > 45 } ?? false }),
    (
      "a column's text by its name in predicates", { $0.predicate = "the_group BEGINSWITH[c] 'h' AND weight == nil" },
      { $0[2].lowercased().hasPrefix("h") && $0[1].isEmpty }
    ),
    (
      "a number that is written as a text", { $0.predicate = "weight > '45'" },
      { Double($0[1]).map { $0 > 45 } ?? false }
    ),
    ("an empty column", { $0.predicate = "the_group == nil" }, { !$0[2].contains { $0 != " " } }),
    (
      "all at once",
      {
        $0.facets["the group"] = .init(texts: ["Toy", "Hound"])
        $0.search = "9"
        $0.predicate = "weight < 40"
      },
      { ["Toy", "Hound"].contains($0[2]) && $0.contains { $0.contains("9") } && (Double($0[1]) ?? 99) < 40 }
    ),
  ]

  @Test(arguments: queries.indices) func filtersTakeWhatAPlainLoopTakes(_ index: Int) throws {
    let (name, change, isTaken) = Self.queries[index]
    var random = SeededGenerator(UInt64(index))
    let rows = Self.table(&random, 3_000)
    let grid = try Self.fixture(rows).grid
    var query = GridQuery()
    change(&query)
    let result = try grid.matches(query).result(of: nil)
    let wanted = rows.indices.filter { isTaken(rows[$0]) }.map { $0 + 1 }
    #expect(result.isFinished && result.problem == nil && result.seen == 3_000)
    #expect(result.records.numbers(0..<3_000) == wanted, "\(name)")
    #expect(!wanted.isEmpty && wanted.count < 3_000, "\(name) has to take some records and leave some")
    // Facets of a column offer what the rest of the query leaves.
    var counts: [String: Int] = [:]
    var others = query
    others.facets["the group"] = nil
    let remaining = Set(
      others.isEmpty ? Array(1...3_000) : try grid.matches(others).result(of: nil).records.numbers(0..<3_000)
    )
    for number in remaining where rows[number - 1][2].contains(where: { $0 != " " }) {
      counts[rows[number - 1][2], default: 0] += 1
    }
    let values = try grid.values(ofColumn: 2, query, most: 100)
    #expect(Dictionary(uniqueKeysWithValues: values.frequent.map { ($0.text, $0.count) }) == counts)
  }

  @Test func whatCannotBeUnderstoodIsSaid() throws {
    let grid = try Self.fixture([["a", "1", "b", "c"]]).grid
    var query = GridQuery()
    query.predicate = "wieght > 3"
    #expect(throws: GridQueryError.self) { try grid.matches(query) }
    do { _ = try grid.matches(query) } catch {
      #expect("\(error)" == "There is no “wieght”; there is name, weight, kg, the_group, note")
    }
    for text in ["name == 5", "weight > 'heavy'", "kg IN {1, 2}"] {
      query.predicate = text
      #expect(throws: GridQueryError.self, "\(text)") { try grid.matches(query) }
    }
    query.predicate = "weight >"
    #expect(throws: GridQueryError.self) { try grid.matches(query) }
    query.predicate = ""
    query.facets["no such"] = .init(texts: ["a"])
    #expect(throws: GridQueryError.self) { try grid.matches(query) }
  }

  @Test func setsOfRecordsAreAsSetsOfNumbers() {
    var random = SeededGenerator(3)
    for _ in 0..<30 {
      var set = RecordSet()
      var numbers: [Int] = []
      var next = random.number(below: 5_000)
      for _ in 0..<random.number(below: 3_000) {
        set.append(next)
        numbers.append(next)
        next += 1 + (random.once(in: 50) ? random.number(below: 9_000) : random.number(below: 3))
      }
      #expect(set.count == numbers.count)
      #expect(set.numbers(0..<numbers.count) == numbers)
      for _ in 0..<20 where !numbers.isEmpty {
        let first = random.number(below: numbers.count)
        let count = random.number(below: 200)
        #expect(set.numbers(first..<first + count) == Array(numbers[first..<min(first + count, numbers.count)]))
        let number = random.number(below: next + 100)
        #expect(set.contains(number) == numbers.contains(number))
        #expect(set.rank(of: number) == numbers.count { $0 < number })
      }
    }
  }
}

import Findings
import Foundation
import ImportPipeline
import Testing
import TestSupport

/// Checks over all objects, after the last source: what they find has its place all the same.
@Suite("Checks at the end")
struct EndCheckTests {
  private func run(_ checks: String, dogs: String, more: [String: String] = [:], sources: String = "") throws
    -> TestImport
  {
    let folder = try TemporaryFolder()
    var recipe = """
      model: Test.xcdatamodeld
      output: Test.sqlite
      batchSize: 3
      sources:
        - { file: groups.csv, entity: Group, key: name }
        - { file: dogs.csv, entity: Dog, key: name, mode: insert, relationships: { group: Group } }

      """
    recipe += sources + checks
    let files = ["groups.csv": "name\nHounds\nToys\nWorkers\n", "dogs.csv": dogs].merging(more) { $1 }
    return try TestImport(recipe, files: files, in: folder.path)
  }

  private func rows(_ column: String, _ values: [String], group: String = "Hounds") -> String {
    "name,\(column),Group\n" + values.enumerated().map { "Dog \($0),\($1),\(group)\n" }.joined()
  }

  @Test func findsASourceThatIsWhollyInAnotherUnit() throws {
    let pounds = (0..<12).map { "Long \($0),\(62 + $0),Toys\n" }.joined()
    let test = try run(
      "checks: { Dog: { weight: { outliers: { beyond: 8, unit: lb to kg } } } }",
      dogs: rows("weight", (0..<20).map { "\(28 + $0 % 9)" }),
      more: ["other.csv": "name,weight,Group\n" + pounds],
      sources: "  - { file: other.csv, entity: Dog, key: name, mode: insert, relationships: { group: Group } }\n"
    )
    #expect(test.places.count == 12)
    #expect(test.places.first == "other.csv:2:8 value.unit")
    #expect(test.places.last == "other.csv:13:9 value.unit")
    #expect(test.result.findings.first?.suggestion == "28.1")
    let words =
      "weight is 62.0 in a source whose values are about 67.5 where others are about 31.5; were it lb, it would be 28.1 kg"
    #expect(test.result.findings.first?.message == words)
  }

  @Test func suggestsTheConvertedValueWhereTheModelAllowsNoOther() throws {
    let test = try run(
      "checks: { Dog: { weight: { outliers: { unit: lb to kg } } } }",
      dogs: rows("weight", ["20", "250", "400"])
    )
    #expect(test.places == ["dogs.csv:3:7 value.range", "dogs.csv:4:7 value.range"])
    // 400 lb are more than the model allows as well.
    #expect(test.result.findings.map(\.suggestion) == ["113.4", nil])
  }

  @Test func findsGapsInASequence() throws {
    let test = try run(
      "checks: { Dog: { age: { sequence: gap-free } } }",
      dogs: rows("age", ["3", "1", "2", "9", "5", ""])
    )
    #expect(test.places == ["dogs.csv:6:7 value.gap", "dogs.csv:5:7 value.gap"])
    #expect(test.result.findings.map(\.message) == ["age 4 is missing before 5", "age 6 to 8 are missing before 9"])
  }

  @Test func findsValuesThatTwoObjectsShare() throws {
    let test = try run(
      "checks: { Dog: { age: { distinct: exact } } }",
      dogs: rows("age", ["3", "1", "3", "", "", "3"])
    )
    #expect(test.places == ["dogs.csv:4:7 record.repeated", "dogs.csv:7:7 record.repeated"])
    #expect(test.result.findings.map { $0.related.first?.position.line } == [2, 2])
  }

  @Test func findsNamesThatDifferInSpellingOnly() throws {
    let test = try run(
      "checks: { Dog: { temper: { distinct: spelling } } }",
      dogs: rows("temper", ["Saint-Denis", "Zürich", "saint denis", "Zurich", "Züri"])
    )
    #expect(test.places == ["dogs.csv:4:7 record.repeated", "dogs.csv:5:7 record.repeated"])
    #expect(test.result.findings.map(\.suggestion) == ["Saint-Denis", "Zürich"])
  }

  @Test func findsNamesThatAreAlmostAnothers() throws {
    let test = try run(
      "checks: { Dog: { temper: { similar: 1 } } }",
      dogs: rows(
        "temper",
        ["Winterthur", "Winterhtur", "Wintertur", "Number 12345", "Number 12346", "Winter", "Wintherhur", "Rex", "Rax"]
      )
    )
    #expect(test.places == ["dogs.csv:3:7 record.similar", "dogs.csv:4:7 record.similar"])
    #expect(test.result.findings.map(\.suggestion) == ["Winterthur", "Winterthur"])
    let wider = try run(
      "checks: { Dog: { temper: { similar: 2 } } }",
      dogs: rows("temper", ["Winterthur", "Wintherhur"])
    )
    #expect(wider.places == ["dogs.csv:3:7 record.similar"])
  }

  /// Issue 18: the work grew with the square of the letters, by two letters even of each text's.
  @Test(arguments: [(1, 200), (2, 100)]) func longTextsAreNoNames(_ distance: Int, _ longest: Int) throws {
    let name = String(repeating: "winter", count: 40).prefix(longest - 1)
    func places(_ values: [String]) throws -> [String] {
      try run("checks: { Dog: { temper: { similar: \(distance) } } }", dogs: rows("temper", values)).places
    }
    #expect(try places(["\(name)a", "\(name)b"]) == ["dogs.csv:3:7 record.similar"])
    #expect(try places(["\(name)aa", "\(name)ab"]).isEmpty)
    let endless = String(repeating: "word ", count: 20_000)
    #expect(try places([endless + "a", endless + "b"]).isEmpty)
  }

  @Test func theSpellingOfMoreObjectsIsTheRightOne() throws {
    let test = try run(
      "checks: { Dog: { temper: { similar: 1 } } }",
      dogs: rows("temper", ["Wintertur", "Winterthur", "Winterthur", "Basel", "Bassel"])
    )
    #expect(test.places == ["dogs.csv:2:7 record.similar", "dogs.csv:6:7 record.similar"])
    #expect(test.result.findings.map(\.suggestion) == ["Winterthur", "Basel"])
  }

  @Test func charactersThatCannotBeSeenAreShown() throws {
    let similar = try run(
      "checks: { Dog: { temper: { similar: 1 } } }",
      dogs: rows("temper", ["Winterthur", "Win\u{200B}tertur"])
    )
    #expect(similar.result.findings.map(\.message) == ["“Win‹U+200B›tertur” is almost “Winterthur”"])
    let distinct = try run(
      "checks: { Dog: { temper: { distinct: spelling } } }",
      dogs: rows("temper", ["Bad Ragaz", "Bad\u{A0}Ragaz"])
    )
    #expect(
      distinct.result.findings.map(\.message) == ["“Bad‹U+00A0›Ragaz” is the same as “Bad Ragaz” but for spelling"]
    )
  }

  @Test func findsValuesFarFromTheirPeers() throws {
    let heavy = ["40", "42", "38", "41", "39", "40.5", "99"].enumerated().map { "Big \($0),\($1),Hounds\n" }.joined()
    let light = ["2", "2.2", "1.9", "2.1", "2", "40"].enumerated().map { "Small \($0),\($1),Toys\n" }.joined()
    let dogs = "name,weight,Group\n" + heavy + light
    let grouped = try run("checks: { Dog: { weight: { outliers: { by: group, beyond: 8 } } } }", dogs: dogs)
    #expect(grouped.places == ["dogs.csv:8:7 value.outlier", "dogs.csv:14:9 value.outlier"])
    #expect(grouped.result.findings.map(\.severity) == [.warning, .warning])
    let few = try run(
      "checks: { Dog: { weight: { outliers: 3 } } }",
      dogs: "name,weight,Group\nA,1,Toys\nB,1,Toys\nC,99,Toys\n"
    )
    #expect(few.places.isEmpty)
  }

  @Test func findsNumbersInTheWrongUnit() throws {
    let test = try run(
      "checks: { Dog: { weight: { outliers: { beyond: 6, unit: lb to kg } } } }",
      dogs: rows("weight", ["40", "42", "38", "41", "39", "88", "115"])
    )
    #expect(test.places == ["dogs.csv:7:7 value.unit", "dogs.csv:8:7 value.outlier"])
    #expect(test.result.findings.map(\.suggestion) == ["39.9", nil])
  }

  @Test func saysWhereSourcesDisagreeAndWhichCounts() throws {
    let source = """
        - { file: more.csv, entity: Dog, key: name, mode: update }

      """
    let dogs = "name,weight,Group\nRex,10,Hounds\nBello,20,Hounds\nAstor,30,Hounds\n"
    let more = ["more.csv": "name,weight\nAstor,31\nRex,15\nBello,20\n"]
    let last = try run(
      "checks: { Dog: { weight: { agree: { within: 5% } } } }",
      dogs: dogs,
      more: more,
      sources: source
    )
    #expect(last.places == ["more.csv:3:5 record.disagreement"])
    #expect(
      last.result.findings.map(\.message) == ["weight is 15.0 here and 10.0 in dogs.csv, line 2; the former was taken"]
    )
    #expect(last.result.findings.first?.related.map(\.position).map { "\($0)" } == ["dogs.csv:2:5"])
    #expect(try last.objects("Dog", "name", "weight") == ["Astor|31.0", "Bello|20.0", "Rex|15.0"])
    let first = try run("checks: { Dog: { weight: { agree: first } } }", dogs: dogs, more: more, sources: source)
    #expect(first.result.findings.map(\.suggestion) == ["30.0", "10.0"])
    #expect(try first.objects("Dog", "name", "weight") == ["Astor|30.0", "Bello|20.0", "Rex|10.0"])
  }

  @Test func findsAttributesThatAreFilledTooSeldom() throws {
    let test = try run(
      "checks:\n  Dog:\n    age: { filled: 80% }\n    weight: { filled: 75% }\n",
      dogs: "name,age,weight,Group\nRex,1,1,Toys\nBello,,1,Toys\nAstor,3,1,Toys\nHasso,4,,Toys\n"
    )
    #expect(test.places == ["test.recipe.yml:9:20 value.completeness"])
    #expect(
      test.result.findings.map(\.message) == ["age is filled in 3 of 4 objects of Dog (75.0%), and 80% are asked for"]
    )
  }

  @Test func countsRelatedObjectsInBothDirections() throws {
    let test = try run(
      "checks: { Group: { dogs: { atLeast: 1 } } }",
      dogs: "name,Group\nRex,Hounds\nBello,Workers\n"
    )
    #expect(test.places == ["groups.csv:3:1 reference.unused"])
    let more = try run("checks: { Group: { dogs: { atLeast: 2 } } }", dogs: "name,Group\nRex,Hounds\nBello,Hounds\n")
    #expect(more.places == ["groups.csv:3:1 reference.count", "groups.csv:4:1 reference.count"])
  }

  @Test func checksConditionsOnTheWholeStore() throws {
    let rules = """
      rules:
        - require: "Dog.@distinctUnionOfObjects.age[SIZE] == Dog.@count"
          message: Two dogs share an age
        - require: "Group.@count <= Dog.@count"

      """
    let test = try run(rules, dogs: rows("age", ["1", "2", "1"]))
    #expect(test.places == ["test.recipe.yml:8:14 rule.predicate"])
    #expect(test.result.errorsBesideRecords == 1)
  }

  @Test func aConditionOnSeveralSourcesIsCheckedAfterTheLast() throws {
    let source = """
        - { file: more.csv, entity: Dog, key: name, mode: update }

      """
    let test = try run(
      "checks: { Dog: { age: { requiredWhen: \"weight > 5\" } } }",
      dogs: "name,weight,Group\nRex,10,Hounds\nBello,10,Hounds\n",
      more: ["more.csv": "name,age\nRex,3\n"],
      sources: source
    )
    #expect(test.places == ["dogs.csv:3:1 value.required-when"])
  }

  @Test func pointsAtTheSourceThatAValueCameFromLast() throws {
    let source = """
        - { file: more.csv, entity: Dog, key: name, mode: update }

      """
    let test = try run(
      "rules: [{ on: Dog, require: \"age < 5\", when: end }]",
      dogs: "name,age,Group\nRex,1,Hounds\nBello,9,Hounds\n",
      more: ["more.csv": "name,age\nRex,8\n"],
      sources: source
    )
    #expect(test.places.sorted() == ["dogs.csv:3:7 rule.predicate", "more.csv:2:5 rule.predicate"])
    #expect(test.result.findings.allSatisfy { $0.position?.byteRange != nil && $0.excerpt != nil })
  }
}

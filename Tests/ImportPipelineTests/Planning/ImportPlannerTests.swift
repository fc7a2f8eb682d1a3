import AttributeValues
import Findings
import Foundation
import ImportPipeline
import ObjectModel
import TestSupport
import Testing

@Suite("Checking recipes against model and sources")
struct ImportPlannerTests {
  /// What is wrong with a recipe, as `line:column message → suggestion`.
  private func problems(
    _ sources: String,
    files: [String: String] = ["dogs.csv": "name,weight,Group\n"],
    model: ManagedObjectModel = TestImport.model()
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    let path = try folder.write("model: Test.xcdatamodeld\noutput: Test.sqlite\nsources:\n" + sources, to: "r.yml")
    do {
      let recipe = try RecipeReader.read(path: path)
      _ = try ImportPlanner.plan(recipe, model: model, folder: folder.path)
      return []
    } catch let error as RecipeError {
      return error.problems.map { problem in
        let place = problem.position.map { "\($0.line):\($0.column) " } ?? ""
        return place + problem.message + (problem.suggestion.map { " → \($0)" } ?? "")
      }
    }
  }

  @Test func acceptsARecipeThatFits() throws {
    #expect(try problems("  - { file: dogs.csv, entity: Dog, relationships: { group: Group } }\n").isEmpty)
  }

  @Test func suggestsEntitiesAttributesFieldsAndFiles() throws {
    #expect(
      try problems("  - { file: dogs.csv, entity: Dgo }\n") == ["4:31 Unknown entity “Dgo”; there are Dog, Group → Dog"]
    )
    #expect(
      try problems("  - { file: dog.csv, entity: Dog }\n") == ["4:13 There is no file “dog.csv” → dogs.csv"]
    )
    let found = try problems(
      """
        - file: dogs.csv
          entity: Dog
          attributes: { wieght: weight, age: wait }
          relationships: { gruop: Group }

      """
    )
    #expect(found.contains { $0.hasPrefix("6:19 Unknown attribute of Dog “wieght”") && $0.hasSuffix("→ weight") })
    #expect(
      found.contains {
        $0 == "1:1 dogs.csv has no column “wait”, which the recipe asks for; there are name, weight, Group"
      }
    )
    #expect(found.contains { $0.hasPrefix("7:22 Unknown relationship of Dog “gruop”") && $0.hasSuffix("→ group") })
  }

  @Test func wantsRequiredPropertiesToBeFilled() throws {
    let group = try problems("  - { file: dogs.csv, entity: Dog }\n")
    #expect(group.count == 1 && group[0].hasPrefix("4:31 Dog.group is required, but no field"), "\(group)")
    let found = try problems(
      "  - { file: dogs.csv, entity: Dog, relationships: { group: Group } }\n",
      files: ["dogs.csv": "weight,Group\n"]
    )
    #expect(found == ["1:1 dogs.csv has no column “name”, which Dog requires; there are weight, Group"])
  }

  @Test func checksUnitsDatesLookupsAndKeys() throws {
    let found = try problems(
      """
        - file: dogs.csv
          entity: Dog
          key: code
          mode: update
          attributes:
            weight: { field: weight, convert: lb to cm }
            age: { field: weight, convert: stnoe to kg }
            born: { field: weight, date: yyyy-QQ }
            temper: { field: name, lookup: words }

      """
    )
    #expect(found.contains { $0.hasPrefix("9:41 “lb to cm” converts between things that are not alike") })
    #expect(found.contains { $0.hasPrefix("10:38 Unknown unit “stnoe”") && $0.hasSuffix("→ stone") })
    #expect(found.contains { $0.hasPrefix("11:36 “yyyy-QQ” is not a date pattern") })
    #expect(found.contains { $0.hasPrefix("12:38 Unknown lookup table “words”") })
    #expect(found.contains { $0.hasPrefix("6:10 The key “code” is filled by no field") })
  }

  /// Records neither give derived attributes nor refer by them; a uniqueness constraint over one is no way to find objects.
  @Test func takesNoDerivedAttributeForOneOfRecords() throws {
    func model(alsoUnique: [[String]]) -> ManagedObjectModel {
      let expression = "canonical:(name)"
      let plain = DerivedAttributeDescription(name: "plain", type: .string, derivationExpressionText: expression)
      let group = SmallModel.entity("Group", plain)
      group.uniquenessConstraints = [["plain"]] + alsoUnique
      let dog = SmallModel.entity("Dog")
      SmallModel.relate(group, "dogs*", dog, "group")
      return ManagedObjectModel(entities: [group, dog])
    }
    let dogs = "  - { file: dogs.csv, entity: Dog, relationships: { group: Group } }\n"
    #expect(try problems(dogs, model: model(alsoUnique: [["name"]])) == [])
    #expect(
      try problems(dogs, model: model(alsoUnique: [])) == [
        "4:53 Say which attribute of Group “group” is looked up by, with “matches”"
      ]
    )
    let reason = "“plain” is worked out from “canonical:(name)”, and is not what a record says; name another attribute"
    #expect(
      try problems(
        """
          - { file: dogs.csv, entity: Dog, relationships: { group: { field: Group, matches: plain } } }
          - { file: dogs.csv, entity: Group, attributes: { plain: name } }
          - { file: dogs.csv, entity: Group, attributes: { plain: ~ }, key: plain }

        """,
        model: model(alsoUnique: [])
      ) == ["4:85 \(reason)", "5:52 \(reason)", "6:69 \(reason)"]
    )
  }

  @Test func namesTheUnknownLookupTableOfARelationshipOnce() throws {
    let found = try problems(
      "  - { file: dogs.csv, entity: Dog, relationships: { group: { field: name, lookup: words } } }\n"
    )
    #expect(found.count { $0.contains("Unknown lookup table “words”") } == 1)
  }

  @Test func keepsSourcesInTheRecipesFolder() throws {
    for name in ["../dogs.csv", "/etc/passwd"] {
      #expect(
        try problems("  - { file: \(name), format: csv, entity: Dog }\n") == [
          "4:13 A source has to stand in the recipe's folder or below"
        ]
      )
    }
  }

  /// What is wrong with a recipe in a folder with links: `in` to the folder `data` of the recipe, `out` to one outside.
  private func problemsWithLinks(_ recipe: String) throws -> [String] {
    let outer = try TemporaryFolder()
    for (name, text) in [
      "here/data/dogs.csv": "name,Group\n", "there/dogs.csv": "name,Group\n", "there/t.csv": "a,b\n",
    ] {
      try outer.write(text, to: name)
    }
    for name in ["there/d.json", "there/csv-metadata.json"] { try outer.write("{}", to: name) }
    try outer.write("name,Group\n", to: "here/mixed/a.csv")
    try outer.write("name,Group\n", to: "here/beside/a.csv")
    for (link, target) in [
      "in": "data", "out": "../there", "far": "in/../../there", "mixed/b.csv": "../../there/dogs.csv",
      "late": "../nowhere/dogs.csv", "round": "round", "beside/csv-metadata.json": "../../there/csv-metadata.json",
      "own.csv": outer.file("here/data/dogs.csv"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: outer.file("here/" + link),
        withDestinationPath: target
      )
    }
    let path = try outer.write("output: Test.sqlite\n" + recipe, to: "here/r.yml")
    do {
      let recipe = try RecipeReader.read(path: path)
      _ = try ImportPlanner.plan(recipe, model: TestImport.model(), folder: outer.file("here"))
      return []
    } catch let error as RecipeError {
      return error.problems.map { $0.message }
    }
  }

  @Test(arguments: [
    ("in/dogs.csv", nil), ("in/*.csv", nil), ("in", nil), ("own.csv", nil), ("data/*.csv", nil),
    ("out/dogs.csv", "A source has to stand in the recipe's folder or below"),
    ("far/dogs.csv", "A source has to stand in the recipe's folder or below"),
    ("out", "A source has to stand in the recipe's folder or below"),
    ("out/*.csv", "A source has to stand in the recipe's folder or below"),
    ("late", "A source has to stand in the recipe's folder or below"),
    ("round", "A source has to stand in the recipe's folder or below"),
    ("mixed", "A source has to stand in the recipe's folder or below; “mixed/b.csv” leads out of it"),
    ("mixed/*.csv", "A source has to stand in the recipe's folder or below; “mixed/b.csv” leads out of it"),
    (
      "beside/a.csv",
      "The description “beside/csv-metadata.json” has to stand in the recipe's folder or below"
    ),
    ("in/cats.csv", "There is no file “in/cats.csv”"),
  ])
  func keepsSourcesBehindLinksInTheRecipesFolder(_ file: String, _ message: String?) throws {
    let source = "{ file: '\(file)', format: csv, entity: Dog, relationships: { group: Group } }"
    #expect(try problemsWithLinks("model: M.xcdatamodeld\nsources: [\(source)]\n") == (message.map { [$0] } ?? []))
  }

  @Test func keepsEveryOtherFileInTheRecipesFolder() throws {
    #expect(
      try problemsWithLinks("model: out/M.mom\nbaseline: ../b.jsonl\nhashesFrom: far/M.mom\nsources: []\n") == [
        "The model has to stand in the recipe's folder or below",
        "The file of hashes has to stand in the recipe's folder or below",
        "The baseline has to stand in the recipe's folder or below",
      ]
    )
    let source = "{ file: in/dogs.csv, entity: Dog, dialect: out/d.json, relationships: { group: Group } }"
    let lookups = "{ t: { file: out/t.csv, from: a, to: b } }"
    #expect(
      try problemsWithLinks("model: M.mom\nlookups: \(lookups)\nsources: [\(source)]\n") == [
        "A lookup table has to stand in the recipe's folder or below",
        "A description has to stand in the recipe's folder or below",
      ]
    )
  }

  @Test(arguments: [
    "  - { file: p.html, entity: Dog, records: 'li >', attributes: { name: . }, relationships: { group: a } }\n",
    "  - { file: p.html, entity: Dog, records: li, attributes: { name: 'a[' }, relationships: { group: a } }\n",
    "  - { file: p.html, entity: Dog, table: 'table:nope', attributes: { name: a }, relationships: { group: a } }\n",
  ])
  func messagesAreOneLine(_ source: String) throws {
    let found = try problems(source, files: ["p.html": "<ul><li>Rex</ul>"])
    #expect(found.count == 1)
    #expect(!found.contains { $0.contains("\n") || $0.contains("^") }, "\(found)")
  }

  @Test func readsRulesAndTheirKeyPaths() throws {
    let found = try problems(
      """
        - { file: dogs.csv, entity: Dog, relationships: { group: Group } }
      rules:
        - { on: Dog, require: "wieght > 1" }
        - { on: Dog, require: "weight >" }
        - { on: Dog, require: "group.nmae != 'x'" }

      """
    )
    #expect(found.count == 3)
    #expect(found.contains { $0.hasPrefix("6:25 Unknown property of Dog “wieght”") && $0.hasSuffix("→ weight") })
    #expect(found.contains { $0.hasPrefix("7:25 The rule cannot be read:") })
    #expect(found.contains { $0.hasPrefix("8:25 Unknown property of Group “nmae”") && $0.hasSuffix("→ name") })
  }

  /// Issue 18: such rules were taken and could never hold, or never fail.
  @Test func refusesVariablesAndPathsThroughTexts() throws {
    let found = try problems(
      """
        - { file: dogs.csv, entity: Dog, relationships: { group: Group } }
      rules:
        - { on: Dog, require: "weight > $least" }
        - { on: Dog, require: "name.length > 3" }
        - { on: Group, require: "SUBQUERY(dogs, $d, $d.weight > 1).@count > 0" }

      """
    )
    #expect(found.count == 2, "\(found)")
    #expect(found.contains { $0.hasPrefix("6:25 The rule cannot be read: the variable $least has no value") })
    #expect(found.contains { $0.hasPrefix("7:25 Unknown property of name “length”") })
  }

  @Test func readsConstantsAsValuesOfTheirAttributes() throws {
    let found = try problems(
      """
        - file: dogs.csv
          entity: Dog
          attributes: { temper: { field: name, lookup: tempers } }
          relationships: { group: Group }
      lookups: { tempers: { file: t.csv, from: a, to: b, where: "a == 5" } }
      rules:
        - { on: Dog, require: "born > '2020-01-31' AND weight < '12'" }
        - { on: Dog, require: "born > 'long ago'" }
        - { on: Group, require: "SUBQUERY(dogs, $d, $d.age > 'old').@count == 0" }
        - { require: "SUBQUERY(Dog, $d, $d.born < '1.1.2020').@count < '10'" }
        - { on: Dog, require: "group == 'Hound'" }
      checks: { Dog: { temper: { requiredWhen: "code == 1" } } }

      """,
      files: ["dogs.csv": "name,weight,Group\n", "t.csv": "a,b\n"]
    )
    let date = "write a date as \"2020-01-31\" or \"2020-01-31T12:00:00Z\""
    #expect(
      Set(found) == [
        "8:59 The lookup table cannot be read: a is a text, and 5 cannot be read as one; put it in quotes",
        "11:25 The rule can never hold: born is a date, and \"long ago\" cannot be read as one; \(date)",
        "12:27 The rule can never hold: $d.age is a number, and \"old\" cannot be read as one; "
          + "write a number as 12 or 12.5",
        "13:16 The rule can never hold: $d.born is a date, and \"1.1.2020\" cannot be read as one; \(date)",
        "14:25 The rule can never hold: group is an object of Group, and \"Hound\" cannot be read as one; "
          + "compare one of its attributes, as in group.name",
        "15:42 The condition can never hold: code is a text, and 1 cannot be read as one; put it in quotes",
      ]
    )
  }

  @Test func takenIsForOneToOneRelationshipsOnly() throws {
    let dog = "  - { file: dogs.csv, entity: Dog, relationships: { group: { field: Group, taken: replace }"
    #expect(
      try problems(dog + " } }\n") == [
        "4:83 “taken” is for one-to-one relationships, and “group” has the to-many inverse “dogs”, so that several objects can have one "
          + "partner; leave it out"
      ]
    )
    let friends =
      dog.replacing(", taken: replace", with: "") + ", friends: { field: Group, matches: name, taken: error }"
    let found = try problems(friends + " } }\n")
    #expect(found.count == 1 && found[0].contains("“friends” is to-many, so that"), "\(found)")
  }
}

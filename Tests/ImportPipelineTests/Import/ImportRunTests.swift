import AttributeValues
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import PredicateLanguage
import Testing
import TestSupport

@Suite("Importing")
struct ImportRunTests {
  static let head = """
    model: Test.xcdatamodeld
    output: Test.sqlite
    sources:
      - { file: groups.csv, entity: Group, key: name }

    """
  static let groups = "name\nHounds\nToys\n"

  private func run(_ source: String, files: [String: String], rules: String = "") throws -> TestImport {
    let folder = try TemporaryFolder()
    return try TestImport(
      Self.head + source + "\n" + rules,
      files: files.merging(["groups.csv": Self.groups]) { own, _ in own },
      in: folder.path
    )
  }

  @Test func makesObjectsAndTheirRelationships() throws {
    let test = try run(
      """
        - file: dogs.csv
          entity: Dog
          relationships: { group: Group }
      """,
      files: ["dogs.csv": "Name,Weight,Age,Group\nRex,12.5,3,Hounds\nBello,,4,Toys\n"]
    )
    #expect(test.places.isEmpty)
    #expect(
      try test.objects("Dog", "name", "weight", "age", "isGood", "group.name") == [
        "Bello|nil|4|true|Toys", "Rex|12.5|3|true|Hounds",
      ]
    )
    #expect(try test.objects("Group", "name", "dogs.@count") == ["Hounds|1", "Toys|1"])
    #expect(test.result.sources.map(\.records.inserted) == [2, 2])
  }

  /// Stores keep decimals as floating-point numbers; the last digits of a longer one must not go silently.
  @Test func warnsOfDecimalsWithMoreDigitsThanAStoreKeeps() throws {
    let folder = try TemporaryFolder()
    let town = EntityDescription(name: "Town")
    town.declaredProperties = [
      AttributeDescription(name: "name", type: .string), AttributeDescription(name: "debt", type: .decimal),
    ]
    let test = try TestImport(
      "model: Test.xcdatamodeld\noutput: Test.sqlite\nsources:\n  - { file: towns.csv, entity: Town, key: name }\n",
      files: ["towns.csv": "Name,Debt\nBern,123456789.01\nThun,12345678901234567.89\n"],
      in: folder.path,
      model: ManagedObjectModel(entities: [town])
    )
    let finding = try #require(test.result.findings.first)
    #expect(test.result.findings.count == 1 && finding.rule == .valuePrecision && finding.severity == .warning)
    #expect(finding.position?.line == 3 && finding.attribute == "debt" && finding.value == "12345678901234567.89")
    #expect(finding.message.hasSuffix("it becomes 12345678901234568"), "\(finding.message)")
    // The object is made all the same.
    #expect(try test.objects("Town", "name").count == 2)
  }

  @Test(arguments: ["skip", "warning"])
  func aRequiredRelationshipCannotPassOverAnUnknownObject(policy: String) throws {
    let test = try run(
      """
        - { file: dogs.csv, entity: Dog, relationships: { group: { field: group, unknown: \(policy) } } }
      """,
      files: ["dogs.csv": "name,group\nRex,Hounds\nBello,Cats\n"]
    )
    let errors = test.result.findings.filter { $0.severity == .error }
    #expect(errors.map(\.message) == ["group is required, but there is no Group whose name is “Cats”"])
    #expect(test.places.last == "dogs.csv:3:7 value.required")
    #expect(try test.objects("Dog", "name") == ["Rex"])
  }

  @Test func aPointBetweenThousandsMakesTheCommaTheDecimalMark() throws {
    let test = try run(
      """
        - file: dogs.csv
          entity: Dog
          attributes: { weight: { field: weight, thousands: "." } }
          relationships: { group: group }
      """,
      files: ["dogs.csv": "name;group;weight\nRex;Hounds;\"12,5\"\n"]
    )
    #expect(test.result.findings.map(\.message) == [])
    #expect(try test.objects("Dog", "name", "weight") == ["Rex|12.5"])
    let error = #expect(throws: RecipeError.self) {
      _ = try run(
        "  - { file: d.csv, entity: Dog, attributes: { weight: { field: w, thousands: \".\", decimal: \".\" } } }",
        files: ["d.csv": "name,w\n"]
      )
    }
    #expect(error?.problems.first?.message == "“thousands” and “decimal” are the same mark")
  }

  @Test func convertsUnitsNumbersDatesListsAndCase() throws {
    let test = try run(
      """
        - file: dogs.csv
          entity: Dog
          nulls: ["?"]
          attributes:
            name: { fields: [First, Last], join: " " }
            weight: { field: Pounds, convert: lb to kg, round: 1, thousands: ".", decimal: "," }
            age: { first: [Age, Years] }
            born: { field: Born, date: [dd.MM.yyyy, yyyy] }
            code: { field: Code, case: upper, default: ABC }
            temper: { field: Temper, split: ";", join: " and " }
            isGood: { field: Good, true: [jawohl], false: [mitnichten] }
          relationships:
            group: { field: Group, lookup: groups }
      lookups:
        groups: { entries: { H: Hounds } }
      """,
      files: [
        "dogs.csv": """
        First,Last,Pounds,Age,Years,Born,Code,Temper,Good,Group
        Rex,the First,"22,05",,7,31.12.2000,xyz,calm; brave ;,jawohl,H
        Bello,,4.5 kg,2,,2001,?,?,mitnichten,H

        """
      ]
    )
    // 4.5 has a thousands separator in the wrong place.
    #expect(test.places == ["dogs.csv:3:8 value.type"])
    #expect(
      try test.objects("Dog", "name", "weight", "age", "code", "temper", "isGood") == [
        "Rex the First|10.0|7|XYZ|calm and brave|true"
      ]
    )
  }

  @Test func reportsEachErrorAtItsFieldAndKeepsTheGoodRecords() throws {
    let test = try run(
      """
        - file: dogs.csv
          entity: Dog
          key: name
          mode: insert
          relationships: { group: Group }
      """,
      files: [
        "dogs.csv": """
        name,weight,age,born,code,Group
        Rex,heavy,3,,AAA,Hounds
        Bello,500,1.5,,BBB,Hounds
        ,1,1,,CCC,Hounds
        Senta,1,1,2024-02-30,DDD,Hounds
        Astor,1,1,,abc,Hounds
        Bobby,1,1,,EEE,Hound
        Hasso,1,40000,,FFF,Hounds
        Waldi,1,1,,GGG,Toys
        Waldi,1,1,,HHH,Toys
        Purzel,1,1,,GGG,Toys
        Lumpi,1,1,,III,

        """
      ]
    )
    #expect(
      test.places == [
        "dogs.csv:2:5 value.type", "dogs.csv:3:7 value.range", "dogs.csv:3:11 value.type",
        "dogs.csv:4:1 value.required", "dogs.csv:5:11 value.type", "dogs.csv:6:12 value.pattern",
        "dogs.csv:7:16 reference.unknown", "dogs.csv:8:9 value.range", "dogs.csv:10:1 record.duplicate",
        "dogs.csv:11:13 record.duplicate", "dogs.csv:12:16 value.required",
      ]
    )
    #expect(try test.objects("Dog", "name") == ["Waldi"])
    #expect(test.result.sources[1].records.rejected == 10)
    #expect(test.result.findings[6].suggestion == "Hounds")
    #expect(test.result.findings[8].related.first?.position.line == 9)
  }

  @Test func reportsAllThatIsWrongWithARecordAtOnce() throws {
    let test = try run(
      """
        - file: dogs.csv
          entity: Dog
          key: name
          mode: insert
          relationships: { group: Group }
      rules:
        - on: Dog
          require: "age == nil OR age < 30"
        - on: Dog
          require: "weight < 100"
      """,
      files: [
        "dogs.csv": """
        name,weight,age,code,Group
        Rex,10,3,AAA,Hounds
        Bello,heavy,31,aaa,Hounts
        Rex,10,40,AAA,Toyss
        ,10,40,AAA,
        Senta,110,old,AAA,Toys
        Waldi,110,50,AAA,Toi

        """
      ]
    )
    #expect(
      test.places == [
        // The rule about the weight is not asked where the weight is no number.
        "dogs.csv:3:7 value.type", "dogs.csv:3:16 value.pattern", "dogs.csv:3:20 reference.unknown",
        "dogs.csv:3:13 rule.predicate",
        // A second Rex has the code of the first one, as is to be expected.
        "dogs.csv:4:1 record.duplicate", "dogs.csv:4:15 reference.unknown", "dogs.csv:4:8 rule.predicate",
        "dogs.csv:5:1 value.required", "dogs.csv:5:12 value.required", "dogs.csv:5:8 record.duplicate",
        "dogs.csv:5:5 rule.predicate",
        "dogs.csv:6:11 value.type", "dogs.csv:6:15 record.duplicate", "dogs.csv:6:7 rule.predicate",
        "dogs.csv:7:18 reference.unknown", "dogs.csv:7:14 record.duplicate", "dogs.csv:7:11 rule.predicate",
        "dogs.csv:7:7 rule.predicate",
      ]
    )
    #expect(test.result.findings[2].suggestion == "Hounds")
    #expect(test.result.sources[1].records.rejected == 5)
  }

  @Test func pointsToTheNullsWhereAPlaceholderStandsForANumber() throws {
    let source = """
        - file: dogs.csv
          entity: Dog
          key: name
          relationships: { group: Group }
      """
    let test = try run(
      source,
      files: ["dogs.csv": "name,weight,Group\nRex,n/a,Hounds\nBello,-,Hounds\nSenta,old,Hounds\n"]
    )
    #expect(
      test.result.findings.map(\.message) == [
        "“n/a” is not a number; if it means no value, add it to the recipe's nulls",
        "“-” is not a number; if it means no value, add it to the recipe's nulls",
        "“old” is not a number",
      ]
    )
    let corrected = try run(
      source.replacing("key: name", with: "key: name\n    nulls: [n/a, \"-\"]"),
      files: ["dogs.csv": "name,weight,Group\nRex,n/a,Hounds\nBello,-,Hounds\n"]
    )
    #expect(corrected.result.findings.isEmpty)
  }

  @Test func refusesSeveralValuesForARelationshipToOneObject() throws {
    let test = try run(
      """
        - file: dogs.csv
          entity: Dog
          key: name
          relationships: { group: { field: Group, split: "|" } }
      """,
      files: ["dogs.csv": "name,Group\nRex,Hounds|Toys\nBello,Toys\n"]
    )
    #expect(test.places == ["dogs.csv:2:5 reference.ambiguous"])
    #expect(test.result.findings.first?.message == "group takes one object, but here are 2")
    #expect(try test.objects("Dog", "name", "group.name") == ["Bello|Toys"])
  }

  @Test func reportsNamesThatStandTwiceInTheHeaderAndRecordsThatAreTooLong() throws {
    let test = try run(
      """
        - file: dogs.csv
          entity: Dog
          key: name
          longestRecord: 60
          relationships: { group: Group }
      """,
      files: [
        "dogs.csv":
          "name,weight,weight,Group\nRex,5,5,Hounds\n\(String(repeating: "x", count: 70)),5,5,Toys\nBello,5,5,Toys\n"
      ]
    )
    #expect(test.places == ["dogs.csv:1:13 source.header", "dogs.csv:3:1 source.limit"])
    #expect(try test.objects("Dog", "name", "weight") == ["Bello|5.0", "Rex|5.0"])
  }

  @Test func heedsPredicatesThatAreSetInCode() throws {
    let model = TestImport.model()
    let name = try #require(model.entitiesByName["Group"]?.attributesByName["name"])
    name.setValidationPredicates(
      [try ObjectPredicate(format: "NOT SELF BEGINSWITH 'X'")],
      withValidationWarnings: ["No name begins with X"]
    )
    let folder = try TemporaryFolder()
    let test = try TestImport(
      Self.head,
      files: ["groups.csv": "name\nHounds\nXolos\n"],
      in: folder.path,
      model: model
    )
    #expect(test.places == ["groups.csv:3:1 value.predicate"])
    #expect(test.result.findings.first?.message == "No name begins with X")
    #expect(try test.objects("Group", "name") == ["Hounds"])
  }

  @Test func saysOnceWhatIsWrongWithAFieldThatFillsSeveralAttributes() throws {
    let test = try run(
      """
        - file: dogs.csv
          entity: Dog
          key: name
          attributes: { weight: Kilos, age: Kilos, temper: name }
          relationships: { group: Group }
      """,
      files: ["dogs.csv": "name,Kilos,Group\nCafÃ© dog,x,Hounds\n"]
    )
    // “x” is no number for the weight and no whole number for the age.
    #expect(test.places == ["dogs.csv:2:11 value.type", "dogs.csv:2:11 value.type", "dogs.csv:2:1 value.mojibake"])
  }

  @Test func saysWhenAReferenceIsToARecordThatWasRejected() throws {
    let test = try run(
      """
        - file: packs.csv
          entity: Group
          key: name
        - file: dogs.csv
          entity: Dog
          key: name
          relationships: { group: Group, friends: { field: Friends, split: "|" } }
      """,
      files: [
        "packs.csv": "name,extra\nRangers,1\nHuntres,1,2\n",
        "dogs.csv": """
        name,weight,Group,Friends
        Rex,500,Rangers,
        Bello,5,Huntres,
        Senta,5,Hunters,
        Waldi,5,Rangers,Rex|Bello|Luna

        """,
      ]
    )
    let messages = test.result.findings.filter { $0.rule == .referenceUnknown }.map(\.message)
    #expect(
      messages == [
        "There is no Group whose name is “Huntres”, because its record was rejected",
        "There is no Group whose name is “Hunters”",
        "There is no Dog whose name is “Rex”, because its record was rejected",
        "There is no Dog whose name is “Bello”, because its record was rejected",
        "There is no Dog whose name is “Luna”",
      ]
    )
  }

  @Test func reportsAllThatIsWrongWithARecordThatChangesAnObject() throws {
    let test = try run(
      """
        - file: dogs.csv
          entity: Dog
          key: name
          relationships: { group: Group }
        - file: more.csv
          entity: Dog
          key: name
          mode: update
          relationships: { group: Group }
      rules:
        - on: Dog
          require: "age == nil OR weight > age"
      """,
      files: [
        "dogs.csv": "name,weight,code,Group\nRex,10,AAA,Hounds\nBello,20,BBB,Hounds\n",
        "more.csv": """
        name,age,born,code,Group
        Rex,11,yesterday,AAA,Toyss
        Bello,21,,AAA,Hountz
        Belo,99,,CCC,Hountz
        Bello,15,,,

        """,
      ]
    )
    #expect(
      test.places == [
        "more.csv:2:8 value.type", "more.csv:2:22 reference.unknown", "more.csv:2:5 rule.predicate",
        "more.csv:3:15 reference.unknown", "more.csv:3:11 record.duplicate", "more.csv:3:7 rule.predicate",
        "more.csv:4:1 record.unmatched", "more.csv:4:14 reference.unknown",
      ]
    )
    #expect(try test.objects("Dog", "name", "age", "code") == ["Bello|15|BBB", "Rex|nil|AAA"])
  }

  @Test func updatesByKeyAndLeavesEmptyFieldsAlone() throws {
    let test = try run(
      """
        - { file: dogs.csv, entity: Dog, key: name, relationships: { group: Group } }
        - file: more.csv
          entity: Dog
          key: name
          mode: update
          attributes: { name: { field: Who, lookup: aliases, missing: keep } }
      lookups:
        aliases: { entries: { Rexi: Rex } }
      """,
      files: [
        "dogs.csv": "name,weight,age,Group\nRex,10,3,Hounds\nBello,5,,Hounds\n",
        "more.csv": "Who,weight,age\nRexi,,4\nBello,5,\nNobody,1,1\n",
      ]
    )
    #expect(test.places == ["more.csv:4:1 record.unmatched"])
    #expect(try test.objects("Dog", "name", "weight", "age") == ["Bello|5.0|nil", "Rex|10.0|4"])
    let records = test.result.sources[2].records
    #expect(records == RecordCounts(read: 3, updated: 1, unchanged: 1, rejected: 1))
  }

  /// Lines of a lookup table that may be records are left out with the same warning as those of a source.
  @Test(arguments: [("", Severity.warning), ("severities: { source.left-out: note }", .note)])
  func saysWhichLinesOfALookupTableAreLeftOut(_ severities: String, _ severity: Severity) throws {
    let test = try run(
      """
        - file: dogs.csv
          entity: Dog
          relationships: { group: { field: Group, lookup: groups } }
      lookups:
        groups: { file: codes.csv, from: Code, to: Name }
      \(severities)
      """,
      files: [
        "dogs.csv": "name,Group\nRex,H\nBello,H\n",
        "codes.csv": "# The groups\nCode,Name\nH,Hounds\nT,Toys\n# X,Xs\n",
      ]
    )
    #expect(test.places == ["codes.csv:5:1 source.left-out"])
    #expect(test.result.findings.map(\.severity) == [severity])
    #expect(try test.objects("Dog", "name", "group.name") == ["Bello|Hounds", "Rex|Hounds"])
  }

  @Test func oneRecordMayUpdateSeveralObjectsThroughALookup() throws {
    let test = try run(
      """
        - { file: dogs.csv, entity: Dog, key: name, relationships: { group: Group } }
        - file: more.csv
          entity: Dog
          key: name
          mode: update
          unmatched: skip
          attributes: { name: { field: Kind, lookup: kinds } , age: Age }
      lookups:
        kinds: { file: kinds.csv, from: Kind, to: Dog, where: "Use == 'yes'" }
      """,
      files: [
        "dogs.csv": "name,Group\nRex,Hounds\nBello,Hounds\nSenta,Hounds\n",
        "kinds.csv": "Kind,Dog,Use\nbig,Rex,yes\nbig,Bello,yes \nbig,Senta,no\nsmall,Nobody, yes\n",
        "more.csv": "Kind,Age\nbig,9\nsmall,1\n",
      ]
    )
    #expect(test.places.isEmpty)
    #expect(try test.objects("Dog", "name", "age") == ["Bello|9", "Rex|9", "Senta|nil"])
    #expect(test.result.sources[2].records.skipped == 1)
  }

  @Test func aTableOfTheRecipeIsTakenInTheOrderOfTheRecipe() throws {
    let texts = ["small", "Small", "SMALL", "smalL", "sMall", "smAll", "smaLl", "SmalL"]
    let names = ["Waldi", "Rex", "Bello", "Senta", "Karo", "Mira", "Asta", "Lord"]
    let entries = zip(texts, names).map { "\($0): \($1)" }.joined(separator: ", ")
    let test = try run(
      """
        - file: more.csv
          entity: Dog
          key: name
          mode: update
          attributes: { name: { field: Kind, lookup: kinds } }
      lookups:
        kinds: { entries: { \(entries) }, ignoreCase: true }
      """,
      files: ["more.csv": "Kind\nsmall\n"]
    )
    #expect(test.result.findings.map(\.rule) == names.map { _ in .recordUnmatched })
    #expect(zip(test.result.findings, names).allSatisfy { $0.message.contains($1) })
  }

  @Test func upsertChangesOrMakesAndFindsRepeatedKeys() throws {
    let test = try run(
      """
        - { file: dogs.csv, entity: Dog, key: name, relationships: { group: Group } }
        - { file: more.csv, entity: Dog, key: name, mode: upsert, relationships: { group: Group } }
      """,
      files: [
        "dogs.csv": "name,age,Group\nRex,1,Hounds\n",
        "more.csv": "name,age,Group\nRex,2,Toys\nBello,3,Toys\nRex,4,Toys\nBello,5,Toys\n",
      ]
    )
    #expect(test.places == ["more.csv:4:1 record.duplicate", "more.csv:5:1 record.duplicate"])
    #expect(try test.objects("Dog", "name", "age", "group.name") == ["Bello|3|Toys", "Rex|2|Toys"])
  }

  @Test func fillsToManyRelationshipsFromLists() throws {
    let test = try run(
      """
        - { file: dogs.csv, entity: Dog, key: name, relationships: { group: Group } }
        - file: friends.csv
          entity: Dog
          key: name
          mode: update
          relationships: { friends: { field: Friends, split: "|", matches: name } }
      """,
      files: [
        "dogs.csv": "name,Group\nRex,Hounds\nBello,Hounds\nSenta,Hounds\n",
        "friends.csv": "name,Friends\nRex,Bello|Senta\nBello,Nobody\n",
      ]
    )
    #expect(test.places == ["friends.csv:3:7 reference.unknown"])
    #expect(
      try test.objects("Dog", "name", "friends.@count", "friendOf.@count") == ["Bello|0|1", "Rex|2|0", "Senta|0|1"]
    )
  }

  @Test func checksRulesWithEachRecordAndAtTheEnd() throws {
    let test = try run(
      """
        - { file: dogs.csv, entity: Dog, relationships: { group: Group } }
      """,
      files: ["dogs.csv": "name,weight,age,Group\nRex,1,20,Hounds\nBello,30,2,Hounds\n"],
      rules: """
        rules:
          - { on: Dog, require: "weight >= age", message: A dog has to weigh more than its years }
          - { on: Group, require: "dogs.@count > 0", when: end, severity: warning }
        """
    )
    #expect(test.places == ["dogs.csv:2:5 rule.predicate", "groups.csv:3:1 rule.predicate"])
    #expect(try test.objects("Dog", "name") == ["Bello"])
    #expect(test.result.findings.map(\.severity) == [.error, .warning])
  }

  @Test func writesRejectsAsTheyStoodWithTheirReasons() throws {
    let folder = try TemporaryFolder()
    let test = try TestImport(
      Self.head + "  - { file: dogs.csv, entity: Dog, relationships: { group: Group } }\n",
      files: [
        "groups.csv": Self.groups,
        "dogs.csv": "name;weight;Group\r\nRex;\"1\";Hounds\r\n\"Bel\r\nlo\";x;Hounds\r\n",
      ],
      in: folder.path
    )
    let rejects = try String(contentsOfFile: "\(test.rejectFolder)/dogs.csv", encoding: .utf8)
    #expect(rejects == "name;weight;Group\r\n\"Bel\r\nlo\";x;Hounds\r\n")
    let reasons = try String(contentsOfFile: "\(test.rejectFolder)/dogs.csv.reasons.csv", encoding: .utf8)
    #expect(reasons.contains("2,4,5,value.type,error,weight,x,"))
    #expect(!FileManager.default.fileExists(atPath: "\(test.rejectFolder)/groups.csv"))
  }

  @Test func savesInBatchesAndKeepsTheAccounts() throws {
    let rows = (1...2500).map { "Dog \($0),\($0 % 100 + 1),Hounds" }.joined(separator: "\n")
    let test = try run(
      """
        - { file: dogs.csv, entity: Dog, key: name, mode: insert, relationships: { group: Group } }
      batchSize: 100
      """,
      files: ["dogs.csv": "name,weight,Group\n" + rows + "\nDog 7,1,Hounds\nDog 2500,1,Hounds\n"]
    )
    #expect(test.places == ["dogs.csv:2502:1 record.duplicate", "dogs.csv:2503:1 record.duplicate"])
    #expect(test.result.entities.map(\.after) == [2, 2500])
    #expect(test.result.completeness.first { $0.attribute == "weight" }?.filled == 2500)
  }

  @Test func countsRelatedObjectsWhenEverythingIsThere() throws {
    let model = TestImport.model()
    let dogs = try #require(model.entitiesByName["Group"]?.relationshipsByName["dogs"])
    dogs.isOptional = false
    dogs.minCount = 1
    dogs.maxCount = 2
    let folder = try TemporaryFolder()
    let test = try TestImport(
      Self.head + "  - { file: dogs.csv, entity: Dog, relationships: { group: Group } }\n",
      files: [
        "groups.csv": "name\nHounds\nToys\nWorkers\n",
        "dogs.csv": "name,Group\nRex,Hounds\nBello,Workers\nSenta,Workers\nAstor,Workers\n",
      ],
      in: folder.path,
      model: model
    )
    #expect(test.places == ["groups.csv:3:1 reference.count", "groups.csv:4:1 reference.count"])
    #expect(test.result.errorsBesideRecords == 2)
    #expect(try test.objects("Group", "name") == ["Hounds", "Toys", "Workers"])
  }

  /// Of a to-many relationship the least count alone says whether it may be empty (issue 17).
  @Test func aListThatIsNotOptionalMayBeEmpty() throws {
    let model = TestImport.model()
    for (entity, name) in [("Group", "dogs"), ("Dog", "friends")] {
      try #require(model.entitiesByName[entity]?.relationshipsByName[name]).isOptional = false
    }
    let folder = try TemporaryFolder()
    let test = try TestImport(
      Self.head + "  - { file: dogs.csv, entity: Dog, relationships: { group: Group, friends: Friends } }\n",
      files: ["groups.csv": "name\nHounds\nToys\n", "dogs.csv": "name,Group,Friends\nRex,Hounds,\n"],
      in: folder.path,
      model: model
    )
    #expect(test.places == [])
    #expect(test.result.entities.map(\.after) == [2, 1])
  }

  @Test func aColumnOfARelationshipThatIsNotListedIsSaidToFillNothing() throws {
    let folder = try TemporaryFolder()
    func findings(_ relationships: String, _ more: String = "") throws -> [Finding] {
      try TestImport(
        """
        model: Test.xcdatamodeld
        output: Test.sqlite
        sources:
          - { file: groups.csv, entity: Group, key: name }
          - { file: dogs.csv, entity: Dog, relationships: { group: Group\(relationships) }\(more) }
        """,
        files: ["groups.csv": "name\nHounds\n", "dogs.csv": "name,Group,Friends\nRex,Hounds,\n"],
        in: folder.path
      )
      .result.findings
    }
    let found = try findings("")
    #expect(found.map(\.rule) == ["recipe.unlisted"])
    #expect(found.map(\.severity) == [.note])
    #expect(found.first?.position.map { "\($0)" } == "dogs.csv:1:12")
    #expect(found.first?.message.contains("add “friends: Friends” to “relationships”, or “friends: ~”") == true)
    #expect(try findings(", friends: ~").isEmpty)
    #expect(try findings(", friends: { field: Friends, matches: name }").isEmpty)
    #expect(try findings("", ", attributes: { temper: Friends }").isEmpty)
    #expect(try findings("", ", mapByName: false, attributes: { name: name }").isEmpty)
  }
}

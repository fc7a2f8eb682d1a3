import AttributeValues
import Findings
import ImportPipeline
import ManagedObjects
import ObjectModel
import TestSupport
import Testing

/// What stands for no value, and what is taken then. All of it was silently wrong (issue 18).
@Suite("Missing values")
struct MissingValueTests {
  private func run(_ source: String, files: [String: String], rest: String = "") throws -> TestImport {
    let folder = try TemporaryFolder()
    return try TestImport(
      ImportRunTests.head + source + "\n" + rest,
      files: files.merging(["groups.csv": ImportRunTests.groups]) { own, _ in own },
      in: folder.path
    )
  }

  private func problems(_ attributes: String, rest: String = "") throws -> [String] {
    let error = #expect(throws: RecipeError.self) {
      _ = try run(
        "  - { file: dogs.csv, entity: Dog, attributes: { \(attributes) }, relationships: { group: group } }",
        files: ["dogs.csv": "name,group,w,c\nRex,Hounds,,\n"],
        rest: rest
      )
    }
    return error?.problems.map(\.message) ?? []
  }

  // MARK: Defaults

  @Test func aDefaultKeepsToTheModel() throws {
    #expect(
      try problems("weight: { field: w, default: '500' }") == [
        "The default “500” does not fit weight: weight is greater than 120"
      ]
    )
    #expect(
      try problems("code: { field: c, default: abc }").first?.hasPrefix("The default “abc” does not fit code: ") == true
    )
    #expect(try problems("weight: { field: w, default: heavy }") == ["The default “heavy” does not fit weight"])
  }

  @Test func aDefaultKeepsToTheChecksOfTheRecipe() throws {
    #expect(
      try problems(
        "temper: { field: c, default: wild }",
        rest: "checks: { Dog: { temper: { oneOf: [calm, lively] } } }"
      ).first?.hasPrefix("The default “wild” does not fit temper: ") == true
    )
  }

  @Test func newObjectsGetTheDefaultOfARelationship() throws {
    let test = try run(
      """
        - file: dogs.csv
          entity: Dog
          key: name
          relationships: { group: { field: group, default: Toys, nulls: [none] } }
        - { file: more.csv, entity: Dog, key: name, relationships: { group: { field: group, default: Toys } } }
      """,
      files: ["dogs.csv": "name,group\nRex,Hounds\nBello,\nMax,none\n", "more.csv": "name,group\nRex,\nZoe,\n"]
    )
    #expect(test.places == [])
    #expect(
      try test.objects("Dog", "name", "group.name") == ["Bello|Toys", "Max|Toys", "Rex|Hounds", "Zoe|Toys"]
    )
  }

  @Test func membersOfAToManyRelationshipMayBeDefaults() throws {
    let test = try run(
      """
        - { file: first.csv, entity: Dog, key: name, relationships: { group: group } }
        - file: dogs.csv
          entity: Dog
          key: name
          relationships:
            group: group
            friends: { field: friends, split: ";", matches: name, default: Rex }
      """,
      files: [
        "first.csv": "name,group\nRex,Hounds\nMax,Toys\n",
        "dogs.csv": "name,group,friends\nBello,Toys,\nZoe,Toys,Max;Rex\n",
      ]
    )
    #expect(test.places == [])
    #expect(
      try test.objects("Dog", "name", "friends.@count", "friendOf.@count") == [
        "Bello|1|0", "Max|0|1", "Rex|0|2", "Zoe|2|0",
      ]
    )
  }

  /// Else the source would make objects without any value, and nobody would know.
  @Test(arguments: ["nome,colore\nRex,red\n", "nome,colore\n"]) func aSourceFillsSomething(_ text: String) throws {
    let note = EntityDescription(name: "Note")
    note.declaredProperties = [AttributeDescription(name: "name", type: .string)]
    let folder = try TemporaryFolder()
    let error = #expect(throws: RecipeError.self) {
      _ = try TestImport(
        "model: Test.xcdatamodeld\noutput: Test.sqlite\nsources:\n  - { file: n.csv, entity: Note }\n",
        files: ["n.csv": text],
        in: folder.path,
        model: ManagedObjectModel(entities: [note])
      )
    }
    #expect(
      error?.problems.map(\.message) == [
        "No field of n.csv has the name of an attribute of Note, and the recipe maps none; there are nome, colore"
      ]
    )
  }

  // MARK: Texts for no value

  @Test func aFieldWithATextForNoValueIsNotTheFirst() throws {
    let test = try run(
      """
        - file: dogs.csv
          entity: Dog
          nulls: [n/a]
          attributes:
            temper: { first: [a, b], nulls: ["?"] }
            code: { fields: [c, d], join: "" }
          relationships: { group: group }
      """,
      files: ["dogs.csv": "name,group,a,b,c,d\nBello,Hounds,n/a,calm,n/a,ABC\nRex,Hounds, ? ,wild,DEF,n/a\n"]
    )
    #expect(test.places == [])
    #expect(try test.objects("Dog", "name", "temper", "code") == ["Bello|calm|ABC", "Rex|wild|DEF"])
  }

  @Test func aPartOfAListMayStandForNoValue() throws {
    var trial = FormatTrial(mappings: "first: { field: text, split: \";\", nulls: [n/a] }")
    #expect(try trial.outcomes(["calm; n/a; kind", "n/a;n/a"]) == ["calm, kind|", "|"])
    trial.mappings = "first: { field: text, split: \";\", part: 1, nulls: [n/a], rest: skip }"
    #expect(try trial.outcomes(["calm; n/a", "calm; kind"]) == ["|", "kind|"])
  }

  @Test func whiteSpaceBeyondASCIIIsWhiteSpaceAtTheEnds() throws {
    let trial = FormatTrial(mappings: "first: text, second: { field: text, collapse: true }", formats: [.csv, .json])
    #expect(
      try trial.outcomes([
        "Hound\u{2003}", "\u{3000}Hound", "\u{202F}", "big\u{2003}\u{2009} dog\u{2028}", "\u{1680}x\u{205F}",
      ])
        == ["Hound|Hound", "Hound|Hound", "|", "big\u{2003}\u{2009} dog|big dog", "x|x"]
    )
    // Letters whose last byte is that of a space.
    #expect(
      try trial.outcomes(["à", "\u{2020}", "あ", "\u{200B}"]) == [
        "à|à", "\u{2020}|\u{2020}", "あ|あ", "\u{200B}|\u{200B}",
      ]
    )
  }

  @Test func textsForNoValueAreLookedForWhenWhiteSpaceHasCollapsed() throws {
    let trial = FormatTrial(mappings: "first: { field: text, collapse: true, nulls: [not known] }")
    #expect(try trial.outcomes(["not  known", "not known", "well\t known"]) == ["|", "|", "well known|"])
    let kept = FormatTrial(
      mappings: "first: { field: text, collapse: true, trim: false }",
      formats: [.csv, .json]
    )
    #expect(try kept.outcomes(["  a  b "]) == [" a b |"])
  }

  // MARK: Lookup tables

  @Test func cellsOfLookupFilesAreTrimmedAndMayStandForNoValue() throws {
    let test = try run(
      """
        - file: dogs.csv
          entity: Dog
          attributes: { temper: { field: t, lookup: L, default: none } }
          relationships: { group: group }
      lookups: { L: { file: t.csv, from: F, to: T } }
      """,
      files: [
        "t.csv": "F,T\nx,\ny , calm \n", "dogs.csv": "name,group,t\nBello,Hounds,x\nMax,Hounds,y\nRex,Hounds,\n",
      ]
    )
    #expect(test.places == [])
    #expect(try test.objects("Dog", "name", "temper") == ["Bello|none", "Max|calm", "Rex|none"])
  }
}

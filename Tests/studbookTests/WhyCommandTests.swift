import Foundation
import TestSupport
import Testing

/// `studbook why`, run as a user would.
@Suite struct WhyCommandTests {
  private static let model = """
    <model>
    <entity name="Place" isAbstract="YES"><attribute name="name" attributeType="String"/>
      <attribute name="fold" optional="YES" attributeType="String" derived="YES" derivationExpression="canonical:(name)"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
    <entity name="Country" parentEntity="Place">
      <relationship name="capital" optional="YES" maxCount="1" destinationEntity="Town" inverseName="capitalOf" inverseEntity="Town"/>
      <relationship name="towns" optional="YES" toMany="YES" ordered="YES" destinationEntity="Town" inverseName="country" inverseEntity="Town"/></entity>
    <entity name="Town" parentEntity="Place">
      <attribute name="height" optional="YES" attributeType="Double"/><attribute name="kind" attributeType="String"/>
      <attribute name="isFree" attributeType="Boolean" defaultValueString="NO"/><attribute name="note" optional="YES" attributeType="String"/>
      <relationship name="country" optional="YES" maxCount="1" destinationEntity="Country" inverseName="towns" inverseEntity="Country"/>
      <relationship name="capitalOf" optional="YES" maxCount="1" destinationEntity="Country" inverseName="capital" inverseEntity="Country"/>
      <relationship name="twins" optional="YES" toMany="YES" destinationEntity="Town" inverseName="twins" inverseEntity="Town"/></entity>
    </model>
    """
  private static let recipe = """
    model: Towns.xcdatamodel
    output: Towns.sqlite
    allowOpenHashes: true
    lookups:
      kinds: { entries: { c: city, t: town } }
    sources:
      - file: towns.csv
        entity: Town
        key: name
        attributes:
          height: { field: Height (ft), convert: ft to m, round: 1 }
          kind: { field: kind, lookup: kinds, default: village }
          note: { constant: checked }
        relationships:
          country: { field: country, matches: name, unknown: create }
          twins: { field: twins, split: "|", matches: name, unknown: skip }
      - file: heights.json
        entity: Town
        key: name
        mode: update
        attributes: { name: town, height: m }
      - file: capitals.xml
        records: //capital
        entity: Country
        key: name
        mode: update
        attributes: { name: "@of" }
        relationships:
          capital: { field: "text()", matches: name }

    """

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.model, to: "Towns.xcdatamodel/contents")
    try folder.write(Self.recipe, to: "Towns.recipe.yml")
    try folder.write(
      "name,kind,Height (ft),country,twins\nBern,c,1772,Switzerland,\n\"Thun, am See\",,1837,Switzerland,Bern|Ulm\nUlm,t,,Germany,\n",
      to: "towns.csv"
    )
    try folder.write("[{\"town\": \"Ulm\", \"m\": 478},\n {\"town\": \"Bern\", \"m\": 540}]\n", to: "heights.json")
    try folder.write("<list>\n<capital of=\"Switzerland\">Bern</capital></list>\n", to: "capitals.xml")
    let built = try Tool.run(["build", "Towns.recipe.yml", "--output", "O"], in: folder.path)
    try #require(built.status == 0, "\(built.errors)\(built.output)")
  }

  private func why(_ arguments: String...) throws -> Tool.Outcome {
    try Tool.run(["why", "O/Towns.sqlite"] + arguments, in: folder.path)
  }

  @Test func saysWhereEachValueComesFrom() throws {
    let outcome = try why("Town", "Bern")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(
      outcome.output == """
        Town Bern
          made by record 1 at towns.csv:2:1

        name = Bern
          towns.csv:2:1: name “Bern”

        fold = bern
          worked out from canonical:(name)

        height = 540
          heights.json:2:24: m “540”

        kind = city
          towns.csv:2:6: kind “c”; translated by the lookup table kinds

        isFree = false
          the model's default false

        note = checked
          the recipe's text “checked”, at towns.csv:2:1

        country = Switzerland
          towns.csv:2:13: country “Switzerland”

        capitalOf = Switzerland
          capitals.xml:2:1: text() “Bern” (the record of Switzerland)

        twins = 1 object
          towns.csv:3:34: twins “Bern|Ulm” (the record of Thun, am See); split at “|”

        """
    )
  }

  @Test func takesTheRecipeThatMadeTheFile() throws {
    try folder.write(Self.recipe.replacing("Towns.sqlite", with: "Cities.sqlite"), to: "Cities.recipe.yml")
    #expect(try why("Town", "Bern").status == 0)
    try FileManager.default.removeItem(atPath: folder.path + "/Towns.recipe.yml")
    let outcome = try why("Town", "Bern")
    #expect(outcome.status != 0)
    #expect(
      outcome.errors.contains(
        "Cities.recipe.yml makes Cities.sqlite, not O/Towns.sqlite; name the recipe with --recipe"
      ),
      "\(outcome.errors)"
    )
    #expect(try why("Town", "Bern", "--recipe", "Cities.recipe.yml").status == 0)
  }

  @Test func saysWhatWasDoneToATextAndWhatFillsAGap() throws {
    let height = try why("Town", "Thun, am See", "height")
    #expect(height.output == "height = 559.9\n  towns.csv:3:17: Height (ft) “1837”; ft to m, 1 decimal kept\n")
    #expect(try why("Town", "Thun, am See", "kind").output == "kind = village\n  the recipe's default village\n")
    #expect(try why("Town", "Ulm", "capitalOf").output == "capitalOf = (none)\n  no record gives a value\n")
    // An object that records only refer to, and one that is found by its parent's name.
    let country = try why("Place", "Germany")
    #expect(country.output.hasPrefix("Country Germany\n  made by record 3 at towns.csv:4:1\n"), "\(country.output)")
    #expect(country.output.contains("name = Germany\n  towns.csv:4:8: country “Germany”\n"), "\(country.output)")
    #expect(country.output.contains("towns = 1 object\n  towns.csv:4:8: country “Germany” (the record of Ulm)\n"))
  }

  @Test func namesTheBytesInJSON() throws {
    for name in ["Bern", "Thun, am See", "Ulm"] {
      let outcome = try why("Town", "name=\(name)", "--format", "json")
      let value = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
      let properties = try #require(value["properties"] as? [[String: Any]])
      #expect(properties.count == 9)
      var count = 0
      for origin in properties.compactMap({ $0["origins"] as? [[String: Any]] }).joined() {
        for field in try #require(origin["fields"] as? [[String: Any]]) {
          let file = try #require(field["file"] as? String)
          let (start, end) = (try #require(field["byteStart"] as? Int), try #require(field["byteEnd"] as? Int))
          let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file(file)))
          let text = String(decoding: bytes[start..<end], as: UTF8.self)
          #expect(text.contains(try #require(field["text"] as? String)), "\(file): \(text)")
          count += 1
        }
      }
      #expect(count >= 4)
    }
  }

  @Test func saysThatASourceHasChanged() throws {
    try folder.write(folder.text(of: "towns.csv").replacing("1837", with: "1900"), to: "towns.csv")
    let outcome = try why("Town", "Thun, am See", "height")
    #expect(outcome.status == 0 && outcome.output.contains("“1900”"))
    #expect(outcome.errors.contains("towns.csv has changed since O/Towns.sqlite was built"), "\(outcome.errors)")
    try FileManager.default.removeItem(atPath: folder.file("O/Towns.manifest.json"))
    #expect(try why("Town", "Bern").errors.contains("there is no manifest beside O/Towns.sqlite"))
  }

  @Test(arguments: [
    (["Twon", "Bern"], "did you mean"), (["Town", "Rome"], "there is no Town with name Rome"),
    (["Town", "Bern", "heigth"], "has no property ‘heigth’"), (["Town", "kind=city", "height=x"], "no Town can have"),
    (["Town", "isFree=false"], "several Town objects are false"),
  ]) func saysWhatCannotBeAnswered(_ arguments: [String], _ message: String) throws {
    let outcome = try Tool.run(["why", "O/Towns.sqlite"] + arguments, in: folder.path)
    #expect(outcome.status == 2 && outcome.output == "", "\(outcome.output)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func aReleaseThatFollowsAnotherIsAnsweredToo() throws {
    try folder.write(
      "name,kind,Height (ft),country,twins\nBasel,c,,Switzerland,\nBern,c,1772,Switzerland,\n",
      to: "towns.csv"
    )
    try folder.write("[{\"town\": \"Bern\", \"m\": 541}]\n", to: "heights.json")
    let built = try Tool.run(["build", "Towns.recipe.yml", "--output", "P", "--previous", "O"], in: folder.path)
    try #require(built.status == 0, "\(built.errors)\(built.output)")
    let outcome = try Tool.run(["why", "P/Towns.sqlite", "Town", "Bern", "height"], in: folder.path)
    #expect(outcome.output == "height = 541\n  heights.json:1:24: m “541”\n", "\(outcome.output)\(outcome.errors)")
  }

  /// The height that tells Bern apart is not the one that it was made with.
  @Test func findsAnObjectByAValueThatALaterRecordGave() throws {
    #expect(try why("Town", "height=540", "name").output == "name = Bern\n  towns.csv:2:1: name “Bern”\n")
  }

  @Test func tellsFieldsThatReferToObjectsApartAndForgetsObjectsThatLeft() throws {
    let key =
      "<uniquenessConstraints><uniquenessConstraint><constraint value=\"name\"/></uniquenessConstraint></uniquenessConstraints>"
    try folder.write(
      """
      <model><entity name="Dog"><attribute name="name" attributeType="String"/>
        <relationship name="dam" optional="YES" maxCount="1" destinationEntity="Dog"/>
        <relationship name="sire" optional="YES" maxCount="1" destinationEntity="Dog"/>
        <relationship name="kennel" optional="YES" maxCount="1" destinationEntity="Kennel" inverseName="dogs" inverseEntity="Kennel"/>\(key)</entity>
      <entity name="Kennel"><attribute name="name" attributeType="String"/>
        <relationship name="dogs" optional="YES" toMany="YES" destinationEntity="Dog" inverseName="kennel" inverseEntity="Dog"/>\(key)</entity>
      </model>
      """,
      to: "Dogs.xcdatamodel/contents"
    )
    try folder.write(
      """
      model: Dogs.xcdatamodel
      output: Dogs.sqlite
      allowOpenHashes: true
      sources:
        - file: dogs.csv
          entity: Dog
          key: name
          relationships:
            dam: { field: dam, matches: name, unknown: create }
            sire: { field: sire, matches: name, unknown: create }
            kennel: { field: kennel, matches: name, unknown: create }
        - { file: moves.csv, entity: Dog, key: name, mode: update, relationships: { kennel: { field: to, matches: name } } }

      """,
      to: "Dogs.recipe.yml"
    )
    try folder.write("name,dam,sire,kennel\nRex,Bella,Hasso,North\nAce,,,South\n", to: "dogs.csv")
    try folder.write("name,to\nRex,South\n", to: "moves.csv")
    let built = try Tool.run(["build", "Dogs.recipe.yml", "--output", "D"], in: folder.path)
    try #require(built.status == 0, "\(built.errors)\(built.output)")
    func why(_ words: String...) throws -> String {
      try Tool.run(["why", "D/Dogs.sqlite"] + words + ["--recipe", "Dogs.recipe.yml"], in: folder.path).output
    }
    #expect(try why("Dog", "Bella", "name") == "name = Bella\n  dogs.csv:2:5: dam “Bella”\n")
    #expect(try why("Dog", "Hasso", "name") == "name = Hasso\n  dogs.csv:2:11: sire “Hasso”\n")
    #expect(try why("Kennel", "North", "dogs") == "dogs = 0 objects\n  no record gives a value\n")
    #expect(
      try why("Kennel", "South", "dogs")
        == """
        dogs = 2 objects
          dogs.csv:3:7: kennel “South” (the record of Ace)
          moves.csv:2:5: to “South” (the record of Rex)

        """
    )
  }

  /// The source has no key, so that nobody can say whose record a record is.
  @Test func findsObjectsByFloatsAndNamesNoRecordsWithoutAKey() throws {
    try folder.write(
      """
      <model><entity name="Dog"><attribute name="name" attributeType="String"/><attribute name="weight" optional="YES" attributeType="Float"/>
        <relationship name="kennel" optional="YES" maxCount="1" destinationEntity="Kennel" inverseName="dogs" inverseEntity="Kennel"/></entity>
      <entity name="Kennel"><attribute name="name" attributeType="String"/>
        <relationship name="dogs" optional="YES" toMany="YES" destinationEntity="Dog" inverseName="kennel" inverseEntity="Dog"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
      </model>
      """,
      to: "Dogs.xcdatamodel/contents"
    )
    try folder.write(
      """
      model: Dogs.xcdatamodel
      output: Dogs.sqlite
      allowOpenHashes: true
      sources:
        - { file: dogs.csv, entity: Dog, relationships: { kennel: { field: kennel, matches: name, unknown: create } } }

      """,
      to: "Dogs.recipe.yml"
    )
    try folder.write("name,weight,kennel\nRex,0.1,North\nAce,2,North\n", to: "dogs.csv")
    let built = try Tool.run(["build", "Dogs.recipe.yml", "--output", "D"], in: folder.path)
    try #require(built.status == 0, "\(built.errors)\(built.output)")
    func why(_ words: String...) throws -> Tool.Outcome {
      try Tool.run(["why", "D/Dogs.sqlite"] + words + ["--recipe", "Dogs.recipe.yml"], in: folder.path)
    }
    #expect(try why("Dog", "weight=0.1", "name").output == "name = Rex\n  dogs.csv:2:1: name “Rex”\n")
    #expect(try why("Dog", "weight=2", "name").output == "name = Ace\n  dogs.csv:3:1: name “Ace”\n")
    #expect(try why("Dog", "weight=nan").errors.contains("no Dog can have nan"))
    #expect(
      try why("Kennel", "North", "dogs").output
        == "dogs = 2 objects\n  dogs.csv:2:9: kennel “North”\n  dogs.csv:3:7: kennel “North”\n"
    )
  }
}

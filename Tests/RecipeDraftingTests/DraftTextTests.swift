import ModelReading
import ObjectModel
import RecipeDrafting
import TestSupport
import Testing

@Suite("The drafted texts") struct DraftTextTests {
  private static let files = [
    "breeds.csv": """
    Breed;Group;Weight (kg);Recognised;Note
    Collie;Herding;25,5;01.05.1885;-
    Pug;Toy;7,0;;
    Corgi;Herding;11,5;31.12.1934;small

    """,
    "groups.csv": "Group,Code,Description\nHerding,HER,They herd\nToy,TOY,They sit\n",
  ]

  @Test func explainsEachGuess() throws {
    let drafting = try Drafting(Self.files)
    #expect(
      drafting.draft.recipe == """
        # Drafted by “studbook init”. Every guess says what it rests on: change what is wrong, and delete what is said.
        # What else a recipe can say: rules, checks, lookups and more, in docs/recipe.md.
        model: Draft.xcdatamodeld
        output: Draft.sqlite

        sources:
          # 2 records; “,” between fields, UTF-8
          - file: groups.csv
            entity: Group
            key: group  # unique and never empty in 2 records
            attributes:
              group: Group  # String: 2 texts, all different; never empty
              code: Code  # String: 2 texts, all different; never empty
              groupDescription: Description  # String: 2 texts, all different; never empty

          # 3 records; “;” between fields, UTF-8
          - file: breeds.csv
            entity: Breed
            key: breed  # unique and never empty in 3 records
            nulls: ["-"]  # stand for no value, as it seems: “-” 1 time
            attributes:
              breed: Breed  # String: 3 texts, all different; never empty
              weightKg: { field: Weight (kg), thousands: ".", decimal: "," }  # Double: all 3 values are numbers from 7 to 25.5, with up to 1 decimals, written like 1.234,5; never empty
              recognised: { field: Recognised, date: dd.MM.yyyy }  # Date: both values are dates of the form dd.MM.yyyy; 1 of 3 records has none
              note: Note  # String: one text; 2 of 3 records have none
            relationships:
              group: { field: Group, matches: group }  # all 3 values are among “Group” of Group

        """
    )
    _ = try drafting.plan()
  }

  @Test func writesTheModelAsXcodeDoes() throws {
    let drafting = try Drafting(Self.files)
    #expect(
      drafting.draft.model == """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="22757" \
        systemVersion="23F79" minimumToolsVersion="Automatic" sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
            <entity name="Breed" representedClassName="Breed" syncable="YES" codeGenerationType="class">
                <attribute name="breed" attributeType="String"/>
                <attribute name="note" optional="YES" attributeType="String"/>
                <attribute name="recognised" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
                <attribute name="weightKg" attributeType="Double" usesScalarValueType="YES"/>
                <relationship name="group" maxCount="1" deletionRule="Nullify" destinationEntity="Group" \
        inverseName="breeds" inverseEntity="Group"/>
                <uniquenessConstraints>
                    <uniquenessConstraint>
                        <constraint value="breed"/>
                    </uniquenessConstraint>
                </uniquenessConstraints>
            </entity>
            <entity name="Group" representedClassName="Group" syncable="YES" codeGenerationType="class">
                <attribute name="code" attributeType="String"/>
                <attribute name="group" attributeType="String"/>
                <attribute name="groupDescription" attributeType="String"/>
                <relationship name="breeds" optional="YES" toMany="YES" deletionRule="Nullify" \
        destinationEntity="Breed" inverseName="group" inverseEntity="Breed"/>
                <uniquenessConstraints>
                    <uniquenessConstraint>
                        <constraint value="group"/>
                    </uniquenessConstraint>
                </uniquenessConstraints>
            </entity>
        </model>
        """
    )
    try DraftFiles(drafting.draft).write(replacing: false) { _, _ in }
    let document = try ModelReader.inspect(drafting.folder.file("Draft.xcdatamodeld"))
    #expect(document.findings.isEmpty)
    #expect(document.model.entities.allSatisfy { $0.versionHash.bytes != nil })
  }

  @Test func matchesAModelThatIsThere() throws {
    let drafting = try Drafting(Self.files) { request in
      let folder = try TemporaryFolder()
      let contents = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
          <entity name="KennelGroup" syncable="YES">
            <attribute name="name" attributeType="String"/>
            <attribute name="groupDescription" optional="YES" attributeType="String"/>
            <relationship name="breeds" optional="YES" toMany="YES" destinationEntity="Breed" inverseName="group" inverseEntity="Breed"/>
            <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
          </entity>
          <entity name="Breed" syncable="YES">
            <attribute name="name" attributeType="String"/>
            <attribute name="weight" optional="YES" attributeType="Double"/>
            <attribute name="yearRecognised" optional="YES" attributeType="Date"/>
            <relationship name="group" maxCount="1" destinationEntity="KennelGroup" inverseName="breeds" inverseEntity="KennelGroup"/>
          </entity>
        </model>
        """
      let path = try folder.write(contents, to: "Kennel.xcdatamodel/contents")
      let model = String(path.dropLast("/contents".count))
      request.model = (model, try ModelReader.read(model))
    }
    #expect(drafting.draft.model == nil)
    #expect(drafting.draft.sources.map(\.entity) == ["KennelGroup", "Breed"])
    #expect(drafting.line("name: Group") != nil)
    #expect(drafting.line("weight: { field: Weight (kg), thousands: \".\", decimal: \",\" }") != nil)
    #expect(drafting.line("yearRecognised: { field: Recognised, date: dd.MM.yyyy }") != nil)
    #expect(drafting.line("group: { field: Group, matches: name }") != nil)
    #expect(drafting.line("key: name  # unique in the model") != nil)
    #expect(drafting.draft.recipe.contains("# nothing in Breed is called like “Note”"))
  }

  @Test func looksAtAFewRecordsIfAsked() throws {
    let drafting = try Drafting(["things.csv": "id,size\n1,1\n2,2\n3,big\n"]) { $0.sample = 2 }
    #expect(drafting.draft.recipe.contains("# the first 2 records"))
    #expect(
      drafting.line("size:") == "size: size  # Integer 16: both values are whole numbers from 1 to 2; never empty"
    )
  }

  @Test func refusesWhatARecipeCannotRead() throws {
    #expect(throws: DraftingError.self) { try Drafting(["empty.csv": ""]) }
    #expect(throws: DraftingError.self) { try Drafting(["page.html": "<p>no table</p>"]) }
    #expect(throws: DraftingError.self) { try Drafting(["broken.xml": "<a><b></a>"]) }
    let outside = try TemporaryFolder()
    #expect(throws: DraftingError.self) { try Drafting(["a.csv": "a\n1\n"]) { $0.folder = outside.path } }
  }
}

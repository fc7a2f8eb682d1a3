import AttributeValues
import Foundation
import ModelReading
import ObjectModel
import TestSupport
import Testing

/// Models written as Xcode's model editor keeps them (issue 17).
@Suite struct ModelWriterTests {
  private func parse(_ text: String) throws -> ManagedObjectModel {
    let document = try ModelReader.parse(Array(text.utf8), file: "contents")
    return document.model
  }

  /// Reads what is written of a model, and checks that it is the same.
  private func roundTrip(_ model: ManagedObjectModel) throws {
    let text = ModelWriter.contents(of: model)
    let read = try parse(text)
    #expect(ModelComparison.differences(from: model, to: read).map(\.description) == [])
    #expect(read.entityVersionHashesByName == model.entityVersionHashesByName)
    // What a comparison does not look at, such as the classes to generate, is in the text.
    #expect(ModelWriter.contents(of: read) == text)
  }

  @Test func everyFeatureReadsBackTheSame() throws {
    let model = try parse(ModelParsingTests.everything)
    try roundTrip(model)
    #expect(ModelWriter.remarks(on: model) == [])
    let text = ModelWriter.contents(of: model)
    for part in [
      #"codeGenerationType="category""#, #"elementID="Titled""#, #"usesScalarValueType="YES""#, #"minCount="2""#,
      #"defaultDateTimeInterval="600000""#, #"includePendingChanges="NO""#, #"<memberEntity name="Group"/>"#,
      #"<fetchIndexElement expression="entity" type="Binary" order="ascending"/>"#,
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test(arguments: 0..<60) func randomModelsReadBackTheSame(_ seed: UInt64) throws {
    try roundTrip(try parse(RandomModelText.contents(seed: seed, allowsForeignNames: seed.isMultiple(of: 3))))
  }

  @Test func textsAreEscapedAsXMLAsksFor() throws {
    let entity = EntityDescription(name: "Note")
    let text = AttributeDescription(name: "text", type: .string)
    text.defaultValue = .string("a < b & \"c\"\n\td > e 😀")
    entity.declaredProperties = [text]
    entity.userInfo = ["key <&>": " two  spaces "]
    let model = ManagedObjectModel(entities: [entity])
    model.versionIdentifiers = ["1 & 2"]
    try roundTrip(model)
    text.defaultValue = .string("a\u{0}b")
    #expect(ModelWriter.contents(of: model).contains("a\u{FFFD}b"))
  }

  @Test func writesWhatXcodeWrites() throws {
    let breed = EntityDescription(name: "Breed")
    breed.managedObjectClassName = "Breed"
    let group = RelationshipDescription(name: "group", destination: breed)
    let weight = AttributeDescription(name: "weight", type: .double)
    weight.isOptional = false
    breed.declaredProperties = [group, weight]
    breed.uniquenessConstraints = [["weight"]]
    #expect(
      ModelWriter.contents(of: ManagedObjectModel(entities: [breed])).split(separator: "\n").dropFirst(2).joined(
        separator: "\n"
      ) == """
            <entity name="Breed" representedClassName="Breed" syncable="YES">
                <attribute name="weight" attributeType="Double" usesScalarValueType="NO"/>
                <relationship name="group" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Breed"/>
                <uniquenessConstraints>
                    <uniquenessConstraint>
                        <constraint value="weight"/>
                    </uniquenessConstraint>
                </uniquenessConstraints>
            </entity>
        </model>
        """
    )
  }

  @Test func writesAModelAndABundleWholeOrNotAtAll() throws {
    let folder = try TemporaryFolder()
    let model = try parse(ModelParsingTests.everything)
    try ModelWriter.write(model, to: folder.file("Dogs & Cats.xcdatamodeld"))
    try ModelWriter.write(model, to: folder.file("Dogs.xcdatamodel/"))
    #expect(
      folder.names() == [
        "Dogs & Cats.xcdatamodeld", "Dogs & Cats.xcdatamodeld/.xccurrentversion",
        "Dogs & Cats.xcdatamodeld/Dogs & Cats.xcdatamodel", "Dogs & Cats.xcdatamodeld/Dogs & Cats.xcdatamodel/contents",
        "Dogs.xcdatamodel", "Dogs.xcdatamodel/contents",
      ]
    )
    let versions = try ModelReader.versions(of: folder.file("Dogs & Cats.xcdatamodeld"))
    #expect(versions.map(\.name) == ["Dogs & Cats"] && versions.map(\.isCurrent) == [true])
    #expect(versions[0].model.isEqual(to: model))
    let names = folder.names()
    for (path, reason) in [
      ("Dogs.xcdatamodel", "it is there already"),
      ("Dogs.txt", "a model's name ends in .xcdatamodel or .xcdatamodeld"),
      (".xcdatamodel", "a model's name ends in .xcdatamodel or .xcdatamodeld"),
    ] {
      let error = #expect(throws: ModelWritingError.self) { try ModelWriter.write(model, to: folder.file(path)) }
      #expect(error?.reason == reason)
    }
    let below = folder.file("Dogs.xcdatamodel/contents/New.xcdatamodel")
    let error = #expect(throws: ModelWritingError.self) { try ModelWriter.write(model, to: below) }
    #expect(error?.path == below)
    #expect(folder.names() == names)
  }

  @Test func saysWhatTheFormLeavesOut() throws {
    let model = try parse(ModelParsingTests.everything)
    let breed = try #require(model.entitiesByName["Breed"])
    breed.attributesByName["rank"]?.isReadOnly = true
    breed.attributesByName["picture"]?.defaultValue = .binary(Data([1]))
    breed.declaredProperties.append(
      CompositeAttributeDescription(name: "size", elements: [AttributeDescription(name: "height", type: .double)])
    )
    model.fetchRequestTemplatesByName["Small"]?.sortKeys = [("name", true)]
    model.versionIdentifiers = ["2", "1"]
    #expect(
      ModelWriter.remarks(on: model) == [
        "the model has several version identifiers (1, 2); only the first is written",
        "the order of the fetch request Small is left out",
        "Breed.rank: that it is read-only is left out", "Breed.picture: its default value is left out",
        "Breed.size: the version hash of a composite attribute is known where code made it; take that of its entity from the store or the compiled model",
      ]
    )
  }
}

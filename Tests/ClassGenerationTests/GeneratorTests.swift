import ClassGeneration
import FoundationEssentials
import ModelReading
import ObjectModel
import TestSupport
import Testing

@Suite struct GeneratorTests {
  static let folder = Package.path("Tests/ClassGenerationTests")

  static func files(for dialect: ClassGenerator.Dialect) throws -> [GeneratedFile] {
    let model = try ModelReader.read(folder + "/Kennel.xcdatamodel")
    return ClassGenerator(model: model, modelName: "Kennel", dialect: dialect, access: .internal).files()
  }

  static func files(of contents: String, for dialect: ClassGenerator.Dialect = .studbook) throws -> [String: String] {
    let model = try ModelReader.parse(Array("<model>\(contents)</model>".utf8), file: "contents").model
    let files = ClassGenerator(model: model, modelName: "Test", dialect: dialect).files()
    return Dictionary(files.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
  }

  /// The classes in `Generated` are compiled into this target; `STUDBOOK_WRITE_GENERATED=1` writes them anew.
  @Test func theGeneratorMakesTheClassesThatTheOtherTestsUse() throws {
    let files = try Self.files(for: .studbook)
    let folder = Self.folder + "/Generated"
    if ProcessInfo.processInfo.environment["STUDBOOK_WRITE_GENERATED"] != nil {
      _ = try GeneratedFiles.write(files, to: folder)
    }
    for file in files {
      let known = try #require(FileManager.default.contents(atPath: folder + "/" + file.name), "\(file.name)")
      #expect(String(decoding: known, as: UTF8.self) == file.text, "\(file.name)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == files.map(\.name).sorted())
  }

  @Test func appleClassesAreTheFilesThatXcodeMakes() throws {
    let files = try Self.files(for: .apple)
    #expect(
      files.map(\.name) == [
        "Animal+CoreDataClass.swift", "Animal+CoreDataProperties.swift", "Hound+CoreDataClass.swift",
        "Hound+CoreDataProperties.swift", "URL+CoreDataClass.swift", "URL+CoreDataProperties.swift",
      ]
    )
    #expect(
      files[2].text == """
        //
        //  Hound+CoreDataClass.swift
        //
        //

        import Foundation
        import CoreData

        @objc(Hound)
        public class Hound: Animal {

        }

        """
    )
    #expect(
      files[3].text == """
        //
        //  Hound+CoreDataProperties.swift
        //
        //
        //  This file was automatically generated and should not be edited.
        //

        import Foundation
        import CoreData


        extension Hound {

            @nonobjc public class func fetchRequest() -> NSFetchRequest<Hound> {
                return NSFetchRequest<Hound>(entityName: "Dog")
            }

            @NSManaged public var height: Double
            @NSManaged public var identifier: UUID?
            @NSManaged public var isGood: Bool
            @NSManaged public var key: String?
            @NSManaged public var mood: NSObject?
            @NSManaged public var page: URL?
            @NSManaged public var photo: Data?
            @NSManaged public var price: NSDecimalNumber?
            @NSManaged public var rank: Int16
            @NSManaged public var share: NSNumber?
            @NSManaged public var size: [String : Any]?
            @NSManaged public var toys: [String]?
            @NSManaged public var weight: NSNumber?
            @NSManaged public var friends: NSSet?
            @NSManaged public var owner: NSManagedObject?
            @NSManaged public var namesakes: [Hound]?

        }

        // MARK: Generated accessors for friends
        extension Hound {

            @objc(addFriendsObject:)
            @NSManaged public func addToFriends(_ value: Hound)

            @objc(removeFriendsObject:)
            @NSManaged public func removeFromFriends(_ value: Hound)

            @objc(addFriends:)
            @NSManaged public func addToFriends(_ values: NSSet)

            @objc(removeFriends:)
            @NSManaged public func removeFromFriends(_ values: NSSet)

        }

        """
    )
    // Only the first class of a hierarchy says that it is identifiable; its subclasses inherit that.
    #expect(files[1].text.hasSuffix("\n\nextension Animal : Identifiable {\n\n}\n"))
  }

  @Test func anOrderedRelationshipHasXcodesAccessorsForPositions() throws {
    let text = try #require(
      try Self.files(
        of: """
          <entity name="Person" representedClassName="Person"><relationship name="dogs" toMany="YES" ordered="YES"
          destinationEntity="Person"/></entity>
          """,
        for: .apple
      )["Person+CoreDataProperties.swift"]
    )
    for method in [
      "@objc(insertObject:inDogsAtIndex:)\n    @NSManaged public func insertIntoDogs(_ value: Person, at idx: Int)",
      "@objc(removeObjectFromDogsAtIndex:)\n    @NSManaged public func removeFromDogs(at idx: Int)",
      "@objc(insertDogs:atIndexes:)\n    @NSManaged public func insertIntoDogs(_ values: [Person], at indexes: NSIndexSet)",
      "@objc(removeDogsAtIndexes:)\n    @NSManaged public func removeFromDogs(at indexes: NSIndexSet)",
      "@objc(replaceObjectInDogsAtIndex:withObject:)\n    @NSManaged public func replaceDogs(at idx: Int, with value: Person)",
      "@objc(replaceDogsAtIndexes:withDogs:)\n    @NSManaged public func replaceDogs(at indexes: NSIndexSet, with values: [Person])",
      "@objc(addDogs:)\n    @NSManaged public func addToDogs(_ values: NSOrderedSet)",
    ] {
      #expect(text.contains(method), "\(method)")
    }
  }

  @Test func publicClassesImportPubliclyOnlyWhatTheyShow() throws {
    let files = try Self.files(
      of: """
        <entity name="Breed" representedClassName="Breed"><attribute name="name" attributeType="String"/></entity>
        <entity name="Litter" representedClassName="Litter"><attribute name="born" attributeType="Date"/></entity>
        """
    )
    #expect(files["Breed.swift"]?.hasPrefix("public import ManagedObjects\n") == true)
    #expect(files["Breed.swift"]?.contains("public class Breed: ManagedObject {}") == true)
    #expect(files["Breed+Properties.swift"]?.contains("\nimport ManagedObjects\n") == true)
    #expect(files["Litter+Properties.swift"]?.contains("\npublic import Foundation\nimport ManagedObjects\n") == true)
    #expect(files["TestClasses.swift"]?.contains("public enum TestClasses {") == true)
  }

  @Test func entitiesThatShareAClassAreWrittenOnce() throws {
    let files = try Self.files(
      of: """
        <entity name="Animal" representedClassName="Animal"><attribute name="name" attributeType="String"/></entity>
        <entity name="Dog" representedClassName="Animal" parentEntity="Animal"><attribute name="name" attributeType="String"/>
        <attribute name="tag" attributeType="String"/></entity>
        """
    )
    let text = try #require(files["Animal+Properties.swift"])
    #expect(text.components(separatedBy: "var name: ").count == 2 && text.contains("var tag: String {"))
    #expect(files["Dog.swift"] == nil)
    #expect(files["TestClasses.swift"]?.contains("\"Dog\": Animal.self,") == true)
  }

  @Test func namesThatAreNoIdentifiersCannotLeaveTheirPlace() throws {
    let files = try Self.files(
      of: """
        <entity name="../a b&#10;c" representedClassName="../../x"><attribute name="1 &quot;\\(evil)&#10;}" optional="YES"
        attributeType="String"/></entity>
        """
    )
    #expect(
      files.keys.sorted() == ["TestClasses.swift", "___x+Properties.swift", "___x.swift"].sorted() || files.count == 3
    )
    #expect(files.keys.allSatisfy { !$0.contains("/") })
    let text = try #require(files.first { $0.key.hasSuffix("+Properties.swift") }?.value)
    #expect(text.contains("attribute(\"1 \\\"\\\\(evil)"))
    #expect(!text.contains("\n}\""))
  }

  @Test func compositesAndUnknownClassesAreUntypedWhereSwiftHasNoType() throws {
    let files = try Self.files(
      of: """
        <entity name="Coat"><attribute name="colour" optional="YES" attributeType="Transformable" customClassName="UIColor"/>
        <attribute name="words" optional="YES" attributeType="Transformable" customClassName="NSArray"/></entity>
        """
    )
    let text = try #require(files["Coat+Properties.swift"])
    #expect(text.contains("var colour: Any? {\n    get { value(forKey: \"colour\") }"))
    #expect(text.contains("var words: [Any]? {"))
  }
}

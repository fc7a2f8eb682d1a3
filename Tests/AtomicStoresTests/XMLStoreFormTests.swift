import AtomicStores
import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import TestSupport
import Testing

/// The text of XML stores, as Core Data writes it.
@Suite struct XMLStoreFormTests {
  private let folder: TemporaryFolder
  private let model = FormModel.make()

  init() throws {
    folder = try TemporaryFolder()
    AtomicStore.register()
  }

  private func open(_ text: String) throws -> XMLStore {
    try XMLStore.open(at: folder.write(text, to: "Store.xml"), model: model)
  }

  /// A store of the first Core Data, which knew no version hashes.
  private func document(_ objects: String, info: String = "") -> String {
    """
    <?xml version="1.0"?>
    <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

    <database>
        <databaseInfo>
            <version>134481920</version>
            <UUID>9A0C0F7E-4B5B-4C1C-8B42-5A7C1A3D9E10</UUID>
            <nextObjectID>110</nextObjectID>
            <metadata>\(info)</metadata>
        </databaseInfo>
    \(objects)
    </database>
    """
  }

  @Test func readsWhatCoreDataWrites() throws {
    let photo = Data((0..<100).map { UInt8($0) })
    let base64 = photo.base64EncodedString()
    let store = try open(
      document(
        """
            <object type="KENNEL" id="z102">
                <attribute name="name" type="string">\\u3c00b\\u3e00R\\u2600B\\u3c00/b\\u3e00 C:\\\\dogs \\u11ff
        second line</attribute>
                <relationship name="portrait" type="0/1" destination="TAG"></relationship>
                <relationship name="dogs" type="0/0" destination="DOG" idrefs="z105 z103"></relationship>
            </object>
            <object type="DOG" id="z103">
                <attribute name="small" type="int16">-3</attribute>
                <attribute name="speed" type="float">19.6</attribute>
                <attribute name="photo" type="binary">\(base64.prefix(76))
        \(base64.dropFirst(76))
        </attribute>
                <attribute name="nickname" type="string"></attribute>
                <attribute name="medium" type="int32">16777216</attribute>
                <attribute name="large" type="int64">0</attribute>
                <attribute name="isgood" type="bool">1</attribute>
                <attribute name="name" type="string">Rex</attribute>
                <attribute name="born" type="date">259495720.56406000256538391113</attribute>
                <relationship name="homekennel" type="1/1" destination="KENNEL" idrefs="z102"></relationship>
                <relationship name="mate" type="1/1" destination="DOG" idrefs="z105"></relationship>
                <relationship name="tags" type="0/0" destination="TAG"></relationship>
            </object>
            <object type="DOG" id="z105">
                <attribute name="name" type="string">Bella</attribute>
                <relationship name="homekennel" type="1/1" destination="KENNEL" idrefs="z102"></relationship>
                <relationship name="mate" type="1/1" destination="DOG" idrefs="z103"></relationship>
            </object>
        """
      )
    )
    #expect(store.identifier == "9A0C0F7E-4B5B-4C1C-8B42-5A7C1A3D9E10")
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let kennel = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Kennel")).first)
    #expect(kennel.value(forKey: "name") as? String == "<b>R&B</b> C:\\dogs \u{FF11}\nsecond line")
    let dogs = try #require(kennel.value(forKey: "dogs") as? [ManagedObject])
    #expect(dogs.map { $0.value(forKey: "name") as? String } == ["Bella", "Rex"])
    let rex = dogs[1]
    #expect(rex.value(forKey: "small") as? Int == -3)
    #expect(rex.value(forKey: "medium") as? Int == 16_777_216)
    #expect(rex.value(forKey: "speed") as? Float == 19.6)
    #expect(rex.value(forKey: "photo") as? Data == photo)
    #expect(rex.value(forKey: "Nickname") as? String == "")
    #expect(rex.value(forKey: "isGood") as? Bool == true)
    #expect(rex.value(forKey: "weight") == nil)
    #expect(rex.value(forKey: "born") as? Date == Date(timeIntervalSinceReferenceDate: 259_495_720.56406))
    #expect(rex.value(forKey: "mate") as? ManagedObject === dogs[0])
    // New objects are numbered behind the greatest number that was ever given.
    #expect(try store.obtainPermanentIDs(for: model.entities[1], count: 1).first?.objectNumber == "111")
  }

  @Test func writesWhatCoreDataWrites() throws {
    let store = try XMLStore.create(
      at: folder.file("Store.xml"),
      model: model,
      identifier: "6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11"
    )
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let kennel = ManagedObjectContext.insertNewObject(forEntityName: "Kennel", into: context)
    try kennel.setValue("R&B \\ <x>\r", forKey: "name")
    try context.save()
    let dog = ManagedObjectContext.insertNewObject(forEntityName: "Dog", into: context)
    let values: [String: Any] = [
      "name": "Rex", "born": Date(timeIntervalSinceReferenceDate: 259_495_720.56406), "small": 7, "speed": Float(5),
      "weight": 0.1, "isGood": true, "photo": Data("Woof".utf8), "Nickname": "", "homeKennel": kennel,
      "size": ["height": 50.5],
    ]
    for (key, value) in values { try dog.setValue(value, forKey: key) }
    try context.save()
    let text = try folder.text(of: "Store.xml")
    let start = try #require(text.range(of: "    </databaseInfo>\n")?.upperBound)
    #expect(
      text[start...] == """
            <object type="KENNEL" id="z102">
                <attribute name="name" type="string">R\\u2600B \\\\ \\u3c00x\\u3e00\\u0d00</attribute>
                <relationship name="portrait" type="0/1" destination="TAG"></relationship>
                <relationship name="dogs" type="0/0" destination="DOG" idrefs="z103"></relationship>
                <relationship name="favourites" type="0/0" destination="TAG"></relationship>
            </object>
            <object type="DOG" id="z103">
                <attribute name="weight" type="double">0.1</attribute>
                <attribute name="speed" type="float">5</attribute>
                <attribute name="small" type="int16">7</attribute>
                <attribute name="size.height" type="double">50.5</attribute>
                <attribute name="photo" type="binary">V29vZg==
        </attribute>
                <attribute name="kennelname" type="string">R\\u2600B \\\\ \\u3c00x\\u3e00\\u0d00</attribute>
                <attribute name="isgood" type="bool">1</attribute>
                <attribute name="nickname" type="string"></attribute>
                <attribute name="name" type="string">Rex</attribute>
                <attribute name="born" type="date">259495720.56406000256538391113</attribute>
                <relationship name="homekennel" type="0/1" destination="KENNEL" idrefs="z102"></relationship>
                <relationship name="mate" type="0/1" destination="DOG"></relationship>
                <relationship name="tags" type="0/0" destination="TAG"></relationship>
            </object>
        </database>
        """
    )
    let beginning = """
      <?xml version="1.0" standalone="yes"?>
      <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

      <database>
          <databaseInfo>
              <version>134481920</version>
              <UUID>6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11</UUID>
              <nextObjectID>103</nextObjectID>
              <metadata>
                  <plist version="1.0">
                      <dict>
                          <key>NSPersistenceFrameworkVersion</key>
                          <integer>1526</integer>
      """
    #expect(text.hasPrefix(beginning))
  }

  @Test func oneEndOfARelationshipIsEnough() throws {
    let store = try open(
      document(
        """
        <object type="KENNEL" id="z102"><relationship name="dogs" type="0/0" destination="DOG" idrefs="z103"/></object>
        <object type="DOG" id="z103"><attribute name="name" type="string">Rex</attribute></object>
        <object type="TAG" id="brown"><relationship name="animals" type="0/0" destination="ANIMAL" idrefs="z103"/></object>
        """
      )
    )
    let contents = try FormModel.contents(of: store, model)
    #expect(contents.count == 3)
    #expect(contents.contains { $0.contains("homeKennel: Kennel null") && $0.contains("tags: [\"Tag null\"]") })
    #expect(store.objectCount == 3)
  }

  struct Damage: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var objects: String
    var line: Int?
    var reason: String
  }

  static let damages = [
    Damage(
      testDescription: "a number twice",
      objects: "<object type='TAG' id='z1'/>\n<object type='TAG' id='z1'/>",
      line: 12,
      reason: "stands for two objects"
    ),
    Damage(
      testDescription: "an ID twice",
      objects: "<object type='TAG' id='a'/>\n<object type='TAG' id='a'/>",
      line: 12,
      reason: "stands for two objects"
    ),
    Damage(
      testDescription: "a reference to nowhere",
      objects: "<object type='KENNEL' id='z1'><relationship name='portrait' idrefs='z9'/></object>",
      line: 11,
      reason: "not there"
    ),
    Damage(
      testDescription: "a reference to another entity",
      objects: "<object type='KENNEL' id='z1'><relationship name='portrait' idrefs='z1'/></object>",
      line: 11,
      reason: "leads to an object of Kennel"
    ),
    Damage(
      testDescription: "two objects in a to-one",
      objects:
        "<object type='TAG' id='z1'/><object type='KENNEL' id='z2'><relationship name='portrait' idrefs='z1 z1'/></object>",
      line: 11,
      reason: "leads to 2 objects"
    ),
    Damage(
      testDescription: "ends that disagree",
      objects:
        "<object type='KENNEL' id='z1'><relationship name='dogs' idrefs='z3'/></object><object type='KENNEL' id='z2'/>\n<object type='DOG' id='z3'><relationship name='homekennel' idrefs='z2'/></object>",
      line: 12,
      reason: "is related to the object as well"
    ),
    Damage(
      testDescription: "no such entity",
      objects: "<object type='CAT' id='z1'/>",
      line: 11,
      reason: "no entity CAT"
    ),
    Damage(
      testDescription: "an abstract entity",
      objects: "<object type='ANIMAL' id='z1'/>",
      line: 11,
      reason: "abstract"
    ),
    Damage(
      testDescription: "no such property",
      objects: "<object type='TAG' id='z1'>\n<attribute name='colour' type='string'>x</attribute></object>",
      line: 12,
      reason: "no property Tag.colour"
    ),
    Damage(
      testDescription: "a relationship as an attribute",
      objects: "<object type='TAG' id='z1'><attribute name='animals'>x</attribute></object>",
      line: 11,
      reason: "is no attribute"
    ),
    Damage(
      testDescription: "a word as a number",
      objects: "<object type='DOG' id='z1'>\n\n<attribute name='small' type='int16'>many</attribute></object>",
      line: 13,
      reason: "no Integer 16"
    ),
    Damage(
      testDescription: "a number out of range",
      objects: "<object type='DOG' id='z1'><attribute name='small' type='int16'>32768</attribute></object>",
      line: 11,
      reason: "no Integer 16"
    ),
    Damage(
      testDescription: "no base64",
      objects: "<object type='DOG' id='z1'><attribute name='photo' type='binary'>?</attribute></object>",
      line: 11,
      reason: "no Binary"
    ),
    Damage(testDescription: "no type", objects: "<object id='z1'/>", line: 11, reason: "no type"),
    Damage(testDescription: "another element", objects: "<thing/>", line: 11, reason: "thing"),
    Damage(
      testDescription: "an element in an object",
      objects: "<object type='TAG' id='z1'><note/></object>",
      line: 11,
      reason: "has a note"
    ),
    Damage(
      testDescription: "an element in a value",
      objects: "<object type='TAG' id='z1'><attribute name='name'>a<b/></attribute></object>",
      line: 11,
      reason: "has a b in it"
    ),
    Damage(testDescription: "cut off", objects: "<object type='TAG' id='z1'>", line: 12, reason: "mismatch"),
    Damage(
      testDescription: "nested without end",
      objects: String(repeating: "<object type='TAG' id='z1'>", count: 100_000),
      line: 11,
      reason: "deep"
    ),
    Damage(
      testDescription: "a member of two owners without inverse",
      objects:
        "<object type='TAG' id='z1'/><object type='KENNEL' id='z2'><relationship name='favourites' idrefs='z1'/></object><object type='KENNEL' id='z3'><relationship name='favourites' idrefs='z1'/></object>",
      line: nil,
      reason: "no inverse"
    ),
  ]

  @Test(arguments: damages) func saysWhatIsWrongAndWhere(_ damage: Damage) throws {
    let error = try #require(throws: AtomicStoreError.self) { _ = try open(document(damage.objects)) }
    #expect(error.description.contains(damage.reason), "\(error)")
    if let line = damage.line { #expect(error.description.contains("(line \(line))"), "\(error)") }
    #expect(error.path == folder.file("Store.xml"))
  }

  /// A store with these declarations, in which the name of a tag refers to the last of them.
  private func document(declaring entities: [String]) -> String {
    document(
      "<object type='TAG' id='z101'><attribute name='name' type='string'>&e\(entities.count - 1);</attribute></object>"
    )
    .replacingOccurrences(
      of: "<!DOCTYPE database SYSTEM \"file:///System/Library/DTDs/CoreData.dtd\">",
      with: "<!DOCTYPE database [\(entities.enumerated().map { "<!ENTITY e\($0) \"\($1)\">" }.joined())]>"
    )
  }

  @Test func entitiesThatTheFileDeclaresAreRead() throws {
    let store = try open(document(declaring: ["ab", "&e0;&e0;", "&e1;c"]))
    let tag = try #require(model.entitiesByName["Tag"])
    let row = try #require(try store.rows(for: StoreFetch(entity: tag)).first)
    #expect(row.attributes.contains(.string("ababc")))
  }

  @Test func entitiesThatMultiplyWithoutEndAreRefused() throws {
    let entities = ["ha"] + (0..<30).map { String(repeating: "&e\($0);", count: 10) }
    let error = try #require(throws: AtomicStoreError.self) { _ = try open(document(declaring: entities)) }
    guard case .damaged = error.kind else { throw error }
  }

  @Test(arguments: [
    ("", "an empty file"), ("name;size\n", "no XML store"),
    ("<plist version=\"1.0\"><dict/></plist>", "begins with dict"),
    ("<html/>", "the root html"), ("SQLite format 3\0", "a SQLite database"), ("CoreData\0\0\0\u{1}", "a binary store"),
  ]) func saysWhatAFileIsThatIsNoStore(_ text: String, _ words: String) throws {
    let error = try #require(throws: AtomicStoreError.self) { _ = try open(text) }
    #expect(error.description.contains(words), "\(error)")
  }

  @Test func endsWithAnErrorAtEveryTruncation() throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .xml, at: folder.file("Whole.xml"))
    try FormModel.fill(coordinator)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("Whole.xml"))))
    for length in stride(from: 0, to: bytes.count, by: 97) {
      try Data(bytes.prefix(length)).write(to: URL(fileURLWithPath: folder.file("Cut.xml")))
      #expect(throws: AtomicStoreError.self, "\(length) bytes") {
        _ = try XMLStore.open(at: folder.file("Cut.xml"), model: model)
      }
    }
  }

  @Test func refusesNamesThatDifferInCaseOnly() throws {
    let left = EntityDescription(name: "Dog")
    let right = EntityDescription(name: "DOG")
    let error = try #require(throws: AtomicStoreError.self) {
      _ = try XMLStore.create(at: folder.file("New.xml"), model: ManagedObjectModel(entities: [left, right]))
    }
    guard case .unrepresentable = error.kind else {
      Issue.record("\(error)")
      return
    }
    #expect(folder.names() == [])
  }
}

extension ManagedObjectID {
  /// The last part of the object's URI, without its letter.
  fileprivate var objectNumber: String { String(uriRepresentation().split(separator: "/").last?.dropFirst() ?? "") }
}

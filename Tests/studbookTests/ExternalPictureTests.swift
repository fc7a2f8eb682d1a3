import Foundation
import ManagedObjects
import ModelReading
import ObjectModel
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// Pictures of an attribute that allows external storage: a release is one file whatever their sizes, and stores that keep them in files are read, too.
@Suite struct ExternalPictureTests {
  private static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Dog">
        <attribute name="name" attributeType="String"/>
        <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Puppy" parentEntity="Dog"/>
    </model>
    """
  /// Below and far above 100 KB, from which Core Data keeps a value in a file.
  private static let small = SamplePictures.png
  private static let large = SamplePictures.png + [UInt8](repeating: 7, count: 1_000_000)

  private func release() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["Dogs.xcdatamodeld/Dogs.xcdatamodel", "pictures"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try folder.write(Self.model, to: "Dogs.xcdatamodeld/Dogs.xcdatamodel/contents")
    try Data(Self.small).write(to: URL(fileURLWithPath: folder.file("pictures/small.png")))
    try Data(Self.large).write(to: URL(fileURLWithPath: folder.file("pictures/large.png")))
    try folder.write("name,picture\nAda,small.png\nBob,large.png\n", to: "dogs.csv")
    try folder.write("name,picture\nCal,large.png\n", to: "puppies.csv")
    try folder.write(
      """
      model: Dogs.xcdatamodeld
      output: Dogs.sqlite
      sources:
        - { file: dogs.csv, entity: Dog, attributes: { photo: { field: picture, file: pictures } } }
        - { file: puppies.csv, entity: Puppy, attributes: { photo: { field: picture, file: pictures } } }
      """,
      to: "Dogs.recipe.yml"
    )
    let build = try Tool.run(["build", "Dogs.recipe.yml", "--output", "Out"], in: folder.path)
    try #require(build.status == 0, "\(build.output)\(build.errors)")
    return folder
  }

  /// The pictures by name, as an app asks for them that opens the file where it lies.
  private func picturesInApp(_ file: String) throws -> [String: Data] {
    SQLiteStore.register()
    let container = PersistentContainer(
      name: "Dogs",
      managedObjectModel: try ModelReader.read(file),
      viewContextType: .confinement
    )
    var description = PersistentStoreDescription(location: file)
    description.isReadOnly = true
    container.persistentStoreDescriptions = [description]
    try container.loadPersistentStores()
    var pictures: [String: Data] = [:]
    for dog in try container.viewContext.fetch(FetchRequest<ManagedObject>(entityName: "Dog")) {
      pictures[try #require(dog.value(forKey: "name") as? String)] = dog.value(forKey: "photo") as? Data
    }
    return pictures
  }

  private static let expected = ["Ada": Data(small), "Bob": Data(large), "Cal": Data(large)]

  @Test func aReleaseKeepsThemInItsOneFileAsCoreDataMarksThem() throws {
    let folder = try release()
    let database = try SQLiteConnection(path: folder.file("Out/Dogs.sqlite"), mode: .immutable)
    defer { database.close() }
    let cells = try database.rows("SELECT ZNAME, hex(substr(ZPHOTO, 1, 5)), length(ZPHOTO) FROM ZDOG ORDER BY ZNAME")
    // The byte 1, and the value behind it.
    #expect(
      cells == [
        [.text("Ada"), .text("0189504E47"), .integer(Int64(Self.small.count + 1))],
        [.text("Bob"), .text("0189504E47"), .integer(Int64(Self.large.count + 1))],
        [.text("Cal"), .text("0189504E47"), .integer(Int64(Self.large.count + 1))],
      ]
    )
    #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.file("Out")).contains(".Dogs_SUPPORT"))
    #expect(try Tool.run(["verify", "Out/Dogs.sqlite"], in: folder.path).status == 0)
    #expect(try picturesInApp(folder.file("Out/Dogs.sqlite")) == Self.expected)
  }

  @Test func thePlainLayoutHasThePicturesAlone() throws {
    let folder = try release()
    let export = try Tool.run(["export", "Out/Dogs.sqlite", "--output", "Plain.sqlite"], in: folder.path)
    #expect(export.status == 0, "\(export.errors)")
    let database = try SQLiteConnection(path: folder.file("Plain.sqlite"), mode: .immutable)
    defer { database.close() }
    let lengths = try database.rows("SELECT length(photo) FROM Dog ORDER BY name")
    #expect(lengths == [Self.small.count, Self.large.count, Self.large.count].map { [.integer(Int64($0))] })
  }

  @Test func aStoreThatKeepsThemInFilesIsVerifiedExportedAndShown() throws {
    let folder = try release()
    let model = try ModelReader.read(folder.file("Dogs.xcdatamodeld"))
    var options = SQLiteStoreOptions()
    options.externalStorageThreshold = 100_000
    let store = try SQLiteStore.create(at: folder.file("Files.sqlite"), model: model, options: options)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    for (name, picture) in Self.expected {
      let entity = try #require(model.entitiesByName[name == "Cal" ? "Puppy" : "Dog"])
      let dog = ManagedObject(entity: entity, insertInto: context)
      try dog.setValue(name, forKey: "name")
      try dog.setValue(picture, forKey: "photo")
    }
    try context.save()
    try store.close()
    let files = folder.file(".Files_SUPPORT/_EXTERNAL_DATA")
    #expect(try FileManager.default.contentsOfDirectory(atPath: files).count == 2)
    #expect(try picturesInApp(folder.file("Files.sqlite")) == Self.expected)
    let verified = try Tool.run(["verify", "Files.sqlite"], in: folder.path)
    #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    let export = try Tool.run(["export", "Files.sqlite", "--output", "Plain.sqlite"], in: folder.path)
    #expect(export.status == 0, "\(export.errors)")
    let database = try SQLiteConnection(path: folder.file("Plain.sqlite"), mode: .immutable)
    defer { database.close() }
    let sum = try database.rows("SELECT sum(length(photo)) FROM Dog")
    #expect(sum == [[.integer(Int64(Self.small.count + 2 * Self.large.count))]])
    let site = try Tool.run(["site", "Files.sqlite", "--output", "Site"], in: folder.path)
    #expect(site.status == 0, "\(site.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("Site/pictures")).count == 2)
    // The folder belongs to every store of that name, whatever its extension.
    let migrated = try Tool.run(
      ["store", "migrate", "Files.sqlite", "--to", "Dogs.xcdatamodeld", "--output", "Files.db"],
      in: folder.path
    )
    #expect(migrated.status == 2 && migrated.errors.contains("the folder of Files.sqlite"), "\(migrated.errors)")
    try FileManager.default.createDirectory(atPath: folder.file("links"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("links/Linked.sqlite"),
      withDestinationPath: "../Files.sqlite"
    )
    for source in ["Files.sqlite", "links/Linked.sqlite"] {
      let sealed = try Tool.run(
        ["export", source, "--layout", "coredata", "--output", "Sealed/Dogs.sqlite"],
        in: folder.path
      )
      #expect(sealed.status == 0, "\(sealed.errors)")
      #expect(try Tool.run(["verify", "Sealed/Dogs.sqlite"], in: folder.path).status == 0)
      try FileManager.default.removeItem(atPath: folder.file("Sealed"))
    }
    // What is not there any more is said.
    try FileManager.default.removeItem(atPath: files)
    #expect(try Tool.run(["verify", "Files.sqlite"], in: folder.path).status == 1)
    #expect(try Tool.run(["site", "Files.sqlite", "--output", "Site"], in: folder.path).errors.contains("not there"))
  }
}

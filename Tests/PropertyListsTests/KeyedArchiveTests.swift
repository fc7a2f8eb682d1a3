import PropertyLists
import Testing

@Suite struct KeyedArchiveTests {
  @Test func archivesAGraphWithACycle() throws {
    let parent = ArchivableObject("Parent")
    let child = ArchivableObject("Child", ancestors: ["Person", "NSObject"])
    parent.set("name", .string("Bella"))
    parent.set("child", .object(child))
    child.set("parent", .object(parent))
    child.set("name", .string("Bella"))
    child.set("nothing", .null)
    child.set("age", 3)
    child.set("good", true)

    let archive = try KeyedArchive(KeyedArchiveBuilder.archive(parent))
    let root = try #require(archive.rootObject)
    #expect(root.className == "Parent")
    #expect(root.string("name") == "Bella")
    let readChild = try #require(root.object("child"))
    #expect(readChild.className == "Child")
    #expect(readChild.object("parent")?.number == root.number)
    #expect(readChild.object("nothing") == nil)
    #expect(readChild.value("nothing") == nil)
    #expect(readChild.integer("age") == 3)
    #expect(readChild.boolean("good"))
    // "$null", two objects, one shared string and two classes.
    #expect(archive.objects.count == 6)
  }

  @Test func readsCollectionsAndKnownKeys() throws {
    let keys = ArchivableObject("NSArray")
    keys.set("NS.objects", .references([.string("Breed"), .string("Gone")]))
    let mapping = ArchivableObject("NSKnownKeysMappingStrategy1")
    mapping.set("keys", .object(keys))
    let value = ArchivableObject("NSEntityDescription")
    let values = ArchivableObject("NSArray")
    values.set("NS.objects", .references([.object(value), .string("__empty__")]))
    let dictionary = ArchivableObject("NSKnownKeysDictionary1")
    dictionary.set("searchMapping", .object(mapping))
    dictionary.set("values", .object(values))
    dictionary.set("emptyToken", .string("__empty__"))

    let root = try #require(try KeyedArchive(KeyedArchiveBuilder.archive(dictionary)).rootObject)
    #expect(root.objectEntries.map(\.key) == ["Breed"])
    #expect(root.objectEntries.first?.value.className == "NSEntityDescription")
  }

  @Test func refusesOtherPropertyLists() {
    let bytes = PropertyList.writeBinary(.dictionary(["a": .integer(1)]))
    #expect(throws: PropertyListError.self) { try KeyedArchive(bytes) }
  }
}

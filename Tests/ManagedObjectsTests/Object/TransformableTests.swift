import AttributeValues
import FoundationEssentials
import ManagedObjects
import ObjectModel
import PropertyLists
import StoreConformance
import Testing

@Suite struct TransformableTests {
  private let coordinator: PersistentStoreCoordinator
  private let context: ManagedObjectContext

  init() throws {
    ValueTransformers.register(ColourTransformer(), named: "TransformableTests.Colour")
    let entity = EntityDescription(name: "Coat")
    let colour = AttributeDescription(name: "colour", type: .transformable)
    colour.valueTransformerName = "TransformableTests.Colour"
    let unknown = AttributeDescription(name: "unknown", type: .transformable)
    unknown.valueTransformerName = "TransformableTests.Nobody"
    entity.declaredProperties = [colour, unknown, AttributeDescription(name: "words", type: .transformable)]
    coordinator = PersistentStoreCoordinator(managedObjectModel: ManagedObjectModel(entities: [entity]))
    try coordinator.addPersistentStore(InMemoryStore())
    context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
  }

  @Test func aRegisteredTransformerMakesBytesAndValues() throws {
    let coat = try context.make("Coat", ["colour": Colour(red: 1, green: 2, blue: 3)])
    #expect(coat.attributeValue(forKey: "colour") == .transformable(TransformableValue(bytes: Data([1, 2, 3]))))
    try context.save()
    let reader = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let found = try #require(try reader.all("Coat").first)
    #expect(found.value(forKey: "colour") as? Colour == Colour(red: 1, green: 2, blue: 3))
  }

  @Test func aValueThatTheTransformerDoesNotKnowIsRefused() throws {
    let coat = try context.make("Coat")
    #expect(throws: PropertyAccessError.self) { try coat.setValue("red", forKey: "colour") }
    #expect(coat.value(forKey: "colour") == nil)
  }

  @Test func bytesThatCannotBeTransformedBackAreShownAsTheyAre() throws {
    let bytes = TransformableValue(bytes: Data([1]))
    let coat = try context.make("Coat", ["colour": bytes])
    #expect(coat.value(forKey: "colour") as? TransformableValue == bytes)
  }

  @Test func withoutATransformerTheBytesAreCarriedAlong() throws {
    let bytes = TransformableValue(bytes: Data([7, 8]))
    let coat = try context.make("Coat", ["unknown": bytes])
    #expect(coat.value(forKey: "unknown") as? TransformableValue == bytes)
    #expect(throws: PropertyAccessError.self) {
      try coat.setValue(Colour(red: 0, green: 0, blue: 0), forKey: "unknown")
    }
  }

  @Test func anAttributeThatNamesNoTransformerKeepsAnArchive() throws {
    let uuid = UUID()
    let words: [String: Any] = [
      "list": ["a", "b"], "count": 3, "share": 0.5, "isNew": true, "since": Date(timeIntervalSinceReferenceDate: 5),
      "id": uuid, "bytes": Data([9]), "nested": ["x": ["y": 1]],
    ]
    let coat = try context.make("Coat", ["words": words])
    let shown = try #require(coat.value(forKey: "words") as? [String: Any])
    #expect(shown["list"] as? [String] == ["a", "b"])
    #expect(shown["count"] as? Int == 3 && shown["share"] as? Double == 0.5 && shown["isNew"] as? Bool == true)
    #expect(shown["since"] as? Date == Date(timeIntervalSinceReferenceDate: 5))
    #expect(shown["id"] as? UUID == uuid && shown["bytes"] as? Data == Data([9]))
    #expect((shown["nested"] as? [String: [String: Int]])?["x"] == ["y": 1])
    try coat.setValue("just a text", forKey: "words")
    #expect(coat.value(forKey: "words") as? String == "just a text")
    try coat.setValue(Set(["a", "b"]), forKey: "words")
    #expect(coat.value(forKey: "words") as? Set<String> == ["a", "b"])
  }

  @Test func anArchiveThatContainsItselfIsNotFollowedForEver() throws {
    // An NSArray (object 1) whose only element is itself.
    let objects: [PropertyListValue] = [
      .string("$null"), .dictionary(["$class": .uid(2), "NS.objects": .array([.uid(1)])]),
      .dictionary(["$classname": .string("NSArray"), "$classes": .array([.string("NSArray")])]),
    ]
    let archive = Data(
      PropertyList.writeBinary(
        .dictionary([
          "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
          "$top": .dictionary(["root": .uid(1)]), "$objects": .array(objects),
        ])
      )
    )
    #expect(throws: KeyedArchiveTransformer.Failure.self) {
      try KeyedArchiveTransformer().reverseTransformedValue(archive)
    }
  }
}

struct Colour: Hashable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
}

struct ColourTransformer: ValueTransformer {
  struct NoColour: Error {}

  func transformedValue(_ value: Any) throws -> Data {
    guard let colour = value as? Colour else { throw NoColour() }
    return Data([colour.red, colour.green, colour.blue])
  }

  func reverseTransformedValue(_ data: Data) throws -> Any {
    guard data.count == 3 else { throw NoColour() }
    return Colour(red: data[0], green: data[1], blue: data[2])
  }
}

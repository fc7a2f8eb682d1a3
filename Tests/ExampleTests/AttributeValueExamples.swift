import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import Testing

/// Values of attributes, and how classes that are none become values.
@Suite struct AttributeValueExamples {
  @Test func aValueKnowsItsKind() throws {
    let beagle = try Showcase().breed("Beagle")
    // example: AttributeValue
    switch beagle.attributeValue(forKey: "heightMax") ?? AttributeValue.null {
    case .double(let centimetres): print("up to \(centimetres) cm")
    case .null: print("not known")
    default: print("no number")
    }
    // end
    #expect(beagle.attributeValue(forKey: "heightMax") == .double(38.1) || beagle.managedObjectContext == nil)
  }

  @Test func aTypeHasARangeAndAName() {
    // example: AttributeType
    let type = AttributeType.integer16
    let range = type.integerRange  // -32,768…32,767
    let name = type.modelName  // "Integer 16", as model files spell it
    // end
    #expect(range == -32_768...32_767 && AttributeType(modelName: name) == type)
  }

  // example: ValueTransformer
  struct WordsTransformer: ValueTransformer {
    func transformedValue(_ value: Any) throws -> Data {
      Data((value as? [String] ?? []).joined(separator: "|").utf8)
    }
    func reverseTransformedValue(_ data: Data) throws -> Any {
      String(decoding: data, as: UTF8.self).split(separator: "|").map(String.init)
    }
  }
  // end

  // example: ValueTransformers
  static let temperament: AttributeDescription = {
    ValueTransformers.register(WordsTransformer(), named: "ExampleWords")
    let attribute = AttributeDescription(name: "temperament", type: .transformable)
    attribute.valueTransformerName = "ExampleWords"
    return attribute
  }()
  // end

  @Test func aTransformableValueIsBytesInTheStore() throws {
    let breed = EntityDescription(name: "Breed")
    breed.declaredProperties = [Self.temperament]
    let coordinator = PersistentStoreCoordinator(managedObjectModel: ManagedObjectModel(entities: [breed]))
    try coordinator.addPersistentStore(InMemoryStore())
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let beagle = context.insert(breed)
    try beagle.setValue(["friendly", "curious"], forKey: "temperament")
    var bytes = Data()
    // example: TransformableValue
    if case .transformable(let value)? = beagle.attributeValue(forKey: "temperament") {
      let stored: TransformableValue = value
      bytes = stored.bytes  // what the attribute's transformer made of the value
    }
    // end
    #expect(String(decoding: bytes, as: UTF8.self) == "friendly|curious")
  }
}

import AttributeValues
import CompiledModels
import ModelReading
import ObjectModel
import PropertyLists
import Testing

@Suite struct CompiledModelTests {
  @Test func readsBackWhatItCompiled() throws {
    let model = try SampleModel.model()
    let read = try CompiledModel.read(try CompiledModel.archive(model))
    #expect(ModelComparison.differences(from: model, to: read).map(\.description) == [])
    #expect(read.entityVersionHashesByName == model.entityVersionHashesByName)
    #expect(read.entityVersionHashesByName.count == 3)
  }

  @Test func readsBackItsModelCache() throws {
    let model = try SampleModel.model()
    let read = try CompiledModel.model(fromModelCache: try CompiledModel.modelCache(for: model))
    // A running framework has resolved the class of the current module.
    #expect(
      ModelComparison.differences(from: model, to: read).map(\.description) == ["Named: class was .Named and is Named"]
    )
  }

  @Test func writesTheSameBytesForTheSameModel() throws {
    #expect(
      try CompiledModel.modelCache(for: SampleModel.model()) == CompiledModel.modelCache(for: SampleModel.model())
    )
    #expect(try CompiledModel.archive(SampleModel.model()) == CompiledModel.archive(SampleModel.model()))
  }

  struct FlagCase: Sendable, CustomTestStringConvertible {
    var property: String
    var bits: Int64
    var testDescription: String { property }
  }

  static let flagCases = [
    FlagCase(property: "isRecognised", bits: 241), FlagCase(property: "page", bits: 243),
    FlagCase(property: "mood", bits: 251 & ~0x80), FlagCase(property: "rank", bits: 241 & ~0x30),
    FlagCase(property: "memberCount", bits: 0xf7), FlagCase(property: "groupName", bits: 0xf7 & ~0x40),
    FlagCase(property: "owners", bits: 0x4f3), FlagCase(property: "rivals", bits: 0xff),
    FlagCase(property: "group", bits: 241),
  ]

  @Test(arguments: flagCases)
  func writesTheFlagBits(_ example: FlagCase) throws {
    let archive = try KeyedArchive(try CompiledModel.archive(SampleModel.model()))
    let property = try SampleModel.property("Breed", example.property, in: archive)
    #expect(property.integer("_P") == example.bits)
  }

  @Test func writesTypedDefaultsAndLimits() throws {
    let archive = try KeyedArchive(try CompiledModel.archive(SampleModel.model()))
    let isRecognised = try SampleModel.property("Breed", "isRecognised", in: archive)
    #expect(isRecognised.value("NSDefaultValue") == .boolean(true))
    #expect(isRecognised.value("NSIsIndexed") == .boolean(true))
    let weight = try SampleModel.property("Breed", "weight", in: archive)
    #expect(weight.value("NSDefaultValue") == .real(Double(Float(0.1))))
    let identifier = try SampleModel.property("Breed", "identifier", in: archive)
    #expect(identifier.integer("NSFlagsKey") == 16)
    #expect(identifier.object("NSDefaultValue")?.className == "NSUUID")
    let name = try SampleModel.property("Named", "name", in: archive)
    let warnings = try #require(name.object("NSValidationWarnings"))
    #expect(warnings.elementReferences.map { archive.resolve($0)?.integer } == [1670, 1660, 1680])
    let length = try #require(name.object("NSValidationPredicates")?.elements.first)
    #expect(length.object("NSRightExpression")?.value("NSConstantValue") == .integer(2))
    let count = try SampleModel.property("Breed", "memberCount", in: archive)
    #expect(count.object("NSDerivationExpression")?.string("NSSelectorName") == "count:")
  }

  @Test func writesTheContainersOfEachFlavour() throws {
    let compiled = try #require(try KeyedArchive(try CompiledModel.archive(SampleModel.model())).rootObject)
    #expect(compiled.object("NSEntities")?.className == "NSMutableDictionary")
    let cached = try #require(
      try KeyedArchive(try CompiledModel.archive(SampleModel.model(), flavour: .modelCache)).rootObject
    )
    #expect(cached.object("NSEntities")?.className == "NSKnownKeysDictionary1")
    #expect(cached.object("NSEntities")?.entries.map(\.key) == ["Breed", "Group", "Named"])
    #expect(cached.object("NSVersionIdentifiers")?.strings == ["3"])
  }

  @Test func doublesANamedIndexOverOneAttribute() throws {
    let archive = try KeyedArchive(try CompiledModel.archive(SampleModel.model()))
    let entities = try #require(archive.rootObject?.object("NSEntities")).objectEntries
    let breed = try #require(entities.first { $0.key == "Breed" }?.value)
    let indexes = try #require(breed.object("NSFetchIndexDescriptions")).elements
    #expect(
      indexes.map { $0.string("NSIndexName") } == ["isRecognised", "height_weight", "rank", "byRank", "byHeight"]
    )
    #expect(indexes.map { $0.object("NSEntity") != nil } == [false, false, true, true, true])
  }

  @Test func writesCompositesAsSwiftDataDoes() throws {
    let entity = EntityDescription(name: "Breed")
    let height = AttributeDescription(name: "height", type: .double)
    height.versionHashModifier = "cm"
    let name = AttributeDescription(name: "name", type: .string)
    name.isOptional = false
    let size = CompositeAttributeDescription(name: "size", elements: [name, height])
    size.isOptional = false
    entity.declaredProperties = [size]
    let model = ManagedObjectModel(entities: [entity])
    let cache = try CompiledModel.archive(model, flavour: .modelCache)
    let archived = try SampleModel.property("Breed", "size", in: try KeyedArchive(cache))
    // As in the model cache of a real SwiftData store.
    #expect(archived.className == "NSCompositeAttributeDescription")
    #expect(archived.integer("NSAttributeType") == 2100)
    #expect(archived.string("NSAttributeValueClassName") == "NSDictionary")
    #expect(archived.integer("_P") == 241)
    let elements = try #require(archived.object("NSCompositeElements"))
    #expect(elements.className == "NSMutableArray")
    #expect(elements.elements.map { $0.string("NSPropertyName") } == ["name", "height"])
    #expect(elements.elements.map { $0.integer("_P") } == [241, 243 & ~0x80])
    #expect(elements.elements.map { $0.object("NSEntity")?.string("NSEntityName") } == ["Breed", "Breed"])
    let read = try CompiledModel.read(cache)
    #expect(ModelComparison.differences(from: model, to: read).map(\.description) == [])
    #expect(read.entityVersionHashesByName == model.entityVersionHashesByName)
    #expect(read.entityVersionHashesByName.count == 1)
    #expect(CompiledModel.remarks(on: model) == [])
  }

  @Test func leavesTheDefaultOfAWholeCompositeOutAndSaysSo() throws {
    let entity = EntityDescription(name: "Breed")
    let height = AttributeDescription(name: "height", type: .double)
    height.defaultValue = .double(40)
    let size = CompositeAttributeDescription(name: "size", elements: [height])
    size.defaultValue = .composite(["height": .double(50)])
    entity.declaredProperties = [size]
    let model = ManagedObjectModel(entities: [entity])
    #expect(
      CompiledModel.remarks(on: model) == [
        "Breed.size: the default value of the whole is left out; those of its elements are written"
      ]
    )
    let read = try CompiledModel.read(try CompiledModel.archive(model))
    let found = try #require(read.entities.first?.attributesByName["size"] as? CompositeAttributeDescription)
    #expect(found.defaultValue.isNull && found.elements.map(\.defaultValue) == [.double(40)])
  }

  @Test func leavesIndexesOverExpressionsOutAndSaysSo() throws {
    let entity = EntityDescription(name: "Breed")
    entity.declaredProperties = [AttributeDescription(name: "name", type: .string)]
    entity.indexes = [
      FetchIndexDescription(name: "byText", elements: [.init(propertyName: "length:(name)", isExpression: true)]),
      FetchIndexDescription(name: "byName", elements: [.init(propertyName: "name")]),
    ]
    let model = ManagedObjectModel(entities: [entity])
    #expect(CompiledModel.remarks(on: model) == ["Breed: the index byText over an expression is left out"])
    let read = try CompiledModel.read(try CompiledModel.archive(model))
    #expect(read.entities.first?.indexes.map(\.name) == ["byName"])
    // No compiler has repeated the index under the attribute's name.
    #expect(read.repeatsAttributeIndexes == false)
    let name = try SampleModel.property("Breed", "name", in: try KeyedArchive(try CompiledModel.archive(model)))
    #expect(name.value("NSIsIndexed") == .boolean(true))
  }

  @Test func endsWithAnErrorForEveryOtherFile() throws {
    #expect(throws: CompiledModelError.self) { try CompiledModel.read([]) }
    #expect(throws: CompiledModelError.self) { try CompiledModel.read(PropertyList.writeBinary(.dictionary([:]))) }
    #expect(throws: CompiledModelError.self) { try CompiledModel.model(fromModelCache: [1, 2, 3]) }
    let cache = try CompiledModel.modelCache(for: SampleModel.model())
    #expect(throws: CompiledModelError.self) { try CompiledModel.model(fromModelCache: Array(cache.dropLast(9))) }
  }

  @Test func damagedArchivesAreRefusedOrGiveModelsThatCanBeArchived() throws {
    let bytes = try CompiledModel.archive(SampleModel.model())
    var readable = 0
    var refused = 0
    for index in stride(from: 0, to: bytes.count, by: 41) {
      #expect(throws: CompiledModelError.self) { try CompiledModel.read(Array(bytes[..<index])) }
      var damaged = bytes
      damaged[index] ^= 0x15
      do {
        let model = try CompiledModel.read(damaged)
        let again = try CompiledModel.read(try CompiledModel.archive(model))
        #expect(again.versionHashesByEntityName == model.versionHashesByEntityName, "byte \(index)")
        readable += 1
      } catch is CompiledModelError {
        refused += 1
      }
    }
    #expect(readable > 0 && refused > 0)
  }
}

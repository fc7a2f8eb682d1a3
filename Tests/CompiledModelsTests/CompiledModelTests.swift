import AttributeValues
import CompiledModels
import Foundation
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

  /// A compiler marks the attribute of an index over it alone, and the framework that reads the mark adds an index of its name (issue 17).
  @Test func onlyACacheDoublesANamedIndexOverOneAttribute() throws {
    func indexes(_ flavour: CompiledModel.Flavour) throws -> [ArchivedObject] {
      let archive = try KeyedArchive(try CompiledModel.archive(SampleModel.model(), flavour: flavour))
      let entities = try #require(archive.rootObject?.object("NSEntities")).objectEntries
      let breed = try #require(entities.first { $0.key == "Breed" }?.value)
      #expect(try SampleModel.property("Breed", "rank", in: archive).value("NSIsIndexed") == .boolean(true))
      return try #require(breed.object("NSFetchIndexDescriptions")).elements
    }
    let compiled = try indexes(.compiler)
    #expect(compiled.map { $0.string("NSIndexName") } == ["isRecognised", "height_weight", "byRank", "byHeight"])
    #expect(compiled.map { $0.object("NSEntity") != nil } == [false, false, true, true])
    let cached = try indexes(.modelCache)
    #expect(cached.map { $0.string("NSIndexName") } == ["isRecognised", "height_weight", "rank", "byRank", "byHeight"])
    #expect(cached.map { $0.object("NSEntity") != nil } == [false, false, true, true, true])
    #expect(try CompiledModel.read(CompiledModel.archive(SampleModel.model())).repeatsAttributeIndexes)
  }

  /// As a real compiler's files have them (issue 17).
  @Test(arguments: [("0.0", -1, 0, false), ("0", 0, 0, false), ("1", 0, 1, true), ("0.05", -2, 1, true)])
  func writesDecimalDefaultsAsACompilerDoes(_ text: String, exponent: Int64, length: Int64, isCompact: Bool) throws {
    let price = AttributeDescription(name: "price", type: .decimal)
    price.defaultValue = .decimal(try #require(Decimal(string: text)))
    price.constraints.minimum = .decimal(0)
    let entity = EntityDescription(name: "Breed")
    entity.declaredProperties = [price]
    let model = ManagedObjectModel(entities: [entity])
    let bytes = try CompiledModel.archive(model)
    let archive = try KeyedArchive(bytes)
    let property = try SampleModel.property("Breed", "price", in: archive)
    let value = try #require(property.object("NSDefaultValue"))
    #expect(value.className == "NSDecimalNumberPlaceholder")
    let names = archive.resolve(value.fields["$class"])?.dictionary?["$classes"]?.array?.compactMap(archive.string)
    #expect(names == ["NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue", "NSObject"])
    #expect(value.integer("NS.exponent") == exponent)
    #expect(value.integer("NS.length") == length)
    #expect(value.boolean("NS.compact") == isCompact)
    let warnings = try #require(property.object("NSValidationWarnings"))
    #expect(warnings.elementReferences.map { archive.resolve($0)?.integer } == [1620])
    #expect(try CompiledModel.read(bytes).entities.first?.attributesByName["price"]?.defaultValue == price.defaultValue)
    #expect(CompiledModel.remarks(on: model) == [])
  }

  @Test func writesConfigurationsAsSetsOfEntities() throws {
    let model = try SampleModel.model()
    model.entityNamesByConfiguration = ["Shipped": ["Breed", "Group"]]
    let root = try #require(try KeyedArchive(try CompiledModel.archive(model)).rootObject)
    let configurations = try #require(root.object("NSConfigurations"))
    #expect(configurations.className == "NSMutableDictionary")
    let members = try #require(configurations.objectEntries.first { $0.key == "Shipped" }?.value)
    #expect(members.className == "NSSet")
    #expect(members.elements.compactMap { $0.string("NSEntityName") }.sorted() == ["Breed", "Group"])
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
    #expect(name.value("NSIsIndexed") == nil)
  }

  /// A model with one entity, as an archive lists its indexes.
  private func read(indexes: [ArchivableObject], compounds: [[String]]) throws -> EntityDescription {
    let entity = ArchivableObject("NSEntityDescription")
    let attributes = ["name", "size"].map { name in
      let attribute = ArchivableObject("NSAttributeDescription", ancestors: ["NSPropertyDescription", "NSObject"])
      attribute.set("NSPropertyName", .string(name))
      attribute.set("NSAttributeType", 700)
      attribute.set("NSIsIndexed", name == "name")
      attribute.set("_P", 243)
      return (name, ArchivableObject.Reference.object(attribute))
    }
    entity.set("NSEntityName", .string("Breed"))
    entity.set("NSProperties", .object(Self.dictionary(attributes)))
    for index in indexes { index.set("NSEntity", .object(entity)) }
    entity.set("NSFetchIndexDescriptions", .object(Self.array(indexes.map { .object($0) })))
    let rows = compounds.map { ArchivableObject.Reference.object(Self.array($0.map { .string($0) })) }
    entity.set("NSCompoundIndexes", .object(Self.array(rows)))
    let root = ArchivableObject("NSManagedObjectModel")
    root.set("NSEntities", .object(Self.dictionary([("Breed", .object(entity))])))
    let model = try CompiledModel.read(KeyedArchiveBuilder.archive(root))
    return try #require(model.entitiesByName["Breed"])
  }

  private static func array(_ elements: [ArchivableObject.Reference]) -> ArchivableObject {
    let array = ArchivableObject("NSArray")
    array.set("NS.objects", .references(elements))
    return array
  }

  private static func dictionary(_ entries: [(String, ArchivableObject.Reference)]) -> ArchivableObject {
    let dictionary = ArchivableObject("NSDictionary")
    dictionary.set("NS.keys", .references(entries.map { .string($0.0) }))
    dictionary.set("NS.objects", .references(entries.map { $0.1 }))
    return dictionary
  }

  /// An index; an element with an expression is named by a number.
  private static func index(
    _ name: String,
    _ elements: [(name: String, expression: ArchivableObject?)],
    ascending: Bool = true
  ) -> ArchivableObject {
    let index = ArchivableObject("NSFetchIndexDescription")
    index.set("NSIndexName", .string(name))
    let archived = elements.map { element in
      let object = ArchivableObject("NSFetchIndexElementDescription")
      object.set("NSPropertyName", .string(element.name))
      object.set("NSFetchIndexElementType", 0)
      object.set("NSAscending", ascending)
      if let expression = element.expression {
        let property = ArchivableObject("NSExpressionDescription", ancestors: ["NSPropertyDescription", "NSObject"])
        property.set("NSExpression", .object(expression))
        object.set("NSIndexedProperty", .object(property))
      }
      return ArchivableObject.Reference.object(object)
    }
    index.set("NSIndexElements", .object(array(archived)))
    return index
  }

  /// An index that has its attribute's name stands twice in the caches of running frameworks (issue 17).
  @Test func takesTwoEqualIndexesOfOneNameForOne() throws {
    let entity = try read(
      indexes: [Self.index("name", [("name", nil)]), Self.index("name", [("name", nil)])],
      compounds: []
    )
    #expect(entity.indexes.map(\.name) == ["name"])
    #expect(entity.indexes.first?.elements.map(\.propertyName) == ["name"])
  }

  /// Several elements of one model may be called `expression1`: what they mean stands elsewhere (issue 17).
  @Test func readsIndexElementsThatAreExpressions() throws {
    let itself = ArchivableObject("NSSelfExpression", ancestors: ["NSExpression", "NSObject"])
    itself.set("NSExpressionType", 1)
    let path = ArchivableObject("NSKeyPathSpecifierExpression", ancestors: ["NSExpression", "NSObject"])
    path.set("NSExpressionType", 10)
    path.set("NSKeyPath", .string("entity"))
    let kind = ArchivableObject("NSKeyPathExpression", ancestors: ["NSFunctionExpression", "NSExpression", "NSObject"])
    kind.set("NSExpressionType", 3)
    kind.set("NSSelectorName", .string("valueForKey:"))
    kind.set("NSOperand", .object(itself))
    kind.set("NSArguments", .object(Self.array([.object(path)])))
    let entity = try read(
      indexes: [
        Self.index("byItself", [("name", nil), ("expression1", itself)]),
        Self.index("byKind", [("expression1", kind), ("size", nil)]),
      ],
      compounds: [["name", "self"], ["entity", "size"]]
    )
    #expect(entity.indexes.map { $0.elements.map(\.propertyName) } == [["name", "SELF"], ["entity", "size"]])
    #expect(entity.indexes.map { $0.elements.map(\.isExpression) } == [[false, true], [true, false]])
    // The rows repeat the indexes.
    #expect(entity.compoundIndexes == [])
  }

  /// A row of `NSCompoundIndexes` repeats an index whatever its order (issue 17).
  @Test func aCompoundIndexThatRepeatsADescendingOneIsNone() throws {
    let entity = try read(
      indexes: [Self.index("bySize", [("size", nil), ("name", nil)], ascending: false)],
      compounds: [["size", "name"], ["name", "size"]]
    )
    #expect(entity.indexes.map(\.name) == ["bySize"])
    #expect(entity.compoundIndexes == [["name", "size"]])
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

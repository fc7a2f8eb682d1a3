import AttributeValues
import Findings
import ManagedObjects
import ObjectModel
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

/// The elements of composite attributes are found again in the next version of a model as attributes are.
@Suite struct CompositeMigrationTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("Dogs.sqlite") }

  init() throws {
    SQLiteStore.register()
    folder = try TemporaryFolder()
  }

  private static func model(_ attributes: [AttributeDescription]) -> ManagedObjectModel {
    let dog = EntityDescription(name: "Dog")
    dog.declaredProperties = [AttributeDescription(name: "name", type: .string)] + attributes
    return ManagedObjectModel(entities: [dog])
  }

  private static func element(
    _ name: String,
    _ type: AttributeType,
    was older: String? = nil,
    default value: AttributeValue? = nil
  ) -> AttributeDescription {
    let element = AttributeDescription(name: name, type: type)
    element.renamingIdentifier = older
    if let value {
      element.isOptional = false
      element.defaultValue = value
    }
    return element
  }

  /// The older version: a size with a box inside.
  private static func older() -> ManagedObjectModel {
    let box = CompositeAttributeDescription(
      name: "box",
      elements: [element("width", .double), element("depth", .double)]
    )
    let size = CompositeAttributeDescription(
      name: "size",
      elements: [element("height", .integer16), element("label", .string), element("scale", .string), box]
    )
    return model([size])
  }

  private static func newer(_ change: ([AttributeDescription]) -> [AttributeDescription] = { $0 }) -> ManagedObjectModel
  {
    let box = CompositeAttributeDescription(name: "box", elements: [element("breadth", .double, was: "width")])
    let elements = [
      box, element("tall", .integer64, was: "height"), element("label", .string),
      element("unit", .string, default: .string("cm")),
    ]
    return model([CompositeAttributeDescription(name: "size", elements: change(elements))])
  }

  private func fill(_ model: ManagedObjectModel) throws {
    let store = try SQLiteStore.create(at: path, model: model)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    let size: [String: Any] = ["height": 60, "label": "big", "scale": "old", "box": ["width": 1.5, "depth": 2.5]]
    try context.make("Dog", ["name": "Rex", "size": size])
    try context.make("Dog", ["name": "Tom", "size": ["label": "small"]])
    try context.make("Dog", ["name": "Zoe"])
    try context.save()
    try coordinator.remove(store)
  }

  private func open(_ model: ManagedObjectModel) throws -> ManagedObjectContext {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .sqlite, at: path)
    return ManagedObjectContext(persistentStoreCoordinator: coordinator)
  }

  @Test(arguments: [false, true]) func elementsAreRenamedConvertedAddedAndRemoved(_ isCustom: Bool) throws {
    let (older, newer) = (Self.older(), Self.newer())
    try fill(older)
    var mapping = MappingModel(from: older, to: newer)
    #expect(mapping.obstacles.map(\.reason) == ["Dog.size.tall was Integer 16 and is Integer 64"])
    #expect(mapping.obstacles.map(\.concernsCoreDataOnly) == [true])
    #expect(mapping.removedPropertyNames == ["Dog.size.scale", "Dog.size.box.depth"])
    if isCustom { try mapping.customize("Dog") { try $0.map("name", to: .expression("name")) } }
    try SQLiteStore.migrate(storeAt: path, with: mapping)
    let errors = try StoreInspection.verify(path, model: newer).filter { $0.severity == .error }
    #expect(errors.map(\.message) == [])
    let context = try open(newer)
    let dogs = try context.all("Dog") { $0.sortDescriptors = [SortKey("name")] }
    #expect(dogs.map { $0.value(forKeyPath: "size.tall") as? Int } == [60, nil, nil])
    #expect(dogs.map { $0.value(forKeyPath: "size.label") as? String } == ["big", "small", nil])
    #expect(dogs.map { $0.value(forKeyPath: "size.unit") as? String } == ["cm", "cm", nil])
    #expect(dogs.map { $0.value(forKeyPath: "size.box.breadth") as? Double } == [1.5, nil, nil])
    #expect(dogs.last?.value(forKey: "size") == nil)
  }

  @Test func whatElementsCannotBecomeIsNamed() throws {
    let older = Self.older()
    try fill(older)
    let required = AttributeDescription(name: "label", type: .string)
    required.isOptional = false
    let new = AttributeDescription(name: "unit", type: .string)
    new.isOptional = false
    let wrong: [(element: AttributeDescription, reason: String)] = [
      (Self.element("label", .integer16), "Dog.size.label was String and is Integer 16"),
      (Self.element("box", .double), "Dog.size.box was Composite and is Double"),
      (required, "Dog.size.label has become required and has no default value"),
      (new, "Dog.size.unit is new and required, and has no default value"),
    ]
    for (element, reason) in wrong {
      let newer = Self.newer { elements in elements.filter { $0.name != element.name } + [element] }
      #expect(throws: PersistentStoreError.migrationImpossible(reason: reason)) {
        try SQLiteStore.migrate(storeAt: path, from: older, to: newer)
      }
    }
    #expect(try open(older).all("Dog").count == 3)
  }

  @Test func anElementThatHasBecomeRequiredGetsItsDefaultWhereItHasNoValue() throws {
    let (older, newer) = (
      Self.older(),
      Self.newer {
        $0.filter { $0.name != "tall" } + [Self.element("tall", .integer16, was: "height", default: .integer(5))]
      }
    )
    try fill(older)
    try SQLiteStore.migrate(storeAt: path, from: older, to: newer)
    let context = try open(newer)
    let dogs = try context.all("Dog") { $0.sortDescriptors = [SortKey("name")] }
    #expect(dogs.map { $0.value(forKeyPath: "size.tall") as? Int } == [60, 5, nil])
  }

  /// No store has its values.
  @Test(arguments: [false, true]) func aTransientAttributeThatIsNoneAnyMoreIsNew(_ isCustom: Bool) throws {
    let transient = Self.element("mood", .string, default: .string("calm"))
    transient.isTransient = true
    let older = Self.model([transient])
    let store = try SQLiteStore.create(at: path, model: older)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: older)
    try coordinator.addPersistentStore(store)
    let filled = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try filled.make("Dog", ["name": "Rex", "mood": "wild"])
    try filled.save()
    try coordinator.remove(store)
    let newer = Self.model([Self.element("mood", .string, default: .string("mild"))])
    var mapping = MappingModel(from: older, to: newer)
    #expect(mapping.obstacles == [])
    if isCustom { try mapping.customize("Dog") { try $0.map("name", to: .expression("name")) } }
    try SQLiteStore.migrate(storeAt: path, with: mapping)
    let context = try open(newer)
    #expect(try context.all("Dog").map { $0.text("mood") } == ["mild"])
    let required = AttributeDescription(name: "mood", type: .string)
    required.isOptional = false
    let reason = "Dog.mood is new and required, and has no default value"
    #expect(MappingModel(from: older, to: Self.model([required])).obstacles.map(\.reason) == [reason])
  }
}

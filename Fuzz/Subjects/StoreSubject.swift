import AtomicStores
import AttributeValues
import CompiledModels
import Foundation
import ManagedObjects
import ModelReading
import ObjectModel
import PropertyLists
import SQLiteStore
import TestSupport

/// Reads bytes as stores and as mapping models. What cannot be read is one of the errors that people can read.
enum StoreSubject {
  private static let contents = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
      <entity name="Animal" isAbstract="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="born" optional="YES" attributeType="Date"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag" inverseName="animals" inverseEntity="Tag"/>
      </entity>
      <entity name="Dog" parentEntity="Animal">
        <attribute name="size" optional="YES" attributeType="Integer 64"/>
        <attribute name="weight" optional="YES" attributeType="Double"/>
        <attribute name="price" optional="YES" attributeType="Decimal"/>
        <attribute name="isGood" optional="YES" attributeType="Boolean"/>
        <attribute name="chip" optional="YES" attributeType="UUID"/>
        <attribute name="page" optional="YES" attributeType="URI"/>
        <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        <attribute name="traits" optional="YES" attributeType="Transformable"/>
        <relationship name="kennel" optional="YES" maxCount="1" destinationEntity="Kennel" inverseName="dogs" inverseEntity="Kennel"/>
        <relationship name="mate" optional="YES" maxCount="1" destinationEntity="Dog" inverseName="mate" inverseEntity="Dog"/>
      </entity>
      <entity name="Kennel">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="dogs" optional="YES" toMany="YES" ordered="YES" destinationEntity="Dog" inverseName="kennel" inverseEntity="Dog"/>
      </entity>
      <entity name="Tag">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="animals" optional="YES" toMany="YES" destinationEntity="Animal" inverseName="tags" inverseEntity="Animal"/>
      </entity>
    </model>
    """

  private static let model: ManagedObjectModel = {
    do {
      let model = try ModelReader.parse(Array(contents.utf8), file: "contents").model
      model.freeze()
      return model
    } catch {
      fatalError("\(error)")
    }
  }()

  private static func fill(_ store: any PersistentStore) throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    func make(_ entity: String, _ values: [String: Any]) throws -> ManagedObject {
      let object = ManagedObjectContext.insertNewObject(forEntityName: entity, into: context)
      for (key, value) in values { try object.setValue(value, forKey: key) }
      return object
    }
    let home = try make("Kennel", ["name": "Home <&>"])
    let tags = [try make("Tag", ["name": "brown"]), try make("Tag", ["name": "lo\u{1}ud"])]
    var dogs: [ManagedObject] = []
    for number in 0..<5 {
      dogs.append(
        try make(
          "Dog",
          [
            "name": "Dog \(number)", "size": Int64(number * 1000 - 7), "weight": Double(number) / 3, "isGood": true,
            "price": Decimal(number) / 7, "chip": UUID(), "born": Date(timeIntervalSinceReferenceDate: 1e8),
            "page": URL(fileURLWithPath: "/dogs/\(number)"), "photo": Data(repeating: 7, count: number * 40),
            "traits": ["kind", "quick"],
          ]
        )
      )
    }
    try home.setValue(dogs, forKey: "dogs")
    try dogs[0].setValue(dogs[1], forKey: "mate")
    for dog in dogs.prefix(3) { try dog.setValue(Set(tags), forKey: "tags") }
    try context.save()
    try coordinator.remove(store)
  }

  private static func readAll(_ store: any PersistentStore) throws {
    for entity in model.entities {
      for row in try store.rows(for: StoreFetch(entity: entity)) {
        _ = "\(row.attributes)"
        for slot in row.objectID.entity.layout.toManyRelationships.indices {
          _ = try store.members(of: row.objectID, toManySlot: slot)
        }
      }
    }
  }

  // MARK: SQLite

  private static let sqlite: [UInt8] = {
    do {
      let path = "\(FuzzFolder.path)/base.sqlite"
      let store = try SQLiteStore.create(at: path, model: model)
      try fill(store)
      return FuzzFolder.contents(path)
    } catch {
      fatalError("\(error)")
    }
  }()

  /// A store with other bytes in it.
  static func readSQLite(_ input: [UInt8]) {
    let path = FuzzFolder.write(Changes.applied(input, to: sqlite), to: "store.sqlite")
    attempt { _ = try StoreInspection.info(path) }
    attempt { _ = try StoreInspection.verify(path, model: model) }
    attempt { _ = try SQLiteStore.model(ofStoreAt: path) }
    attempt {
      var options = SQLiteStoreOptions()
      options.isReadOnly = true
      let store = try SQLiteStore.open(at: path, model: model, options: options)
      try readAll(store)
      try store.close()
    }
  }

  // MARK: XML and binary stores

  /// After a byte that is even the changes of a store, after an odd one a whole file.
  static func readAtomic<Store: AtomicStore>(_ input: [UInt8], as type: Store.Type) {
    guard let first = input.first else { return }
    var bytes = Array(input.dropFirst())
    if first.isMultiple(of: 2) { bytes = Changes.applied(bytes, to: type == XMLStore.self ? xml : binary) }
    let path = FuzzFolder.write(bytes, to: "store")
    attempt { _ = try type.storedMetadata(at: path) }
    attempt { try readAll(try type.open(at: path, model: model)) }
  }

  private static let xml = atomicStore(XMLStore.self, "base.xml")
  private static let binary = atomicStore(BinaryStore.self, "base.binary")

  private static func atomicStore<Store: AtomicStore>(_ type: Store.Type, _ name: String) -> [UInt8] {
    do {
      let path = "\(FuzzFolder.path)/\(name)"
      try fill(try type.create(at: path, model: model))
      return FuzzFolder.contents(path)
    } catch {
      fatalError("\(error)")
    }
  }

  // MARK: Mapping models

  private static let mapping: [UInt8] = {
    var dog = MappingModelText.Entity("Dog", "Dog")
    dog.attributes = [
      ("name", .expression(MappingModelText.source("name"))),
      ("size", .expression(MappingModelText.constant(.integer(3)))),
    ]
    dog.relationships = [("kennel", .mapping("KennelToKennel", keyPath: "kennel"))]
    dog.predicate = "size > 3"
    let entities = [dog, MappingModelText.Entity("Kennel", "Kennel"), MappingModelText.Entity("Tag", nil)]
    return Array(MappingModelText.text(from: model, to: model, entities).utf8)
  }()

  /// A mapping model with other bytes in it.
  static func readMapping(_ input: [UInt8]) {
    let path = FuzzFolder.write(Changes.applied(input, to: mapping), to: "xcmapping.xml")
    attempt { _ = try MappingModel(contentsOf: path, from: model, to: model) }
  }

  /// Does something that may fail, with an error of ours.
  private static func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      switch error {
      case is SQLiteStoreError, is AtomicStoreError, is CompiledModelError, is MappingModelError,
        is PersistentStoreError:
        break
      default: disagree("an error as it came: \(type(of: error)) \(error)")
      }
    }
  }
}

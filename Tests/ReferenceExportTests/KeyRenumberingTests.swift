import Findings
import Foundation
import ManagedObjects
import ModelReading
import ObjectModel
import ReferenceExport
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// Objects get other keys while their store is sealed, and nothing else of it changes, whichever way it is sealed.
@Suite struct KeyRenumberingTests {
  /// Every kind of relationship, inheritance, derived, composite and external values; with a range index only SQLite can write the file.
  private static func model(hasRangeIndex: Bool) throws -> ManagedObjectModel {
    let index =
      hasRangeIndex
      ? """
      <fetchIndex name="byPlace"><fetchIndexElement property="latitude" type="RTree" order="ascending"/></fetchIndex>
      """ : ""
    let text = """
      <model>
      <entity name="Animal" isAbstract="YES">
        <attribute name="name" attributeType="String"/>
        <attribute name="latitude" attributeType="Double" defaultValueString="0"/>
        <attribute name="size" optional="YES" attributeType="Composite"><attribute name="height" optional="YES" attributeType="Integer 16"/></attribute>
        <relationship name="home" optional="YES" maxCount="1" destinationEntity="Kennel" inverseName="animals" inverseEntity="Kennel"/>
        <relationship name="chip" optional="YES" maxCount="1" destinationEntity="Chip" inverseName="animal" inverseEntity="Chip"/>
        \(index)
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Dog" parentEntity="Animal">
        <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Dog" inverseName="friends" inverseEntity="Dog"/>
        <relationship name="shows" optional="YES" toMany="YES" ordered="YES" destinationEntity="Show" inverseName="dogs" inverseEntity="Show"/>
        <relationship name="chief" optional="YES" maxCount="1" destinationEntity="Dog" inverseName="followers" inverseEntity="Dog"/>
        <relationship name="followers" optional="YES" toMany="YES" destinationEntity="Dog" inverseName="chief" inverseEntity="Dog"/>
      </entity>
      <entity name="Cat" parentEntity="Animal"/>
      <entity name="Chip"><attribute name="name" attributeType="String"/>
        <relationship name="animal" optional="YES" maxCount="1" destinationEntity="Animal" inverseName="chip" inverseEntity="Animal"/>
      </entity>
      <entity name="Show"><attribute name="name" attributeType="String"/>
        <relationship name="dogs" optional="YES" toMany="YES" destinationEntity="Dog" inverseName="shows" inverseEntity="Dog"/>
      </entity>
      <entity name="Kennel"><attribute name="name" attributeType="String"/>
        <attribute name="crest" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        <attribute name="count" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="animals.@count"/>
        <relationship name="animals" optional="YES" toMany="YES" ordered="YES" destinationEntity="Animal" inverseName="home" inverseEntity="Animal"/>
      </entity>
      </model>
      """
    let document = try ModelReader.parse(Array(text.utf8), file: "contents")
    try #require(document.findings.isEmpty, "\(document.findings)")
    return document.model
  }

  private static let entities = ["Dog", "Cat", "Chip", "Show", "Kennel"]

  private static func fill(_ context: ManagedObjectContext, _ generator: inout SeededGenerator) throws {
    var objects: [String: [ManagedObject]] = [:]
    // Entities of one table take turns.
    for number in 1...40 {
      for entity in entities {
        let object = ManagedObjectContext.insertNewObject(forEntityName: entity, into: context)
        try object.setValue("\(entity) \(number)", forKey: "name")
        objects[entity, default: []].append(object)
      }
    }
    func some(_ entity: String, _ count: Int) -> [ManagedObject] {
      Array((objects[entity] ?? []).shuffled(using: &generator).prefix(count))
    }
    for kennel in objects["Kennel"] ?? [] {
      let animals = (some("Dog", 2) + some("Cat", 1)).filter {
        $0.value(forKey: "home") as? ManagedObject == nil
      }
      try kennel.setValue(animals.shuffled(using: &generator), forKey: "animals")
      try kennel.setValue(Data(repeating: 7, count: Bool.random(using: &generator) ? 10 : 200_000), forKey: "crest")
    }
    for dog in objects["Dog"] ?? [] {
      try dog.setValue(Set(some("Dog", 3)), forKey: "friends")
      try dog.setValue(some("Show", 4), forKey: "shows")
      try dog.setValue(some("Dog", 1).first, forKey: "chief")
      try dog.setValue(Double.random(in: -90...90, using: &generator), forKey: "latitude")
      try dog.setValue(["height": 40], forKey: "size")
    }
    for (animal, chip) in zip(objects["Cat"] ?? [], some("Chip", 20)) { try animal.setValue(chip, forKey: "chip") }
  }

  /// All that a store says of its objects, by their names; keys by names apart from it.
  private static func content(_ path: String, _ model: ManagedObjectModel) throws -> (
    lines: [String], keys: [String: Int64]
  ) {
    let store = try SQLiteStore.open(at: path, model: model)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    func name(_ object: ManagedObject) -> String { object.value(forKey: "name") as? String ?? "?" }
    var (lines, keys): ([String], [String: Int64]) = ([], [:])
    for entity in entities {
      for object in try context.fetch(FetchRequest<ManagedObject>(entityName: entity)) {
        keys[name(object)] = object.objectID.reference
        for property in object.entity.properties {
          let text: String =
            switch object.value(forKey: property.name) {
            case nil: "–"
            case let value as [ManagedObject]: value.map(name).joined(separator: ", ")
            case let value as Set<ManagedObject>: value.map(name).sorted().joined(separator: ", ")
            case let value as ManagedObject: name(value)
            case let value?: "\(value)"
            }
          lines.append("\(name(object)).\(property.name) = \(text)")
        }
      }
    }
    try store.close()
    return (lines.sorted(), keys)
  }

  /// What verifying finds wrong; that version hashes of the model are not known is the same before and after.
  private static func problems(_ path: String, _ model: ManagedObjectModel) throws -> [String] {
    try StoreInspection.verify(path, model: model).filter { $0.rule != .storeUnproven }.map(\.message)
  }

  @Test(arguments: [false, true], UInt64(1)...4) func onlyKeysAreOthers(_ hasRangeIndex: Bool, _ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let model = try Self.model(hasRangeIndex: hasRangeIndex)
    let path = folder.file("work/Dogs.sqlite")
    try FileManager.default.createDirectory(atPath: folder.file("work"), withIntermediateDirectories: true)
    let store = try SQLiteStore.create(at: path, model: model)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try Self.fill(context, &generator)
    try context.save()
    try store.close()
    let before = try Self.content(path, model)
    let problemsBefore = try Self.problems(path, model)

    // Half of the objects have had other keys; one key of each table is to stay free.
    let open = try SQLiteStore.open(at: path, model: model)
    var wanted: [String: Int64] = [:]
    var objects: [(entity: EntityDescription, keys: [(new: Int64, old: Int64?)])] = []
    var free = Dictionary(
      uniqueKeysWithValues: ["Animal", "Chip", "Show", "Kennel"].map { ($0, (1...120).shuffled(using: &generator)) }
    )
    for name in Self.entities {
      let entity = try #require(model.entitiesByName[name])
      let root = entity.superentity?.name ?? name
      var keys: [(new: Int64, old: Int64?)] = []
      for (object, key) in before.keys.filter({ $0.key.hasPrefix(name + " ") }).sorted(by: { $0.value < $1.value }) {
        let old = Bool.random(using: &generator) ? free[root]?.popLast().map(Int64.init) : nil
        wanted[object] = old
        keys.append((key, old))
      }
      objects.append((entity, keys))
    }
    let reserved = try Self.entities.map { (entity: try #require(model.entitiesByName[$0]), key: Int64(130)) }
    let renumbering = try KeyRenumbering(open, objects: objects, reserved: reserved)
    #expect(!renumbering.isIdentity)
    try open.close()

    let identifier = "11111111-2222-8333-8444-555555555555"
    let sealed = folder.file("Dogs.sqlite")
    let way = try ReferenceSealer.seal(path, as: sealed, renumbering: (renumbering, identifier))
    #expect((way == .pageByPage) == !hasRangeIndex)
    let after = try Self.content(sealed, model)
    #expect(after.lines == before.lines)
    for (object, key) in after.keys {
      if let wanted = wanted[object] {
        #expect(key == wanted)
      } else {
        // Never one that was given before.
        #expect(key > 130)
      }
    }
    let problems = try Self.problems(sealed, model)
    #expect(problems == problemsBefore, "\(problems)")
    #expect(try SQLiteStore.metadata(ofStoreAt: sealed).identifier == identifier)
    let connection = try SQLiteConnection(path: sealed, mode: .immutable)
    defer { connection.close() }
    let greatest = try connection.firstValue("SELECT max(Z_PK) FROM ZANIMAL")?.integer
    #expect(try connection.firstValue("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Animal'")?.integer == greatest)
    if hasRangeIndex {
      let table = try #require(
        try connection.firstValue("SELECT name FROM sqlite_schema WHERE sql LIKE '%USING RTREE%'")?.text
      )
      #expect(
        try connection.firstValue(
          "SELECT count(*) FROM ZANIMAL LEFT JOIN \(table) AS tree ON tree.Z_PK = ZANIMAL.Z_PK WHERE tree.Z_PK IS NULL"
        )?.integer == 0
      )
    }
  }

  @Test func keysThatAreKeptAreNoReasonToWriteAgain() throws {
    var generator = SeededGenerator(seed: 1)
    let folder = try TemporaryFolder()
    let model = try Self.model(hasRangeIndex: false)
    let store = try SQLiteStore.create(at: folder.file("Dogs.sqlite"), model: model)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try Self.fill(context, &generator)
    try context.save()
    let chip = try #require(model.entitiesByName["Chip"])
    func renumbering(_ keys: [(new: Int64, old: Int64?)], last: Int64) throws -> KeyRenumbering {
      let others = try ["Animal", "Show", "Kennel"].map { name in
        let entity = try #require(model.entitiesByName[name])
        let last = try store.lastKey(of: entity)
        return (entity: entity, keys: (1...last).map { (new: $0, old: Int64?.some($0)) })
      }
      return try KeyRenumbering(store, objects: others + [(chip, keys)], reserved: [(chip, last)])
    }
    let same = (1...40).map { (new: Int64($0), old: Int64?.some(Int64($0))) }
    #expect(try renumbering(same, last: 40).isIdentity)
    // A key was given that nobody has any more.
    #expect(try !renumbering(same, last: 41).isIdentity)
    // The same key for two objects, and one that is none: both get new ones.
    var odd = same
    odd[4].old = 4
    odd[5].old = -3
    #expect(try !renumbering(odd, last: 40).isIdentity)
    #expect(throws: SQLiteStoreError.self) { try renumbering(same.map { ($0.new, nil) }, last: .max - 3) }
    try store.close()
  }
}

import Foundation
import ManagedObjects
import ModelReading
import ObjectModel
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// A store of clubs, people and photographs in which nothing is wrong, to plant faults in.
struct ClubStore {
  let folder: TemporaryFolder
  let model: ManagedObjectModel
  var path: String { folder.file("Clubs.sqlite") }

  /// Makes the model and the store: two albums of three photographs, twelve people with passports (four of them children), a league of three clubs with
  /// three members. Keys are handed out in this order.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.contents, to: "Clubs.xcdatamodel/contents")
    model = try ModelReader.read(folder.file("Clubs.xcdatamodel"))
    var options = SQLiteStoreOptions()
    options.synchronous = .off
    let store = try SQLiteStore.create(at: path, model: model, options: options)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    func make(_ entity: String, _ values: [String: Any]) throws -> ManagedObject {
      let object = ManagedObjectContext.insertNewObject(forEntityName: entity, into: context)
      for (key, value) in values { try object.setValue(value, forKey: key) }
      return object
    }
    var people: [ManagedObject] = []
    for number in 1...12 {
      let passport = try make("Passport", ["number": number, "country": "CZ"])
      people.append(
        try make(number > 8 ? "Child" : "Person", ["name": "P\(number)", "age": 30, "passport": passport])
      )
      try context.save()
    }
    for (album, count) in [("Winter", 2), ("Summer", 1)] {
      let photos = try (0..<count).map { _ in try make("Photo", ["subject": people[0]]) }
      _ = try make("Album", ["title": album, "photos": Set(photos)])
      try context.save()
    }
    let league = try make("Club", ["name": "League", "members": Array(people[8...10])])
    try context.save()
    for name in ["A", "B", "C"] {
      let teams = league.value(forKey: "teams") as? [ManagedObject] ?? []
      try league.setValue(teams + [try make("Club", ["name": name])], forKey: "teams")
      try context.save()
    }
    try store.close()
  }

  static let contents = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
      <entity name="Album" representedClassName="Album" syncable="YES">
        <attribute name="title" optional="YES" attributeType="String"/>
        <relationship name="photos" toMany="YES" deletionRule="Nullify" destinationEntity="Photo" inverseName="album" \
    inverseEntity="Photo"/>
      </entity>
      <entity name="Child" representedClassName="Child" parentEntity="Person" syncable="YES">
        <relationship name="clubs" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Club" \
    inverseName="members" inverseEntity="Club"/>
      </entity>
      <entity name="Club" representedClassName="Club" syncable="YES">
        <attribute name="memberCount" optional="YES" attributeType="Integer 32" derived="YES" derivationExpression="members.@count"/>
        <attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="teamCount" optional="YES" attributeType="Integer 32" derived="YES" derivationExpression="teams.@count"/>
        <relationship name="league" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Club" \
    inverseName="teams" inverseEntity="Club"/>
        <relationship name="members" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" \
    destinationEntity="Child" inverseName="clubs" inverseEntity="Child"/>
        <relationship name="teams" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" \
    destinationEntity="Club" inverseName="league" inverseEntity="Club"/>
      </entity>
      <entity name="Passport" representedClassName="Passport" syncable="YES">
        <attribute name="country" attributeType="String" minValueString="2" maxValueString="3"/>
        <attribute name="number" attributeType="Integer 64" usesScalarValueType="YES"/>
        <relationship name="holder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Person" \
    inverseName="passport" inverseEntity="Person"/>
        <uniquenessConstraints>
          <uniquenessConstraint>
            <constraint value="number"/>
          </uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      <entity name="Person" representedClassName="Person" syncable="YES">
        <attribute name="age" optional="YES" attributeType="Integer 16" maxValueString="120" usesScalarValueType="YES"/>
        <attribute name="name" attributeType="String"/>
        <attribute name="portrait" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        <attribute name="wealth" optional="YES" attributeType="Decimal"/>
        <relationship name="passport" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Passport" \
    inverseName="holder" inverseEntity="Passport"/>
      </entity>
      <entity name="Photo" representedClassName="Photo" syncable="YES">
        <relationship name="album" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Album" \
    inverseName="photos" inverseEntity="Album"/>
        <relationship name="subject" maxCount="1" deletionRule="Nullify" destinationEntity="Person"/>
      </entity>
    </model>
    """
}

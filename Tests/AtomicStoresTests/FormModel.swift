import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel

/// A model with everything that a store's file has to hold: inheritance, every type, every kind of relationship.
enum FormModel {
  static func make(identifier: String = "1") -> ManagedObjectModel {
    let animal = EntityDescription(name: "Animal")
    let dog = EntityDescription(name: "Dog")
    let kennel = EntityDescription(name: "Kennel")
    let tag = EntityDescription(name: "Tag")

    let kennelOfDog = RelationshipDescription(name: "homeKennel", destination: kennel)
    let dogsOfKennel = RelationshipDescription(name: "dogs", destination: dog, toMany: true)
    dogsOfKennel.isOrdered = true
    connect(kennelOfDog, dogsOfKennel)
    let mate = RelationshipDescription(name: "mate", destination: dog)
    connect(mate, mate)
    let tagsOfAnimal = RelationshipDescription(name: "tags", destination: tag, toMany: true)
    let animalsOfTag = RelationshipDescription(name: "animals", destination: animal, toMany: true)
    connect(tagsOfAnimal, animalsOfTag)
    let favourites = RelationshipDescription(name: "favourites", destination: tag, toMany: true)
    let portrait = RelationshipDescription(name: "portrait", destination: tag)

    let note = attribute("note", .string)
    note.isTransient = true
    animal.isAbstract = true
    animal.declaredProperties = [attribute("name", .string), attribute("born", .date), note, tagsOfAnimal]
    let photo = attribute("photo", .binaryData)
    photo.allowsExternalBinaryDataStorage = true
    let size = CompositeAttributeDescription(
      name: "size",
      elements: [attribute("height", .double), attribute("length", .double)]
    )
    let initial = DerivedAttributeDescription(
      name: "kennelName",
      type: .string,
      derivationExpressionText: "homeKennel.name"
    )
    dog.declaredProperties = [
      attribute("small", .integer16), attribute("medium", .integer32), attribute("large", .integer64),
      attribute("price", .decimal), attribute("weight", .double), attribute("speed", .float),
      attribute("isGood", .boolean), photo, attribute("chip", .uuid), attribute("page", .uri),
      attribute("traits", .transformable), attribute("Nickname", .string), size, initial, kennelOfDog, mate,
    ]
    animal.subentities = [dog]
    kennel.declaredProperties = [attribute("name", .string), dogsOfKennel, favourites, portrait]
    tag.declaredProperties = [attribute("name", .string), animalsOfTag]
    let model = ManagedObjectModel(entities: [animal, dog, kennel, tag])
    model.versionIdentifiers = [identifier]
    return model
  }

  static func attribute(_ name: String, _ type: AttributeType) -> AttributeDescription {
    AttributeDescription(name: name, type: type)
  }

  private static func connect(_ left: RelationshipDescription, _ right: RelationshipDescription) {
    left.inverseRelationship = right
    right.inverseRelationship = left
  }

  /// Texts that a file has to escape, or might not keep: markup, backslashes, what looks like an escape, control characters, line ends, Unicode.
  static let difficultText =
    "<a href=\"x\">Tom & Jerry</a> 'q' \\ \\\\ \\u3c00 \\n ]]> \u{0}\u{1}\u{8}\u{B}\u{1F}\u{7F}\u{85}\t\n\r\r\n"
    + " é e\u{301} ß 日本 ⭐️ 👨‍👩‍👧 \u{FF11}\u{FFFE}\u{FFFF}\u{FEFF}\u{10FFFF} &amp; &#65;  "

  /// Fills a store with objects of all entities, and saves.
  static func fill(_ coordinator: PersistentStoreCoordinator) throws {
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    func make(_ entity: String, _ values: [String: Any]) throws -> ManagedObject {
      let object = ManagedObjectContext.insertNewObject(forEntityName: entity, into: context)
      for (key, value) in values { try object.setValue(value, forKey: key) }
      return object
    }
    let home = try make("Kennel", ["name": difficultText])
    let (brown, loud) = (try make("Tag", ["name": "brown"]), try make("Tag", ["name": "loud"]))
    let rex = try make(
      "Dog",
      [
        "name": "Rex", "Nickname": "", "born": Date(timeIntervalSinceReferenceDate: 259_495_720.56406),
        "small": Int16.min, "medium": Int32.max, "large": Int64.min,
        "price": Decimal(string: "-1234567890.0123456789")!,
        "weight": 0.1, "speed": Float(19.6), "isGood": true, "photo": Data((0..<200).map { UInt8($0) }),
        "chip": UUID(uuidString: "6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11")!,
        "page": URL(string: "https://example.org/a?b=1&c=%3C")!, "traits": ["kind", "<quick>"],
        "size": ["height": 50.5, "length": 70.0],
      ]
    )
    let bella = try make(
      "Dog",
      ["name": "Bella", "born": Date(timeIntervalSinceReferenceDate: 1e-25), "weight": -1e300]
    )
    let empty = try make("Dog", [:])
    try home.setValue([bella, empty, rex], forKey: "dogs")
    try rex.setValue(bella, forKey: "mate")
    try rex.setValue(Set([brown, loud]), forKey: "tags")
    try bella.setValue(Set([loud]), forKey: "tags")
    try home.setValue(Set([brown]), forKey: "favourites")
    try home.setValue(loud, forKey: "portrait")
    try context.save()
  }

  /// What a store holds, in words that do not depend on keys: each object's values and the names of those related to it.
  static func contents(of store: any PersistentStore, _ model: ManagedObjectModel) throws -> [String] {
    func label(_ id: ManagedObjectID) throws -> String {
      guard let row = try store.row(for: id),
        case .attribute(let slot)? = row.objectID.entity.layout.slot(named: "name")
      else { return "nothing" }
      return "\(row.objectID.entity.name) \(row.attributes[slot])"
    }
    var lines: [String] = []
    for entity in model.entities where !entity.isAbstract {
      var fetch = StoreFetch(entity: entity)
      fetch.includesSubentities = false
      for row in try store.rows(for: fetch) {
        var line = try label(row.objectID)
        for (attribute, value) in zip(entity.layout.attributes, row.attributes) {
          line += " | \(attribute.name): "
          if case .composite(let elements) = value {
            line += "\(elements.filter { !$0.value.isNull }.sorted { $0.key < $1.key })"
          } else if case .string(let text) = value {
            // Equal texts may be spelled in different ways.
            line += "\(Array(text.utf8))"
          } else if case .binary(let data) = value {
            line += data.base64EncodedString()
          } else if case .transformable(let data) = value {
            line += data.bytes.base64EncodedString()
          } else {
            line += "\(value)"
          }
        }
        for (relationship, target) in zip(entity.layout.toOneRelationships, row.toOne) {
          line += " | \(relationship.name): \(try target.map(label) ?? "none")"
        }
        for (slot, relationship) in entity.layout.toManyRelationships.enumerated() {
          let members = try store.members(of: row.objectID, toManySlot: slot).map(label)
          line += " | \(relationship.name): \(relationship.isOrdered ? members : members.sorted())"
        }
        lines.append(line)
      }
    }
    return lines.sorted()
  }
}

import AtomicStores
import AttributeValues
import Foundation
import ManagedObjects
import ModelReading
import ObjectModel
import SQLiteStore
import StoreComparison
import TestSupport
import Testing

/// What is told of two stores, on models with every kind of property and in every type of store.
@Suite struct StoreComparisonTests {
  private let folder: TemporaryFolder
  static let types = [StoreType.sqlite, .xml, .binary, .inMemory]

  init() throws {
    SQLiteStore.register()
    AtomicStore.register()
    folder = try TemporaryFolder()
  }

  private static func model(_ text: String) throws -> ManagedObjectModel {
    let document = try ModelReader.parse(Array("<model>\(text)</model>".utf8), file: "contents")
    try #require(document.findings.isEmpty, "\(document.findings)")
    return document.model
  }

  /// Kennels with dogs in order, dogs that are found by kennel and name, friends, and cats, which are animals, too.
  private static let kennels = """
    <entity name="Animal" isAbstract="YES">
      <attribute name="name" attributeType="String"/>
      <attribute name="born" optional="YES" attributeType="Date"/>
      <relationship name="home" optional="YES" maxCount="1" destinationEntity="Kennel" inverseName="animals" inverseEntity="Kennel"/>
    </entity>
    <entity name="Dog" parentEntity="Animal">
      <attribute name="weight" optional="YES" attributeType="Double"/>
      <attribute name="size" optional="YES" attributeType="Composite"><attribute name="height" optional="YES" attributeType="Integer 16"/></attribute>
      <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Dog" inverseName="friends" inverseEntity="Dog"/>
      <relationship name="chief" optional="YES" maxCount="1" destinationEntity="Dog" inverseName="followers" inverseEntity="Dog"/>
      <relationship name="followers" optional="YES" toMany="YES" destinationEntity="Dog" inverseName="chief" inverseEntity="Dog"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="home"/><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
    </entity>
    <entity name="Cat" parentEntity="Animal"/>
    <entity name="Kennel">
      <attribute name="name" attributeType="String"/>
      <attribute name="crest" optional="YES" attributeType="Binary"/>
      <relationship name="animals" optional="YES" toMany="YES" ordered="YES" destinationEntity="Animal" inverseName="home" inverseEntity="Animal"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
    </entity>
    """

  /// A store with what `fill` makes, opened again for reading.
  private func store(
    _ model: ManagedObjectModel,
    _ type: StoreType = .sqlite,
    _ fill: (ManagedObjectContext) throws -> Void
  ) throws -> ComparedStore {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let path = folder.file("\(UUID().uuidString).store")
    let store = try coordinator.addPersistentStore(type: type, at: path)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    try fill(context)
    try context.save()
    return ComparedStore(model: model, store: store)
  }

  @discardableResult
  private func make(
    _ entity: String,
    _ values: [String: Any?],
    in context: ManagedObjectContext
  ) throws -> ManagedObject {
    let object = ManagedObjectContext.insertNewObject(forEntityName: entity, into: context)
    try object.setValuesForKeys(values)
    return object
  }

  /// The differences as lines.
  private func lines(
    _ old: ComparedStore,
    _ new: ComparedStore,
    keys: [String: [String]] = [:]
  ) throws -> [String] {
    func text(_ value: ComparedValue) -> String {
      switch value {
      case .attribute(.null): "–"
      case .attribute(.string(let text)): text
      case .attribute(.integer(let value)): "\(value)"
      case .attribute(.double(let value)), .attribute(.date(let value)): "\(value)"
      case .attribute(let value): "\(value)"
      case .object(let name): "→" + name
      case .objects(let names): "[" + names.joined(separator: "; ") + "]"
      }
    }
    var lines: [String] = []
    var totals: [String: Int] = [:]
    let entities = try StoreComparison(from: old, to: new, keys: ObjectKeys(told: keys)).run { object in
      totals[object.entity + object.kind.rawValue, default: 0] += 1
      let key = object.key.map { text($0.value) }.joined(separator: "/")
      let changes = object.changes.map { " \($0.property) \(text($0.old))>\(text($0.new))" }
      lines.append("\(object.kind.rawValue) \(object.entity) \(key)" + changes.joined(separator: ","))
      #expect((object.old == nil) == (object.kind == .added))
      #expect((object.new == nil) == (object.kind == .removed))
    }
    // The counts are those of the differences.
    for entity in entities {
      #expect(entity.added == totals[entity.entity + "added", default: 0])
      #expect(entity.removed == totals[entity.entity + "removed", default: 0])
      #expect(entity.changed == totals[entity.entity + "changed", default: 0])
      #expect(entity.isSame == (entity.added + entity.removed + entity.changed == 0))
    }
    return lines
  }

  /// Two kennels; what a test changes is changed by `change`. `isReversed` makes the objects in another order, so that their numbers differ.
  private func fill(
    _ context: ManagedObjectContext,
    isReversed: Bool = false,
    _ change: ([String: ManagedObject]) throws -> Void = { _ in }
  ) throws {
    var objects: [String: ManagedObject] = [:]
    let kennels = ["North", "South"]
    for name in isReversed ? kennels.reversed() : kennels {
      objects[name] = try make("Kennel", ["name": name, "crest": Data(name.utf8)], in: context)
    }
    let dogs = [("Ace", "North"), ("Rex", "North"), ("Ace", "South"), ("Max", "South")]
    for (name, kennel) in isReversed ? dogs.reversed() : dogs {
      objects["\(name) \(kennel)"] = try make(
        "Dog",
        ["name": name, "weight": 12.5, "size": ["height": 40], "born": Date(timeIntervalSinceReferenceDate: 100)],
        in: context
      )
    }
    objects["Tom"] = try make("Cat", ["name": "Tom"], in: context)
    try objects["North"]?.setValue(["Rex North", "Ace North", "Tom"].compactMap { objects[$0] }, forKey: "animals")
    try objects["South"]?.setValue(["Ace South", "Max South"].compactMap { objects[$0] }, forKey: "animals")
    try objects["Ace North"]?.setValue(
      Set([objects["Rex North"], objects["Max South"]].compactMap(\.self)),
      forKey: "friends"
    )
    try objects["Ace North"]?.setValue(objects["Max South"], forKey: "chief")
    try change(objects)
  }

  @Test(arguments: types, types) func sameObjectsAreTheSameInEveryStore(_ first: StoreType, _ second: StoreType) throws
  {
    let model = try Self.model(Self.kennels)
    let old = try store(model, first) { try fill($0) }
    let new = try store(model, second) { try fill($0, isReversed: true) }
    #expect(try lines(old, new) == [])
  }

  @Test(arguments: types) func tellsWhatIsNotAsItWas(_ type: StoreType) throws {
    let model = try Self.model(Self.kennels)
    let old = try store(model, type) { try fill($0) }
    let new = try store(model, type) { context in
      try fill(context, isReversed: true) { objects in
        try objects["Rex North"]?.setValue(13, forKey: "weight")
        try objects["Rex North"]?.setValue(["height": 41], forKey: "size")
        try objects["Ace North"]?.setValue(objects["Ace South"], forKey: "chief")
        try objects["Ace North"]?.setValue(
          Set([objects["Rex North"], objects["Ace South"]].compactMap(\.self)),
          forKey: "friends"
        )
        try objects["North"]?.setValue(["Ace North", "Rex North", "Tom"].compactMap { objects[$0] }, forKey: "animals")
        try objects["South"]?.setValue(nil, forKey: "crest")
        let pup = try make("Dog", ["name": "Pup"], in: context)
        try pup.setValue(objects["North"], forKey: "home")
        // Of one name, in another kennel: no object changes its key.
        try objects["Max South"]?.setValue("Moritz", forKey: "name")
      }
    }
    let found = try lines(old, new)
    let dogs = found.filter { $0.contains(" Dog ") }
    let heights = [40, 41].map { "composite([\"height\": AttributeValues.AttributeValue.integer(\($0))])" }
    let wanted = [
      "added Dog →South/Moritz", "added Dog →North/Pup", "changed Dog →South/Ace friends []>[North, Ace]",
      "changed Dog →North/Rex weight 12.5>13.0, size \(heights[0])>\(heights[1])",
      "changed Dog →North/Ace friends [South, Max]>[South, Ace], chief →South, Max>→South, Ace",
      "removed Dog →South/Max",
    ]
    #expect(Set(dogs) == Set(wanted) && dogs.count == wanted.count, "\(dogs)")
    #expect(dogs.map { $0.prefix(5) } == ["added", "added", "chang", "chang", "chang", "remov"])
    let kennels = found.filter { $0.contains(" Kennel ") }
    #expect(
      kennels.contains(
        "changed Kennel North animals [North, Rex; North, Ace; Tom]>[North, Ace; North, Rex; Tom; North, Pup]"
      )
    )
    #expect(kennels.contains { $0.hasPrefix("changed Kennel South crest") && $0.contains(">–") })
    #expect(kennels.count == 2 && found.count == dogs.count + 2)
  }

  @Test func objectsWithoutAKeyAreToldApartByTheirAttributes() throws {
    let model = try Self.model(Self.kennels)
    let cats = { (names: [String]) in
      try self.store(model) { context in for name in names { try self.make("Cat", ["name": name], in: context) } }
    }
    // Three alike, of which one goes.
    #expect(try lines(cats(["Tom", "Tom", "Tom", "Kit"]), cats(["Kit", "Tom", "Tom"])) == ["removed Cat Tom"])
    #expect(try lines(cats(["Tom"]), cats(["Tim"])) == ["added Cat Tim", "removed Cat Tom"])
  }

  /// Objects of two entities that inherit from one may have the same key.
  @Test(arguments: [StoreType.sqlite, .inMemory]) func anObjectOfAnotherEntityIsAnotherOne(_ type: StoreType) throws {
    let key = """
      <attribute name="code" attributeType="String"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint></uniquenessConstraints>
      """
    let model = try Self.model(
      """
      <entity name="Someone" isAbstract="YES">
      <relationship name="pets" optional="YES" toMany="YES" destinationEntity="Pet" inverseName="owner" inverseEntity="Pet"/>
      <relationship name="liked" optional="YES" toMany="YES" destinationEntity="Pet" inverseName="friends" inverseEntity="Pet"/></entity>
      <entity name="Person" parentEntity="Someone">\(key)</entity>
      <entity name="Company" parentEntity="Someone">\(key)</entity>
      <entity name="Pet">\(key)
      <relationship name="owner" optional="YES" maxCount="1" destinationEntity="Someone" inverseName="pets" inverseEntity="Someone"/>
      <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Someone" inverseName="liked" inverseEntity="Someone"/></entity>
      """
    )
    let pets = { (owner: String) in
      try self.store(model, type) { context in
        let people = try ["Person", "Company"].map { try self.make($0, ["code": "Rex"], in: context) }
        let own = try #require(people.first { $0.entity.name == owner })
        try self.make("Pet", ["code": "Bello", "owner": own, "friends": Set([own])], in: context)
      }
    }
    #expect(try lines(pets("Person"), pets("Person")) == [])
    #expect(
      try lines(pets("Person"), pets("Company"))
        == ["changed Pet Bello owner →Person Rex>→Company Rex, friends [Person Rex]>[Company Rex]"]
    )
  }

  @Test func aKeyThatSeveralObjectsHaveIsAnError() throws {
    let model = try Self.model(Self.kennels)
    let old = try store(model) { try fill($0) }
    let new = try store(model) { try fill($0) }
    let error = try #require(throws: StoreComparisonError.self) { try lines(old, new, keys: ["Dog": ["name"]]) }
    guard case .ambiguousKey("Dog", ["name"], "Ace", old.store.location) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.description.hasSuffix("in --key of ‘studbook diff’ or as the key of its source in the recipe"))
    #expect(try lines(old, new, keys: ["Dog": ["name", "home"], "Cat": ["name"]]) == [])
    #expect(throws: StoreComparisonError.unknownEntity("Cow", known: ["Dog", "Cat", "Kennel"])) {
      try lines(old, new, keys: ["Cow": ["name"]])
    }
    #expect(throws: StoreComparisonError.circularKey("Dog")) { try lines(old, new, keys: ["Dog": ["chief"]]) }
    for name in ["nme", "friends"] {
      let error = try #require(throws: StoreComparisonError.self) { try lines(old, new, keys: ["Dog": [name]]) }
      guard case .unknownKey(name, entity: "Dog", _) = error else {
        Issue.record("\(error)")
        continue
      }
    }
  }

  @Test func missingKeysDoNotMakeObjectsAlike() throws {
    let text = """
      <entity name="Book"><attribute name="isbn" optional="YES" attributeType="String"/><attribute name="title" attributeType="String"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="isbn"/></uniquenessConstraint></uniquenessConstraints></entity>
      """
    let model = try Self.model(text)
    let books = { (books: [(String?, String)]) in
      try self.store(model) { context in
        for book in books { try self.make("Book", ["isbn": book.0, "title": book.1], in: context) }
      }
    }
    let old = try books([(nil, "A"), (nil, "B"), ("1", "C")])
    #expect(try lines(old, books([("1", "C"), (nil, "B"), (nil, "A")])) == [])
    #expect(try lines(old, books([("1", "D"), (nil, "B")])) == ["changed Book 1 title C>D", "removed Book –"])
  }

  /// SQLite takes them for unique, so that a store may have several.
  @Test(arguments: types) func aKeyThatLacksAValueIsNoneIfSeveralObjectsHaveIt(_ type: StoreType) throws {
    let model = try Self.model(Self.kennels)
    let dogs = { (strays: [(String, Double?)]) in
      try self.store(model, type) { context in
        try self.fill(context)
        for (name, weight) in strays { try self.make("Dog", ["name": name, "weight": weight], in: context) }
      }
    }
    let two = try dogs([("Ace", 1), ("Ace", 2)])
    #expect(try lines(two, dogs([("Ace", 2), ("Ace", 1)])) == [])
    #expect(try lines(two, dogs([("Ace", 2), ("Ace", 3)])) == ["added Dog –/Ace", "removed Dog –/Ace"])
    // The key tells them apart in neither store if it does not in both.
    #expect(try lines(two, dogs([("Ace", 2)])) == ["removed Dog –/Ace"])
    #expect(try lines(dogs([("Ace", 2)]), two) == ["added Dog –/Ace"])
    // Equal ones, and one that the key tells apart.
    let three = try dogs([("Ace", 1), ("Ace", 1), ("Rex", 3)])
    #expect(
      try lines(three, dogs([("Rex", 4), ("Ace", 1)])) == ["changed Dog –/Rex weight 3.0>4.0", "removed Dog –/Ace"]
    )
  }

  @Test func objectsThatAreFoundWithoutAWholeKeyKeepTheirNumbers() throws {
    let model = try Self.model(Self.kennels)
    let dogs = { (weights: [Double]) in
      try self.store(model) { context in
        for weight in weights {
          try self.make("Dog", ["name": "Ace", "weight": weight], in: context)
          try context.save()
        }
      }
    }
    let entities = try StoreComparison(from: dogs([1, 2]), to: dogs([2, 3, 1])).correspondence()
    let found = try #require(entities.first { $0.entity.name == "Dog" })
    #expect(found.references.map(\.old) == [2, nil, 1])
  }

  /// Numbers whose bits are those of a mark in a hash, and their neighbours.
  @Test(arguments: (0..<8).flatMap { [$0, 1 << 56 | $0] } + [.min, .max, -1])
  func aNumberIsNoMissingValue(_ number: Int) throws {
    let model = try Self.model(
      """
      <entity name="Chip"><attribute name="name" optional="YES" attributeType="String"/>
      <attribute name="number" optional="YES" attributeType="Integer 64"/>
      <attribute name="weight" optional="YES" attributeType="Double"/>
      <attribute name="isNew" optional="YES" attributeType="Boolean"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
      """
    )
    let chip = { (values: [String: Any?]) in
      try self.store(model) { try self.make("Chip", values.merging(["name": "A"]) { $1 }, in: $0) }
    }
    let (none, some) = try (chip([:]), chip(["number": number]))
    #expect(try lines(none, some) == ["changed Chip A number –>\(number)"])
    #expect(try lines(some, none) == ["changed Chip A number \(number)>–"])
    #expect(try lines(some, chip(["number": number])) == [])
    // Behind a number may stand what looks like another value.
    #expect(try lines(chip(["isNew": true]), some).count == 1)
    // As a key, too.
    #expect(try lines(none, some, keys: ["Chip": ["number", "name"]]).count == 2)
  }

  /// A whole number beyond fifteen digits is written as an integer by every type.
  @Test func aNumberOfAnotherTypeIsTheSameNumber() throws {
    let number = 9_007_199_254_740_992
    let values: [(type: String, value: Any)] = [
      ("Decimal", Decimal(number)), ("Double", Double(number)), ("Integer 64", number),
    ]
    let stores = try values.map { type, value in
      let model = try Self.model(
        """
        <entity name="A"><attribute name="name" attributeType="String"/><attribute name="n" optional="YES" attributeType="\(type)"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
        """
      )
      return try store(model) { try make("A", ["name": "x", "n": value], in: $0) }
    }
    for (old, new) in [(0, 1), (1, 2), (2, 0)] { #expect(try lines(stores[old], stores[new]) == []) }
  }

  @Test func versionsOfAModelAreComparedByWhatBothHave() throws {
    let older = try Self.model(
      """
      <entity name="Dog"><attribute name="name" attributeType="String"/><attribute name="weight" optional="YES" attributeType="Integer 16"/>
      <attribute name="height" optional="YES" attributeType="Integer 16"/><attribute name="gone" optional="YES" attributeType="String"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
      <entity name="Old"><attribute name="name" attributeType="String"/></entity>
      """
    )
    let newer = try Self.model(
      """
      <entity name="Hound" elementID="Dog"><attribute name="title" attributeType="String" elementID="name"/>
      <attribute name="weight" optional="YES" attributeType="String"/><attribute name="height" optional="YES" attributeType="Integer 64"/>
      <attribute name="added" optional="YES" attributeType="String" defaultValueString="x"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="title"/></uniquenessConstraint></uniquenessConstraints></entity>
      <entity name="New"><attribute name="name" attributeType="String"/></entity>
      """
    )
    let old = try store(older) { context in
      try make("Dog", ["name": "Ace", "weight": 12, "height": 40, "gone": "y"], in: context)
      try make("Dog", ["name": "Rex", "weight": 12, "height": 40], in: context)
      try make("Old", ["name": "o"], in: context)
    }
    let new = try store(newer) { context in
      try make("New", ["name": "n"], in: context)
      try make("Hound", ["title": "Rex", "weight": "13", "height": 40], in: context)
      try make("Hound", ["title": "Ace", "weight": "12", "height": 40], in: context)
    }
    #expect(try lines(old, new) == ["changed Hound Rex weight 12>13", "added New n", "removed Old o"])
  }

  /// Random objects with random edits: what is told is exactly what was edited.
  @Test(arguments: Seeds.range(1...6)) func tellsExactlyWhatWasEdited(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let model = try Self.model(
      """
      <entity name="Item"><attribute name="number" attributeType="Integer 64"/><attribute name="text" optional="YES" attributeType="String"/>
      <attribute name="value" optional="YES" attributeType="Float"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="number"/></uniquenessConstraint></uniquenessConstraints></entity>
      """
    )
    let texts = ["", "a", "ä", "a\u{308}", "日本語の長い文字列", "0123456789abcdef0"]
    var items: [Int: (String?, Float?)] = [:]
    for number in 0..<Int.random(in: 0..<3000, using: &generator) {
      items[number] = (texts.randomElement(using: &generator), Bool.random(using: &generator) ? nil : Float(number) / 3)
    }
    func store(_ items: [Int: (String?, Float?)]) throws -> ComparedStore {
      try self.store(model) { context in
        for (number, item) in items.shuffled(using: &generator) {
          try make("Item", ["number": number, "text": item.0, "value": item.1], in: context)
        }
      }
    }
    var edited = items
    var wanted: Set<String> = []
    for number in items.keys.sorted() {
      switch Int.random(in: 0..<30, using: &generator) {
      case 0:
        edited[number] = nil
        wanted.insert("removed Item \(number)")
      case 1:
        guard
          let other = texts.filter({ Array($0.utf8) != items[number]?.0.map { Array($0.utf8) } }).randomElement(
            using: &generator
          )
        else { continue }
        edited[number]?.0 = other
        wanted.insert("changed Item \(number) text \(items[number]?.0 ?? "–")>\(other)")
      case 2:
        edited[number + 10_000] = ("new", nil)
        wanted.insert("added Item \(number + 10_000)")
      default: continue
      }
    }
    #expect(try Set(lines(store(items), store(edited))) == wanted)
  }
}

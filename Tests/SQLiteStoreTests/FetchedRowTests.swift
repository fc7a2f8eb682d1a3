import AttributeValues
import FoundationEssentials
import ManagedObjects
import ObjectModel
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// Rows that are read ahead and understood later.
struct FetchedRowTests {
  private func context(over kennel: Kennel) throws -> ManagedObjectContext {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: kennel.model)
    try coordinator.addPersistentStore(kennel.store)
    return ManagedObjectContext(persistentStoreCoordinator: coordinator)
  }

  @Test func rowsThatAreReadTogetherAreOfOneTransaction() throws {
    let kennel = try Kennel()
    let dogs = try ["Rex", "Bella"].map { try kennel.insert("Dog", ["name": .string($0)]) }
    var names: [AttributeValue] = []
    let statements = try kennel.store.statements {
      try kennel.store.readTogether {
        // In the midst of it a second call changes nothing.
        try kennel.store.readTogether { for dog in dogs { names.append(try kennel.value("name", of: kennel.id(dog))) } }
      }
    }
    #expect(names == [.string("Rex"), .string("Bella")])
    #expect(statements.first == "BEGIN DEFERRED" && statements.last == "COMMIT")
    #expect(statements.count { $0.hasPrefix("BEGIN") } == 1)
  }

  private func fetchAll(_ entityName: String, _ context: ManagedObjectContext) throws -> [ManagedObject] {
    try context.fetch(FetchRequest<ManagedObject>(entityName: entityName))
  }

  @Test(arguments: StoredValuesTests.examples)
  func anObjectAndADictionaryHaveTheStoredValue(_ example: StoredValuesTests.Example) throws {
    let kennel = try Kennel()
    var values: [String: AttributeValue] = ["name": "Rex"]
    values[example.attribute] = example.value
    try kennel.insert("Dog", values)
    let context = try context(over: kennel)
    let expected = example.readBack ?? example.value
    let dog = try #require(try fetchAll("Dog", context).first)
    #expect(dog.isFault)
    #expect(dog.attributeValue(forKey: example.attribute) == expected && !dog.isFault)
    let rows = try context.fetch(FetchRequest<FetchedDictionary>(entityName: "Dog"))
    #expect(rows.first?[example.attribute] == .value(expected))
    #expect(rows.first?["born"] == .value(example.attribute == "born" ? expected : .null))
  }

  /// Cells of another class than the column's, as they stand in files from elsewhere.
  @Test(arguments: [
    ("ZNAME", "12", "name", AttributeValue.string("12")), ("ZNAME", "NULL", "name", .null),
    ("ZCHIP", "'7 dwarfs'", "chip", .integer(7)), ("ZWEIGHT1", "'1.5'", "weight", .double(1.5)),
    ("ZBORN", "'now'", "born", .date(0)), ("ZISVACCINATED", "7", "isVaccinated", .boolean(true)),
    ("ZTAG", "x'0102'", "tag", .null), ("ZHOME", "''", "home", .null),
    ("ZPHOTO", "'ab'", "photo", .binary(Data("ab".utf8))),
    ("ZNAME", "CAST(x'41FF42' AS TEXT)", "name", .string("A\u{FFFD}B")),
  ]) func aCellOfAnotherClassIsConverted(_ column: String, _ cell: String, _ key: String, _ value: AttributeValue)
    throws
  {
    let kennel = try Kennel()
    let dog = try kennel.insert("Dog", ["name": "Rex"])
    try kennel.store.close()
    try SQLiteConnection(path: kennel.path).execute("UPDATE ZANIMAL SET \(column) = \(cell)")
    let reopened = try kennel.reopened()
    #expect(try reopened.value(key, of: reopened.id(dog)) == value)
    let context = try context(over: reopened)
    #expect(try fetchAll("Dog", context).first?.attributeValue(forKey: key) == value)
    let rows = try context.fetch(FetchRequest<FetchedDictionary>(entityName: "Dog"))
    #expect(rows.first?[key] == .value(value))
  }

  @Test func objectsOfOneTableHaveTheirOwnEntitiesAndValues() throws {
    let kennel = try Kennel()
    let owner = try kennel.insert("Owner", ["email": "a", "address": .composite(["street": "Mews", "city": "York"])])
    for number in 0..<40 {
      try kennel.insert(
        number % 3 == 0 ? "Cat" : "Dog",
        ["name": .string("Animal \(number)"), number % 3 == 0 ? "lives" : "litter": .integer(Int64(number))],
        toOne: number % 2 == 0 ? ["owner": owner.objectID] : [:]
      )
    }
    let context = try context(over: kennel)
    let animals = try fetchAll("Animal", context)
    #expect(animals.count == 40)
    for (number, animal) in animals.enumerated() {
      let isCat = number % 3 == 0
      #expect(animal.entity.name == (isCat ? "Cat" : "Dog"))
      #expect(animal.attributeValue(forKey: "name") == .string("Animal \(number)"))
      #expect(animal.attributeValue(forKey: isCat ? "lives" : "litter") == .integer(Int64(number)))
      let related = animal.value(forKey: "owner") as? ManagedObject
      #expect(related?.objectID == (number % 2 == 0 ? owner.objectID : nil))
      #expect(related == nil || related?.attributeValue(forKey: "address") == owner.values["address"])
    }
    let rows = try context.fetch(FetchRequest<FetchedDictionary>(entityName: "Animal"))
    #expect(rows.map { $0["name"]?.attributeValue } == (0..<40).map { .string("Animal \($0)") })
    #expect(rows.map { $0["owner"] } == (0..<40).map { $0 % 2 == 0 ? .objectID(owner.objectID) : .value(.null) })
  }

  @Test func aRowThatSomebodyKeepsIsNotOverwrittenByLaterOnes() throws {
    let kennel = try Kennel()
    for number in 0..<30 {
      try kennel.insert("Dog", ["name": .string("Dog number \(number)"), "price": .decimal(Decimal(number))])
    }
    var kept: [FetchedRow] = []
    var count = 0
    let isAnswered = try kennel.store.forEachRowIfExecutable(StoreFetch(entity: try kennel.entity("Dog"))) { row in
      if count % 3 == 0 { kept.append(copy row) }
      count += 1
      return true
    }
    let (name, price) = (try kennel.slot("name", "Dog"), try kennel.slot("price", "Dog"))
    #expect(isAnswered && count == 30)
    #expect(kept.map { $0.attribute(name) } == stride(from: 0, to: 30, by: 3).map { .string("Dog number \($0)") })
    #expect(kept.map { $0.storeRow.attributes[price] } == stride(from: 0, to: 30, by: 3).map { .decimal(Decimal($0)) })
    #expect(kept.allSatisfy { $0.version == 1 && $0.toOne(0) == nil })
  }

  @Test func aFaultHasTheValuesOfTheTimeWhenItWasFetched() throws {
    let kennel = try Kennel()
    try kennel.insert("Dog", ["name": "Rex", "scan": .binary(Data(repeating: 7, count: 200_000))])
    let reader = try context(over: kennel)
    let writer = ManagedObjectContext(persistentStoreCoordinator: reader.persistentStoreCoordinator)
    let fetched = try #require(try fetchAll("Dog", reader).first)
    let changed = try #require(try fetchAll("Dog", writer).first)
    try changed.setValue("Max", forKey: "name")
    try changed.setValue(nil, forKey: "scan")
    try writer.save()
    #expect(fetched.isFault && fetched.value(forKey: "name") as? String == "Rex")
    #expect(fetched.attributeValue(forKey: "scan") == .binary(Data(repeating: 7, count: 200_000)))
    // The version is the one that was read, too: a save notices that somebody else was faster.
    try fetched.setValue("Bello", forKey: "name")
    #expect(throws: SaveConflictError.self) { try reader.save() }
    reader.refresh(fetched, mergeChanges: false)
    #expect(fetched.value(forKey: "name") as? String == "Max" && fetched.attributeValue(forKey: "scan")?.isNull == true)
  }

  @Test func aFaultThatIsFetchedAgainTakesTheNewRowAndAnObjectWithValuesWhenItIsRefreshed() throws {
    let kennel = try Kennel()
    let dog = try kennel.insert("Dog", ["name": "Rex"])
    let context = try context(over: kennel)
    let fetched = try #require(try fetchAll("Dog", context).first)
    var row = try #require(try kennel.store.row(for: dog.objectID))
    row.attributes[try kennel.slot("name", "Dog")] = "Max"
    try kennel.save { $0.updated = [row] }
    #expect(try fetchAll("Dog", context).first === fetched && fetched.value(forKey: "name") as? String == "Max")
    row = try #require(try kennel.store.row(for: dog.objectID))
    row.attributes[try kennel.slot("name", "Dog")] = "Bello"
    try kennel.save { $0.updated = [row] }
    #expect(try fetchAll("Dog", context).first === fetched && fetched.value(forKey: "name") as? String == "Max")
    context.refresh(fetched, mergeChanges: false)
    #expect(try fetchAll("Dog", context).first === fetched && fetched.value(forKey: "name") as? String == "Bello")
  }

  @Test func aChildReadsTheValuesOfItsParentsFault() throws {
    let kennel = try Kennel()
    let owner = try kennel.insert("Owner", ["email": "a"])
    try kennel.insert("Dog", ["name": "Rex", "weight": .double(30)], toOne: ["owner": owner.objectID])
    let parent = try context(over: kennel)
    let held = try fetchAll("Dog", parent)
    let child = ManagedObjectContext(parent: parent)
    let dog = try #require(try fetchAll("Dog", child).first)
    #expect(dog.value(forKey: "name") as? String == "Rex" && dog.value(forKey: "weight") as? Double == 30)
    #expect((dog.value(forKey: "owner") as? ManagedObject)?.objectID == owner.objectID)
    #expect(held.count == 1 && held[0].value(forKey: "name") as? String == "Rex")
  }

  @Test func aDeletedFaultThatIsUndoneHasItsValues() throws {
    let kennel = try Kennel()
    try kennel.insert("Dog", ["name": "Rex", "weight": .double(30)])
    let context = try context(over: kennel)
    context.undoManager = UndoManager()
    let dog = try #require(try fetchAll("Dog", context).first)
    context.delete(dog)
    try context.save()
    context.undo()
    try context.save()
    #expect(try fetchAll("Dog", context).map { $0.value(forKey: "name") as? String } == ["Rex"])
    #expect(try kennel.store.raw("SELECT ZNAME, ZWEIGHT1 FROM ZANIMAL") == [["Rex", 30.0]])
  }

  /// Repeated texts are shared among the rows of a result; each row has its own all the same.
  @Test func textsThatRepeatAndTextsThatDoNotComeBackAlike() throws {
    let kennel = try Kennel()
    let long = "A sturdy dog of the mountains, watchful at night "
    func name(_ number: Int) -> String {
      number % 5 == 0 ? "\(long)\(number)" : long + ["é", "e\u{301}", "x", ""][number % 4]
    }
    func phone(_ number: Int) -> String { "0123456789 0123456789 \(number)" }
    for number in 0..<400 {
      try kennel.insert(
        "Dog",
        ["name": .string(name(number)), "home": .uri(try #require(URL(string: "https://a.example/\(number)")))]
      )
      try kennel.insert("Owner", ["email": .string("\(number)@example.org"), "phone": .string(phone(number))])
    }
    let context = try context(over: kennel)
    let dogs = try context.fetch(FetchRequest<FetchedDictionary>(entityName: "Dog"))
    for (number, dog) in dogs.enumerated() {
      guard case .value(.string(let text))? = dog["name"] else {
        Issue.record("the name is no text")
        continue
      }
      #expect(Array(text.utf8) == Array(name(number).utf8))
    }
    let owners = try context.fetch(FetchRequest<FetchedDictionary>(entityName: "Owner"))
    #expect(owners.map { $0["phone"]?.attributeValue } == (0..<400).map { .string(phone($0)) })
  }
}

import AttributeValues
import FoundationEssentials
import ManagedObjects
import StoreConformance
import Testing

@Suite struct KeyValueTests {
  private let stack: ConformanceStack
  private let context: ManagedObjectContext

  init() throws {
    stack = try ConformanceStack.inMemory()
    context = stack.context()
  }

  @Test func defaultValuesStandInNewObjects() throws {
    let breed = try context.make("Breed")
    #expect(breed.value(forKey: "isRare") as? Bool == false)
    #expect(breed.value(forKey: "name") == nil)
  }

  @Test func integersOfAnyWidthAreAcceptedWhereTheyFit() throws {
    let sample = try context.make("Sample")
    try sample.setValue(Int8(-5), forKey: "valueInteger16")
    #expect(sample.number("valueInteger16") == -5)
    try sample.setValue(UInt64(7), forKey: "valueInteger64")
    #expect(sample.number("valueInteger64") == 7)
    try sample.setValue(3, forKey: "valueDouble")
    #expect(sample.value(forKey: "valueDouble") as? Double == 3)
    try sample.setValue(1, forKey: "valueBoolean")
    #expect(sample.value(forKey: "valueBoolean") as? Bool == true)
  }

  static let wrongValues: [(String, any Sendable)] = [
    ("valueInteger16", 40_000), ("valueInteger16", "5"), ("valueInteger64", UInt64.max), ("valueInteger32", 1.5),
    ("valueString", 5), ("valueBoolean", 2), ("valueBoolean", "yes"), ("valueDate", "2020-01-01"),
    ("valueDouble", "1"), ("valueUUID", "A"), ("valueURI", "https://example.org"), ("valueInteger16", true),
  ]

  @Test(arguments: wrongValues) func aValueOfTheWrongTypeIsRefused(_ key: String, _ value: any Sendable) throws {
    let sample = try context.make("Sample")
    let error = #expect(throws: PropertyAccessError.self) { try sample.setValue(value, forKey: key) }
    guard case .unacceptableType("Sample", key, _, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(sample.value(forKey: key) == nil)
  }

  @Test func anUnknownKeyIsRefusedWithItsName() throws {
    let breed = try context.make("Breed")
    #expect(throws: PropertyAccessError.unknownKey(entity: "Breed", key: "nmae")) {
      try breed.setValue("Akita", forKey: "nmae")
    }
  }

  @Test func anObjectOfTheWrongEntityIsRefused() throws {
    let breed = try context.make("Breed")
    let tag = try context.make("Tag")
    let error = #expect(throws: PropertyAccessError.self) { try breed.setValue(tag, forKey: "group") }
    #expect(error?.description == "Breed.group takes an object of Group, not an object of Tag.")
    let group = try context.make("Group")
    #expect(throws: PropertyAccessError.self) { try group.setValue(Set([tag]), forKey: "breeds") }
  }

  @Test func keyPathsLeadThroughRelationships() throws {
    let group = try context.make("Group", ["name": "Hound"])
    let breed = try context.make("Breed", ["name": "Beagle", "group": group])
    #expect(breed.value(forKeyPath: "group.name") as? String == "Hound")
    #expect(group.value(forKeyPath: "breeds.name") as? Set<String> == ["Beagle"])
    try breed.setValue("Hounds", forKeyPath: "group.name")
    #expect(group.text("name") == "Hounds")
  }

  @Test func datesUUIDsAndURLsKeepTheirTypes() throws {
    let sample = try context.make("Sample")
    let date = Date(timeIntervalSinceReferenceDate: 1000)
    let uuid = UUID()
    try sample.setValue(date, forKey: "valueDate")
    try sample.setValue(uuid, forKey: "valueUUID")
    try sample.setValue(Data([1, 2]), forKey: "valueBinary")
    #expect(sample.value(forKey: "valueDate") as? Date == date)
    #expect(sample.value(forKey: "valueUUID") as? UUID == uuid)
    #expect(sample.value(forKey: "valueBinary") as? Data == Data([1, 2]))
  }

  @Test func anObjectMadeWithoutAContextKeepsItsValuesWhenInserted() throws {
    let entity = try #require(context.entity(named: "Breed"))
    let breed = ManagedObject(entity: entity, insertInto: nil)
    try breed.setValue("Akita", forKey: "name")
    context.insert(breed)
    #expect(breed.isInserted && breed.text("name") == "Akita")
    try context.save()
    #expect(try stack.context().all("Breed").names == ["Akita"])
  }

  @Test func objectsWithoutAContextCannotBeRelated() throws {
    let breed = ManagedObject(entity: try #require(context.entity(named: "Breed")), insertInto: nil)
    let group = ManagedObject(entity: try #require(context.entity(named: "Group")), insertInto: nil)
    #expect(throws: PropertyAccessError.foreignObject(entity: "Breed", key: "group")) {
      try breed.setValue(group, forKey: "group")
    }
    #expect(throws: PropertyAccessError.foreignObject(entity: "Group", key: "breeds")) {
      try group.setValue([breed], forKey: "breeds")
    }
    try breed.setValue(nil, forKey: "group")
  }
}

import Foundation
import ManagedObjects
import ModelReading
import ObjectModel
import Testing

/// The checked-in classes of `Kennel.xcdatamodel` at work.
@Suite struct GeneratedClassTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext

  init() throws {
    let model = try ModelReader.read(GeneratorTests.folder + "/Kennel.xcdatamodel")
    container = try PersistentContainer(
      name: "Kennel",
      managedObjectModel: model,
      stores: [InMemoryStore()],
      objectClasses: KennelClasses.byEntityName,
      viewContextType: .confinement
    )
    context = container.viewContext
  }

  private func reader() -> ManagedObjectContext {
    ManagedObjectContext(persistentStoreCoordinator: container.persistentStoreCoordinator)
  }

  /// Every property that a store can compare is found by its key path.
  @Test func keyPathsOfGeneratedPropertiesNameThem() throws {
    let hound: [(SortKey, String)] = [
      (try SortKey(\Hound.name), "name"), (try SortKey(\Hound.born), "born"), (try SortKey(\Hound.height), "height"),
      (try SortKey(\Hound.identifier), "identifier"), (try SortKey(\Hound.isGood), "isGood"),
      (try SortKey(\Hound.key), "key"),
      (try SortKey(\Hound.page), "page"), (try SortKey(\Hound.photo), "photo"), (try SortKey(\Hound.price), "price"),
      (try SortKey(\Hound.rank), "rank"), (try SortKey(\Hound.share), "share"), (try SortKey(\Hound.weight), "weight"),
      (try SortKey(\Hound.owner?.name), "owner.name"), (try SortKey(\Hound.class), "class"),
      (try SortKey(\Owner.count), "count"),
    ]
    for (key, name) in hound { #expect(key.keyPath == name) }
    #expect(throws: QueryTranslationError.self) { try SortKey(\Hound.toys?.count) }
  }

  @Test func requestsAreWrittenInSwift() throws {
    let owner = Owner(context: context)
    owner.name = "Ann"
    for (number, name) in ["Rex", "Ace", "Max"].enumerated() {
      let dog = Hound(context: context)
      (dog.name, dog.height, dog.owner) = (name, Double(40 + 10 * number), number == 1 ? nil : owner)
    }
    try context.save()
    let reader = reader()
    let request = try FetchRequest<Hound>(
      predicate: #Predicate { $0.isGood && $0.owner?.name == "Ann" && ($0.height ?? 0) > 30 && $0.friends.isEmpty },
      sortBy: [SortDescriptor(\.name)]
    )
    #expect(try reader.fetch(request).map(\.name) == ["Max", "Rex"])
    let owners = try FetchRequest<Owner>(
      predicate: #Predicate { $0.dogs.contains { $0.name == "Max" } && $0.dogs.count == 2 }
    )
    let found = try #require(try reader.fetch(owners).first)
    // The ordered relationship is an array of its members' class.
    let dogs: [Hound] = found.dogs
    #expect(dogs.map(\.name) == ["Rex", "Max"])
  }

  @Test func attributesHaveTypesAndDefaults() throws {
    let dog = Hound(context: context)
    #expect(dog.rank == 1 && dog.isGood && dog.price == 0 && dog.name.isEmpty)
    #expect(dog.height == nil && dog.weight == nil && dog.share == nil && dog.born == nil)
    let identifier = UUID()
    dog.name = "Rex"
    dog.born = Date(timeIntervalSinceReferenceDate: 1000)
    dog.class = "working"
    dog.entityValue = "x"
    dog.height = 55.5
    dog.identifier = identifier
    dog.isGood = false
    dog.mood = "glad"
    dog.page = Foundation.URL(string: "https://example.org")
    dog.photo = Data([1, 2])
    dog.price = Decimal(12)
    dog.rank = 3
    dog.share = 0.5
    dog.size = ["length": 80.0]
    dog.toys = ["ball", "bone"]
    dog.weight = 30
    try context.save()
    let reader = reader()
    let found = try #require(try reader.fetch(Hound.fetchRequest()).first)
    #expect(found.name == "Rex" && found.born == Date(timeIntervalSinceReferenceDate: 1000))
    #expect(found.class == "working" && found.entityValue == "x" && found.entity.name == "Dog")
    #expect(found.height == 55.5 && found.identifier == identifier && !found.isGood && found.mood == nil)
    #expect(found.page?.absoluteString == "https://example.org" && found.photo == Data([1, 2]))
    #expect(found.price == 12 && found.rank == 3 && found.share == 0.5 && found.weight == 30)
    #expect(found.size?["length"] as? Double == 80 && found.toys == ["ball", "bone"])
    found.height = nil
    #expect(found.height == nil && found.isUpdated)
  }

  @Test func relationshipsAreSetsAndListsOfTheRightClass() throws {
    let owner = Owner(context: context)
    owner.name = "Ann"
    let dogs = ["Rex", "Ada", "Max"].map { name in
      let dog = Hound(context: context)
      dog.name = name
      return dog
    }
    owner.addToDogs(dogs[0])
    owner.addToDogs([dogs[1], dogs[2]])
    #expect(owner.dogs == dogs && dogs[1].owner === owner)
    owner.removeFromDogs(at: 1)
    #expect(owner.dogs == [dogs[0], dogs[2]] && dogs[1].owner == nil)
    owner.insertIntoDogs(dogs[1], at: 0)
    #expect(owner.dogs == [dogs[1], dogs[0], dogs[2]])
    owner.removeFromDogs(at: IndexSet([0, 2]))
    #expect(owner.dogs == [dogs[0]])
    owner.insertIntoDogs([dogs[1], dogs[2]], at: [0, 2])
    #expect(owner.dogs == [dogs[1], dogs[0], dogs[2]])
    owner.removeFromDogs(dogs[0])
    owner.replaceDogs(at: 0, with: dogs[0])
    #expect(owner.dogs == [dogs[0], dogs[2]])
    owner.replaceDogs(at: [0, 1], with: [dogs[2], dogs[1]])
    #expect(owner.dogs == [dogs[2], dogs[1]])
    owner.dogs = dogs
    dogs[0].friends = [dogs[1], dogs[2]]
    #expect(dogs[1].friends == [dogs[0]])
    dogs[0].removeFromFriends(Set([dogs[1]]))
    #expect(dogs[0].friends == [dogs[2]] && dogs[1].friends.isEmpty)
    try context.save()
    let reader = reader()
    let found = try #require(try reader.fetch(Owner.fetchRequest()).first)
    #expect(found.dogs.map(\.name) == ["Rex", "Ada", "Max"])
    #expect(found.dogs[0].friends.map(\.name) == ["Max"])
    #expect(found.count == 0)
  }

  @Test func aFetchRequestIsForTheClassItIsAskedOf() throws {
    let dog = Hound(context: context)
    dog.name = "Rex"
    let address = URL(context: context)
    address.text = "https://example.org"
    try context.save()
    let animals: [Animal] = try context.fetch(Animal.fetchRequest())
    #expect(animals == [dog])
    let dogs = try context.fetch(Hound.fetchRequest())
    #expect(type(of: dogs) == [Hound].self && dogs == [dog])
    #expect(try context.fetch(URL.fetchRequest()) == [address])
  }

  @Test func fetchedAndDerivedPropertiesAreReadOnlyAndTyped() throws {
    let dogs = ["Rex", "Rex", "Ada"].map { name in
      let dog = Hound(context: context)
      dog.name = name
      return dog
    }
    try context.save()
    #expect(Set(dogs[0].namesakes) == [dogs[0], dogs[1]])
    let reader = reader()
    #expect(try Set(reader.fetch(Hound.fetchRequest()).compactMap(\.key)) == ["rex", "ada"])
  }

  @Test func aRequiredValueThatIsMissingStillFailsTheSave() throws {
    let dog = Hound(context: context)
    #expect(dog.name.isEmpty)
    let error = #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(error?.errors.map(\.key) == ["name"])
  }
}

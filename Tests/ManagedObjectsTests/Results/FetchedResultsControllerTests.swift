import ManagedObjects
import ObjectModel
import PredicateLanguage
import StoreConformance
import Testing

@Suite struct FetchedResultsControllerTests {
  private let stack: ConformanceStack
  private let context: ManagedObjectContext
  private let controller: FetchedResultsController<ManagedObject>

  init() throws {
    stack = try ConformanceStack.inMemory()
    context = stack.context()
    for name in ["Akita", "Beagle", "Basset", "Collie"] {
      try context.make("Group", ["name": name, "code": String(name.prefix(1))])
    }
    try context.save()
    var request = FetchRequest<ManagedObject>(entityName: "Group")
    request.sortDescriptors = [SortKey("code"), SortKey("name")]
    controller = FetchedResultsController(
      fetchRequest: request,
      managedObjectContext: context,
      sectionNameKeyPath: "code"
    )
    try controller.performFetch()
  }

  private var picture: String {
    controller.sections.map { "\($0.name): \($0.objects.compactMap { $0.text("name") }.joined(separator: " "))" }
      .joined(separator: ", ")
  }

  private func changes(_ body: () throws -> Void) rethrows -> [String] {
    var told: [String] = []
    controller.onChange = { changes in
      told = changes.map { change in
        switch change {
        case .insertSection(let section): "+section \(section)"
        case .deleteSection(let section): "-section \(section)"
        case .insert(let object, let place): "+\(object.text("name") ?? "") \(place.section).\(place.item)"
        case .delete(_, let place): "-\(place.section).\(place.item)"
        case .move(let object, let from, let to):
          "\(object.text("name") ?? "") \(from.section).\(from.item)>\(to.section).\(to.item)"
        case .update(let object, let place): "\(object.text("name") ?? "") \(place.section).\(place.item)"
        }
      }
    }
    try body()
    context.processPendingChanges()
    return told
  }

  @Test func aSectionKeyPathThatTheObjectsLackIsRefused() throws {
    let other = FetchedResultsController(
      fetchRequest: controller.fetchRequest,
      managedObjectContext: context,
      sectionNameKeyPath: "coed"
    )
    let error = #expect(throws: FetchKeyError.self) { try other.performFetch() }
    #expect(error?.part == .sectionName && error?.problem.suggestion == "code")
  }

  @Test func theResultComesInSections() {
    #expect(picture == "A: Akita, B: Basset Beagle, C: Collie")
    #expect(controller.sectionIndexTitles == ["A", "B", "C"])
    let place = FetchedResultsController<ManagedObject>.IndexPath(section: 1, item: 1)
    let beagle = controller.object(at: place)
    #expect(beagle.text("name") == "Beagle" && controller.indexPath(forObject: beagle) == place)
  }

  @Test func aTitleOfTheIndexLeadsToItsSection() {
    #expect(controller.section(forSectionIndexTitle: "C", at: 2) == 2)
    #expect(controller.section(forSectionIndexTitle: "B", at: 0) == 1)
    #expect(controller.section(forSectionIndexTitle: "X", at: 0) == nil)
    controller.sectionIndexTitle = { "\($0)…" }
    #expect(controller.sectionIndexTitles == ["A…", "B…", "C…"])
  }

  @Test func anObjectThatMovesToTheEndOfItsSectionIsTheOnlyOneThatMoves() throws {
    for name in ["Borzoi", "Briard", "Bulldog"] { try context.make("Group", ["name": name, "code": "B"]) }
    context.processPendingChanges()
    let basset = controller.fetchedObjects[1]
    #expect(try changes { try basset.setValue("Bzz", forKey: "name") } == ["Bzz 1.0>1.4"])
    #expect(try changes { try basset.setValue("Bab", forKey: "name") } == ["Bab 1.4>1.0"])
  }

  @Test func anObjectThatStartsOrStopsMatchingComesAndGoes() throws {
    var request = FetchRequest<ManagedObject>(entityName: "Group")
    request.predicate = try ObjectPredicate(format: "name BEGINSWITH 'B'")
    request.sortDescriptors = [SortKey("name")]
    let filtered = FetchedResultsController(fetchRequest: request, managedObjectContext: context)
    try filtered.performFetch()
    let akita = controller.fetchedObjects[0]
    try akita.setValue("Barbet", forKey: "name")
    context.processPendingChanges()
    #expect(filtered.fetchedObjects.compactMap { $0.text("name") } == ["Barbet", "Basset", "Beagle"])
    try akita.setValue("Akita", forKey: "name")
    context.processPendingChanges()
    #expect(filtered.fetchedObjects.compactMap { $0.text("name") } == ["Basset", "Beagle"])
  }

  @Test func insertionsAndDeletionsAreTold() throws {
    let told = try changes {
      try context.make("Group", ["name": "Dingo", "code": "D"])
      try context.make("Group", ["name": "Barbet", "code": "B"])
      context.delete(controller.fetchedObjects[0])
    }
    #expect(told == ["-section 0", "+section 2", "-0.0", "+Barbet 0.0", "+Dingo 2.0"])
    #expect(picture == "B: Barbet Basset Beagle, C: Collie, D: Dingo")
  }

  @Test func updatesAndMovesAreTold() throws {
    let groups = controller.fetchedObjects
    #expect(try changes { try groups[1].setValue(1900, forKey: "yearEstablished") } == ["Basset 1.0"])
    #expect(try changes { try groups[1].setValue("Bulldog", forKey: "name") } == ["Beagle 1.1>1.0", "Bulldog 1.1"])
    #expect(try changes { try groups[3].setValue("A", forKey: "code") } == ["-section 2", "Collie 2.0>0.1"])
  }

  @Test func changesOfOtherEntitiesAreNot() throws {
    #expect(try changes { try context.make("Tag", ["name": "calm"]) }.isEmpty)
  }
}

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

  private func changes(
    of watched: FetchedResultsController<ManagedObject>? = nil,
    _ body: () throws -> Void
  ) rethrows -> [String] {
    nonisolated(unsafe) var told: [String] = []
    (watched ?? controller).onChange = { changes in
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

  @Test func aRollbackIsTold() throws {
    let told = try changes {
      try context.make("Group", ["name": "Barbet", "code": "B"])
      context.delete(controller.fetchedObjects[0])
      context.processPendingChanges()
      #expect(picture == "B: Barbet Basset Beagle, C: Collie")
      context.rollback()
    }
    #expect(told == ["+section 0", "-0.0", "+Akita 0.0"])
    #expect(picture == "A: Akita, B: Basset Beagle, C: Collie")
  }

  @Test func whatARollbackTakesBackInItsOwnEventIsNotTold() throws {
    nonisolated(unsafe) var last: ContextNotification?
    let token = context.observe(.objectsDidChange) { last = $0 }
    try context.make("Group", ["name": "Barbet", "code": "B"])
    let akita = controller.fetchedObjects[0]
    context.delete(akita)
    context.rollback()
    #expect(last?.insertedObjects.isEmpty == true && last?.deletedObjects.isEmpty == true)
    #expect(last?.refreshedObjects == [akita])
    token.cancel()
  }

  @Test func aSectionThatPassesOthersGoesAndComes() throws {
    for (group, year) in zip(controller.fetchedObjects, [1, 2, 2, 3]) {
      try group.setValue(year, forKey: "yearEstablished")
    }
    var request = controller.fetchRequest
    request.sortDescriptors = [SortKey("yearEstablished"), SortKey("name")]
    let byYear = FetchedResultsController(
      fetchRequest: request,
      managedObjectContext: context,
      sectionNameKeyPath: "code"
    )
    try byYear.performFetch()
    let told = try changes(of: byYear) { try byYear.fetchedObjects[0].setValue(4, forKey: "yearEstablished") }
    #expect(byYear.sections.map(\.name) == ["B", "C", "A"])
    #expect(told == ["-section 0", "+section 2", "Akita 0.0>2.0"])
  }

  @Test func updatesAndMovesAreTold() throws {
    let groups = controller.fetchedObjects
    #expect(try changes { try groups[1].setValue(1900, forKey: "yearEstablished") } == ["Basset 1.0"])
    #expect(try changes { try groups[1].setValue("Bulldog", forKey: "name") } == ["Bulldog 1.0>1.1"])
    #expect(try changes { try groups[1].setValue("Basset", forKey: "name") } == ["Basset 1.1>1.0"])
    #expect(try changes { try groups[2].setValue("Barbet", forKey: "name") } == ["Barbet 1.1>1.0"])
    #expect(try changes { try groups[2].setValue("Beagle", forKey: "name") } == ["Beagle 1.0>1.1"])
    #expect(try changes { try groups[3].setValue("A", forKey: "code") } == ["-section 2", "Collie 2.0>0.1"])
  }

  @Test func changesOfOtherEntitiesAreNot() throws {
    #expect(try changes { try context.make("Tag", ["name": "calm"]) }.isEmpty)
  }

  @Test func onlyRenamedObjectsMoveWhereverTheyGo() throws {
    for name in ["Borzoi", "Briard", "Bulldog"] { try context.make("Group", ["name": name, "code": "B"]) }
    context.processPendingChanges()
    // Basset Beagle Borzoi Briard Bulldog: two are renamed, and the three between them stay.
    let groups = controller.sections[1].objects
    let told = try changes {
      try groups[0].setValue("Bz", forKey: "name")
      try groups[4].setValue("Ba", forKey: "name")
    }
    #expect(told == ["Ba 1.4>1.0", "Bz 1.0>1.4"])
    // Renamed without passing anybody.
    #expect(try changes { try groups[2].setValue("Borzoy", forKey: "name") } == ["Borzoy 1.2"])
  }

  @Test func aResetIsNotTold() throws {
    let other = try stack.context().make("Group", ["name": "Dingo", "code": "D"])
    #expect(changes { context.reset() }.isEmpty)
    try other.managedObjectContext?.save()
    try controller.performFetch()
    #expect(picture == "A: Akita, B: Basset Beagle, C: Collie, D: Dingo")
    #expect(try changes { try context.make("Group", ["name": "Bichon", "code": "B"]) } == ["+Bichon 1.2"])
  }

  // MARK: Delegates and snapshots

  /// Writes down what it hears.
  private final class Listener: FetchedResultsControllerDelegate {
    typealias Controller = FetchedResultsController<ManagedObject>
    var lines: [String] = []
    var snapshots: [FetchedResultsSnapshot] = []
    var differences: [CollectionDifference<ManagedObjectID>] = []

    private func text(_ place: Controller.IndexPath?) -> String { place.map { "\($0.section).\($0.item)" } ?? "-" }

    func controllerWillChangeContent(_ controller: FetchedResultsController<ManagedObject>) { lines.append("will") }

    func controller(
      _ controller: FetchedResultsController<ManagedObject>,
      didChange section: FetchedResultsController<ManagedObject>.Section,
      atSectionIndex index: Int,
      for type: FetchedResultsChangeType
    ) {
      lines.append("\(type) section \(section.name) \(index)")
    }

    func controller(
      _ controller: FetchedResultsController<ManagedObject>,
      didChange object: ManagedObject,
      at indexPath: FetchedResultsController<ManagedObject>.IndexPath?,
      for type: FetchedResultsChangeType,
      newIndexPath: FetchedResultsController<ManagedObject>.IndexPath?
    ) {
      lines.append("\(type) \(object.text("name") ?? "") \(text(indexPath)) \(text(newIndexPath))")
    }

    func controllerDidChangeContent(_ controller: FetchedResultsController<ManagedObject>) { lines.append("did") }

    func controller(
      _ controller: FetchedResultsController<ManagedObject>,
      didChangeContentWith snapshot: FetchedResultsSnapshot
    ) {
      snapshots.append(snapshot)
    }

    func controller(
      _ controller: FetchedResultsController<ManagedObject>,
      didChangeContentWith difference: CollectionDifference<ManagedObjectID>
    ) {
      differences.append(difference)
    }

    func controller(
      _ controller: FetchedResultsController<ManagedObject>,
      sectionIndexTitleForSectionName name: String
    ) -> String? {
      name == "A" ? "first" : nil
    }
  }

  @Test func aDelegateHearsOfEachChangeBetweenWillAndDid() throws {
    let listener = Listener()
    controller.delegate = listener
    let groups = controller.fetchedObjects
    try groups[1].setValue("Bulldog", forKey: "name")
    try groups[2].setValue(1900, forKey: "yearEstablished")
    context.delete(groups[3])
    try context.make("Group", ["name": "Dingo", "code": "D"])
    context.processPendingChanges()
    #expect(
      listener.lines == [
        "will", "delete section C 2", "insert section D 2", "delete Collie 2.0 -", "update Beagle 1.1 1.0",
        "move Bulldog 1.0 1.1", "insert Dingo - 2.0", "did",
      ]
    )
    #expect(listener.differences.isEmpty, "There are sections.")
    #expect(controller.sectionIndexTitles == ["first", "B", "D"])
    listener.lines = []
    try context.make("Tag", ["name": "calm"])
    context.processPendingChanges()
    #expect(listener.lines.isEmpty && listener.snapshots.count == 1)
  }

  @Test func aSnapshotHasTheIDsInSectionsAndWhatToReload() throws {
    let listener = Listener()
    controller.delegate = listener
    let groups = controller.fetchedObjects
    #expect(controller.snapshot.sectionIdentifiers == ["A", "B", "C"])
    #expect(controller.snapshot.itemIdentifiers == groups.map(\.objectID))
    try groups[1].setValue("Bulldog", forKey: "name")
    let dingo = try context.make("Group", ["name": "Dingo", "code": "D"])
    context.processPendingChanges()
    let snapshot = try #require(listener.snapshots.first)
    #expect(snapshot.itemIdentifiers(inSection: "B") == [groups[2].objectID, groups[1].objectID])
    #expect(snapshot.reloadedItemIdentifiers == [groups[1].objectID])
    #expect(snapshot.numberOfItems == 5 && snapshot.numberOfSections == 4)
    #expect(snapshot.indexOfItem(dingo.objectID) == 4 && snapshot.indexOfSection("D") == 3)
    #expect(snapshot.indexOfSection("X") == nil && snapshot.itemIdentifiers(inSection: "X") == nil)
  }

  @Test func withoutSectionsADelegateHearsTheDifferenceOfTheIDs() throws {
    let listener = Listener()
    let plain = FetchedResultsController(fetchRequest: controller.fetchRequest, managedObjectContext: context)
    plain.delegate = listener
    try plain.performFetch()
    let before = plain.snapshot.itemIdentifiers
    context.delete(plain.fetchedObjects[0])
    try plain.fetchedObjects[1].setValue("Bulldog", forKey: "name")
    context.processPendingChanges()
    let difference = try #require(listener.differences.first)
    #expect(before.applying(difference) == plain.snapshot.itemIdentifiers)
    #expect(plain.snapshot.itemIdentifiers == [before[2], before[1], before[3]])
  }
}

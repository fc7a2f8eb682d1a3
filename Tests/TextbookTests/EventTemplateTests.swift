import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import Testing

/// What Xcode's template makes: a list of events by time, with a button to add one and a swipe to delete one.
@Suite struct EventTemplateTests {
  private func stack(_ kind: TextbookStack.Kind) throws -> TextbookStack {
    let event = EntityDescription(name: "Event")
    event.declaredProperties = [AttributeDescription(name: "timeStamp", type: .date)]
    return try TextbookStack(kind, model: ManagedObjectModel(entities: [event]))
  }

  private func controller(_ context: ManagedObjectContext) -> FetchedResultsController<ManagedObject> {
    var request = FetchRequest<ManagedObject>(entityName: "Event")
    request.sortDescriptors = [SortKey("timeStamp", ascending: false)]
    request.fetchBatchSize = 20
    return FetchedResultsController(fetchRequest: request, managedObjectContext: context)
  }

  private func insertEvent(_ context: ManagedObjectContext, at seconds: Double) throws {
    let event = ManagedObjectContext.insertNewObject(forEntityName: "Event", into: context)
    try event.setValue(Date(timeIntervalSinceReferenceDate: seconds), forKey: "timeStamp")
    try context.save()
  }

  @Test(arguments: TextbookStack.Kind.allCases) func theListFollowsWhatTheButtonsDo(_ kind: TextbookStack.Kind) throws {
    let stack = try stack(kind)
    let controller = controller(stack.viewContext)
    try controller.performFetch()
    nonisolated(unsafe) var changes: [String] = []
    controller.onChange = { list in
      for change in list {
        switch change {
        case .insert(_, let path): changes.append("insert \(path.item)")
        case .delete(_, let path): changes.append("delete \(path.item)")
        case .update(_, let path): changes.append("update \(path.item)")
        case .move(_, let from, let to): changes.append("move \(from.item) to \(to.item)")
        case .insertSection, .deleteSection: changes.append("section")
        }
      }
    }
    for seconds in [10.0, 30, 20] { try insertEvent(stack.viewContext, at: seconds) }
    #expect(changes == ["insert 0", "insert 0", "insert 1"])
    changes = []
    stack.viewContext.delete(try #require(controller.fetchedObjects.last))
    try stack.viewContext.save()
    #expect(changes == ["delete 2"])
    changes = []
    try controller.fetchedObjects[1].setValue(Date(timeIntervalSinceReferenceDate: 99), forKey: "timeStamp")
    stack.viewContext.processPendingChanges()
    #expect(changes == ["move 1 to 0"])
    #expect(controller.fetchedObjects.count == 2)
  }

  @Test(arguments: TextbookStack.Kind.allCases) func eventsAreThereAfterARelaunch(_ kind: TextbookStack.Kind) throws {
    let stack = try stack(kind)
    for seconds in [10.0, 30, 20] { try insertEvent(stack.viewContext, at: seconds) }
    let controller = controller(stack.relaunch())
    try controller.performFetch()
    let times = controller.fetchedObjects.compactMap { $0.value(forKey: "timeStamp") as? Date }
    #expect(times.map(\.timeIntervalSinceReferenceDate) == [30, 20, 10])
  }

  @Test(arguments: TextbookStack.Kind.allCases) func anEventOfAnotherContextAppearsWhenItsSaveIsMerged(
    _ kind: TextbookStack.Kind
  ) throws {
    let stack = try stack(kind)
    let controller = controller(stack.viewContext)
    try controller.performFetch()
    let background = ManagedObjectContext(persistentStoreCoordinator: stack.coordinator)
    let view = stack.viewContext
    let observation = background.observe(.didSave) { view.mergeChanges(fromContextDidSave: $0) }
    try insertEvent(background, at: 5)
    #expect(controller.fetchedObjects.count == 1)
    observation.cancel()
  }
}

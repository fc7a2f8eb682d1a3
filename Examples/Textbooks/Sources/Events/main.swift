// What Xcode's template makes: a list of events by time, one button that adds one and another that deletes one.
//
//   Events FILE [add TIME | delete NUMBER]...

import Foundation
import ManagedObjects
import ModelReading
import SQLiteStore

var arguments = CommandLine.arguments.dropFirst()
guard let file = arguments.popFirst(), let model = Bundle.module.path(forResource: "Events", ofType: "xcdatamodeld")
else { fatalError("Events FILE [add TIME | delete NUMBER]...") }

// The stack: a model, a store, a context.
SQLiteStore.register()
let container = PersistentContainer(
  name: "Events",
  managedObjectModel: try ModelReader.read(model),
  objectClasses: EventsClasses.byEntityName,
  viewContextType: .confinement
)
container.persistentStoreDescriptions = [PersistentStoreDescription(location: file)]
try container.loadPersistentStores()
let context = container.viewContext

// The list, which follows what happens to its objects.
let request = try FetchRequest<Event>(sortBy: [SortDescriptor(\.timeStamp, order: .reverse)])
let list = FetchedResultsController(fetchRequest: request, managedObjectContext: context)
list.onChange = { changes in
  for change in changes {
    switch change {
    case .insert(_, let path): print("added at \(path.item)")
    case .delete(_, let path): print("deleted at \(path.item)")
    default: print("changed")
    }
  }
}
try list.performFetch()

while let command = arguments.popFirst(), let argument = arguments.popFirst() {
  switch command {
  case "add": Event(context: context).timeStamp = try Date(argument, strategy: .iso8601)
  case "delete": context.delete(list.fetchedObjects[Int(argument) ?? 0])
  default: fatalError("There is no command \(command).")
  }
  try context.save()
}

for (number, event) in list.fetchedObjects.enumerated() {
  print(number, event.timeStamp?.formatted(.iso8601) ?? "–")
}

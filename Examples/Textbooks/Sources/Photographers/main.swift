// Photos that a service tells about, and who took them. They are loaded in the background; the view hears of it.
//
//   Photographers FILE [load FEED | find TEXT | forget PHOTOGRAPHER]...

import Foundation
import ManagedObjects
import ModelReading
import PredicateLanguage
import SQLiteStore

var arguments = CommandLine.arguments.dropFirst()
guard let file = arguments.popFirst(),
  let model = Bundle.module.path(forResource: "Photographers", ofType: "xcdatamodeld")
else { fatalError("Photographers FILE [load FEED | find TEXT | forget PHOTOGRAPHER]...") }

SQLiteStore.register()
let container = PersistentContainer(
  name: "Photographers",
  managedObjectModel: try ModelReader.read(model),
  objectClasses: PhotographersClasses.byEntityName,
  viewContextType: .privateQueue
)
container.persistentStoreDescriptions = [PersistentStoreDescription(location: file)]
try container.loadPersistentStores()
let view = container.viewContext
let observation = view.performAndWait {
  view.automaticallyMergesChangesFromParent = true
  return view.observe(.objectsDidChange) {
    print("the view sees \($0.insertedObjects.count) new objects, and that \($0.deletedObjects.count) are gone")
  }
}

while let command = arguments.popFirst(), let argument = arguments.popFirst() {
  switch command {
  case "load":
    let news = try JSONDecoder().decode([News].self, from: Data(contentsOf: URL(fileURLWithPath: argument)))
    try await container.performBackgroundTask { context in
      for item in news { try Photo.insert(item, into: context) }
      try context.save()
    }
  case "find":
    try await view.perform {
      var request = FetchRequest<Photo>(entityName: "Photo")
      request.predicate = try ObjectPredicate(format: "title CONTAINS[cd] %@", argument)
      request.sortDescriptors = [SortKey("whoTook.name"), SortKey("title", comparison: .localizedStandard)]
      for photo in try view.fetch(request) { print("\(photo.title ?? "–"), by \(photo.whoTook?.name ?? "–")") }
    }
  case "forget":
    try await view.perform {
      let request = try FetchRequest<Photographer>(predicate: #Predicate { $0.name == argument })
      // The photos go with whoever took them: the model says so.
      for photographer in try view.fetch(request) { view.delete(photographer) }
      try view.save()
    }
  default: fatalError("There is no command \(command).")
  }
}
view.performAndWait { observation.cancel() }

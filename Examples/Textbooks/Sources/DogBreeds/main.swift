// An app that ships a filled store: it opens the reference file that Studbook has published, and never writes to it.
//
//   DogBreeds STORE [groups | breeds GROUP | find TEXT]...

import Foundation
import ManagedObjects
import ModelReading
import PredicateLanguage
import SQLiteStore

var arguments = CommandLine.arguments.dropFirst()
guard let file = arguments.popFirst() else { fatalError("DogBreeds STORE [groups | breeds GROUP | find TEXT]...") }

SQLiteStore.register()
let container = PersistentContainer(
  name: "DogBreeds",
  managedObjectModel: try ModelReader.read(file),  // the store carries its model
  objectClasses: DogBreedsClasses.byEntityName,
  viewContextType: .confinement
)
var description = PersistentStoreDescription(location: file)
description.isReadOnly = true
container.persistentStoreDescriptions = [description]
try container.loadPersistentStores()
let context = container.viewContext

func breeds(_ format: String, _ argument: String) throws -> [Breed] {
  var request = FetchRequest<Breed>(entityName: "Breed")
  request.predicate = try ObjectPredicate(format: format, argument)
  request.sortDescriptors = [SortKey("name", comparison: .localizedStandard)]
  request.relationshipKeyPathsForPrefetching = ["group"]
  return try context.fetch(request)
}

while let command = arguments.popFirst() {
  switch command {
  case "groups":
    var request = FetchRequest<AKCGroup>(entityName: "AKCGroup")
    request.sortDescriptors = [SortKey("name")]
    for group in try context.fetch(request) { print("\(group.name): \(group.breeds.count) breeds") }
  case "breeds":
    for breed in try breeds("group.name == %@", arguments.popFirst() ?? "").prefix(3) { print(breed.name) }
  case "find":
    for breed in try breeds("name CONTAINS[cd] %@", arguments.popFirst() ?? "") {
      print("\(breed.name), \(breed.group?.name ?? "–")")
    }
  default: fatalError("There is no command \(command).")
  }
}

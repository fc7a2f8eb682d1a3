// An app of named colours: default values, validation, a value that is worked out and not stored.
//
//   Colors FILE [NAME RED GREEN BLUE]...     `-` leaves a component as the model has it

import Foundation
import ManagedObjects
import ModelReading
import SQLiteStore

var arguments = CommandLine.arguments.dropFirst()
guard let file = arguments.popFirst(), let model = Bundle.module.path(forResource: "Colors", ofType: "xcdatamodeld")
else { fatalError("Colors FILE [NAME RED GREEN BLUE]...") }

SQLiteStore.register()
let container = PersistentContainer(
  name: "Colors",
  managedObjectModel: try ModelReader.read(model),
  objectClasses: ColorsClasses.byEntityName,
  viewContextType: .confinement
)
container.persistentStoreDescriptions = [PersistentStoreDescription(location: file)]
try container.loadPersistentStores()
let context = container.viewContext

while let name = arguments.popFirst() {
  let color = Color(context: context)
  color.name = name
  for key in ["red", "green", "blue"] {
    if let component = arguments.popFirst().flatMap(Double.init) { color.setProperty(key, to: component) }
  }
  do {
    try context.save()
  } catch let failure as ValidationErrors {
    // Everything that is wrong with everything, at once.
    for error in failure.errors { print("\(name): \(error)") }
    context.rollback()
  }
}

var request = FetchRequest<Color>(entityName: "Color")
request.sortDescriptors = [SortKey("name", comparison: .localizedStandard)]
for color in try context.fetch(request) { print(color.hexadecimalText, color.name) }

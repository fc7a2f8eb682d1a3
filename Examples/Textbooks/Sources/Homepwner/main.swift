// An inventory of one's belongings, in the order that the owner gives them.
//
//   Homepwner FILE [add NAME DOLLARS TYPE | move FROM TO | delete NUMBER]...

import Foundation
import ManagedObjects
import ModelReading
import PredicateLanguage
import SQLiteStore

var arguments = CommandLine.arguments.dropFirst()
guard let file = arguments.popFirst(), let model = Bundle.module.path(forResource: "Homepwner", ofType: "xcdatamodeld")
else { fatalError("Homepwner FILE [add NAME DOLLARS TYPE | move FROM TO | delete NUMBER]...") }

SQLiteStore.register()
let container = PersistentContainer(
  name: "Homepwner",
  managedObjectModel: try ModelReader.read(model),
  objectClasses: HomepwnerClasses.byEntityName,
  viewContextType: .confinement
)
container.persistentStoreDescriptions = [PersistentStoreDescription(location: file)]
try container.loadPersistentStores()
let items = try ItemStore(container.viewContext)

@MainActor func next() -> String { arguments.popFirst() ?? "" }

while let command = arguments.popFirst() {
  switch command {
  case "add": try items.add(next(), dollars: Int32(next()) ?? 0, type: next())
  case "move": items.move(from: Int(next()) ?? 0, to: Int(next()) ?? 0)
  case "delete": items.delete(Int(next()) ?? 0)
  default: fatalError("There is no command \(command).")
  }
}
try container.viewContext.save()

for item in items.all { print(item.itemName, item.valueInDollars, item.assetType?.label ?? "–") }
// The store adds up, and nobody reads the items for it.
var totals = FetchRequest<FetchedDictionary>(entityName: "Item")
let total = FetchedProperty.expression(name: "total", try ObjectExpression(format: "sum:(valueInDollars)"))
totals.propertiesToFetch = ["assetType.label", total]
totals.propertiesToGroupBy = ["assetType.label"]
totals.sortDescriptors = [SortKey("assetType.label")]
for row in try container.viewContext.fetch(totals) {
  print(row["assetType.label"]?.anyValue ?? "–", row["total"]?.anyValue ?? "–", separator: ": ")
}

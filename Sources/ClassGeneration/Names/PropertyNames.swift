internal import ObjectModel

/// The names of a class's properties in Swift.
///
/// A name that the base class has already gets `Value` at its end, and so does one that would be there twice.
struct PropertyNames {
  /// What `ManagedObject` and its like have already.
  static let taken: Set<String> = [
    "description", "entity", "faultingState", "hasChanges", "hasPersistentChangedValues", "hashValue", "isDeleted",
    "isFault", "isInserted", "isUpdated", "managedObjectContext", "objectID",
  ]

  private var byName: [String: String] = [:]
  /// Middles of accessors' names, such as `Breeds` in `addToBreeds`.
  private var middles: [String: String] = [:]

  init(_ properties: [PropertyDescription]) {
    var used: Set<String> = []
    var usedMiddles: Set<String> = []
    for property in properties {
      var name = SwiftIdentifier.make(property.name)
      while Self.taken.contains(name) || !used.insert(name).inserted { name += "Value" }
      byName[property.name] = name
      var middle = SwiftIdentifier.capitalised(name)
      while !usedMiddles.insert(middle).inserted { middle += "Value" }
      middles[property.name] = middle
    }
  }

  /// The property's name as it stands in source text.
  func name(of property: PropertyDescription) -> String {
    SwiftIdentifier.quoted(byName[property.name] ?? property.name)
  }

  /// The property's name within the names of its accessors.
  func middle(of property: PropertyDescription) -> String { middles[property.name] ?? property.name }
}

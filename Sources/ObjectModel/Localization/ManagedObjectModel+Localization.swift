// The keys are those that Core Data documents for a model's localisation dictionary.
extension ManagedObjectModel {
  /// An entity's name for people: the dictionary's `Entity/NAME`, else the name itself.
  public func localizedName(of entity: EntityDescription) -> String {
    localizationDictionary?["Entity/\(entity.name)"] ?? entity.name
  }

  /// A property's name for people: the dictionary's `Property/NAME/Entity/ENTITY`, with the entity or the nearest parent that has one, else
  /// its `Property/NAME`, else the name itself.
  ///
  /// - Parameter entity: The entity of the object in question; the one that declares the property if `nil`.
  /// - Parameter property: The property to name.
  public func localizedName(of property: PropertyDescription, in entity: EntityDescription? = nil) -> String {
    guard let translations = localizationDictionary else { return property.name }
    var current = entity ?? property.entity
    while let entity = current {
      if let name = translations["Property/\(property.name)/Entity/\(entity.name)"] { return name }
      current = entity.superentity
    }
    return translations["Property/\(property.name)"] ?? property.name
  }

  /// A message for people: the dictionary's `ErrorString/TEXT`, else the text itself.
  public func localizedErrorString(_ text: String) -> String {
    localizationDictionary?["ErrorString/\(text)"] ?? text
  }
}

import ManagedObjects
import PredicateLanguage

/// An object of the entity Photographer. Its properties stand in `Photographer+Properties.swift`; what else it can do belongs here.
class Photographer: ManagedObject {
  /// The photographer of a name, who is inserted if nobody has it yet.
  static func named(_ name: String, in context: ManagedObjectContext) throws -> Photographer {
    var request = FetchRequest<Photographer>(entityName: "Photographer")
    request.predicate = try ObjectPredicate(format: "name == %@", name)
    if let known = try context.fetch(request).first { return known }
    let photographer = Photographer(context: context)
    photographer.name = name
    return photographer
  }
}

import ManagedObjects
import PredicateLanguage

/// What the service tells of a photo.
struct News: Decodable, Sendable {
  var id: String
  var title: String
  var owner: String
}

/// An object of the entity Photo. Its properties stand in `Photo+Properties.swift`; what else it can do belongs here.
class Photo: ManagedObject {
  /// Inserts a photo, unless it is there already.
  static func insert(_ news: News, into context: ManagedObjectContext) throws {
    var request = FetchRequest<Photo>(entityName: "Photo")
    request.predicate = try ObjectPredicate(format: "unique == %@", news.id)
    guard try context.count(for: request) == 0 else { return }
    let photo = Photo(context: context)
    photo.unique = news.id
    photo.title = news.title
    photo.whoTook = try Photographer.named(news.owner, in: context)
  }
}

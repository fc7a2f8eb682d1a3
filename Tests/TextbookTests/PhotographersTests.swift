import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import PredicateLanguage
import SQLiteStore
import TestSupport
import Testing

/// Photos that a service tells about, and who took them: find-or-create, predicates, delete rules, background contexts, a document.
@Suite struct PhotographersTests {
  final class Photographer: ManagedObject {
    var name: String { value(forKey: "name") as? String ?? "" }
    var photos: Set<Photo> { value(forKey: "photos") as? Set<Photo> ?? [] }

    static func named(_ name: String, in context: ManagedObjectContext) throws -> Photographer {
      var request = FetchRequest<Photographer>(entityName: "Photographer")
      request.predicate = try ObjectPredicate(format: "name = %@", name)
      if let known = try context.fetch(request).first { return known }
      let photographer = Photographer(context: context)
      try photographer.setValue(name, forKey: "name")
      return photographer
    }
  }

  final class Photo: ManagedObject {
    var title: String { value(forKey: "title") as? String ?? "" }
    var whoTook: Photographer? { value(forKey: "whoTook") as? Photographer }

    static func from(_ info: (id: String, title: String, owner: String), in context: ManagedObjectContext) throws
      -> Photo
    {
      var request = FetchRequest<Photo>(entityName: "Photo")
      request.predicate = try ObjectPredicate(format: "unique = %@", info.id)
      if let known = try context.fetch(request).first { return known }
      let photo = Photo(context: context)
      try photo.setValue(info.id, forKey: "unique")
      try photo.setValue(info.title, forKey: "title")
      try photo.setValue(try Photographer.named(info.owner, in: context), forKey: "whoTook")
      return photo
    }

    /// A photographer without photos goes with the last of them.
    override func prepareForDeletion() {
      if let whoTook, whoTook.photos.allSatisfy({ $0 === self || $0.isDeleted }) {
        managedObjectContext?.delete(whoTook)
      }
    }
  }

  static let feed = [
    (id: "1", title: "Harbour at dawn", owner: "Ann"), (id: "2", title: "Café", owner: "Bob"),
    (id: "3", title: "Old harbour", owner: "Ann"), (id: "1", title: "Harbour at dawn, again", owner: "Eve"),
  ]

  private static func model() -> ManagedObjectModel {
    let photographer = EntityDescription(name: "Photographer")
    let photo = EntityDescription(name: "Photo")
    let link = RelationshipDescription.pair(photographer, "photos", .cascade, photo, "whoTook")
    photographer.declaredProperties = [.required("name", .string), link.many]
    photo.declaredProperties = [
      .required("unique", .string), AttributeDescription(name: "title", type: .string), link.one,
    ]
    return ManagedObjectModel(entities: [photographer, photo])
  }

  private static let classes: [String: ManagedObject.Type] = [
    "Photographer": Photographer.self, "Photo": Photo.self,
  ]

  private func stack(_ kind: TextbookStack.Kind) throws -> TextbookStack {
    let stack = try TextbookStack(kind, model: Self.model(), classes: Self.classes)
    for info in Self.feed { _ = try Photo.from(info, in: stack.viewContext) }
    try stack.viewContext.save()
    return stack
  }

  private func titles(_ context: ManagedObjectContext, _ format: String, _ arguments: any PredicateArgument...) throws
    -> [String]
  {
    var request = FetchRequest<Photo>(entityName: "Photo")
    request.predicate = try ObjectPredicate(format: format, argumentArray: arguments)
    request.sortDescriptors = [SortKey("title", comparison: .localizedStandard)]
    return try context.fetch(request).map(\.title)
  }

  @Test(arguments: TextbookStack.Kind.allCases) func theSameNewsMakesNoObjectTwice(_ kind: TextbookStack.Kind) throws {
    let context = try stack(kind).relaunch()
    #expect(try context.count(for: FetchRequest<Photo>(entityName: "Photo")) == 3)
    let names = try context.fetch(FetchRequest<Photographer>(entityName: "Photographer")).map(\.name)
    #expect(names.sorted() == ["Ann", "Bob"])
  }

  @Test(arguments: TextbookStack.Kind.allCases) func predicatesFindPhotosAndPhotographers(
    _ kind: TextbookStack.Kind
  ) throws {
    let context = try stack(kind).relaunch()
    #expect(try titles(context, "whoTook.name = %@", "Ann") == ["Harbour at dawn", "Old harbour"])
    #expect(try titles(context, "title CONTAINS[cd] %@", "cafe") == ["Café"])
    #expect(try titles(context, "whoTook = %@", try Photographer.named("Bob", in: context)) == ["Café"])
    var request = FetchRequest<Photographer>(entityName: "Photographer")
    request.predicate = try ObjectPredicate(format: "ANY photos.title CONTAINS[c] 'harbour' AND photos.@count > 1")
    #expect(try context.fetch(request).map(\.name) == ["Ann"])
  }

  @Test(arguments: TextbookStack.Kind.allCases) func aPhotographerGoesWithTheLastPhotoAndPhotosWithTheirs(
    _ kind: TextbookStack.Kind
  ) throws {
    let stack = try stack(kind)
    let context = stack.viewContext
    let photos = try context.fetch(FetchRequest<Photo>(entityName: "Photo"))
    context.delete(try #require(photos.first { $0.title == "Café" }))
    context.delete(try #require(photos.first { $0.title == "Old harbour" }))
    try context.save()
    #expect(try context.fetch(FetchRequest<Photographer>(entityName: "Photographer")).map(\.name) == ["Ann"])
    context.delete(try Photographer.named("Ann", in: context))
    try context.save()
    #expect(try stack.relaunch().fetch(FetchRequest<Photo>(entityName: "Photo")).isEmpty)
  }

  @Test(arguments: TextbookStack.Kind.allCases) func newsLoadedInTheBackgroundAppearInTheView(
    _ kind: TextbookStack.Kind
  ) async throws {
    let stack = try TextbookStack(kind, model: Self.model(), classes: Self.classes)
    let view = ManagedObjectContext(.privateQueue, persistentStoreCoordinator: stack.coordinator)
    view.performAndWait { view.automaticallyMergesChangesFromParent = true }
    let seen = Seen()
    let observation = view.performAndWait {
      view.observe(.objectsDidChange) { seen.inserted += $0.insertedObjects.count }
    }
    let background = ManagedObjectContext(.privateQueue, persistentStoreCoordinator: stack.coordinator)
    try await background.perform {
      for info in Self.feed { _ = try Photo.from(info, in: background) }
      try background.save()
    }
    // Merging is queued on the view's queue before the save returns, so this comes after it.
    let count = try await view.perform { try view.count(for: FetchRequest<Photo>(entityName: "Photo")) }
    #expect(count == 3)
    #expect(view.performAndWait { seen.inserted } == 5)
    view.performAndWait { observation.cancel() }
  }

  @Test(arguments: TextbookStack.Kind.allCases) func aScratchPadIsThrownAwayOrSavedThroughItsParent(
    _ kind: TextbookStack.Kind
  ) throws {
    let stack = try stack(kind)
    let scratch = ManagedObjectContext(parent: stack.viewContext)
    let cafe = try #require(try scratch.fetch(FetchRequest<Photo>(entityName: "Photo")).first { $0.title == "Café" })
    try cafe.setValue("Coffee house", forKey: "title")
    scratch.rollback()
    #expect(cafe.title == "Café")
    try cafe.setValue("Tea house", forKey: "title")
    try cafe.setValue(try Photographer.named("Eve", in: scratch), forKey: "whoTook")
    try scratch.save()
    try stack.viewContext.save()
    #expect(try titles(stack.relaunch(), "whoTook.name == 'Eve'") == ["Tea house"])
  }

  @Test func aDocumentKeepsPhotosAndTheirPhotographers() throws {
    SQLiteStore.register()
    let folder = try TemporaryFolder()
    func document() -> ManagedDocument {
      ManagedDocument(
        fileURL: folder.file("Photos.document"),
        managedObjectModel: Self.model(),
        objectClasses: Self.classes,
        contextType: .confinement
      )
    }
    let first = document()
    try first.save(to: first.fileURL, for: .forCreating)
    for info in Self.feed { _ = try Photo.from(info, in: first.managedObjectContext) }
    try first.autosave()
    let second = document()
    try second.open()
    #expect(try titles(second.managedObjectContext, "whoTook.name = %@", "Ann").count == 2)
    second.managedObjectContext.delete(try Photographer.named("Ann", in: second.managedObjectContext))
    try second.close()
    try first.close()
    try first.open()
    #expect(try titles(first.managedObjectContext, "TRUEPREDICATE") == ["Café"])
  }

  private final class Seen: @unchecked Sendable {
    // Only used on the view context's queue.
    var inserted = 0
  }
}

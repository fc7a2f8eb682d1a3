import AttributeValues
import ManagedObjects
import ObjectModel
import PredicateLanguage
import Testing

/// The chapter's app: kennel-club groups and the breeds in them.
@Suite struct DogBreedsTests {
  final class AKCGroup: ManagedObject {
    var name: String {
      get { value(forKey: "name") as? String ?? "" }
      set { try? setValue(newValue, forKey: "name") }
    }
    var breeds: Set<Breed> { value(forKey: "breeds") as? Set<Breed> ?? [] }
    func addToBreeds(_ breed: Breed) { mutableSetValue(forKey: "breeds").add(breed) }
    func removeFromBreeds(_ breed: Breed) { mutableSetValue(forKey: "breeds").remove(breed) }
  }

  final class Breed: ManagedObject {
    var name: String {
      get { value(forKey: "name") as? String ?? "" }
      set { try? setValue(newValue, forKey: "name") }
    }
    var group: AKCGroup? {
      get { value(forKey: "group") as? AKCGroup }
      set { try? setValue(newValue, forKey: "group") }
    }
  }

  private static func model() -> ManagedObjectModel {
    let group = EntityDescription(name: "AKCGroup")
    let breed = EntityDescription(name: "Breed")
    let link = RelationshipDescription.pair(group, "breeds", .cascade, breed, "group")
    group.declaredProperties = [
      .required("name", .string), AttributeDescription(name: "info", type: .string), link.many,
    ]
    breed.declaredProperties = [
      .required("name", .string), AttributeDescription(name: "image", type: .binaryData), link.one,
    ]
    group.uniquenessConstraints = [["name"]]
    return ManagedObjectModel(entities: [group, breed])
  }

  private func stack(_ kind: TextbookStack.Kind) throws -> TextbookStack {
    let stack = try TextbookStack(kind, model: Self.model(), classes: ["AKCGroup": AKCGroup.self, "Breed": Breed.self])
    for (groupName, names) in [("Hound", ["Beagle", "Basset", "Whippet"]), ("Toy", ["Pug"]), ("Working", [])] {
      let group = AKCGroup(context: stack.viewContext)
      group.name = groupName
      for name in names {
        let breed = Breed(context: stack.viewContext)
        breed.name = name
        group.addToBreeds(breed)
      }
    }
    try stack.viewContext.save()
    return stack
  }

  private func groups(_ context: ManagedObjectContext) throws -> [AKCGroup] {
    var request = FetchRequest<AKCGroup>(entityName: "AKCGroup")
    request.sortDescriptors = [SortKey("name", comparison: .localizedStandard)]
    return try context.fetch(request)
  }

  @Test(arguments: TextbookStack.Kind.allCases) func theListsShowGroupsAndTheirBreedsInOrder(
    _ kind: TextbookStack.Kind
  ) throws {
    let context = try stack(kind).relaunch()
    let groups = try groups(context)
    #expect(groups.map(\.name) == ["Hound", "Toy", "Working"])
    #expect(groups[0].breeds.map(\.name).sorted() == ["Basset", "Beagle", "Whippet"])
    var request = FetchRequest<Breed>(entityName: "Breed")
    request.predicate = try ObjectPredicate(format: "group == %@ AND name BEGINSWITH[cd] %@", groups[0], "b")
    request.sortDescriptors = [SortKey("name", ascending: false)]
    #expect(try context.fetch(request).map(\.name) == ["Beagle", "Basset"])
    #expect(try context.fetch(request).allSatisfy { $0.group === groups[0] })
  }

  @Test(arguments: TextbookStack.Kind.allCases) func aBreedMovesToAnotherGroup(_ kind: TextbookStack.Kind) throws {
    let stack = try stack(kind)
    let groups = try groups(stack.viewContext)
    let pug = try #require(groups[1].breeds.first)
    pug.group = groups[2]
    #expect(groups[1].breeds.isEmpty && groups[2].breeds == [pug])
    try stack.viewContext.save()
    let again = try self.groups(stack.relaunch())
    #expect(again.map(\.breeds.count) == [3, 0, 1])
  }

  @Test(arguments: TextbookStack.Kind.allCases) func deletingAGroupDeletesItsBreedsAndUndoBringsThemBack(
    _ kind: TextbookStack.Kind
  ) throws {
    let stack = try stack(kind)
    let context = stack.viewContext
    context.undoManager = UndoManager()
    let hound = try groups(context)[0]
    context.delete(hound)
    context.processPendingChanges()
    #expect(try context.count(for: FetchRequest<Breed>(entityName: "Breed")) == 1)
    context.undo()
    #expect(try context.count(for: FetchRequest<Breed>(entityName: "Breed")) == 4 && hound.breeds.count == 3)
    context.redo()
    try context.save()
    #expect(try groups(stack.relaunch()).map(\.name) == ["Toy", "Working"])
  }

  @Test(arguments: TextbookStack.Kind.allCases) func aSecondGroupOfTheSameNameIsRefusedAndABreedNeedsAName(
    _ kind: TextbookStack.Kind
  ) throws {
    let context = try stack(kind).viewContext
    let rival = AKCGroup(context: context)
    rival.name = "Hound"
    #expect(throws: SaveConflictError.self) { try context.save() }
    context.delete(rival)
    _ = Breed(context: context)
    let error = #expect(throws: ValidationErrors.self) { try context.save() }
    #expect(error?.errors.map(\.code) == [.missingMandatoryProperty])
    context.rollback()
    #expect(try groups(context).count == 3)
  }
}

import Foundation
import ManagedObjects
import ModelReading
import PredicateLanguage
import SQLiteStore
import TestSupport
import Testing

/// Examples/DogBreedsApp.swift: it is Swift, and each question of its `DogBook` to Core Data is asked of the showcase here, in the same order of calls.
@Suite struct DogBookTests {
  private static let compiler: String? = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
    .map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(.enabled(if: compiler != nil, "swiftc is not in the path"))
  func theExampleIsSwift() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.compiler))
    process.arguments = ["-frontend", "-parse", Package.path("Examples/DogBreedsApp.swift")]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  /// The showcase as `DogBook.init` opens it: read-only, where it lies.
  private func context(_ folder: TemporaryFolder) throws -> ManagedObjectContext {
    let build = try Tool.run(["build", Package.path("Inputs/DogBreeds.recipe.yml"), "--output", folder.path])
    try #require(build.status == 0, "\(build.output)\(build.errors)")
    SQLiteStore.register()
    let file = folder.file("DogBreeds.sqlite")
    let container = PersistentContainer(
      name: "DogBreeds",
      managedObjectModel: try ModelReader.read(file),
      viewContextType: .confinement
    )
    var description = PersistentStoreDescription(location: file)
    description.isReadOnly = true
    container.persistentStoreDescriptions = [description]
    try container.loadPersistentStores()
    return container.viewContext
  }

  private func text(_ object: ManagedObject, _ key: String) -> String { object.value(forKey: key) as? String ?? "" }

  @Test func groupsBreedsAndSearchFindWhatTheShowcaseHas() throws {
    let folder = try TemporaryFolder()
    let context = try context(folder)

    // groups()
    var groupRequest = FetchRequest<ManagedObject>(entityName: "AKCGroup")
    groupRequest.sortDescriptors = [SortKey("name", ascending: true)]
    let groups = try context.fetch(groupRequest)
    #expect(groups.map { text($0, "name") }.first == "Foundation Stock Service" && groups.count == 9)
    #expect(groups.allSatisfy { ($0.value(forKey: "emblemThumbnail") as? Data)?.starts(with: [0x89, 0x50]) == true })

    // breeds(of:)
    let toys = try #require(groups.first { text($0, "name") == "Toy Group" })
    var breedRequest = FetchRequest<ManagedObject>(entityName: "Breed")
    breedRequest.predicate = try ObjectPredicate(format: "group == %@", toys)
    breedRequest.sortDescriptors = [SortKey("name", ascending: true)]
    let breeds = try context.fetch(breedRequest)
    #expect(breeds.count == 24 && text(breeds[0], "name") == "Affenpinscher")
    #expect((breeds[0].value(forKey: "emblem") as? Data)?.starts(with: [0x89, 0x50]) == true)

    // search(_:)
    var request = FetchRequest<ManagedObject>(entityName: "Breed")
    request.predicate = try ObjectPredicate(
      format: "name CONTAINS[cd] %@ OR temperament CONTAINS[cd] %@",
      "vendeen",
      "vendeen"
    )
    request.sortDescriptors = [SortKey("group.name", ascending: true), SortKey("name", ascending: true)]
    request.relationshipKeyPathsForPrefetching = ["group"]
    request.fetchBatchSize = 50
    let controller = FetchedResultsController(
      fetchRequest: request,
      managedObjectContext: context,
      sectionNameKeyPath: "group.name",
      cacheName: nil
    )
    try controller.performFetch()
    #expect(controller.sections.map(\.name) == ["Hound Group"])
    #expect(
      controller.sections[0].objects.map { text($0, "name") } == [
        "Grand Basset Griffon Vendéen", "Petit Basset Griffon Vendéen",
      ]
    )
  }
}

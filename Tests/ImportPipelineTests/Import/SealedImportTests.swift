import AttributeValues
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import SQLiteStore
import TestSupport
import Testing

/// Imports into a file that is written page by page.
@Suite struct SealedImportTests {
  private static let dogs = """
    model: T.xcdatamodeld
    output: T.sqlite
    sources:
      - { file: groups.csv, entity: Group, mode: insert }
      - file: dogs.csv
        entity: Dog
        key: name
        mode: insert
        relationships:
          group: { field: group, matches: name, unknown: create }

    """
  private static let files = ["groups.csv": "name\nHounds\n", "dogs.csv": "name,group,friends\nRex,Hounds,\n"]

  /// Plans a recipe over files in a folder.
  private func plan(_ recipe: String, _ files: [String: String], in folder: TemporaryFolder) throws -> ImportPlan {
    for (name, text) in files { try folder.write(text, to: name) }
    try folder.write(recipe, to: "t.recipe.yml")
    let read = try RecipeReader.read(path: folder.file("t.recipe.yml"))
    return try ImportPlanner.plan(read, model: TestImport.model(), folder: folder.path, rules: [])
  }

  @Test func saysWhyAPlanNeedsObjects() throws {
    func need(_ old: String, _ new: String) throws -> String? {
      let recipe = Self.dogs.replacing(old, with: new)
      try #require(old.isEmpty || recipe != Self.dogs)
      return try plan(recipe, Self.files, in: TemporaryFolder()).needOfObjects
    }
    #expect(try need("", "") == nil)
    // Values are all that a change needs, but for what is not stored.
    #expect(try need("key: name\n    mode: insert", "key: name\n    mode: upsert") == nil)
    #expect(try need("key: name\n    mode: insert", "key: name\n    mode: update") == nil)
    #expect(try need("unknown: create }", "unknown: create }\n      friends: { field: friends, matches: name }") == nil)
    #expect(
      try need("unknown: create }\n", "}\nrules: [{ on: Dog, require: group.name != name }]\n")?.contains("around")
        == true
    )
    #expect(
      try need("    relationships:", "    attributes: { name: { field: name, split: \"/\" } }\n    relationships:")
        == nil
    )
    // What is only asked at the end needs none.
    #expect(try need("unknown: create }\n", "}\nrules: [{ on: Group, require: dogs.@count > 0, when: end }]\n") == nil)
    #expect(
      try need("    relationships:", "    attributes: { name: { field: name, collapse: true } }\n    relationships:")
        == nil
    )
  }

  @Test func knowsWhichTablesAreFilledAlone() throws {
    func names(_ recipe: String) throws -> Set<String> {
      try Set(plan(recipe, Self.files, in: TemporaryFolder()).entitiesMadeAlone.map(\.name))
    }
    #expect(try names(Self.dogs) == ["Dog"])
    #expect(try names(Self.dogs.replacing(", unknown: create", with: "")) == ["Dog", "Group"])
  }

  @Test(arguments: [false, true]) func givesTheSameBytesWhateverTheThreadsAndBatches(haveFriends: Bool) throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(3)
    var dogs = "name,group,weight,friends\n"
    var names: [String] = []
    for number in 1...2500 {
      // Some are rejected, and some groups are new.
      let weight = random.once(in: 20) ? "heavy" : "\(random.number(below: 90)).5"
      let name = "Dog \(random.number(below: 1_000_000))-\(number)"
      let friends = names.isEmpty ? [] : (0..<random.number(below: 4)).map { _ in random.pick(names) }
      dogs += "\(name),Group \(random.number(below: 400)),\(weight),\(friends.joined(separator: ";"))\n"
      if weight != "heavy" { names.append(name) }
    }
    var found: Set<Data> = []
    for (threads, batchSize) in [(1, 1000), (2, 1000), (8, 1000), (1, 100_000), (8, 3), (2, 37)] {
      var recipe = "batchSize: \(batchSize)\n" + Self.dogs
      if haveFriends { recipe += "      friends: { field: friends, matches: name, split: \";\" }\n" }
      let plan = try plan(recipe, ["groups.csv": "name\nHounds\n", "dogs.csv": dogs], in: folder)
      let path = folder.file("\(threads)-\(batchSize).sqlite")
      let store = try SealingStore(at: path, model: plan.model, streaming: plan.entitiesMadeAlone)
      let writer = WriteBehindStore(store)
      let coordinator = PersistentStoreCoordinator(managedObjectModel: plan.model)
      try coordinator.addPersistentStore(writer)
      var options = ImportOptions()
      options.threads = threads
      options.writesNothingButRows = true
      let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
      let result = try ImportRun(plan: plan, context: context, store: writer, options: options).run {
        try writer.finish()
        _ = try store.finish { "00112233-4455-8677-8899-AABBCCDDEEFF" }
      }
      #expect(result.records.inserted > 2000 && result.records.rejected > 50)
      try store.close()
      found.insert(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    #expect(found.count == 1)
  }

  @Test func writesObjectsThatRecordsMakeInTheirOwnTable() throws {
    let person = EntityDescription(name: "Person")
    let name = AttributeDescription(name: "name", type: .string)
    let mother = RelationshipDescription(name: "mother", destination: person)
    let children = RelationshipDescription(name: "children", destination: person, toMany: true)
    mother.inverseRelationship = children
    children.inverseRelationship = mother
    person.declaredProperties = [name, mother, children]
    person.uniquenessConstraints = [["name"]]
    let folder = try TemporaryFolder()
    let test = try TestImport(
      """
      model: T.xcdatamodeld
      output: T.sqlite
      batchSize: 2
      sources:
        - file: people.csv
          entity: Person
          mode: insert
          relationships: { mother: { field: mother, matches: name, unknown: create } }
      """,
      files: ["people.csv": "name,mother\nAda,Berta\nCara,Berta\nDora,Ella\nDora,Fee\nGrete,Hanna\n"],
      in: folder.path,
      model: ManagedObjectModel(entities: [person])
    )
    #expect(test.plan.needOfObjects == nil)
    #expect(test.result.records.rejected == 1)
    #expect(try test.objects("Person", "name", "mother.name").count == 7)
  }

  @Test(arguments: [ImportComparison.Way.newFile, .file, .sealed])
  func saysOfWhichEntityTheObjectsAreThatAreReferredTo(_ way: ImportComparison.Way) throws {
    let animal = EntityDescription(name: "Animal")
    let dog = EntityDescription(name: "Dog")
    let cat = EntityDescription(name: "Cat")
    let owner = EntityDescription(name: "Owner")
    animal.isAbstract = true
    let pet = RelationshipDescription(name: "pet", destination: animal)
    let owners = RelationshipDescription(name: "owners", destination: owner, toMany: true)
    pet.inverseRelationship = owners
    owners.inverseRelationship = pet
    animal.declaredProperties = [AttributeDescription(name: "name", type: .string), owners]
    animal.subentities = [dog, cat]
    owner.declaredProperties = [AttributeDescription(name: "name", type: .string), pet]
    let model = ManagedObjectModel(entities: [animal, dog, cat, owner])
    let folder = try TemporaryFolder()
    let files = [
      "dogs.csv": "name\nRex\n", "cats.csv": "name\nTom\n", "owners.csv": "name,pet\nAnn,Tom\nBob,Rex\nCid,\n",
      "more.csv": "name,pet\nDan, Tom \n",
    ]
    for (name, text) in files { try folder.write(text, to: name) }
    let pets = "relationships: { pet: { field: pet, matches: name } }"
    try folder.write(
      """
      model: T.xcdatamodeld
      output: T.sqlite
      sources:
        - { file: dogs.csv, entity: Dog, mode: insert }
        - { file: cats.csv, entity: Cat, mode: insert }
        - { file: owners.csv, entity: Owner, mode: insert, \(pets) }
        - { file: more.csv, entity: Owner, mode: insert, relationships: { pet: { field: pet, matches: name, collapse: true } } }

      """,
      to: "t.recipe.yml"
    )
    let recipe = try RecipeReader.read(path: folder.file("t.recipe.yml"))
    let plan = try ImportPlanner.plan(recipe, model: model, folder: folder.path, rules: [])
    let outcome = try ImportComparison(plan: plan, model: model).run(way, in: folder.path)
    let path = outcome.store.location
    try outcome.store.close()
    let problems = try StoreInspection.verify(path, model: model).filter { $0.rule != .storeVersionHash }
    #expect(problems.map(\.message) == [])
  }
}

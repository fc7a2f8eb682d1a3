import AttributeValues
import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ObjectModel
import SQLiteStore
import TestSupport
import Testing

/// Imports whose records change objects that others have made: written page by page, they say the same as through SQLite (`TestImport` compares them,
/// value by value of every table).
@Suite struct SealedUpdateTests {
  private static let group = "relationships: { group: { field: group, matches: name, unknown: create } }"
  private static let dogs = """
    name,group,weight,code,temper
    Rex,Hounds,30,REX,calm
    Bello,Hounds,12,BEL,wild
    Cora,Toys,4,,
    Dina,Toys,5,DIN,shy
    Ella,Hounds,20,,Café
    """

  /// A recipe with `dogs.csv` and other sources, each given as it follows `entity: Dog`.
  private static func recipe(_ sources: [(file: String, settings: String)], batchSize: Int, more: String = "") -> String
  {
    var lines = [
      "model: T.xcdatamodeld", "output: T.sqlite", "batchSize: \(batchSize)", "sources:",
      "  - { file: dogs.csv, entity: Dog, mode: insert, \(group) }",
    ]
    for source in sources { lines.append("  - { file: \(source.file), entity: Dog, \(source.settings) }") }
    return lines.joined(separator: "\n") + "\n" + more
  }

  /// Imports with batches of several sizes, which have to give the same.
  private func run(
    _ sources: [(file: String, settings: String, text: String)],
    more: String = "",
    model: () -> ManagedObjectModel = TestImport.model,
    isSealed: Bool = true
  ) throws -> [TestImport] {
    var files = ["dogs.csv": Self.dogs]
    for source in sources { files[source.file] = source.text }
    return try [1, 2, 3, 1000].map { batchSize in
      let folder = try TemporaryFolder()
      let test = try TestImport(
        Self.recipe(sources.map { ($0.file, $0.settings) }, batchSize: batchSize, more: more),
        files: files,
        in: folder.path,
        model: model()
      )
      #expect((test.plan.needOfObjects == nil) == isSealed)
      return test
    }
  }

  @Test func changesWhatDiffers() throws {
    let text = "name,weight,temper\nRex,31,calm\nBello,12,wild\nCora,,\nDina,5,Cafe\u{301}\nElla,20,Cafe\u{301}\n"
    for test in try run([("u.csv", "mode: update, key: name", text)]) {
      #expect(test.result.sources[1].records.updated == 2)
      #expect(test.result.sources[1].records.unchanged == 3)
      #expect(
        try test.objects("Dog", "name", "weight", "temper") == [
          "Bello|12.0|wild", "Cora|4.0|nil", "Dina|5.0|Cafe\u{301}", "Ella|20.0|Café", "Rex|31.0|calm",
        ]
      )
      let filled = test.result.completeness.first { $0.attribute == "weight" }
      #expect(filled?.filled == 5)
    }
  }

  @Test func countsValuesThatObjectsDidNotHave() throws {
    for test in try run([("u.csv", "mode: update, key: name", "name,temper,weight\nCora,mild,50\nRex,mild,\n")]) {
      #expect(test.result.completeness.first { $0.attribute == "temper" }?.filled == 5)
      #expect(test.result.completeness.first { $0.attribute == "weight" }?.histogram?.maximum == 50)
    }
  }

  @Test func rejectsWhatIsWrongAndChangesTheRest() throws {
    let text = "name,weight\nRex,500\nNobody,3\nBello,13\nBello,14\n,3\nCora,heavy\n"
    for test in try run([("u.csv", "mode: update, key: name", text)]) {
      #expect(test.result.sources[1].records.updated == 1)
      #expect(test.result.sources[1].records.rejected == 5)
      #expect(
        test.result.findings.map { "\($0.rule)" }.sorted()
          == ["record.duplicate", "record.unmatched", "value.range", "value.required", "value.type"]
      )
    }
  }

  @Test func mergesSeveralRecordsAboutOneObject() throws {
    let text = "name,weight,temper\nRex,31,\nRex,32,\nRex,30,mild\nBello,13,\nBello,12,\nNew,7,\n"
    for test in try run([("u.csv", "mode: update, key: name, repeats: merge, unmatched: skip", text)]) {
      #expect(test.result.sources[1].records.updated == 5)
      #expect(try test.objects("Dog", "name", "weight", "temper").last == "Rex|30.0|mild")
    }
  }

  @Test func updatesOrInserts() throws {
    let text = "name,weight,group\nRex,31,Toys\nFifi,2,New\nFifi,3,New\nBello,12,\nGero,,\n"
    let settings = "mode: upsert, key: name, repeats: merge, \(Self.group)"
    for test in try run([("u.csv", settings, text)]) {
      #expect(test.result.sources[1].records.inserted == 1)
      #expect(try test.objects("Dog", "name", "weight", "group.name").contains("Fifi|3.0|New"))
      #expect(try test.objects("Group", "name", "dogs.@count") == ["Hounds|2", "New|1", "Toys|3"])
    }
  }

  @Test func findsObjectsThatAnUpdateHasGivenAnotherKey() throws {
    let codes = "name,code\nRex,NEW\nBello,REX\nCora,BEL\nDina,NEW\nElla,DIN\n"
    // Keys are taken, free again, and taken once more; the weights then follow the new ones.
    let weights = "code,weight\nREX,1\nNEW,2\nBEL,3\nDIN,5\nGON,7\n"
    for test in try run([("c.csv", "mode: update, key: name", codes), ("w.csv", "mode: update, key: code", weights)]) {
      #expect(
        try test.objects("Dog", "name", "code", "weight") == [
          "Bello|REX|1.0", "Cora|BEL|3.0", "Dina|DIN|5.0", "Ella|nil|20.0", "Rex|NEW|2.0",
        ]
      )
      #expect(test.result.findings.count { $0.rule == .recordDuplicate } == 2)
    }
  }

  @Test func evaluatesRulesOnTheWholeObject() throws {
    let rule = "rules: [{ on: Dog, require: weight < 100 OR temper = 'calm' }]\n"
    let text = "name,weight\nRex,110\nBello,110\nCora,50\n"
    for test in try run([("u.csv", "mode: update, key: name", text)], more: rule) {
      #expect(test.result.sources[1].records.updated == 2)
      #expect(test.result.sources[1].records.rejected == 1)
    }
    // Where the new value is what the rule is about.
    let tempers = "name,temper\nRex,wild\nBello,calm\n"
    let both = [("u.csv", "mode: update, key: name", text), ("t.csv", "mode: update, key: name", tempers)]
    for test in try run(both, more: rule) {
      #expect(test.result.sources[2].records.updated == 1)
      #expect(test.result.sources[2].records.rejected == 1)
    }
  }

  @Test(arguments: ["first", "last"]) func settlesWhatSourcesDoNotAgreeOn(winner: String) throws {
    let checks = "checks: { Dog: { weight: { agree: { take: \(winner), within: 10% } } } }\n"
    let text = "name,weight\nRex,31\nBello,13\nCora,50\nDina,5\nElla,\n"
    for test in try run([("u.csv", "mode: update, key: name", text)], more: checks) {
      #expect(test.result.findings.map { "\($0.rule)" } == ["record.disagreement"])
      #expect(test.result.findings.first?.related.first?.position.description.hasPrefix("dogs.csv:4") == true)
      #expect(try test.objects("Dog", "weight")[1] == (winner == "first" ? "4.0" : "50.0"))
    }
  }

  @Test func takesWhatLoweredSeveritiesLeave() throws {
    let text = "name,weight\nRex,31\nBello,300\nCora,light\nNobody,4\n"
    let lowered = "{ value.range: warning, value.type: warning, record.unmatched: warning }"
    let settings = "mode: update, key: name, severities: \(lowered)"
    for test in try run([("u.csv", settings, text)]) {
      #expect(try test.objects("Dog", "name", "weight").prefix(2) == ["Bello|300.0", "Cora|4.0"])
      #expect(test.result.records.rejected == 0)
    }
  }

  @Test func changesRelationships() throws {
    let text = "name,group\nRex,Toys\nBello,Hounds\nCora,New\nDina,\n"
    for test in try run([("u.csv", "mode: update, key: name, \(Self.group)", text)]) {
      #expect(test.result.sources[1].records.updated == 2)
      #expect(try test.objects("Group", "name", "dogs.@count") == ["Hounds|2", "New|1", "Toys|2"])
    }
  }

  @Test func givesTheSameBytesWhateverTheThreads() throws {
    var (dogs, updates) = ("name,group,temper\n", "name,temper,weight\n")
    var random = SeededGenerator(1)
    for number in 0..<90 { dogs += "Dog \(number),Group \(number % 7),\(String(repeating: "t", count: number * 3))\n" }
    for number in (0..<90).shuffled(using: &random) { updates += "Dog \(number),new \(number),\(number + 1)\n" }
    let folder = try TemporaryFolder()
    let recipe = Self.recipe([("u.csv", "mode: update, key: name")], batchSize: 7)
    let plan = try plan(recipe, ["dogs.csv": dogs, "u.csv": updates], in: folder)
    var found: Set<Data> = []
    for threads in [1, 2, 8] {
      let path = folder.file("\(threads).sqlite")
      let store = try SealingStore(at: path, model: plan.model, streaming: [], updating: plan.entitiesUpdated)
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
      #expect(result.records.updated == 90)
      try store.close()
      found.insert(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    #expect(found.count == 1)
  }

  private func plan(_ recipe: String, _ files: [String: String], in folder: TemporaryFolder) throws -> ImportPlan {
    for (name, text) in files { try folder.write(text, to: name) }
    try folder.write(recipe, to: "t.recipe.yml")
    let read = try RecipeReader.read(path: folder.file("t.recipe.yml"))
    return try ImportPlanner.plan(read, model: TestImport.model(), folder: folder.path, rules: [])
  }

  // MARK: Which objects change

  @Test func knowsWhichObjectsMayChange() throws {
    func updated(_ sources: [(file: String, settings: String)]) throws -> [String] {
      var files = ["dogs.csv": Self.dogs]
      for source in sources { files[source.file] = Self.dogs }
      let folder = try TemporaryFolder()
      return try plan(Self.recipe(sources, batchSize: 10), files, in: folder).entitiesUpdated.map(\.name)
    }
    #expect(try updated([]) == [])
    #expect(try updated([("u.csv", "mode: insert, key: name, \(Self.group)")]) == [])
    #expect(try updated([("u.csv", "mode: update, key: name")]) == ["Dog"])
    #expect(try updated([("u.csv", "key: name, \(Self.group)")]) == ["Dog"])
    func updatedAlone(_ settings: String, _ more: String = "") throws -> [String] {
      let recipe = """
        model: T.xcdatamodeld
        output: T.sqlite
        sources:
        \(more)  - { file: dogs.csv, entity: Dog, \(settings) }

        """
      let folder = try TemporaryFolder()
      return try plan(recipe, ["dogs.csv": Self.dogs], in: folder).entitiesUpdated.map(\.name)
    }
    // The first source of an entity updates nothing, unless it merges what it says of one object itself.
    #expect(try updatedAlone("key: name, \(Self.group)") == [])
    #expect(try updatedAlone("key: name, repeats: merge, \(Self.group)") == ["Dog"])
    // Objects that were made for a reference are there before their source.
    let groups = "  - { file: dogs.csv, entity: Group, key: name, repeats: merge }\n"
    #expect(try updatedAlone("key: name, \(Self.group)", groups) == ["Group"])
  }

  @Test func leavesTransientAttributesToObjects() throws {
    func model() -> ManagedObjectModel {
      let model = TestImport.model()
      model.entitiesByName["Dog"]?.propertiesByName["temper"]?.isTransient = true
      return model
    }
    _ = try run([("u.csv", "mode: update, key: name", "name,temper\nRex,mild\n")], model: model, isSealed: false)
  }
}

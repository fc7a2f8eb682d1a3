import ManagedObjects
import ObjectModel
import PredicateLanguage
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

/// Groups and statistics of dictionary fetches are worked out by the database, with the values that memory gives.
@Suite struct SummaryTests {
  private let folder: TemporaryFolder
  private let database: ConformanceStack
  private let memory: ConformanceStack

  init() throws {
    folder = try TemporaryFolder()
    let model = ConformanceModel.make()
    let store = CountingStore(try SQLiteStore.create(at: folder.file("Summaries.sqlite"), model: model))
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    database = ConformanceStack(store: store, coordinator: coordinator)
    memory = try ConformanceStack.inMemory()
    for stack in [database, memory] {
      let context = stack.context()
      let toy = try context.make("Group", ["name": "Toy", "code": "t"])
      let hound = try context.make("Group", ["name": "Hound", "code": "h"])
      // Two names that look the same and are not.
      let names = ["Zo\u{EB}", "Zoe\u{308}", "Akita", "Beagle", "Basset"]
      for (index, name) in names.enumerated() {
        let breed = try context.make("Breed", ["name": name, "height": Double(20 + index), "isRare": index % 2 == 0])
        if index != 2 { try breed.setValue(index, forKey: "popularity") }
        if index > 1 { try breed.setValue(index == 2 ? toy : hound, forKey: "group") }
      }
      for (name, weight) in [("a", Int.max), ("b", Int.max), ("c", -5), ("d", 7)] {
        try context.make("Tag", ["name": name, "weight": weight])
      }
      try context.save()
    }
  }

  private func rows(
    _ stack: ConformanceStack,
    _ entity: String,
    by keys: [String],
    _ statistics: [String],
    _ configure: (inout FetchRequest<FetchedDictionary>) throws -> Void
  ) throws -> [[String: String]] {
    var request = FetchRequest<FetchedDictionary>(entityName: entity)
    request.propertiesToGroupBy = keys
    request.propertiesToFetch =
      try keys.map { .keyPath($0) } + statistics.map { .expression(name: $0, try ObjectExpression(format: $0)) }
    try configure(&request)
    return try stack.context().fetch(request).map { row in
      row.dictionary.mapValues { value in
        if case .objectID(let identifier) = value { return "\(identifier.entity.name)" }
        return "\(value)"
      }
    }
  }

  /// Both stores' rows, which have to be the same; returns how many rows there are, and whether the database worked them out.
  private func compare(
    of entity: String = "Breed",
    by keys: [String] = [],
    _ statistics: [String],
    _ configure: (inout FetchRequest<FetchedDictionary>) throws -> Void = { _ in }
  ) throws -> (count: Int, isSummary: Bool) {
    let before = database.store.summaries
    let found = try rows(database, entity, by: keys, statistics, configure)
    #expect(try rows(memory, entity, by: keys, statistics, configure) == found)
    return (found.count, database.store.summaries > before)
  }

  @Test(arguments: [
    ["name"], ["isRare"], ["popularity"], ["group"], ["group.name"], ["group.name", "isRare"], ["height"], [],
  ])
  func groupsAreMadeByTheDatabase(_ keys: [String]) throws {
    let statistics = [
      "count:(name)", "count:(SELF)", "min:(popularity)", "max:(popularity)", "sum:(popularity)",
      "average:(popularity)",
      "min:(name)", "max:(name)", "max:(height)",
    ]
    let result = try compare(by: keys, statistics)
    #expect(result.isSummary && result.count > 0)
  }

  @Test func aPredicateHavingOrderAndLimitsApplyToGroups() throws {
    let chosen = try compare(by: ["group.name"], ["count:(name)"]) { request in
      request.predicate = try ObjectPredicate(format: "group != nil AND height > 10")
      request.sortDescriptors = [SortKey("group.name", ascending: false)]
      request.fetchOffset = 1
    }
    #expect(chosen.isSummary && chosen.count == 1)
    let having = try compare(by: ["isRare"], ["count:(name)"]) { request in
      request.havingPredicate = ObjectPredicate(
        PredicateComparison(.keyPath(ObjectKeyPath(["count:(name)"])), .greaterThan, .value(2))
      )
    }
    #expect(having.isSummary && having.count == 1)
    let none = try compare(["max:(height)", "sum:(popularity)", "average:(popularity)", "count:(name)"]) {
      $0.predicate = try ObjectPredicate(format: "name == 'nobody'")
    }
    #expect(none.isSummary && none.count == 1)
  }

  @Test func distinctRowsAreToldApartByTheirScalars() throws {
    let found = try compare(by: ["name"], []) { $0.returnsDistinctResults = true }
    #expect(found.count == 5)
  }

  @Test func whatTheDatabaseWouldAnswerOtherwiseIsSummedUpInMemory() throws {
    #expect(try !compare(["sum:(height)"]).isSummary)
    #expect(try !compare(["median:(height)"]).isSummary)
    #expect(try !compare(of: "Tag", ["sum:(weight)"]).isSummary)
    #expect(try compare(of: "Tag", ["max:(weight)", "count:(weight)"]).isSummary)
  }
}

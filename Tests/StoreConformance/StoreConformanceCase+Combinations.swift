internal import AttributeValues
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage
internal import Testing

// Parts of a request that are rarely used together.
extension StoreConformanceCase {
  private typealias Row = FetchedDictionary

  private static func saveKennel(_ stack: ConformanceStack) throws {
    let context = stack.context()
    let groups: [(String, Int, [(String, Int?)])] = [
      ("Hound", 1880, [("Beagle", 3), ("Basset", 1), ("Whippet", nil)]), ("Toy", 1900, [("Pug", 2), ("Papillon", 3)]),
      ("Herding", 1890, []),
    ]
    for (name, year, breeds) in groups {
      let group = try context.make("Group", ["name": name, "yearEstablished": year])
      for (breed, popularity) in breeds {
        let object = try context.make(
          "Breed",
          ["name": breed, "group": group, "recognised": Date(timeIntervalSinceReferenceDate: Double(breed.count))]
        )
        try object.setValue(popularity, forKey: "popularity")
      }
    }
    let anna = try context.make("Person", ["name": "Anna"])
    let bert = try context.make("Person", ["name": "Bert", "friends": Set([anna])])
    let rex = try context.make("Dog", ["name": "Rex", "owner": anna])
    try rex.setValue(Set([bert]), forKey: "sitters")
    try context.make("Dog", ["name": "Ajax", "owner": bert])
    try context.save()
  }

  private static func rows(
    _ stack: ConformanceStack,
    _ entityName: String,
    _ properties: [FetchedProperty],
    _ configure: (inout FetchRequest<Row>) throws -> Void = { _ in }
  ) throws -> [Row] {
    var request = FetchRequest<Row>(entityName: entityName)
    request.propertiesToFetch = properties
    try configure(&request)
    return try stack.context().fetch(request)
  }

  private static func expression(_ name: String, _ format: String) throws -> FetchedProperty {
    .expression(name: name, try ObjectExpression(format: format))
  }

  static let combinationCases: [StoreConformanceCase] = [
    StoreConformanceCase("no object and one without members sort alike by the number of members") { stack in
      let context = stack.context()
      let ann = try context.make("Person", ["name": "Ann"])
      let bob = try context.make("Person", ["name": "Bob", "friends": Set([ann])])
      try context.make("Dog", ["name": "Rex"])
      try context.make("Dog", ["name": "Ace", "owner": try context.make("Person", ["name": "Cid"])])
      try context.make("Dog", ["name": "Bo", "owner": bob])
      try context.save()
      let dogs = try stack.context().all("Dog") {
        $0.sortDescriptors = [SortKey("owner.friends.@count"), SortKey("name")]
      }
      #expect(dogs.map { $0.text("name") } == ["Ace", "Rex", "Bo"])
    },
    StoreConformanceCase("objects are sorted by what an operator makes of related objects") { stack in
      try saveKennel(stack)
      func order(_ keys: SortKey..., limit: Int = 0, dirty: Bool = false) throws -> [String?] {
        let context = stack.context()
        if dirty { try context.make("Group", ["name": "Working"]) }
        return try context.all("Group") { request in
          request.sortDescriptors = keys
          request.fetchLimit = limit
        }
        .map { $0.text("name") }
      }
      #expect(try order(SortKey("breeds.@count", ascending: false)) == ["Hound", "Toy", "Herding"])
      #expect(try order(SortKey("breeds.@count"), limit: 2) == ["Herding", "Toy"])
      #expect(try order(SortKey("breeds.@sum.popularity", ascending: false)) == ["Toy", "Hound", "Herding"])
      #expect(try order(SortKey("breeds.@max.popularity"), SortKey("name")) == ["Herding", "Hound", "Toy"])
      let dirty = try order(SortKey("breeds.@count"), SortKey("name"), dirty: true)
      #expect(dirty == ["Herding", "Working", "Toy", "Hound"])
    },
    StoreConformanceCase("rows have what operators make of related objects") { stack in
      try saveKennel(stack)
      let found = try rows(stack, "Group", ["name", "breeds.@count", expression("sum", "breeds.@sum.popularity")]) {
        $0.sortDescriptors = [SortKey("breeds.@count"), SortKey("name")]
      }
      #expect(found.map { $0["name"]?.anyValue as? String } == ["Herding", "Toy", "Hound"])
      #expect(found.map { $0["breeds.@count"]?.anyValue as? Int } == [0, 2, 3])
      #expect(found.map { $0["sum"]?.anyValue as? Int } == [0, 5, 4])
    },
    StoreConformanceCase("rows are grouped by a related object, and chosen by statistics that nobody fetches") {
      stack in
      try saveKennel(stack)
      let number = try expression("number", "count:(name)")
      func numbers(having format: String) throws -> [Int?] {
        try rows(stack, "Breed", ["group", number]) { request in
          request.propertiesToGroupBy = ["group"]
          request.havingPredicate = try ObjectPredicate(format: format)
          request.sortDescriptors = [SortKey("number", ascending: false)]
        }
        .map { $0["number"]?.anyValue as? Int }
      }
      for format in ["TRUEPREDICATE", "number > 1", "$number > 1", "count:(name) > 1", "max:(popularity) == 3"] {
        #expect(try numbers(having: format) == [3, 2], "\(format)")
      }
      #expect(try numbers(having: "min:(popularity) > 1 AND count:(name) < 9") == [2])
      #expect(try numbers(having: "count:(name) > 2 OR sum:(popularity) > 4") == [3, 2])
    },
    StoreConformanceCase("a having predicate and sort keys name the keys of groups, fetched or not") { stack in
      try saveKennel(stack)
      let sum = try expression("sum", "sum:(popularity)")
      let found = try rows(stack, "Breed", [sum]) { request in
        request.propertiesToGroupBy = ["group.name"]
        request.sortDescriptors = [SortKey("group.name", ascending: false)]
      }
      #expect(found.map { $0["sum"]?.anyValue as? Int } == [5, 4])
      #expect(found.allSatisfy { $0.count == 1 })
      let chosen = try rows(stack, "Breed", ["group.name", sum]) { request in
        request.propertiesToGroupBy = ["group.name"]
        request.havingPredicate = try ObjectPredicate(format: "group.name BEGINSWITH 'H'")
      }
      #expect(chosen.map { $0["sum"]?.anyValue as? Int } == [4])
    },
    StoreConformanceCase("unusual predicates select what they select in memory, and print what they are") { stack in
      try saveKennel(stack)
      let start = Date(timeIntervalSinceReferenceDate: 4)
      let end = Date(timeIntervalSinceReferenceDate: 6)
      let predicates: [(String, ObjectPredicate, [String])] = [
        ("Breed", try ObjectPredicate(format: "recognised BETWEEN {%@, %@}", start, end), ["Basset", "Beagle"]),
        ("Breed", try ObjectPredicate(format: "recognised BETWEEN %@", [start, end]), ["Basset", "Beagle"]),
        ("Breed", try ObjectPredicate(format: "CAST(popularity, 'NSString') == '3'"), ["Beagle", "Papillon"]),
        ("Breed", try ObjectPredicate(format: "CAST(recognised, 'NSNumber') < 4"), ["Pug"]),
        ("Breed", try ObjectPredicate(format: "TRUEPREDICATE AND NOT FALSEPREDICATE AND name == 'Pug'"), ["Pug"]),
        ("Breed", try ObjectPredicate(format: "popularity == group.breeds.@max.popularity"), ["Beagle", "Papillon"]),
        (
          "Breed", try ObjectPredicate(format: "SUBQUERY(group.breeds, $b, $b.popularity > 2).@count == 1"),
          ["Basset", "Beagle", "Papillon", "Pug", "Whippet"]
        ),
        ("Breed", try ObjectPredicate(format: "entity.name == 'Breed' AND name == 'Pug'"), ["Pug"]),
        (
          "Group",
          try ObjectPredicate(
            format: """
              SUBQUERY(breeds, $b, SUBQUERY($b.group.breeds, $c, $c.popularity < $b.popularity).@count > 0).@count > 0
              """
          ), ["Hound", "Toy"]
        ),
        ("Group", try ObjectPredicate(format: "ANY breeds.group.breeds.name == 'Pug'"), ["Toy"]),
        ("Group", try ObjectPredicate(format: "breeds.@count BETWEEN {1, 2}"), ["Toy"]),
        ("Group", try ObjectPredicate(format: "breeds[SIZE] == 3"), ["Hound"]),
        ("Group", try ObjectPredicate(format: "NONE breeds.popularity == nil AND breeds.@count > 0"), ["Toy"]),
        ("Group", try ObjectPredicate(format: "yearEstablished + breeds.@count > 1885"), ["Herding", "Toy"]),
        ("Person", try ObjectPredicate(format: "ANY dogs.sitters.name == 'Bert'"), ["Anna"]),
        ("Person", try ObjectPredicate(format: "ANY friends.dogs.name == 'Ajax'"), ["Anna"]),
        (
          "Person",
          try ObjectPredicate(format: "SUBQUERY(friends, $f, ANY $f.dogs.name == 'Rex').@count == 1"), ["Bert"]
        ),
        ("Dog", try ObjectPredicate(format: "ANY owner.friends.name LIKE[cd] 'ÁN*'"), ["Ajax"]),
      ]
      for (entityName, predicate, names) in predicates {
        let context = stack.context()
        #expect(try context.all(entityName) { $0.predicate = predicate }.names == names, "\(predicate)")
        let filtered = try context.all(entityName).filter { try predicate.evaluate(with: $0) }
        #expect(filtered.names == names, "in memory: \(predicate)")
        #expect(try ObjectPredicate(format: predicate.description) == predicate, "\(predicate)")
      }
    },
    StoreConformanceCase("objects are selected by their entity") { stack in
      let context = stack.context()
      try context.make("Bird", ["name": "Wren"])
      try context.make("Fish", ["name": "Cod"])
      try context.save()
      let bird = try #require(context.entity(named: "Bird"))
      let predicate = try ObjectPredicate(format: "entity == %@", bird)
      #expect(try stack.context().all("Animal") { $0.predicate = predicate }.names == ["Wren"])
      let others = try ObjectPredicate(format: "entity != %@ AND entity.name != 'Bird'", bird)
      #expect(try stack.context().all("Animal") { $0.predicate = others }.names == ["Cod"])
      let some = try ObjectPredicate(format: "entity IN %@", [bird])
      #expect(try stack.context().all("Animal") { $0.predicate = some }.names == ["Wren"])
    },
    StoreConformanceCase("batch requests select through relationships and set them", checkBatchRequests),
  ]

  private static func names(_ stack: ConformanceStack, _ entityName: String, _ format: String) throws -> [String] {
    let predicate = try ObjectPredicate(format: format)
    return try stack.context().all(entityName) { $0.predicate = predicate }.names
  }

  @Sendable private static func checkBatchRequests(_ stack: ConformanceStack) throws {
    try saveKennel(stack)
    let context = stack.context()
    let herding = try #require(try context.all("Group").first { $0.text("name") == "Herding" })
    let update = BatchUpdateRequest(
      entityName: "Breed",
      predicate: try ObjectPredicate(format: "group.name == 'Toy' AND group.breeds.@count == 2"),
      propertiesToUpdate: [
        "group": herding, "popularity": try ObjectExpression(format: "popularity + group.yearEstablished"),
      ]
    )
    #expect(try context.execute(update).count == 2)
    #expect(try names(stack, "Breed", "group.name == 'Herding'") == ["Papillon", "Pug"])
    #expect(try names(stack, "Breed", "popularity BETWEEN {1902, 1903}") == ["Papillon", "Pug"])
    var selection = FetchRequest<ManagedObjectID>(entityName: "Group")
    selection.predicate = try ObjectPredicate(format: "ANY breeds.name == 'Beagle' OR breeds.@count == 0")
    #expect(try context.execute(BatchDeleteRequest(fetchRequest: selection)).count == 2)
    #expect(try names(stack, "Group", "TRUEPREDICATE") == ["Herding"])
    #expect(try names(stack, "Breed", "TRUEPREDICATE") == ["Papillon", "Pug"])
  }
}
